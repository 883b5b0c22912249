"""While an injected fault is active, the whole window shows it."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QCheckBox

from app.program import Program
from termdesk.domain.texts import Translation
from termdesk.ui.engines.fault_injection_dialog import FaultInjectionDialog
from termdesk.ui.preferences.preferences_dialog import PreferencesDialog
from termdesk.ui.shell.job_keys import JobKind


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


def test_a_rehearsal_begun_in_the_window_is_marked_and_ended_there(program: Program) -> None:
    window = program.controller.window
    window.window_actions["rehearse"].trigger()
    dialog = program.dialog(FaultInjectionDialog)
    dialog.happening.setCurrentIndex(3)
    dialog.family.setCurrentIndex(dialog.family.findData("usage"))
    dialog.count.setValue(50)
    program.click(dialog.accept_button)
    program.until(window.fault_injection.isVisible)

    window.jobs.start(JobKind.READ_USAGE, "Reading", program.controller.use_cases.usage_monitor.read)
    program.until(lambda: not window.jobs.running)
    program.until(lambda: any("are used up" in text for text in window.notices.texts()))
    program.picture("rehearsal")
    program.click(window.fault_injection.end_button)
    program.until(lambda: not window.fault_injection.isVisible())
    window.notices.clear()
    window.jobs.start(JobKind.READ_USAGE, "Reading", program.controller.use_cases.usage_monitor.read)
    program.until(lambda: not window.jobs.running)

    assert window.notices.texts() == []


def test_terms_only_is_switched_on_in_the_preferences_and_named_beside_the_result(fresh_program: Program) -> None:
    program = fresh_program
    controller = program.controller
    controller.window.window_actions["preferences"].trigger()
    dialog = program.dialog(PreferencesDialog)
    box = dialog.findChild(QCheckBox, "setting_terms_only")
    assert box is not None
    box.setChecked(True)
    program.click(dialog.accept_button)
    program.until(lambda: not controller.window.jobs.running)

    result = program.wait_for(_translated(program, "The house", "en", "ja"))

    assert result.text == "The house"
    assert "Terms only" in result.report.engines[0]


async def _translated(program: Program, text: str, source: str, target: str) -> Translation:
    api = await program.controller.use_cases.session.api()
    [result] = await api.texts.translate([text], source=source, target=target)
    return result
