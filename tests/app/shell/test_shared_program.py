"""A program that tests share is as new for each of them, or it is replaced."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication

from app.glossaries.test_workbench import imported
from app.program import Control, Key, Program, at_rest, run
from support.fixtures.patient_bot import PatientBot
from support.fixtures.shared_program import SharedProgram, state_of
from termdesk.ui.glossaries.publishing.publish_dialog import PublishDialog


@pytest.fixture
def lend(
    shared_of_module: SharedProgram,
    _loop_of_module: None,
    qtbot: PatientBot,
    qt_loop: asyncio.AbstractEventLoop,
    tmp_path: Path,
) -> Callable[[], Program]:
    """Return a function that lends the shared program."""
    return lambda: shared_of_module.lend(qtbot, lambda: Program(qtbot, qt_loop, tmp_path / "home"))


def test_a_program_is_as_new_after_a_test(
    lend: Callable[[], Program], shared_of_module: SharedProgram, tmp_path: Path
) -> None:
    replaced = [*shared_of_module.reasons]
    program = lend()
    new = state_of(program)
    imported(program, tmp_path)
    run(program, "publish")
    program.click(program.dialog(PublishDialog).accept_button)
    program.until(lambda: at_rest(program) and program.says("is published"))
    program.page.edits.set_cells([(0, 1, "typed")], "Edit")
    program.page.sort_by(0)
    run(program, "zoom_in")
    program.until(lambda: at_rest(program))
    program.controller.window.resize(1_000, 600)
    program.controller.glossaries.splitter.setSizes([500, 500])
    program.controller.glossaries.panel.field.setText("homes")
    QGuiApplication.clipboard().setText("copied")
    assert state_of(program) != new
    shared_of_module.take_back()

    assert lend() is program
    assert state_of(program) == new
    assert program.wait_for(program.controller.use_cases.library.summaries()) == []
    imported(program, tmp_path)
    assert not program.page.edits.history.can_undo
    assert program.page.model.is_in_file_order
    shared_of_module.take_back()
    assert shared_of_module.reasons == replaced


def test_a_program_that_shows_another_pane_or_has_other_settings_is_replaced(
    lend: Callable[[], Program], shared_of_module: SharedProgram
) -> None:
    program = lend()
    program.press(Key.Key_7, Control)
    program.until(lambda: at_rest(program))
    shared_of_module.take_back()
    assert program.has_ended
    assert shared_of_module.reasons[-1] == "another pane was opened"

    program = lend()
    session = program.controller.use_cases.session
    session.save_settings(replace(session.settings, job_cap=10))
    shared_of_module.take_back()
    assert program.has_ended
    assert shared_of_module.reasons[-1].startswith("settings: ")


def test_a_bug_that_a_test_left_is_raised_and_ends_the_program(
    lend: Callable[[], Program], shared_of_module: SharedProgram
) -> None:
    program = lend()
    program.bugs.append(ZeroDivisionError())

    with pytest.raises(ZeroDivisionError):
        shared_of_module.take_back()
    assert program.has_ended
