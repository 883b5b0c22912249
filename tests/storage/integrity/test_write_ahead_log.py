"""SQLite's log is read after each commit: which pages it contains, and where it ends."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from termdesk.storage.integrity.write_ahead_log import WriteAheadLog, frames_in, is_begun


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "words.db-wal"


@pytest.fixture
def connection(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path.with_name("words.db"), isolation_level=None)) as opened:
        opened.execute("PRAGMA journal_mode = WAL")
        opened.execute("PRAGMA wal_autocheckpoint = 0")
        opened.execute("CREATE TABLE words (word TEXT)")
        yield opened


def pages_of(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA page_count").fetchone()[0])


def test_without_a_log_there_is_nothing(path: Path) -> None:
    log = WriteAheadLog(path)

    log.pull()

    assert (log.frames, log.pages, log.size) == (0, set(), 0)
    assert frames_in(path) == ((0, 0), [])
    assert not is_begun(path)
    path.touch()
    assert not is_begun(path)


def test_commits_are_followed_one_by_one(path: Path, connection: sqlite3.Connection) -> None:
    log = WriteAheadLog(path)
    log.pull()
    before = log.frames

    connection.execute("INSERT INTO words VALUES ('one')")
    log.pull()

    assert is_begun(path)
    assert log.frames == before + 1
    assert log.size == pages_of(connection)
    assert log.pages == {frame.page for frame in frames_in(path)[1]}


def test_a_transaction_that_is_not_committed_does_not_count(path: Path, connection: sqlite3.Connection) -> None:
    log = WriteAheadLog(path)
    log.pull()
    before = (log.frames, log.size, set(log.pages))
    # A cache so small that the transaction is written to the log before its commit.
    connection.execute("PRAGMA cache_size = 1")
    connection.execute("BEGIN")
    connection.executemany("INSERT INTO words VALUES (?)", [("x" * 3_000,)] * 50)

    log.pull()
    assert len(frames_in(path)[1]) > before[0]
    assert (log.frames, log.size, log.pages) == before

    connection.execute("COMMIT")
    log.pull()
    assert log.size == pages_of(connection)
    assert log.frames == len(frames_in(path)[1])


def test_a_new_generation_begins_from_the_start(path: Path, connection: sqlite3.Connection) -> None:
    log = WriteAheadLog(path)
    connection.executemany("INSERT INTO words VALUES (?)", [("x" * 3_000,)] * 20)
    log.pull()
    first, frames = log.generation, log.frames
    connection.execute("PRAGMA wal_checkpoint(RESTART)")

    connection.execute("INSERT INTO words VALUES ('later')")
    log.pull()

    generation, found = frames_in(path)
    assert log.generation == generation != first
    assert log.frames == len(found) < frames
    assert log.pages == {frame.page for frame in found}


@pytest.mark.parametrize("left", [0, 20, 40])
def test_a_log_that_is_cut_is_read_as_far_as_it_goes(path: Path, connection: sqlite3.Connection, left: int) -> None:
    connection.execute("INSERT INTO words VALUES ('one')")
    content = path.read_bytes()
    cut = path.with_name("cut-wal")

    cut.write_bytes(content[:left])
    assert frames_in(cut)[1] == []
    cut.write_bytes(b"no log at all" + content[13:])
    assert frames_in(cut) == ((0, 0), [])
    cut.write_bytes(content)
    assert frames_in(cut) == frames_in(path)
