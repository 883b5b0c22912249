"""The line below the multilingual table: the kind of a cell, and the effect of typing or clearing there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.domain.entries.changes import SetDetails
from termdesk.domain.entries.entry_detail import ADMITTED, FORBIDDEN, PREFERRED, EntryDetail
from termdesk.ui.glossaries.multilingual.cell_line import TableLine
from termdesk.ui.glossaries.multilingual.multilingual_edits import MultilingualEdits

OpeningMultilingual = Callable[[Mapping[str, Sequence[tuple[str, str]]]], OpenTable]


@pytest.fixture
def edits(table: OpenTable) -> MultilingualEdits:
    return MultilingualEdits(table, rename=lambda _row, _text: None)


@pytest.fixture
def line(qtbot: QtBot, edits: MultilingualEdits) -> TableLine:
    made = TableLine(edits.model)
    qtbot.addWidget(made)
    made.show()
    return made


def said(line: TableLine, row: int, column: int) -> str:
    line.show_cell(row, column)
    return line.words.text()


def describe(edits: MultilingualEdits, column: int, detail: EntryDetail) -> None:
    dictionary = edits.table.dictionaries[column - 1]
    dictionary.apply(SetDetails((0,), (detail,)), dictionary.steps.next("Describe"))


def test_a_source_phrase_says_in_how_many_dictionaries_it_is(line: TableLine) -> None:
    words = said(line, 0, 0)

    assert words.startswith("Row 1 · ")
    assert "4 of 5 dictionaries" in words
    assert not line.whole.isVisible(), "it belongs to no single dictionary"


def test_a_translation_says_that_clearing_takes_it_out(line: TableLine) -> None:
    words = said(line, 0, 2)

    assert words.startswith("Row 1 · German · ")
    assert "removes the entry" in words
    assert line.whole.isVisible()


def test_a_gap_says_what_typing_does(line: TableLine) -> None:
    assert "what you type is added" in said(line, 3, 2)


def test_details_are_told_where_an_entry_has_some(line: TableLine, edits: MultilingualEdits) -> None:
    describe(edits, 2, EntryDetail(ADMITTED, "M8 only", "screws"))
    words = said(line, 0, 2)

    assert "admitted · screws · note: M8 only" in words


def test_a_synonym_says_that_the_preferred_entry_is_published(
    opening_multilingual: OpeningMultilingual, qtbot: QtBot
) -> None:
    table = opening_multilingual({"de": [("car", "Auto"), ("car", "Karre")], "fr": [("car", "voiture")]})
    details = (EntryDetail(PREFERRED), EntryDetail(ADMITTED))
    table.dictionaries[0].apply(SetDetails((0, 1), details))
    line = TableLine(MultilingualEdits(table, rename=lambda _row, _text: None).model)
    qtbot.addWidget(line)

    assert "clearing it removes" in said(line, 0, 1)
    assert "synonym: stays on this computer, the preferred entry is published" in said(line, 1, 1)


def test_what_is_forbidden_is_never_published_and_nothing_is_missing_beside_it(
    line: TableLine, edits: MultilingualEdits
) -> None:
    describe(edits, 2, EntryDetail(FORBIDDEN))
    assert "never published" in said(line, 0, 2)
    # Bolt is in only these four dictionaries, and now forbidden in all of them.
    for column in (1, 3, 4):
        describe(edits, column, EntryDetail(FORBIDDEN))
    edits.model._count()

    assert "nothing is missing" in said(line, 0, 5)


def test_a_violation_comes_before_everything_else(line: TableLine, edits: MultilingualEdits) -> None:
    edits.do(edits.source_edit(0, "nut"))
    words = said(line, 0, 0)

    assert line.words.property("tone") == "problem"
    assert "“nut”" in words


def test_findings_are_named(line: TableLine) -> None:
    line.name_findings(lambda row, column: [f"Finding at {row}, {column}"])

    assert "Finding at 0, 2" in said(line, 0, 2)
