"""A text is one line of the list: its kind, its languages, and its words without line breaks."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt

from termdesk.application.texts.history import StoredText
from termdesk.ui.texts.history_model import HistoryColumn, HistoryModel, languages_of

TRANSLATED = StoredText("local", "POST /v2/translate", "en", "de", "a\n\ttree", "ein <b>Baum", "Rail", ("A", "B"))
REPHRASED = StoredText("local", "POST /v2/write/rephrase", "", "en-US", "a", "b")
CORRECTED = replace(REPHRASED, call="POST /v2/write/correct")
Role = Qt.ItemDataRole


@pytest.fixture
def model(qapp: object) -> HistoryModel:
    made = HistoryModel()
    made.show_texts([TRANSLATED, REPHRASED, CORRECTED])
    return made


def reported(model: HistoryModel, row: int, column: HistoryColumn, role: int = Role.AccessibleTextRole) -> str:
    return str(model.index(row, column).data(role))


def test_each_kind_has_words_of_its_own(model: HistoryModel) -> None:
    assert len({reported(model, row, HistoryColumn.KIND) for row in range(3)}) == 3


def test_a_translation_has_a_pair_and_an_improvement_one_language() -> None:
    detected = replace(TRANSLATED, source_language="")

    assert [languages_of(each) for each in (TRANSLATED, CORRECTED, detected)] == ["en → de", "en-US", "? → de"]


def test_a_text_of_several_lines_is_one_line(model: HistoryModel) -> None:
    assert reported(model, 0, HistoryColumn.SOURCE) == "a tree"
    assert reported(model, 0, HistoryColumn.ENGINES) == "A, B"


def test_shown_texts_keep_their_direction_and_tooltips_their_tags(model: HistoryModel) -> None:
    assert reported(model, 0, HistoryColumn.SOURCE, Role.DisplayRole) == "\u2068a tree\u2069"
    assert reported(model, 0, HistoryColumn.LANGUAGES, Role.DisplayRole) == "\u2066en → de\u2069"
    assert reported(model, 1, HistoryColumn.GLOSSARY, Role.DisplayRole) == "", "no marks around nothing"
    assert reported(model, 0, HistoryColumn.RESULT, Role.ToolTipRole) == "<qt>ein &lt;b&gt;Baum</qt>"


def test_a_time_is_written_as_the_locale_does_and_none_is_said_to_be_empty(model: HistoryModel) -> None:
    assert reported(model, 0, HistoryColumn.WHEN) == "empty"
    assert model.index(0, HistoryColumn.WHEN).data() == ""

    model.show_texts([replace(TRANSLATED, made_at=datetime(2026, 3, 4, 12, tzinfo=UTC))])

    assert "3/4/2026" in reported(model, 0, HistoryColumn.WHEN)
    assert model.rowCount() == 1


def test_every_column_has_a_title(model: HistoryModel) -> None:
    titles = [str(model.headerData(column, Qt.Orientation.Horizontal)) for column in HistoryColumn]

    assert len(set(titles) - {""}) == model.columnCount() == len(HistoryColumn)
