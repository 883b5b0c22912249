"""Shared texts of XLS files: their struck-out parts, and texts that continue in the next record."""

from __future__ import annotations

import pytest

from support.files.old_spreadsheets import shared_texts
from termdesk.formats.spreadsheets.old_spreadsheet_texts import struck_spans


def is_struck(font: int) -> bool:
    return font == 5


def test_parts_are_found_behind_every_break() -> None:
    texts = [
        [("plain", False)],
        [("old", True), (" new", False)],
        [("a", False), ("b", True), ("c", True), ("d", False), ("e", True)],
    ]

    assert struck_spans(shared_texts(texts), is_struck) == {1: ((0, 3),), 2: ((1, 3), (4, 5))}


@pytest.mark.parametrize("kept", [0, 9, 20])
def test_what_comes_before_damage_is_told(kept: int) -> None:
    bodies = shared_texts([[("old", True), (" new", False)], [("x", True)]])
    bodies[-1] = bodies[-1][:kept]

    assert struck_spans(bodies, is_struck) in ({0: ((0, 3),)}, {0: ((0, 3),), 1: ((0, 1),)})
    assert struck_spans([], is_struck) == {}
