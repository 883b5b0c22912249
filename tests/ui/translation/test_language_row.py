"""The row knows the selected languages, and the reverse pair with the variants that the service offers."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from termdesk.domain.language.language import LanguagePair
from termdesk.ui.translation.language_row import LanguageRow


@pytest.fixture
def run_button() -> QPushButton:
    return QPushButton("Translate")


@pytest.fixture
def row(window: QWidget, run_button: QPushButton) -> LanguageRow:
    """Languages as services list them: variants are targets only."""
    made = LanguageRow(QComboBox(), run_button, QPushButton())
    window.setLayout(made)
    made.source.show_languages([("", "Detect language"), ("en", "English"), ("de", "German")])
    made.target.show_languages([("en-GB", "English (British)"), ("de", "German"), ("es", "Spanish")])
    return made


def test_the_detected_language_counts_where_none_is_chosen(row: LanguageRow) -> None:
    row.target.choose("de")

    assert row.find_known_pair("") is None
    assert row.find_known_pair("en") == LanguagePair("en", "de")
    row.source.choose("de")
    row.target.choose("es")
    assert row.find_known_pair("en") == LanguagePair("de", "es")


def test_the_way_back_uses_the_codes_that_are_offered(row: LanguageRow) -> None:
    assert row.way_back("en", "de") == LanguagePair("de", "en-GB")
    assert row.way_back("de", "en-GB") == LanguagePair("en", "de")


@pytest.mark.parametrize(("source", "target"), [("en", "es"), ("ja", "de"), ("", "de")])
def test_there_is_no_way_back_in_a_direction_that_is_not_offered(row: LanguageRow, source: str, target: str) -> None:
    assert row.way_back(source, target) is None


@pytest.mark.parametrize(("side", "said"), [("source", "from “Welsh”"), ("target", "into “Welsh”")])
def test_a_language_that_is_not_offered_is_named_until_another_is_chosen(
    row: LanguageRow, qtbot: QtBot, side: str, said: str
) -> None:
    box = row.source if side == "source" else row.target
    edit = box.lineEdit()
    assert edit is not None
    before = box.code
    edit.selectAll()
    qtbot.keyClicks(edit, "Welsh")
    assert row.missing.isHidden()
    qtbot.keyClick(edit, Qt.Key.Key_Return)

    assert not row.missing.isHidden()
    assert said in row.missing.text()
    assert box.code == before
    asked: list[tuple[str, str]] = []
    row.possible_asked.connect(lambda *pair: asked.append(pair))
    assert not row.possible.isHidden()
    row.possible.click()
    assert asked == [("Welsh", "en-GB") if side == "source" else ("", "Welsh")]
    box.choose("de")
    assert row.missing.isHidden()
    assert row.possible.isHidden()
    edit.setText("Welsh")
    assert not box.settle()
    assert row.settle()
    assert row.missing.isHidden(), "what was chosen is sent"


@pytest.mark.parametrize(("typed", "target", "is_offered"), [("Spanish", "es", True), ("Welsh", "de", False)])
def test_a_language_that_is_typed_counts_before_the_field_is_left(
    row: LanguageRow, qtbot: QtBot, typed: str, target: str, is_offered: bool
) -> None:
    row.target.choose("de")
    edit = row.target.lineEdit()
    assert edit is not None
    edit.selectAll()
    qtbot.keyClicks(edit, typed)

    assert row.settle() is is_offered
    assert row.target.code == target
    assert row.missing.isHidden() is is_offered


def test_a_click_that_leaves_the_field_sends_nothing_for_a_language_that_is_not_offered(
    row: LanguageRow, run_button: QPushButton, qtbot: QtBot
) -> None:
    row.target.choose("de")
    settled: list[bool] = []
    run_button.clicked.connect(lambda: settled.append(row.settle()))
    edit = row.target.lineEdit()
    assert edit is not None
    edit.setFocus()
    edit.selectAll()
    qtbot.keyClicks(edit, "Welsh")

    qtbot.mouseClick(run_button, Qt.MouseButton.LeftButton)
    assert settled == [False]
    assert not row.missing.isHidden()
    qtbot.mouseClick(run_button, Qt.MouseButton.LeftButton)
    assert settled == [False, True], "the user has read that German stays chosen"
