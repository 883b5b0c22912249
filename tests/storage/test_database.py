"""One file, one connection: whole transactions, damage set aside, and no second writer."""

from __future__ import annotations

import os
import random
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from termdesk.domain.errors import InvalidInput, StorageFailed
from termdesk.storage.database import Database

pytestmark = pytest.mark.anyio

MIGRATIONS = ("CREATE TABLE words (word TEXT)",)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "words.db"


async def opened(path: Path, migrations: tuple[str, ...] = MIGRATIONS) -> Database:
    database = Database(path, migrations=migrations)
    await database.open()
    return database


async def words(database: Database) -> list[str]:
    return await database.run(lambda connection: [word for (word,) in connection.execute("SELECT word FROM words")])


async def add(database: Database, *several: str) -> None:
    await database.run(
        lambda connection: connection.executemany("INSERT INTO words VALUES (?)", [(each,) for each in several])
    )


async def test_what_was_kept_is_there_after_closing(path: Path) -> None:
    first = await opened(path)
    await add(first, "Vertrag")
    await first.close()

    again = await opened(path)

    assert await words(again) == ["Vertrag"]
    assert again.damaged is None
    await again.close()


async def test_every_file_is_for_the_user_alone_whatever_the_umask(path: Path) -> None:
    before = os.umask(0)
    try:
        database = await opened(path)
        await add(database, "secret")
    finally:
        os.umask(before)

    modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in path.parent.iterdir()}

    assert set(modes.values()) == {0o600}
    assert "words.db-wal" in modes
    await database.close()


async def test_work_that_fails_leaves_nothing_behind(path: Path) -> None:
    database = await opened(path)

    def half(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO words VALUES ('half')")
        raise InvalidInput("No further.")

    with pytest.raises(InvalidInput):
        await database.run(half)
    with pytest.raises(StorageFailed, match="no such table"):
        await database.run(lambda connection: connection.execute("INSERT INTO missing VALUES (1)"))

    assert await words(database) == []
    await database.close()


async def test_a_second_program_is_refused_and_told_so(path: Path) -> None:
    database = await opened(path)
    await add(database, "mine")
    code = (
        "import asyncio, sys, pathlib; from termdesk.storage.database import Database;"
        "asyncio.run(Database(pathlib.Path(sys.argv[1]), migrations=()).open())"
    )

    second = subprocess.run(
        [sys.executable, "-c", code, str(path)],
        check=False,
        capture_output=True,
        text=True,
        timeout=30,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "desktop")},
    )

    assert "StorageFailed" in second.stderr
    assert "in use by another running Termdesk" in second.stderr
    assert await words(database) == ["mine"]
    await database.close()


async def test_a_full_disk_is_said_and_what_was_kept_stays(path: Path) -> None:
    database = await opened(path)
    await add(database, "kept")
    # SQLite's own way to a full disk: the file may not grow.
    await database.run(lambda connection: connection.execute("PRAGMA max_page_count = 1").fetchone())

    with pytest.raises(StorageFailed, match="the disk is full"):
        await add(database, "x" * 100_000)

    assert await words(database) == ["kept"]
    await database.close()


@pytest.mark.parametrize("damage", ["zeroed page", "foreign file", "cut", "garbage"])
async def test_a_damaged_file_is_set_aside_and_a_new_one_begun(path: Path, damage: str) -> None:
    database = await opened(path)
    await add(database, *(f"word {number}" for number in range(2_000)))
    await database.close()
    content = bytearray(path.read_bytes())
    if damage == "zeroed page":
        content[4096:8192] = bytes(4096)
    elif damage == "foreign file":
        content = bytearray(b"%PDF-1.7 not a database at all, however long it may be" * 40)
    elif damage == "cut":
        content = content[: len(content) // 2 + 100]
    else:
        content[200:] = random.Random(1).randbytes(len(content) - 200)
    path.write_bytes(content)

    again = await opened(path)
    await add(again, "new")

    assert again.damaged is not None
    assert again.damaged.read_bytes() == content
    assert await words(again) == ["new"]
    await again.close()


async def test_the_schema_is_brought_up_step_by_step_and_keeps_the_data(path: Path) -> None:
    first = await opened(path)
    await add(first, "old")
    await first.close()

    newer = await opened(path, (*MIGRATIONS, "ALTER TABLE words ADD COLUMN language TEXT DEFAULT 'de'"))

    assert await newer.run(lambda connection: connection.execute("SELECT * FROM words").fetchall()) == [("old", "de")]
    await newer.close()


async def test_a_file_of_a_newer_version_is_left_untouched(path: Path) -> None:
    newer = await opened(path, (*MIGRATIONS, "CREATE TABLE more (x)"))
    await newer.close()
    before = path.read_bytes()
    older = Database(path, migrations=MIGRATIONS)

    with pytest.raises(StorageFailed, match="newer version"):
        await older.open()
    await older.close()

    assert path.read_bytes() == before


async def test_a_folder_that_is_missing_is_an_error_with_the_path(tmp_path: Path) -> None:
    database = Database(tmp_path / "gone" / "words.db", migrations=MIGRATIONS)

    with pytest.raises(StorageFailed, match="gone"):
        await database.open()
    with pytest.raises(StorageFailed, match="not open"):
        await words(database)

    await database.close()
