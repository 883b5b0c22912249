"""A fault shown on purpose is marked across the window until it is ended."""

from __future__ import annotations

from app.program import Program
from termdesk.ui.rehearsal_dialog import RehearsalDialog


def test_a_rehearsal_begun_in_the_window_is_marked_and_ended_there(program: Program) -> None:
    window = program.desk.window
    window.window_actions["rehearse"].trigger()
    dialog = program.dialog(RehearsalDialog)
    dialog.happening.setCurrentIndex(3)
    dialog.family.setCurrentIndex(dialog.family.findData("usage"))
    dialog.count.setValue(50)
    program.click(dialog.accept_button)
    program.until(window.rehearsal.isVisible)

    window.jobs.start("Reading", program.desk.use_cases.metering.read())
    program.until(lambda: not window.jobs.running)
    program.until(lambda: any("are used up" in text for text in window.notices.texts()))
    program.picture("rehearsal")
    program.click(window.rehearsal.end_button)
    program.until(lambda: not window.rehearsal.isVisible())
    window.notices.clear()
    window.jobs.start("Reading", program.desk.use_cases.metering.read())
    program.until(lambda: not window.jobs.running)

    assert window.notices.texts() == []
