"""R11: databases of older versions are migrated, even if killed at any statement; newer ones are not touched."""

from __future__ import annotations

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from support.campaign import size
from support.files.old_database import OLD_TABLES
from support.running_service import serve
from termdesk.service.database import SCHEMA_VERSION

pytestmark = pytest.mark.scorecard("R11")

posix = pytest.mark.skipif(os.name != "posix", reason="a process kills itself by a signal of POSIX")

# For each line with a folder and a number, opens the store in a fork that kills itself before the statement with that
# number (0: never), and prints how the fork ended.
OPEN_AND_DIE = """
import asyncio, os, pathlib, signal, sys, traceback
import sqlalchemy.dialects.sqlite
from sqlalchemy import Engine, event
from termdesk.service.store import Store

async def run(folder):
    store = Store.in_folder(pathlib.Path(folder))
    await store.open()
    await store.close()

def open_and_die(folder, left):
    def count(*_):
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    for moment in ("before_cursor_execute", "after_cursor_execute", "commit"):
        event.listen(Engine, moment, count)
    asyncio.run(run(folder))

for line in sys.stdin:
    folder, number = line.rstrip("\\n").split("\\t")
    child = os.fork()
    if not child:
        code = 1
        try:
            open_and_die(folder, int(number))
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""

OpenAndDie = Callable[[Path, int], int]


@pytest.fixture
def open_and_die() -> Iterator[OpenAndDie]:
    """Open the store in a folder, and die at a statement. Returns the exit code."""
    command = [sys.executable, "-c", OPEN_AND_DIE]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None

        def ask(folder: Path, at: int) -> int:
            print(folder, at, sep="\t", file=process.stdin, flush=True)
            return int(process.stdout.readline())  # type: ignore[union-attr]  # a pipe

        yield ask


def old_database(folder: Path) -> Path:
    folder.mkdir()
    path = folder / "service.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.executescript(OLD_TABLES)
    return path


def state_of(path: Path) -> tuple[str, bool, list[tuple[object, ...]], list[tuple[object, ...]]]:
    """Return the version, whether the newer table exists, its rows, and the data that must never change."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        [(version,)] = database.execute("SELECT value FROM about WHERE name = 'version'").fetchall()
        tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        is_newer = "key_usage" in tables
        counted = database.execute("SELECT * FROM key_usage").fetchall() if is_newer else []
        kept = database.execute("SELECT * FROM glossaries JOIN dictionaries USING (glossary_id)").fetchall()
    return version, is_newer, counted, kept


@posix
def test_a_kill_at_any_statement_leaves_the_old_tables_or_the_new(tmp_path: Path, open_and_die: OpenAndDie) -> None:
    old = state_of(old_database(tmp_path / "old"))
    assert open_and_die(tmp_path / "old", 0) == 0
    new = state_of(tmp_path / "old" / "service.sqlite")
    assert (old[0], new[0]) == ("1", str(SCHEMA_VERSION))

    def kill(at: int) -> int:
        path = old_database(tmp_path / str(at))
        code = open_and_die(path.parent, at)
        assert state_of(path) in (old, new)
        assert open_and_die(path.parent, 0) == 0
        assert state_of(path) == new
        copy = path.with_name(f"service.sqlite.before-version-{SCHEMA_VERSION}")
        assert state_of(copy) == old
        return code

    codes = [kill(at) for at in range(1, 61, size(3, 1))]

    # The first runs were killed. The last ones were not, because there are fewer statements, so all were tried.
    assert codes[0] == -signal.SIGKILL
    assert codes[-1] == 0


def test_the_file_of_a_newer_program_is_refused_and_not_changed_in_a_byte(tmp_path: Path) -> None:
    path = old_database(tmp_path / "newer")
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("UPDATE about SET value = '99'")
        database.commit()
    before = path.read_bytes()

    ended = serve("--with-parent", data=path.parent)

    assert ended.returncode == 2
    assert "version 99" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == ["service.sqlite"]
