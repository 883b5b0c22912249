"""A crash report contains nothing private, is saved only where the user chooses, and is deleted on request."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from termdesk.domain.errors import StorageFailed
from termdesk.ui.recovery.crash_dialog import CrashDialog, crash_report
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.notices import Notices

Pick = Callable[[Path], None]


@pytest.mark.scorecard("S12")
def test_a_crash_report_has_no_names_and_no_keys_and_goes_nowhere_by_itself(
    qtbot: QtBot, qt_loop: asyncio.AbstractEventLoop, window: QWidget
) -> None:
    stacks = f'Fatal Python error: Aborted\n  File "{Path.home()}/x.py", line 1\nDeepL-Auth-Key 12345678-abcd\n'
    report, deleted = crash_report(stacks), []
    notices = Notices()
    qtbot.addWidget(notices)
    dialog = CrashDialog(
        window, report, jobs=Jobs(notices), write=lambda _path, _text: None, delete=lambda: deleted.append(True)
    )
    dialog.show()
    if folder := os.environ.get("TERMDESK_PICTURES"):
        dialog.grab().save(f"{folder}/crash.png")

    assert str(Path.home()) not in report
    assert "12345678" not in report
    for name in ("crash_copy", "crash_delete"):
        button = dialog.findChild(QPushButton, name)
        assert button is not None
        button.click()
    assert QApplication.clipboard().text() == report
    assert deleted == [True]
    assert not dialog.isVisible()


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("is_writable", [True, False])
def test_it_is_saved_where_the_user_says_and_a_failure_is_told(
    qtbot: QtBot, window: QWidget, notices: Notices, jobs: Jobs, pick: Pick, tmp_path: Path, is_writable: bool
) -> None:
    def write(path: Path, text: str) -> None:
        if not is_writable:
            raise StorageFailed("The disk is full.", path=str(path))
        path.write_text(text, "utf-8")

    dialog = CrashDialog(window, "the report", jobs=jobs, write=write, delete=lambda: None)
    dialog.show()

    button = dialog.findChild(QPushButton, "crash_save")
    assert button is not None
    button.click()
    pick(tmp_path / "crash.txt")
    qtbot.waitUntil(lambda: not jobs.running)

    assert dialog.isVisible()
    if is_writable:
        assert (tmp_path / "crash.txt").read_text("utf-8") == "the report"
    else:
        assert "The disk is full." in "".join(notices.texts())
