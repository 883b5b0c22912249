"""Steps are undone and redone until a wanted number of them is done."""

from __future__ import annotations

import pytest

from termdesk.application.glossaries.editing.bulk_change import MOST_AT_ONCE
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.editing.undo_walk import go_to_step, mark_towards
from termdesk.application.glossaries.library.library import Library
from termdesk.domain.entries.changes import SetCells
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.language.language import LanguagePair

pytestmark = pytest.mark.anyio

ROWS = MOST_AT_ONCE + 1


@pytest.fixture
async def dictionary(library: Library) -> OpenDictionary:
    """A dictionary with a small step, and a step of so many rows that a worker applies it."""
    entries = Entries([f"s{row}" for row in range(ROWS)], ["t"] * ROWS)
    dictionary = await library.new("Terms", LanguagePair("en", "de"), entries)
    await dictionary.take(SetCells(TARGET, [0], ["one"]), "Small")
    await dictionary.take(SetCells(TARGET, list(range(ROWS)), ["all"] * ROWS), "Large")
    return dictionary


@pytest.mark.slow
async def test_steps_are_undone_and_redone_in_order(dictionary: OpenDictionary) -> None:
    await go_to_step(dictionary, 1)
    assert list(dictionary.entries.targets[:2]) == ["one", "t"]

    await go_to_step(dictionary, 0)
    assert list(dictionary.entries.targets[:2]) == ["t", "t"]

    await go_to_step(dictionary, 2)
    assert list(dictionary.entries.targets[:2]) == ["all", "all"]
    assert dictionary.steps.titles == ["Small", "Large"]


async def test_a_mark_names_the_next_step_on_the_way(dictionary: OpenDictionary) -> None:
    mark = mark_towards(dictionary.steps, 0)
    assert (mark.position, mark.title, mark.is_done) == (1, "Large", False)

    await go_to_step(dictionary, 0)

    mark = mark_towards(dictionary.steps, 2)
    assert (mark.position, mark.title, mark.is_done) == (0, "Small", True)
