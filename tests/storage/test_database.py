"""One file, one connection: complete transactions, detected damage, and no second writer."""

from __future__ import annotations

import asyncio
import ctypes
import ctypes.util
import errno
import os
import random
import shutil
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from termdesk.domain.errors import InvalidInput, StorageFailed
from termdesk.storage.database import Database
from termdesk.storage.integrity.checks import open_unchanged
from termdesk.storage.integrity.damage import DatabaseDamaged, DatabaseInUse, NewerDatabase
from termdesk.storage.integrity.guard import beside

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
    await again.close()


@pytest.mark.scorecard("S10")
async def test_every_file_is_for_the_user_alone_whatever_the_umask(path: Path) -> None:
    before = os.umask(0)
    try:
        database = await opened(path)
        await add(database, "secret")
    finally:
        os.umask(before)

    modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in path.parent.iterdir() if each.is_file()}

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


@pytest.mark.scorecard("R09")
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

    assert "DatabaseInUse" in second.stderr
    assert "in use by another running Termdesk" in second.stderr
    assert await words(database) == ["mine"]
    await database.close()


@pytest.mark.scorecard("R04")
async def test_a_full_disk_is_said_and_what_was_kept_stays(path: Path) -> None:
    database = await opened(path)
    await add(database, "kept")
    # Simulate a full disk: SQLite may not let the file grow.
    await database.run(lambda connection: connection.execute("PRAGMA max_page_count = 1").fetchone())

    with pytest.raises(StorageFailed, match="the disk is full"):
        await add(database, "x" * 100_000)

    assert await words(database) == ["kept"]
    await database.close()


@pytest.mark.parametrize("damage", ["zeroed page", "foreign file", "cut", "garbage", "one bit", "empty", "gone"])
async def test_a_damaged_file_is_not_opened_and_not_touched(path: Path, damage: str) -> None:
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
    elif damage == "one bit":
        content[content.index(b"word 1000")] ^= 1
    elif damage == "garbage":
        content[200:] = random.Random(1).randbytes(len(content) - 200)
    else:
        content.clear()
    path.write_bytes(content)
    if damage == "gone":
        path.unlink()
    again = Database(path, migrations=MIGRATIONS)

    with pytest.raises(DatabaseDamaged):
        await again.open()
    await again.close()

    assert path.exists() == (damage != "gone")
    assert damage == "gone" or path.read_bytes() == content


async def test_a_file_that_an_older_version_left_without_checksums_is_looked_through(path: Path) -> None:
    database = await opened(path)
    await add(database, *(f"word {number}" for number in range(2_000)))
    await database.close()
    beside(path, "-sums").unlink()
    beside(path, "-mark").unlink()
    await (await opened(path)).close()
    beside(path, "-sums").unlink()
    content = bytearray(path.read_bytes())
    content[8192:12288] = bytes(4096)
    path.write_bytes(content)
    again = Database(path, migrations=MIGRATIONS)

    with pytest.raises(DatabaseDamaged):
        await again.open()

    await again.close()


async def test_text_that_is_no_text_is_told_as_damage(path: Path) -> None:
    database = await opened(path)
    await database.run(lambda connection: connection.execute("INSERT INTO words VALUES (CAST(x'FFFE41' AS TEXT))"))

    with pytest.raises(StorageFailed, match="is damaged"):
        await words(database)

    await add(database, "later")
    await database.close()


async def test_a_schema_that_is_damaged_while_it_is_open_is_told_as_damage(path: Path) -> None:
    database = await opened(path)

    def damage(connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET sql = CAST(x'435245415445205441424c4520fffe28' AS TEXT)")
        version = connection.execute("PRAGMA schema_version").fetchone()[0]
        connection.execute(f"PRAGMA schema_version = {version + 1}")
        connection.execute("PRAGMA writable_schema = OFF")

    await database._in_thread(lambda: damage(database._open_connection()))
    with pytest.raises(StorageFailed, match="is damaged"):
        await add(database, "lost")
    await database.close()

    with pytest.raises(DatabaseDamaged):
        await Database(path, migrations=MIGRATIONS).open()


@pytest.mark.slow
async def test_work_goes_on_while_a_copy_is_made(path: Path) -> None:
    database = await opened(path)
    await add(database, *("x" * 1_000 for _ in range(8_000)))
    order: list[str] = []

    async def copy() -> None:
        assert await database.check(keep=True)
        order.append("copied")

    async def edit() -> None:
        for number in range(5):
            await add(database, f"meanwhile {number}")
        order.append("edited")

    await asyncio.gather(copy(), edit())

    (backup,) = database.backups.all()
    with open_unchanged(backup.path) as connection:
        assert connection.execute("SELECT count(*) FROM words").fetchone()[0] >= 8_000
    assert order == ["edited", "copied"]
    assert len(await words(database)) == 8_005
    await database.close()


@pytest.mark.slow
async def test_what_a_copy_has_read_does_not_stay_in_memory(path: Path) -> None:
    library = ctypes.util.find_library("sqlite3")
    if library is None or not hasattr(sqlite := ctypes.CDLL(library), "sqlite3_memory_used"):
        pytest.skip("nobody tells what SQLite holds")
    sqlite.sqlite3_memory_used.restype = ctypes.c_int64
    database = await opened(path)
    if not (before := sqlite.sqlite3_memory_used()):
        pytest.skip("Python has another SQLite")
    await add(database, *(f"{number:09}" * 100 for number in range(3_000)))

    await database.check(keep=True)

    assert sqlite.sqlite3_memory_used() < before + 500_000
    await database.close()


@pytest.mark.slow
async def test_closing_gives_up_a_copy_that_is_being_made(path: Path) -> None:
    database = await opened(path)
    await add(database, *("x" * 1_000 for _ in range(20_000)))
    has_begun = asyncio.Event()
    loop = asyncio.get_running_loop()

    async def copy() -> None:
        await database.check(keep=True)

    task = asyncio.create_task(copy())
    # Queued during the backup, so it runs between two of its steps.
    await asyncio.sleep(0)
    await database.run(lambda _: loop.call_soon_threadsafe(has_begun.set))
    await has_begun.wait()
    await database.close()

    with pytest.raises(StorageFailed, match="being closed"):
        await task
    assert list(database.backups.folder.iterdir()) == []
    again = await opened(path)
    assert len(await words(again)) == 20_000
    await again.close()


async def test_what_is_committed_counts_though_it_cannot_be_noted(path: Path) -> None:
    database = await opened(path)
    await add(database, "first")
    log = beside(path, "-wal")
    log.rename(beside(path, "-moved"))
    log.mkdir()

    await add(database, "second")

    assert await words(database) == ["first", "second"]
    log.rmdir()
    beside(path, "-moved").rename(log)
    await database.close()


async def test_an_opening_that_fails_before_a_migration_takes_nothing_for_lost(path: Path) -> None:
    first = await opened(path)
    await add(first, "kept")
    log, mark = (beside(path, suffix).read_bytes() for suffix in ("-wal", "-mark"))
    await first.close()
    beside(path, "-wal").write_bytes(log)
    beside(path, "-mark").write_bytes(mark)
    newer = (*MIGRATIONS, "CREATE TABLE more (x)")
    backups = path.parent / "backups"
    backups.write_text("not a folder")
    failing = Database(path, migrations=newer)
    with pytest.raises(StorageFailed, match="backups"):
        await failing.open()
    await failing.close()
    backups.unlink()

    again = await opened(path, newer)

    assert await words(again) == ["kept"]
    await again.close()


@pytest.mark.scorecard("R07")
async def test_a_folder_that_cannot_be_used_is_not_told_as_a_full_disk(tmp_path: Path) -> None:
    database = Database(tmp_path / "fuller" / "words.db", migrations=MIGRATIONS)

    with pytest.raises(StorageFailed) as raised:
        await database.open()

    assert "disk is full" not in raised.value.message
    await database.close()


@pytest.mark.scorecard("R07")
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has another call")
async def test_a_folder_without_locks_is_not_told_as_another_program(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    def refuse(descriptor: int, operation: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    database = Database(path, migrations=MIGRATIONS)

    with pytest.raises(StorageFailed, match="No locks available") as raised:
        await database.open()

    assert not isinstance(raised.value, DatabaseInUse)
    await database.close()


@pytest.mark.scorecard("R11")
async def test_a_copy_is_kept_before_the_schema_changes(path: Path) -> None:
    first = await opened(path)
    await add(first, "old")
    await first.close()

    newer = await opened(path, (*MIGRATIONS, "DROP TABLE words; CREATE TABLE others (x)"))

    (backup,) = newer.backups.all()
    with open_unchanged(backup.path) as connection:
        assert connection.execute("SELECT word FROM words").fetchall() == [("old",)]
    assert backup.version == 1
    await newer.close()


@pytest.mark.scorecard("R11")
async def test_a_file_of_a_newer_version_can_be_read(path: Path) -> None:
    newer = await opened(path, (*MIGRATIONS, "CREATE TABLE more (x)"))
    await add(newer, "kept")
    await newer.close()
    before = {each.name: each.read_bytes() for each in path.parent.iterdir() if each.is_file()}
    older = Database(path, migrations=MIGRATIONS)

    await older.open(read_only=True)

    assert await words(older) == ["kept"]
    with pytest.raises(StorageFailed, match="open for reading only"):
        older.must_keep()
    await older.close()
    assert {each.name: each.read_bytes() for each in path.parent.iterdir() if each.is_file()} == before


@pytest.mark.scorecard("R11")
async def test_the_schema_is_brought_up_step_by_step_and_keeps_the_data(path: Path) -> None:
    first = await opened(path)
    await add(first, "old")
    await first.close()

    newer = await opened(path, (*MIGRATIONS, "ALTER TABLE words ADD COLUMN language TEXT DEFAULT 'de'"))

    assert await newer.run(lambda connection: connection.execute("SELECT * FROM words").fetchall()) == [("old", "de")]
    await newer.close()


@pytest.mark.scorecard("R11")
async def test_a_file_of_a_newer_version_is_left_untouched(path: Path) -> None:
    newer = await opened(path, (*MIGRATIONS, "CREATE TABLE more (x)"))
    await newer.close()
    before = path.read_bytes()
    older = Database(path, migrations=MIGRATIONS)

    with pytest.raises(NewerDatabase, match="newer version"):
        await older.open()
    await older.close()

    assert path.read_bytes() == before


@pytest.mark.scorecard("R07")
async def test_a_folder_that_is_missing_is_an_error_with_the_path(tmp_path: Path) -> None:
    database = Database(tmp_path / "gone" / "words.db", migrations=MIGRATIONS)

    with pytest.raises(StorageFailed, match="gone"):
        await database.open()
    with pytest.raises(StorageFailed, match="not open"):
        await words(database)

    await database.close()


async def test_a_copy_is_made_again_if_the_file_changed_meanwhile(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writer = await opened(path)
    await writer.run(lambda connection: connection.execute("INSERT INTO words VALUES ('first')"))
    copied = list[str]()
    copy = shutil.copyfile

    def copy_slowly(source: Path, target: Path) -> None:
        copy(source, target)
        copied.append(source.name)
        if len(copied) == 1:
            # As if the writer made a checkpoint between the two copies.
            os.utime(path, ns=(0, path.stat().st_mtime_ns + 1))

    monkeypatch.setattr(shutil, "copyfile", copy_slowly)
    reader = Database(path, migrations=MIGRATIONS)
    await reader.open(read_only=True)

    assert copied == ["words.db", "words.db-wal"] * 2
    assert await words(reader) == ["first"]
    await reader.close()
    await writer.close()


async def test_a_file_that_never_rests_is_not_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writer = await opened(path)
    copy = shutil.copyfile

    def copy_and_touch(source: Path, target: Path) -> None:
        copy(source, target)
        os.utime(path, ns=(0, path.stat().st_mtime_ns + 1))

    monkeypatch.setattr(shutil, "copyfile", copy_and_touch)
    reader = Database(path, migrations=MIGRATIONS)

    with pytest.raises(DatabaseInUse):
        await reader.open(read_only=True)
    await reader.close()
    await writer.close()
