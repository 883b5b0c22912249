"""What SQLite reports about a database: intact, malformed, or with rows that refer to missing rows."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from termdesk.storage.integrity.checks import error_finding, findings_of, last_number, open_unchanged
from termdesk.storage.integrity.damage import DamageFinding, DamageKind


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "words.db"
    with closing(sqlite3.connect(made)) as connection:
        connection.execute("CREATE TABLE owners (name TEXT PRIMARY KEY)")
        connection.execute("CREATE TABLE words (word TEXT, owner TEXT REFERENCES owners (name))")
        connection.execute("CREATE INDEX by_word ON words (word)")
        connection.executemany("INSERT INTO words VALUES (?, NULL)", [(f"word {number}",) for number in range(2_000)])
        connection.commit()
    return made


def test_a_sound_database_has_no_findings(path: Path) -> None:
    with open_unchanged(path) as connection:
        assert findings_of(connection) == []


def test_rows_that_refer_to_nothing_are_counted(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executemany("INSERT INTO words VALUES (?, 'nobody')", [("a",), ("b",)])

        assert findings_of(connection) == [DamageFinding(DamageKind.BROKEN_REFERENCES, 2)]


@pytest.mark.parametrize("page", [1, 2, 5])
def test_a_page_that_is_overwritten_is_malformed(path: Path, page: int) -> None:
    content = bytearray(path.read_bytes())
    content[page * 4096 : (page + 1) * 4096] = b"x" * 4096
    path.write_bytes(content)

    with open_unchanged(path) as connection:
        (finding,) = findings_of(connection)

    assert finding.kind is DamageKind.MALFORMED
    assert 0 < len(finding.words) <= 300


def test_a_message_that_is_damaged_itself_is_replaced() -> None:
    unreadable = UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")

    assert "utf-8" not in error_finding(unreadable).words
    assert error_finding(sqlite3.DatabaseError("x" * 500)).words == "x" * 300


def test_a_look_leaves_nothing_beside_a_database_and_reads_any_bytes(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO words VALUES (CAST(x'41FF' AS TEXT), NULL)")
        connection.commit()
        connection.execute("PRAGMA journal_mode = WAL")
    before = {each.name: each.read_bytes() for each in path.parent.iterdir()}

    with open_unchanged(path) as connection:
        assert connection.execute("SELECT word FROM words WHERE word > 'A' AND word < 'B'").fetchone() == ("A\ufffd",)
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            connection.execute("DELETE FROM words")

    assert {each.name: each.read_bytes() for each in path.parent.iterdir()} == before


def test_the_last_number_is_the_highest_that_was_ever_given() -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        assert last_number(connection, "edits") == 0
        connection.execute("CREATE TABLE edits (number INTEGER PRIMARY KEY AUTOINCREMENT, x)")
        assert last_number(connection, "edits") == 0
        connection.executemany("INSERT INTO edits (x) VALUES (?)", [(1,), (2,), (3,)])
        connection.execute("DELETE FROM edits WHERE number > 1")

        assert last_number(connection, "edits") == 3
