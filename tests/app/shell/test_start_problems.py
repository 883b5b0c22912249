"""A failed start opens a window with choices.

After a crash its report is offered, after three there is a safe start.
"""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support import scripted_start
from support.campaign import not_hanging
from support.files.damaged_files import write_drafts
from termdesk.storage.records import Records

pytestmark = pytest.mark.skipif(os.name != "posix", reason="rights and locks of POSIX")


class Starter:
    """Starts programs in turn, with users who follow scripts."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._asked, self._said = process.stdin, process.stdout

    def __call__(self, folder: Path, *clicks: str) -> dict[str, Any]:
        """Start the program and click these buttons. Returns the exit code and what was seen."""
        reported: dict[str, Any] = json.loads(self._ask(folder, *clicks))
        assert reported["left"] == []
        assert self._line() == "0"
        return reported

    def crash(self, folder: Path) -> None:
        """Start the program, and abort it as soon as its window is open."""
        assert int(self._ask(folder, "abort")) < 0

    def _ask(self, *words: Path | str) -> str:
        print(json.dumps([*map(str, words)]), file=self._asked, flush=True)
        return self._line()

    def _line(self) -> str:
        with not_hanging():
            return self._said.readline().strip()


@pytest.fixture(scope="module")
def start() -> Iterator[Starter]:
    command = [sys.executable, scripted_start.__file__]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield Starter(process)


def words(reported: dict[str, Any], number: int = 0) -> str:
    return " ".join(reported["seen"][number])


def database(folder: Path) -> Path:
    return folder / "data" / "termdesk.db"


def make_newer(folder: Path) -> None:
    """Write a database of a newer program version, creating it if there is none."""
    asyncio.run(_make_database(folder))
    with sqlite3.connect(database(folder)) as connection:
        connection.execute("PRAGMA user_version = 999")
    connection.close()
    # As if another program had written it: without the notes of this program's guard.
    for beside in ("-sums", "-mark"):
        database(folder).with_name(database(folder).name + beside).unlink(missing_ok=True)


async def _make_database(folder: Path) -> None:
    database(folder).parent.mkdir(exist_ok=True)
    async with Records(database(folder)):
        pass


@pytest.mark.scorecard("R11")
def test_a_newer_schema_is_said_and_opens_for_reading(start: Starter, tmp_path: Path) -> None:
    make_newer(tmp_path)
    before = database(tmp_path).read_bytes()

    reported = start(tmp_path, "start_read_only")

    assert "saved by a newer version of Termdesk" in words(reported)
    assert "A newer Termdesk saved this work" in words(reported, 1)
    assert reported["code"] == 0
    assert database(tmp_path).read_bytes() == before


async def _back_up(folder: Path) -> None:
    await _make_database(folder)
    async with Records(database(folder)) as records:
        await write_drafts(records, edits=2)
        assert await records.check(keep=True)


@pytest.mark.scorecard("R11")
def test_a_backup_of_before_the_newer_version_comes_back(start: Starter, tmp_path: Path) -> None:
    asyncio.run(_back_up(tmp_path))
    make_newer(tmp_path)

    reported = start(tmp_path, "start_restore")

    assert "saved by a newer version of Termdesk" in words(reported)
    assert reported["code"] == 0
    assert list(database(tmp_path).parent.glob("damaged-*/termdesk.db"))


def test_a_backup_that_cannot_be_restored_is_said(start: Starter, tmp_path: Path) -> None:
    asyncio.run(_back_up(tmp_path))
    make_newer(tmp_path)
    database(tmp_path).with_name("termdesk.db-restored").mkdir()

    reported = start(tmp_path, "start_restore", "start_quit")

    assert "termdesk.db-restored" in words(reported, 1)
    assert reported["code"] == 2


@pytest.mark.scorecard("R07")
def test_a_folder_that_is_no_folder_is_said_and_another_one_is_used(start: Starter, tmp_path: Path) -> None:
    home, other = tmp_path / "home", tmp_path / "other"
    home.write_text("a file stands here")
    other.mkdir()

    reported = start(home, f"start_other_folder:{other}")

    assert "Termdesk cannot use its folder" in words(reported)
    assert str(home) in words(reported)
    assert database(other).exists()


def test_whoever_quits_leaves_everything_as_it_is(start: Starter, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.write_text("a file stands here")

    assert start(home, "start_quit")["code"] == 2
    assert home.read_text() == "a file stands here"


@pytest.mark.scorecard("R09")
def test_a_database_in_use_is_said_and_can_be_tried_again(start: Starter, tmp_path: Path) -> None:
    asyncio.run(_make_database(tmp_path))
    lock = database(tmp_path).with_name("termdesk.db-lock")
    with lock.open("r+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        reported = start(tmp_path, "start_retry", "start_quit")

    assert "open in another Termdesk" in words(reported)
    assert reported["code"] == 2


@pytest.mark.scorecard("R44")
def test_after_a_crash_its_report_is_offered_without_names_and_keys(start: Starter, tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir()
    stacks = f'Fatal Python error: Aborted\n  File "{Path.home()}/x.py", line 1\nDeepL-Auth-Key 12345678-abcd\n'
    (state / "crash.log").write_text(stacks)

    reported = start(tmp_path)

    assert "Termdesk ended unexpectedly the last time" in words(reported)
    assert start(tmp_path)["seen"] == [[]]
    assert (state / "crash-report.txt").stat().st_mode & 0o077 == 0


@pytest.mark.scorecard("R44")
def test_after_three_crashes_the_memory_of_windows_is_set_aside_and_comes_back(start: Starter, tmp_path: Path) -> None:
    start(tmp_path)
    memory = tmp_path / "state" / "window.json"
    memory.write_text(json.dumps({**json.loads(memory.read_text()), "grid_zoom": 3}))
    for _ in range(3):
        start.crash(tmp_path)

    reported = start(tmp_path)

    assert "Started in safe mode" in words(reported)
    assert "grid_zoom" not in json.loads(memory.read_text())
    assert json.loads(memory.with_name("window.json.set-aside").read_text())["grid_zoom"] == 3
