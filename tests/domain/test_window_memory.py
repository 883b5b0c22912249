"""The memory of the window, before anything is set and after drafts were deleted."""

from __future__ import annotations

import msgspec
import pytest

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.window_memory import TextDrafts, WindowMemory


def test_drafts_are_forgotten_and_nothing_else() -> None:
    memory = WindowMemory(
        translate_text="half a letter", translate_context="to Ann", improve_text="a draft", pane=2, folder="/tmp"
    )
    memory.further_drafts["deepl"] = TextDrafts("another letter")

    memory.forget_drafts()

    assert memory == WindowMemory(pane=2, folder="/tmp")


def test_the_languages_of_a_first_start_are_nobodys_choice() -> None:
    memory = WindowMemory()
    before = memory.chosen_pair

    memory.translate_target_language = "de"

    assert before is None
    assert memory.chosen_pair == LanguagePair("en", "de")


def test_two_memories_share_nothing() -> None:
    first, second = WindowMemory(), WindowMemory()

    first.library.open.append("g1")
    first.orders["en-de"] = (1, True)

    assert second == WindowMemory()


@pytest.mark.parametrize(
    ("field", "value"),
    [("pane", 101), ("grid_zoom", 100_001), ("geometry", "not base64!"), ("orders", {"en-de": (10**6, True)})],
)
def test_a_value_that_only_damage_explains_breaks_its_type(field: str, value: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({field: value}, WindowMemory)
