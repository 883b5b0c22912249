"""Borders of words in scripts with and without spaces."""

from __future__ import annotations

from itertools import pairwise

import pytest

from termdesk.service.engines.projection.borders import Borders, core


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("one two", ["one", " ", "two"]),
        ("l'eau_1!", ["l", "'", "eau_1", "!"]),
        ("a\u0301b c", ["a\u0301b", " ", "c"]),
        ("家は", ["家", "は"]),
        ("x家", ["x", "家"]),
        ("a\r\nb", ["a", "\r\n", "b"]),
        ("\N{MAN}\u200d\N{WOMAN}!", ["\N{MAN}\u200d\N{WOMAN}", "!"]),
    ],
)
def test_a_text_falls_apart_at_borders(text: str, parts: list[str]) -> None:
    borders = Borders(text)

    positions = [position for position in range(len(text) + 1) if borders.is_border(position)]

    assert [text[a:b] for a, b in pairwise(positions)] == parts


def test_wholes_have_borders_of_their_own() -> None:
    borders = Borders("abcdef", [(2, 4)])

    assert [borders.at_or_before(3), borders.at_or_after(3), borders.nearest(5)] == [2, 4, 4]


def test_words_are_found_from_their_ends() -> None:
    borders = Borders("one, two")

    assert borders.word_before(3) == (0, 3)
    assert borders.word_after(5) == (5, 8)
    assert borders.word_before(4) is None
    assert borders.word_after(8) is None


def test_the_core_has_no_marks_at_its_ends() -> None:
    assert core(" (one, two). ", 0, 13) == (2, 10)
    assert core(" ... ", 0, 5) == (5, 5)
