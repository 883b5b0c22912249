"""A window shows why the program cannot start, and what can be done."""

from __future__ import annotations

import asyncio
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.recovery.start_problems import ProblemKind, StartChoice, StartProblem
from termdesk.storage.integrity.backups import Backup
from termdesk.storage.repair.repair import Offer
from termdesk.ui.recovery.start_problem_dialog import StartProblemDialog, ask_start_problem

PATH = Path("/home/me/.local/share/termdesk/termdesk.db")
OFFER = Offer(Backup(Path("x"), 1, datetime(2026, 3, 4, 12, tzinfo=UTC), 6, 1, ""), 0)
PROBLEMS = (
    StartProblem(ProblemKind.RUNNING, PATH.parent),
    StartProblem(ProblemKind.IN_USE, PATH),
    StartProblem(ProblemKind.NEWER, PATH, offer=OFFER),
    StartProblem(ProblemKind.FOLDER, PATH, f"The folder {PATH.parent} cannot be used: Read-only file system."),
)


def buttons(dialog: QWidget) -> list[str]:
    return [each.objectName() for each in dialog.findChildren(QPushButton)]


@pytest.mark.parametrize("problem", PROBLEMS, ids=[each.kind for each in PROBLEMS])
def test_every_problem_has_words_and_a_way_out(qtbot: QtBot, problem: StartProblem) -> None:
    dialog = StartProblemDialog(problem)
    qtbot.addWidget(dialog)
    dialog.show()
    if folder := os.environ.get("TERMDESK_PICTURES"):
        dialog.grab().save(f"{folder}/start-{problem.kind.name.lower()}.png")

    assert buttons(dialog) == [f"start_{each.name.lower()}" for each in problem.choices]
    assert buttons(dialog)[-1] == "start_quit"
    assert all(each.accessibleName() for each in dialog.findChildren(QPushButton))


def test_without_a_backup_none_is_offered() -> None:
    assert StartChoice.RESTORE not in StartProblem(ProblemKind.NEWER, PATH).choices


def test_closing_the_window_quits(qtbot: QtBot, qt_loop: asyncio.AbstractEventLoop) -> None:
    task = qt_loop.create_task(ask_start_problem(PROBLEMS[1]))
    found: list[QWidget] = []

    def is_open() -> bool:
        found[:] = [each for each in QApplication.topLevelWidgets() if isinstance(each, StartProblemDialog)]
        return bool(found) and found[0].isVisible()

    qtbot.waitUntil(is_open)
    found[0].close()
    qtbot.waitUntil(task.done)

    assert task.result() == (StartChoice.QUIT, None)
