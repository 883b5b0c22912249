"""The program is assembled from the given parts, and closed in order."""

from __future__ import annotations

import asyncio
from contextlib import closing
from functools import cached_property
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.program import MILLISECONDS, Program
from support.files.damaged_files import NAME, write_drafts
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.assembly import StartAbandoned, assemble
from termdesk.command_line import main
from termdesk.storage.files.crash_log import CrashLog
from termdesk.storage.files.folders import Folders
from termdesk.storage.records import Records
from termdesk.ui.recovery import damage_dialog


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


@pytest.mark.slow
def test_every_use_case_is_made_once(program: Program) -> None:
    use_cases = program.controller.use_cases

    names = [name for name, each in vars(LazyUseCases).items() if isinstance(each, property | cached_property)]
    assert len(names) > 10
    for name in names:
        assert getattr(use_cases, name) is getattr(use_cases, name), name


@pytest.mark.scorecard("R43")
def test_an_exception_that_nobody_caught_is_reported_to_what_was_handed_in(program: Program) -> None:
    async def fail() -> None:
        raise LookupError("nobody awaits this task")

    def forget() -> None:
        task = program.loop.create_task(fail())
        task.add_done_callback(lambda _: None)

    forget()
    program.qtbot.waitUntil(lambda: bool(program.bugs), timeout=MILLISECONDS)

    [bug] = program.bugs
    program.bugs.clear()
    assert isinstance(bug, LookupError)


def test_who_does_not_repair_damaged_work_does_not_start(
    program: Program, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = Folders.under(tmp_path / "damaged")

    async def quit_instead(_repair: object) -> None:
        return None

    monkeypatch.setattr(damage_dialog, "repair_damage", quit_instead)

    async def start() -> None:
        async with Records(folders.data / NAME) as records:
            await write_drafts(records, edits=1)
        (folders.data / NAME).write_bytes(b"")
        with closing(CrashLog(folders.state)) as crash_log:
            async with assemble(program.app, folders, crash_log):
                raise AssertionError("The program was built.")

    task: asyncio.Task[None] = program.loop.create_task(start())
    qtbot.waitUntil(task.done, timeout=MILLISECONDS)
    assert isinstance(task.exception(), StartAbandoned)


def change_preference(program: Program, name: str, value: str) -> int:
    """Run `termdesk preferences` on the folder of the running program."""
    words = ["preferences", name, value, "--folder", str(program.folder)]
    return program.wait_for(asyncio.to_thread(main, words))


@pytest.mark.slow
@pytest.mark.usefixtures("capsys")
def test_a_command_changes_the_preferences_of_the_running_window(fresh_program: Program) -> None:
    program = fresh_program
    session = program.controller.use_cases.session
    size = QApplication.font().pointSizeF()

    assert change_preference(program, "job_cap", "7") == 0
    program.until(lambda: session.settings.job_cap == 7)
    program.until(lambda: program.says("Preferences were changed outside this window"))
    assert change_preference(program, "text_size", "3") == 0
    program.until(lambda: QApplication.font().pointSizeF() > size)

    # What the window stores does not take the change back.
    program.controller.use_cases.texts.set_most(5)
    assert session.settings.job_cap == 7
    assert '"job_cap": 7' in (Path(session.folders.config) / "settings.json").read_text("utf-8")
    assert change_preference(program, "text_size", "0") == 0
    program.until(lambda: QApplication.font().pointSizeF() == size)
