"""Invisible characters: symbols on the screen, names for screen readers."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.domain.language.invisible import MOST_SEEN, NAMES, as_seen, names_in


@pytest.mark.scorecard("S29")
def test_what_breaks_lines_or_order_always_has_a_sign() -> None:
    assert as_seen("a\nb\tc\u202ed\u200be") == "a⏎b⇥c⊲d∣e"


def test_what_languages_need_is_drawn_as_it_is_until_asked_for() -> None:
    persian = "می\u200cخواهم"

    assert as_seen(persian) == persian
    assert as_seen(persian, with_all=True) == "می⁞خواهم"


@given(st.text())
def test_signs_neither_add_nor_drop_a_character(phrase: str) -> None:
    assert len(as_seen(phrase, with_all=True)) == len(phrase)


def test_tags_that_hide_words_have_signs_and_flags_of_countries_stay_pictures() -> None:
    wales = "\U0001f3f4" + "".join(chr(0xE0000 + ord(letter)) for letter in "gbwls") + "\U000e007f"

    assert as_seen("credit\U000e0065\U000e0076") == "credit▪▪"
    assert as_seen(f"{wales} a\tb {wales}\U0001f3f4") == f"{wales} a⇥b {wales}\U0001f3f4"


def test_names_are_said_once_and_the_plain_space_has_none() -> None:
    assert names_in("a b\xa0c\xa0d\u200f") == ["no-break space", "right-to-left mark"]
    assert names_in("plain words") == []
    assert names_in("] ^ \\ - [") == []


@pytest.mark.parametrize("character", sorted(NAMES))
def test_every_character_with_a_name_is_one_that_cannot_be_seen(character: str) -> None:
    assert unicodedata.category(character) in {"Cc", "Cf", "Zs", "Zl", "Zp"}
    assert as_seen(character, with_all=True) != character


def test_of_a_phrase_of_megabytes_the_beginning_is_drawn() -> None:
    assert as_seen("\n" * 5_000_000) == "⏎" * MOST_SEEN + "…"
    assert as_seen("x" * MOST_SEEN) == "x" * MOST_SEEN
