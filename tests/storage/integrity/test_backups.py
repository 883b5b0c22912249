"""Backups: when they are due, which are kept, and that damaged ones do not count."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from termdesk.domain.errors import StorageFailed
from termdesk.storage.integrity.backups import Backup, Backups, backups_to_keep, is_sound

NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)


class Clock:
    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def backups(tmp_path: Path, clock: Clock) -> Backups:
    return Backups(tmp_path / "backups", clock=clock)


def made(backups: Backups, *, version: int = 1, commits: int = 1, damaged: bool = False) -> Backup | None:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript("CREATE TABLE t (x UNIQUE NOT NULL); INSERT INTO t VALUES (1)")
        temporary = backups.fill(connection)
    if damaged:
        content = bytearray(temporary.read_bytes())
        content[4096:] = bytes(len(content) - 4096)
        temporary.write_bytes(content)
    return backups.finish(temporary, version=version, commits=commits)


def test_a_backup_is_due_half_an_hour_after_the_last_where_something_changed(backups: Backups, clock: Clock) -> None:
    assert not backups.is_due(0)
    assert backups.is_due(5)
    made(backups, commits=5)

    assert not backups.is_due(6)
    clock.now += timedelta(minutes=30)
    assert backups.is_due(6)
    assert not backups.is_due(5), "nothing changed"


@pytest.mark.scorecard("R14")
def test_a_clock_that_was_put_back_does_not_keep_backups_from_being_made(backups: Backups, clock: Clock) -> None:
    made(backups, commits=5)
    clock.now -= timedelta(days=400)

    assert backups.is_due(6)


def test_a_copy_that_is_not_sound_is_no_backup(backups: Backups) -> None:
    first = made(backups)

    with pytest.raises(StorageFailed, match="could not be backed up"):
        made(backups, damaged=True)

    assert backups.all() == [first]
    assert [each.name for each in backups.folder.iterdir()] == [first.path.name if first else ""]


def test_a_backup_knows_when_it_rotted(backups: Backups) -> None:
    backup = made(backups)
    assert backup is not None
    assert is_sound(backup)

    content = bytearray(backup.path.read_bytes())
    content[5000] ^= 1
    backup.path.write_bytes(content)

    assert not is_sound(backup)


def test_twelve_are_kept_the_last_then_days_then_weeks(backups: Backups, clock: Clock) -> None:
    for number in range(200):
        made(backups, commits=number)
        clock.now += timedelta(hours=12)

    found = backups.all()
    ages = [(clock.now - each.moment).days for each in found]

    assert len(found) == 12
    assert ages[:4] == [0, 1, 1, 2]
    assert ages[-1] >= 28


@pytest.mark.scorecard("R14")
def test_a_clock_that_jumps_thins_nothing_out_that_a_right_one_keeps(backups: Backups, clock: Clock) -> None:
    for jump in (timedelta(hours=2), timedelta(days=-400), timedelta(days=800), timedelta(minutes=30)):
        made(backups)
        clock.now += jump

    assert len(backups.all()) == 4


def test_the_last_backup_of_an_older_schema_stays() -> None:
    older = [Backup(Path("x"), number, NOON, 5, 0, "") for number in (2, 1)]
    newer = [Backup(Path("x"), number, NOON, 6, 0, "") for number in range(30, 3, -1)]

    staying = backups_to_keep([*newer, *older], version=6)

    assert older[0] in staying
    assert older[1] not in staying
