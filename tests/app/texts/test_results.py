"""A result for an older text is marked and its misleading functions are disabled; undo restores them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QWidget

from app.fake import connect
from app.program import Control, ControlShift, Key, Program
from support.services.fake_service import FakeService, refusal
from termdesk.ui.improvement.improvement_pane import ImprovePane
from termdesk.ui.translation.translation_pane import TranslatePane

TEXT = "The house is big."
FAULTY = "There is many reason to beleive that it work."


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


def translated(program: Program) -> TranslatePane:
    program.press(Key.Key_2, Control)
    pane = program.controller.translate
    program.until(lambda: pane.target_language.code and not program.controller.window.jobs.running)
    pane.source_language.choose("en")
    pane.target_language.choose("es")
    program.until(lambda: not program.controller.window.jobs.running)
    pane.source.setFocus()
    program.type(TEXT)
    run(program)
    assert pane.result.toPlainText()
    return pane


def improved(program: Program) -> ImprovePane:
    program.press(Key.Key_4, Control)
    pane = program.controller.improve
    program.until(lambda: pane.language.code == "en-US" and not program.controller.window.jobs.running)
    pane.source.setFocus()
    program.type(FAULTY)
    run(program)
    assert pane.result.toPlainText(), (pane.report.text(), program.controller.window.notices.texts())
    return pane


def run(program: Program) -> None:
    program.press(Key.Key_Return, Control)
    program.until(lambda: not program.controller.window.jobs.running)


def is_confirmable(program: Program, pane: TranslatePane) -> bool:
    action = program.controller.window.window_actions["confirm_result"]
    assert action.isEnabled() == pane.confirm.isEnabled()
    return action.isEnabled()


@pytest.mark.slow
def test_a_translation_of_an_older_text_is_marked_and_cannot_be_confirmed(program: Program) -> None:
    pane = translated(program)
    reported = pane.report.text()
    assert not pane.outdated.isVisible()
    assert is_confirmable(program, pane)

    program.type(" Not.")
    program.picture("outdated-translate")

    assert pane.outdated.isVisible()
    assert "earlier version of the text" in pane.outdated.text()
    assert "outdated" in pane.result.accessibleName()
    assert pane.report.text() == ""
    assert not is_confirmable(program, pane)
    assert pane.copy.isEnabled(), "it is still the user's text"

    for _ in " Not.":
        program.press(Key.Key_Backspace)

    assert not pane.outdated.isVisible()
    assert pane.report.text() == reported
    assert "outdated" not in pane.result.accessibleName()
    assert is_confirmable(program, pane)


@pytest.mark.slow
def test_another_choice_makes_a_translation_outdated_until_it_is_taken_back(program: Program) -> None:
    pane = translated(program)

    pane.choices.context.setText("buildings")
    assert "another context" in pane.outdated.text()
    pane.choices.context.clear()
    assert not pane.outdated.isVisible()

    pane.target_language.choose("fr")
    assert "other languages" in pane.outdated.text()
    pane.choices.context.setText("buildings")
    assert "choices above have changed" in pane.outdated.text()
    pane.choices.context.clear()
    pane.target_language.choose("es")
    program.until(lambda: not program.controller.window.jobs.running)
    assert not pane.outdated.isVisible()
    assert is_confirmable(program, pane)


@pytest.mark.slow
def test_a_result_that_arrives_for_an_older_text_is_outdated_at_once(program: Program) -> None:
    pane = translated(program)
    program.type(" It rains.")
    program.press(Key.Key_Return, Control)
    program.type(" More.")
    program.until(lambda: not program.controller.window.jobs.running)

    assert pane.outdated.isVisible()
    assert not is_confirmable(program, pane)


def test_swapping_and_clearing_leave_nothing_outdated(program: Program) -> None:
    pane = translated(program)
    translation = pane.result.toPlainText()

    program.press(Key.Key_S, ControlShift)
    program.until(lambda: not program.controller.window.jobs.running)
    assert (pane.source.toPlainText(), pane.result.toPlainText()) == (translation, TEXT)
    assert not pane.outdated.isVisible()

    pane.source.setFocus()
    program.press(Key.Key_End, Control)
    program.type("x")
    assert pane.outdated.isVisible()

    program.press(Key.Key_Delete, ControlShift)
    assert not pane.outdated.isVisible()
    assert pane.result.toPlainText() == ""


@pytest.mark.slow
def test_an_outdated_improvement_does_not_overwrite_the_newer_text(program: Program) -> None:
    pane = improved(program)
    assert pane.take.isEnabled()
    assert pane.result.marks
    reported = pane.report.text()

    program.press(Key.Key_Backspace, Control)
    program.picture("outdated-improve")
    pane.take_over()
    program.controller.window.window_actions["take_result"].trigger()

    assert pane.source.toPlainText() == FAULTY.removesuffix(".")
    assert "earlier version of the text" in pane.outdated.text()
    assert not pane.take.isEnabled()
    assert not pane.result.marks

    program.press(Key.Key_Z, Control)
    assert pane.source.toPlainText() == FAULTY

    assert pane.result.marks
    assert pane.report.text() == reported
    assert not pane.outdated.isVisible()
    program.controller.window.window_actions["take_result"].trigger()
    assert pane.source.toPlainText() == "There are many reasons to believe that it works."
    assert not pane.source.marks


@pytest.mark.slow
def test_an_improvement_in_vain_says_so(program: Program) -> None:
    pane = improved(program)
    pane.choices.rephrase.setChecked(True)
    run(program)
    assert "the same as by “Correct only”: nothing was reworded" in pane.report.text()
    program.picture("only-corrected")

    pane.take_over()
    run(program)
    assert "nothing to correct or reword" in pane.report.text()
    assert not pane.take.isEnabled()

    pane.choices.correct.setChecked(True)
    run(program)
    assert "nothing to correct" in pane.report.text()


@pytest.mark.slow
def test_another_mode_makes_an_improvement_outdated(program: Program) -> None:
    pane = improved(program)

    pane.choices.rephrase.setChecked(True)
    assert "another mode" in pane.outdated.text()
    assert not pane.take.isEnabled()

    pane.choices.correct.setChecked(True)
    assert not pane.outdated.isVisible()
    assert pane.take.isEnabled()


@pytest.mark.slow
def test_marks_move_on_when_the_cursor_only_moves(program: Program) -> None:
    pane = improved(program)
    pane.source.moveCursor(QTextCursor.MoveOperation.Start)

    assert pane.source.marks


@pytest.mark.slow
def test_a_swap_of_an_unknown_language_says_what_is_missing(program: Program) -> None:
    pane = translated(program)
    pane.clear_texts()
    pane.source_language.setCurrentIndex(0)
    program.until(lambda: not program.controller.window.jobs.running)

    program.press(Key.Key_S, ControlShift)

    assert "The source language is not known yet" in pane.report.text()


def end_of(widget: QWidget) -> int:
    return widget.mapToGlobal(QPoint(0, widget.height())).y()


def is_even(source: QWidget, result: QWidget, button: QWidget) -> bool:
    """Whether both texts end at the same height, and the button below has enough space."""
    is_whole = button.visibleRegion().boundingRect().height() >= button.sizeHint().height()
    return is_whole and end_of(source) == end_of(result)


@pytest.mark.slow
@pytest.mark.parametrize("width", [1180, 900])
def test_both_texts_end_on_one_line_whatever_is_said_below(program: Program, width: int) -> None:
    program.controller.window.resize(width, 760)
    pane = translated(program)
    program.until(lambda: is_even(pane.source, pane.result, pane.copy))

    program.type(" Not.")
    assert pane.outdated.isVisible()
    program.until(lambda: is_even(pane.source, pane.result, pane.copy))
    program.picture(f"even-translate-{width}")
    program.press(Key.Key_Delete, ControlShift)
    program.until(lambda: pane.copy.parentWidget().height() == pane.copy.sizeHint().height())

    improve = improved(program)
    program.until(lambda: is_even(improve.source, improve.result, improve.copy))
    improve.choices.rephrase.setChecked(True)
    program.until(lambda: is_even(improve.source, improve.result, improve.copy))
    program.picture(f"even-improve-{width}")


@pytest.mark.slow
def test_what_failed_before_is_told_no_more_once_the_next_text_is_sent(program: Program, fake: FakeService) -> None:
    fake.languages["translate_text"] = ("en", "de", "es")
    connect(program, fake)
    program.press(Key.Key_2, Control)
    pane = program.controller.translate
    program.until(lambda: pane.target_language.code and not program.controller.window.jobs.running)
    pane.source_language.choose("en")
    pane.target_language.choose("de")
    program.until(lambda: not program.controller.window.jobs.running)
    pane.source.setFocus()

    for words in ("Not this text", "Nor this one"):
        fake.targets_refused["de"] = refusal("400 Bad Request", b'{"message": "%s"}' % words.encode())
        program.type("More. ")
        run(program)
        [notice] = program.controller.window.notices.texts()
        assert words in notice
    fake.targets_refused.clear()
    run(program)

    assert pane.result.toPlainText()
    assert program.controller.window.notices.texts() == []


@pytest.mark.slow
def test_a_translation_is_outdated_whose_glossary_is_published_while_it_is_made(
    program: Program, fake: FakeService
) -> None:
    fake.languages["translate_text"] = ("en", "de", "es")
    languages = {"source_lang": "en", "target_lang": "es", "entry_count": 1}
    fake.glossaries = [
        {
            "glossary_id": "rail",
            "name": "Rail",
            "dictionaries": [languages],
            "creation_time": "2026-01-01T00:00:00Z",
        }
    ]
    connect(program, fake)
    program.press(Key.Key_2, Control)
    pane = program.controller.translate
    program.until(lambda: pane.target_language.code and not program.controller.window.jobs.running)
    pane.source_language.choose("en")
    pane.target_language.choose("es")
    program.until(lambda: pane.picker.glossary and not program.controller.window.jobs.running)
    pane.source.setFocus()
    program.type(TEXT)
    fake.gate.clear()

    program.press(Key.Key_Return, Control)
    program.until(lambda: bool(fake.billed))
    pane.glossary_published("rail")
    fake.gate.set()
    program.until(lambda: not program.controller.window.jobs.running)

    assert pane.result.toPlainText()
    assert "glossary was changed" in pane.outdated.text()


@pytest.mark.slow
def test_a_language_that_is_typed_and_not_offered_sends_nothing(program: Program) -> None:
    pane = translated(program)
    pane.clear_texts()
    pane.source.setFocus()
    program.type("A house.")
    edit = pane.target_language.lineEdit()
    assert edit is not None
    for typed in ("Welsh", "French"):
        pane.target_language.setFocus()
        edit.selectAll()
        program.type(typed)
        program.press(Key.Key_Return, Control)
        program.until(lambda: not program.controller.window.jobs.running)

        is_offered = typed == "French"
        assert bool(pane.result.toPlainText()) is is_offered
        assert pane.languages.missing.isVisible() is not is_offered
        assert pane.languages.possible.isVisible() is not is_offered
    assert pane.target_language.code == "fr"
