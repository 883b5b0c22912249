"""Changes are accepted and rejected one by one; undo reverts a rejection, and protected terms start as rejected."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.improvement.improvement import ImprovementResult, ImproveRequest
from termdesk.domain.matching.protected_terms import EndangeredTerm
from termdesk.domain.similarity.text_diff import compare
from termdesk.domain.texts import EngineReport
from termdesk.ui.improvement.change_bar import ChangeBar
from termdesk.ui.widgets.text_area import TextArea

BEFORE, AFTER = "😀 He go to teh school very yesterday.", "😀 He goes to the school yesterday evening."


def improved(before: str = BEFORE, after: str = AFTER) -> ImprovementResult:
    chunks = tuple(compare(before, after))
    return ImprovementResult(ImproveRequest(before, "en-US"), after, "en", "en-US", 17, chunks, EngineReport())


@pytest.fixture
def bar(window: QWidget, qtbot: QtBot) -> ChangeBar:
    source, result = TextArea("source", "Text"), TextArea("result", "Result")
    made = ChangeBar(source, result)
    column = QVBoxLayout(window)
    for widget in (source, result, made):
        column.addWidget(widget)
    source.setPlainText(BEFORE)
    result.setPlainText(AFTER)
    qtbot.waitUntil(result.isVisible)
    return made


def text(bar: ChangeBar) -> str:
    return bar._result.toPlainText()


def test_a_change_is_rejected_and_taken_again(bar: ChangeBar) -> None:
    bar.show_result(improved())
    assert bar.words.text() == "Change 1 of 4: “go” becomes “goes”."

    bar.toggle_button.click()
    assert text(bar) == "😀 He go to the school yesterday evening."
    assert bar.toggle_button.text() == "Accept"
    assert "kept" in {mark.kind for mark in bar._result.marks}

    bar.toggle_button.click()
    assert text(bar) == AFTER
    assert bar.toggle_button.text() == "Reject"


def test_the_undo_of_the_field_takes_a_rejection_back(bar: ChangeBar) -> None:
    bar.show_result(improved())
    bar.step(1)
    bar.toggle()
    bar.step(1)
    bar.toggle()
    assert text(bar) == "😀 He goes to teh school very yesterday evening."

    bar._result.undo()
    assert (text(bar), len(bar.rejected or ())) == ("😀 He goes to teh school yesterday evening.", 1)
    bar._result.undo()
    assert (text(bar), bar.rejected) == (AFTER, frozenset())
    bar._result.redo()
    assert len(bar.rejected or ()) == 1


def test_changes_are_gone_through_in_a_circle_and_shown(bar: ChangeBar) -> None:
    bar.show_result(improved())
    shown = []
    for _ in range(4):
        bar.step(1)
        shown.append(bar._result.textCursor().selectedText())

    assert shown == ["the", "", " evening", "goes"]
    bar.step(-1)
    assert bar.words.text() == "Change 4 of 4: “evening” is inserted."


def test_a_protected_term_is_kept_until_the_user_takes_the_change(bar: ChangeBar) -> None:
    result = improved()
    teh = next(number for number, chunk in enumerate(result.chunks) if BEFORE[chunk.before_start :].startswith("teh"))

    bar.show_result(replace(result, endangered=(EndangeredTerm(teh, "teh"),)))

    assert text(bar) == "😀 He goes to teh school yesterday evening."
    assert bar.words.text().endswith("This alters the protected term “teh”.")
    bar.toggle()
    assert text(bar) == AFTER


def test_terms_of_another_glossary_are_kept_and_the_choices_of_the_user_stay(bar: ChangeBar) -> None:
    made = improved()
    bar.show_result(made)
    changes = bar._changes
    bar.step(1)
    bar.toggle()
    assert text(bar) == "😀 He goes to teh school yesterday evening."

    bar.show_terms(replace(made, endangered=(EndangeredTerm(changes[-1], "yesterday"),)), is_shown=True)
    assert text(bar) == "😀 He goes to teh school yesterday."
    assert "protected term “yesterday”" in bar.words.text()
    bar.toggle()
    assert text(bar) == "😀 He goes to teh school yesterday evening.", "the user decides"

    bar.show_terms(replace(made, endangered=(EndangeredTerm(changes[0], "go"),)), is_shown=True)
    assert text(bar) == "😀 He go to teh school yesterday evening."
    bar._result.undo()
    assert text(bar) == "😀 He goes to teh school yesterday evening."

    bar._result.setPlainText("By hand.")
    bar.show_terms(made, is_shown=True)
    assert text(bar) == "By hand."


def test_a_text_that_was_edited_by_hand_is_left_alone(bar: ChangeBar) -> None:
    bar.show_result(improved())
    bar._result.setPlainText("Mine.")

    assert not bar.can_review
    bar.toggle()
    bar.step(1)
    assert text(bar) == "Mine."
    assert "edited by hand" in bar.words.text()


@pytest.mark.parametrize(("field", "at"), [("_source", 14), ("_result", 16)])
def test_a_click_on_a_marked_word_chooses_its_change(bar: ChangeBar, field: str, at: int) -> None:
    bar.show_result(improved())
    area: TextArea = getattr(bar, field)
    # Qt counts the emoji at the start as two units.
    cursor = area.textCursor()
    cursor.setPosition(at)
    position = area.cursorRect(cursor).center() + QPoint(1, 0)

    QTest.mouseClick(area.viewport(), Qt.MouseButton.LeftButton, pos=position)

    assert bar.words.text() == "Change 2 of 4: “teh” becomes “the”."


def test_without_changes_there_is_nothing_to_go_through(bar: ChangeBar) -> None:
    bar.show_result(improved(AFTER, AFTER))

    assert bar.isHidden()
    assert not bar.can_review


def test_what_was_rejected_is_remembered_while_the_result_is_outdated(bar: ChangeBar) -> None:
    result = improved()
    bar.show_result(result)
    bar.toggle()

    bar.hide_changes()
    bar.show_result(result)

    assert text(bar) == "😀 He go to the school yesterday evening."
    assert bar.toggle_button.text() == "Accept"


def test_after_the_result_is_gone_other_texts_are_not_marked(bar: ChangeBar) -> None:
    bar.show_result(improved())
    bar.forget()

    bar._source.setPlainText("Short.")
    bar._source.show_marks([])
    bar._result.setPlainText("Other.")

    assert bar._source.marks == ()
    assert not bar.can_review
