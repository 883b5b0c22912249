"""Damage of the service's database is reported before SQLite makes it worse, and copied after an unclean end."""

from __future__ import annotations

import os
import sqlite3
import stat
from pathlib import Path

import pytest
from sqlalchemy import Engine

from termdesk.domain.errors import StorageFailed
from termdesk.service.database import engine_of
from termdesk.service.database_check import copy_of, look_before_opening, look_through

pytestmark = pytest.mark.scorecard("R08")


def engine(path: Path) -> Engine:
    return engine_of(f"sqlite:///{path}")


@pytest.mark.parametrize("log", [None, b""])
def test_a_clean_end_leaves_nothing_to_copy(tmp_path: Path, log: bytes | None) -> None:
    path = tmp_path / "service.sqlite"
    path.write_bytes(b"data")
    if log is not None:
        path.with_name("service.sqlite-wal").write_bytes(log)

    look_before_opening(engine(path))

    assert not copy_of(path).exists()


def test_a_database_with_a_log_is_copied_over_the_copy_of_before(tmp_path: Path) -> None:
    path = tmp_path / "service.sqlite"
    path.write_bytes(b"data")
    path.with_name("service.sqlite-wal").write_bytes(b"log")
    copy_of(path).write_bytes(b"a much longer copy of an earlier start")

    look_before_opening(engine(path))

    copies = [copy_of(path), copy_of(path).with_name(f"{copy_of(path).name}-wal")]
    assert [each.read_bytes() for each in copies] == [b"data", b"log"]
    if os.name == "posix":
        assert stat.S_IMODE(copies[1].stat().st_mode) == 0o600


@pytest.mark.parametrize("content", [None, b""])
def test_a_log_without_its_database_is_kept_and_told(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "service.sqlite"
    if content is not None:
        path.write_bytes(content)
    log = path.with_name("service.sqlite-wal")
    log.write_bytes(b"log")

    with pytest.raises(StorageFailed) as reported:
        look_before_opening(engine(path))

    assert (reported.value.path, bool(reported.value.remedy)) == (str(path), True)
    assert log.read_bytes() == b"log"


def test_a_disk_that_takes_no_copy_keeps_nobody_from_reading(tmp_path: Path) -> None:
    path = tmp_path / "service.sqlite"
    path.write_bytes(b"data")
    path.with_name("service.sqlite-wal").write_bytes(b"log")
    copy_of(path).mkdir()

    look_before_opening(engine(path))


def test_what_is_no_file_needs_no_copy() -> None:
    look_before_opening(engine_of("sqlite://"))


def database(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path)
    connection.executescript(
        "CREATE TABLE one (id INTEGER PRIMARY KEY);"
        "CREATE TABLE two (one_id INTEGER REFERENCES one (id), text TEXT);"
        "CREATE INDEX by_text ON two (text);"
    )
    return connection


def look(path: Path) -> None:
    found = engine(path)
    try:
        with found.connect() as connection:
            look_through(connection)
    finally:
        found.dispose()


def test_a_sound_database_passes(tmp_path: Path) -> None:
    connection = database(tmp_path / "service.sqlite")
    connection.execute("INSERT INTO one VALUES (1)")
    connection.execute("INSERT INTO two VALUES (1, 'a')")
    connection.commit()
    connection.close()

    look(tmp_path / "service.sqlite")


def test_rows_that_refer_to_missing_ones_are_damage(tmp_path: Path) -> None:
    connection = database(tmp_path / "service.sqlite")
    connection.execute("INSERT INTO two VALUES (7, 'a')")
    connection.commit()
    connection.close()

    with pytest.raises(sqlite3.DatabaseError, match="malformed"):
        look(tmp_path / "service.sqlite")


def test_a_page_that_is_overwritten_is_damage(tmp_path: Path) -> None:
    connection = database(tmp_path / "service.sqlite")
    connection.executemany("INSERT INTO two VALUES (NULL, ?)", [(f"text {number}" * 20,) for number in range(300)])
    connection.commit()
    connection.close()
    content = bytearray((tmp_path / "service.sqlite").read_bytes())
    content[-8_192:] = bytes(8_192)
    (tmp_path / "service.sqlite").write_bytes(content)

    with pytest.raises(sqlite3.DatabaseError, match="malformed"):
        look(tmp_path / "service.sqlite")
