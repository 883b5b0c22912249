"""The line below the grid: the fill level of a cell and a dictionary, in common units."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.domain.entries.changes import SetCells, SetDetails
from termdesk.domain.entries.entries import TARGET
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.ui.glossaries.dictionary.cell_line import CellLine

Opening = Callable[[Sequence[tuple[str, str]]], OpenDictionary]


@pytest.fixture
def line(opening: Opening, qtbot: object) -> CellLine:
    made = CellLine(opening([("tree", "Baum"), ("no\xa0break", "x" * 1025), ("day", "日" * 400)]))
    qtbot.addWidget(made)  # type: ignore[attr-defined]
    return made


def test_a_sound_cell_tells_where_it_stands_and_its_bytes(line: CellLine) -> None:
    line.show_cell(0, 0)

    assert line.words.text() == "Row 1 · 4 characters"
    assert line.cell.label.text() == "4 of 1,024 bytes"


def test_what_cannot_be_seen_is_named(line: CellLine) -> None:
    line.show_cell(1, 0)

    assert "contains: no-break space" in line.words.text()


def test_too_long_is_told_in_characters_while_typing(line: CellLine) -> None:
    line.show_typed("x" * 1024)
    assert line.words.text() == "1,024 characters"
    line.show_typed("x" * 1025)
    assert line.words.text() == "One character too long"
    line.show_typed("日" * 345)
    assert line.words.text() == "About 4 characters too long"

    assert line.words.property("tone") == "problem"
    assert line.cell.label.text() == "1,035 of 1,024 bytes"


@pytest.mark.slow
def test_the_dictionary_s_meter_follows_every_change(line: CellLine) -> None:
    dictionary = line._dictionary
    line.show_whole()
    before = line.whole.label.text()
    inverse = dictionary.apply(SetCells(TARGET, (0,), ("y" * 5_000_000,)))
    line.show_whole()
    assert line.whole.label.text() == "4.8 MiB of 10 MiB"
    dictionary.apply(SetCells(TARGET, (1,), ("y" * 5_485_760,)))
    line.show_whole()
    assert line.whole.label.property("tone") == "problem"
    dictionary.apply(SetCells(TARGET, (1,), ("x" * 1025,)))
    dictionary.apply(inverse)
    line.show_whole()

    assert line.whole.label.text() == before == "2 KiB of 10 MiB"
    assert dictionary.size_in_bytes == dictionary.entries.size_in_bytes()


def test_synonyms_and_forbidden_entries_say_that_they_stay_here(opening: Opening, qtbot: object) -> None:
    dictionary = opening([("car", "Auto"), ("car", "Karre"), ("car", "Kiste")])
    details = (EntryDetail("preferred"), EntryDetail("admitted"), EntryDetail("forbidden"))
    dictionary.apply(SetDetails((0, 1, 2), details))
    line = CellLine(dictionary)
    qtbot.addWidget(line)  # type: ignore[attr-defined]

    words = []
    for row in range(3):
        line.show_cell(row, TARGET)
        words.append(line.words.text())

    assert words == [
        "Row 1 · 4 characters",
        "Row 2 · admitted synonym: stays on this computer, the preferred entry is published",
        "Row 3 · forbidden: stays on this computer and is never published",
    ]
