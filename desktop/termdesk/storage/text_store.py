"""The translated and improved texts, in a separate database, so that deleted texts leave no bytes behind.

They are not in the program's main database, whose backups would keep deleted texts.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import sqlite3
import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from termdesk.domain.errors import StorageFailed
from termdesk.domain.language.composition import fold
from termdesk.domain.texts import Improve
from termdesk.messages.storage_messages import StorageMessage, StorageRemedy
from termdesk.storage.database import Database
from termdesk.storage.integrity.backups import Backups

log = logging.getLogger(__name__)

T = TypeVar("T")
_WHITE_SPACE = re.compile(r"\s+")

VERSION = 2
_SCHEMA = """
CREATE TABLE texts (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    made_at REAL NOT NULL,
    profile TEXT NOT NULL,
    call TEXT NOT NULL,
    source_language TEXT NOT NULL,
    target_language TEXT NOT NULL,
    glossary TEXT NOT NULL,
    engines TEXT NOT NULL,
    source TEXT NOT NULL,
    result TEXT NOT NULL,
    starred INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE taken_over (rows INTEGER NOT NULL);
"""
_FROM_VERSION_1 = "ALTER TABLE texts ADD COLUMN starred INTEGER NOT NULL DEFAULT 0"
# Files that SQLite keeps beside the database, and set-aside damaged ones.
_COMPANIONS = ("-journal", "-wal", "-shm", ".damaged")
# Lists show only the start of each text; reading ten thousand complete texts would fill the memory.
EXCERPT = 160
_ENGINES_APART = "\n"
_WRITE = "/v2/write/"


@dataclass(frozen=True, slots=True)
class StoredText:
    """One text with its result.

    `call` is the method and path; `glossary` and `engines` are their names as reported. `is_starred`: the user wants to
    keep the text regardless of the limits.
    """

    profile: str
    call: str
    source_language: str
    target_language: str
    source: str
    result: str
    glossary: str = ""
    engines: tuple[str, ...] = ()
    number: int = 0
    made_at: datetime | None = None
    is_starred: bool = False

    @property
    def improvement(self) -> Improve | None:
        """How the text was improved; None for a translation."""
        _, found, how = self.call.partition(_WRITE)
        return Improve(how) if found and how in list(Improve) else None


@dataclass(frozen=True, slots=True)
class TextFilter:
    """Which texts are listed. None matches any value; a `glossary` of "" matches texts that used none.

    `languages` are the source and target language.
    """

    call: str | None = None
    languages: tuple[str, str] | None = None
    glossary: str | None = None
    is_starred: bool | None = None

    def conditions(self) -> tuple[list[str], list[object]]:
        """Return SQL conditions, and the values for them."""
        columns: dict[str, object] = {"call": self.call, "glossary": self.glossary, "starred": self.is_starred}
        columns["source_language"], columns["target_language"] = self.languages or (None, None)
        chosen = {name: value for name, value in columns.items() if value is not None}
        return [f"{name} = ?" for name in chosen], list(chosen.values())


ALL_TEXTS = TextFilter()


@dataclass(frozen=True, slots=True)
class TextChoices:
    """The available filter values of the stored texts, each in order."""

    calls: tuple[str, ...] = ()
    languages: tuple[tuple[str, str], ...] = ()
    glossaries: tuple[str, ...] = ()


class TextStore:
    """The stored texts, opened on first use. Without a file nothing is stored, and reading does not create one.

    All work is done in one thread, in order. All methods raise StorageFailed.
    """

    def __init__(self, path: Path, *, former: Database | None = None) -> None:
        """`former` is the database that held the texts in earlier versions. They are moved from there once."""
        self.path = path
        self._former = former
        self._connection: sqlite3.Connection | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=path.stem)
        self._taking_over = asyncio.Lock()

    async def close(self) -> None:
        """Close the database and end its thread."""
        await self._in_thread(self._close)
        self._thread.shutdown()

    async def add(self, text: StoredText) -> None:
        """Store a text. The caller has to check that the settings allow it."""
        values = _values(text, time.time())
        await self._run(lambda connection: _insert(connection, values), makes_file=True)

    async def add_whole(self, text: StoredText, parts: Collection[tuple[str, str]]) -> None:
        """Store a text that was sent in parts, in place of them. `parts` are their texts with their results."""
        values = _values(text, time.time())
        same = text.profile, text.call, text.target_language
        # Equal parts were sent, and stored, once.
        rows = list(dict.fromkeys((*same, _storable(source), _storable(result)) for source, result in parts))

        def replace_parts(connection: sqlite3.Connection) -> None:
            connection.executemany(_DELETE_PART, rows)
            _insert(connection, values)

        await self._run(replace_parts, makes_file=True, overwrites=True)

    async def count(self) -> int:
        """Return how many texts are stored; 0 if the database cannot be read."""
        return await self._run(lambda connection: _one(connection, "SELECT count(*) FROM texts"), otherwise=0)

    async def count_older_than(self, days: int) -> int:
        """Return how many texts are older than this many days and not starred; 0 if the database cannot be read."""
        query, before = f"SELECT count(*) FROM texts WHERE {_OLDER}", _days_ago(days)
        return await self._run(lambda connection: _one(connection, query, before), otherwise=0)

    async def count_beyond(self, most: int) -> int:
        """Return how many texts there are besides the latest `most` and the starred ones."""
        query = f"SELECT count(*) FROM texts WHERE {_BEYOND}"
        return await self._run(lambda connection: _one(connection, query, most), otherwise=0)

    async def find(self, search: str = "", *, limit: int, only: TextFilter = ALL_TEXTS) -> tuple[list[StoredText], int]:
        """Return the starts of the latest texts that contain `search`, newest first, and the number of all matches.

        The search ignores case and includes the names of languages, glossaries and engines.
        """
        return await self._run(lambda connection: _find(connection, search, only, limit), otherwise=([], 0))

    async def find_whole(self, search: str = "", only: TextFilter = ALL_TEXTS) -> list[StoredText]:
        """Return all matching texts in full, the oldest first. The search is that of `find`."""
        texts = await self._run(
            lambda connection: _find(connection, search, only, -1, excerpt=-1)[0], otherwise=list[StoredText]()
        )
        return texts[::-1]

    async def choices(self) -> TextChoices:
        """Return the available filter values of the stored texts."""
        return await self._run(_choices, otherwise=TextChoices())

    async def star(self, numbers: Collection[int], is_starred: bool) -> None:
        """Add or remove the star of these texts."""
        rows = [(is_starred, number) for number in numbers]
        update = "UPDATE texts SET starred = ? WHERE number = ?"
        await self._run(lambda connection: connection.executemany(update, rows))

    async def read(self, number: int) -> StoredText | None:
        """Return a text in full; None if it is gone."""
        query = f"SELECT {_COLUMNS}, source, result FROM texts WHERE number = ?"
        row = await self._run(lambda connection: connection.execute(query, (number,)).fetchone(), otherwise=None)
        return _record(row) if row else None

    async def delete(self, numbers: Collection[int]) -> None:
        """Delete these texts. Their bytes are gone from the file when this returns."""
        rows = [(number,) for number in numbers]
        delete = "DELETE FROM texts WHERE number = ?"
        await self._run(lambda connection: connection.executemany(delete, rows), overwrites=True)

    async def delete_all(self) -> None:
        """Delete the file with all texts."""
        await self._take_over()
        await self._in_thread(self._remove_files)

    async def forget_older_than(self, days: int) -> None:
        """Delete texts that are older and not starred; 0 days delete all of them."""
        if days <= 0:
            await self.delete_all()
        elif await self.count_older_than(days):
            delete, before = f"DELETE FROM texts WHERE {_OLDER}", _days_ago(days)
            await self._run(lambda connection: connection.execute(delete, (before,)), overwrites=True)

    async def forget_beyond(self, most: int) -> None:
        """Delete texts that are neither starred nor among the latest `most`."""
        if await self.count_beyond(most):
            delete = f"DELETE FROM texts WHERE {_BEYOND}"
            await self._run(lambda connection: connection.execute(delete, (most,)), overwrites=True)

    # Opening and overwriting the file

    async def _run(
        self,
        work: Callable[[sqlite3.Connection], T],
        *,
        otherwise: T | None = None,
        makes_file: bool = False,
        overwrites: bool = False,
    ) -> T:
        await self._take_over()

        def whole() -> T:
            # One call in the thread, because a cancellation between its parts would leave the bytes of deleted texts.
            result = self._transaction(work, otherwise, makes_file=makes_file)
            if overwrites:
                self._overwrite()
            return result

        return await self._in_thread(whole)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        # Not `run_in_executor` of the event loop: qasync would run it in its own threads.
        return await asyncio.wrap_future(self._thread.submit(work))

    def _transaction(self, work: Callable[[sqlite3.Connection], T], otherwise: T | None, *, makes_file: bool) -> T:
        try:
            if self._connection is None and not (makes_file or self.path.exists()):
                return otherwise  # type: ignore[return-value]  # without a file there is nothing, as the caller says
            if self._connection is None:
                self._connection = self._open()
            connection = self._connection
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                return work(connection)
        except (sqlite3.Error, OSError, UnicodeDecodeError) as error:
            raise self._failure(error) from error

    def _open(self) -> sqlite3.Connection:
        try:
            return self._connect()
        except sqlite3.DatabaseError as error:
            if "malformed" not in str(error) and "not a database" not in str(error):
                raise
            # One damaged file is enough to inspect. `delete_all` deletes it too.
            self.path.replace(f"{self.path}.damaged")
            return self._connect()

    def _connect(self) -> sqlite3.Connection:
        # Create the file before SQLite opens it, readable by this user only.
        os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        connection = sqlite3.connect(self.path, isolation_level=None, timeout=1.0)
        try:
            connection.execute("PRAGMA secure_delete = ON")
            version = _one(connection, "PRAGMA user_version")
            if version > VERSION:
                path = str(self.path)
                raise StorageFailed(StorageMessage.NEWER(path=path), path=path, remedy=StorageRemedy.INSTALL_NEWER())
            if version == 0:
                connection.executescript(f"BEGIN IMMEDIATE; {_SCHEMA}; PRAGMA user_version = {VERSION}; COMMIT")
            elif version < VERSION:
                script = f"BEGIN IMMEDIATE; {_FROM_VERSION_1}; PRAGMA user_version = {VERSION}; COMMIT"
                connection.executescript(script)
        except BaseException:
            connection.close()
            raise
        return connection

    def _overwrite(self) -> None:
        """Rewrite the file without deleted texts: merged pages may still hold copies of them."""
        try:
            if self._connection is not None:
                self._connection.execute("VACUUM")
        except sqlite3.Error as error:
            raise self._failure(error) from error

    def _remove_files(self) -> None:
        self._close()
        try:
            for path in (self.path, *(Path(f"{self.path}{ending}") for ending in _COMPANIONS)):
                path.unlink(missing_ok=True)
        except OSError as error:
            raise self._failure(error) from error

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _failure(self, error: Exception) -> StorageFailed:
        return StorageFailed(
            StorageMessage.TEXTS_UNUSABLE(reason=str(error)),
            path=str(self.path),
            remedy=StorageRemedy.CHECK_DISK_FOR_TEXTS(),
        )

    # Texts of earlier versions, in the program's main database

    async def _take_over(self) -> None:
        async with self._taking_over:
            former = self._former
            if former is None:
                return
            rows = await former.run(lambda connection: connection.execute(_FORMER).fetchall())
            if rows:
                await self._in_thread(
                    lambda: self._transaction(lambda each: _insert_former(each, rows), 0, makes_file=True)
                )
                await former.run(_delete_former)
            await asyncio.to_thread(_clear_backups, former.backups)
            self._former = None


_OLDER = "made_at < ? AND NOT starred"
_BEYOND = "number IN (SELECT number FROM texts WHERE NOT starred ORDER BY number DESC LIMIT -1 OFFSET ?)"
_COLUMNS = "number, made_at, profile, call, source_language, target_language, glossary, engines, starred"
_FORMER = "SELECT made_at, profile, call, source_language, target_language, '', '', source, result FROM texts"
_INSERT = (
    "INSERT INTO texts (made_at, profile, call, source_language, target_language, glossary, engines, source, result)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)

# Only the latest: the user may have sent the same text by itself before.
_DELETE_PART = (
    "DELETE FROM texts WHERE number = (SELECT max(number) FROM texts WHERE NOT starred AND profile = ? AND call = ?"
    " AND target_language = ? AND source = ? AND result = ?)"
)


def _values(text: StoredText, made_at: float) -> tuple[object, ...]:
    engines = _ENGINES_APART.join(text.engines)
    return (
        made_at,
        text.profile,
        text.call,
        text.source_language,
        text.target_language,
        text.glossary,
        engines,
        _storable(text.source),
        _storable(text.result),
    )


def _storable(text: str) -> str:
    """Return a text without lone surrogates, which may be pasted from elsewhere and could not be stored."""
    return text.encode("utf-8", "replace").decode()


def _insert(connection: sqlite3.Connection, values: tuple[object, ...]) -> None:
    connection.execute(_INSERT, values)


def _insert_former(connection: sqlite3.Connection, rows: list[tuple[object, ...]]) -> int:
    """Insert the texts once only. If the program ended before it deleted the originals, they are here already."""
    if not _one(connection, "SELECT count(*) FROM taken_over"):
        connection.executemany(_INSERT, rows)
        connection.execute("INSERT INTO taken_over VALUES (?)", (len(rows),))
    return len(rows)


def _delete_former(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA secure_delete = ON")
    connection.execute("DELETE FROM texts")
    connection.execute("PRAGMA secure_delete = OFF")


def _clear_backups(backups: Backups) -> None:
    """Delete the texts from all backups that contain some. If that fails, the next start tries again."""
    try:
        found = backups.all()
    except StorageFailed as error:
        log.warning("Backups may still contain texts: %s", error.message)
        return
    for backup in found:
        try:
            if _has_texts(backup.path):
                backups.rewrite(backup, _delete_former)
        except StorageFailed as error:
            log.warning("A backup still contains texts: %s", error.message)


def _has_texts(path: Path) -> bool:
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
            return connection.execute("SELECT 1 FROM texts LIMIT 1").fetchone() is not None
    except sqlite3.Error:
        # Damaged, or from a version without this table.
        return False


def _find(
    connection: sqlite3.Connection, search: str, only: TextFilter, limit: int, *, excerpt: int = EXCERPT
) -> tuple[list[StoredText], int]:
    """Return at most `limit` texts, and the number of all matches. -1 means no limit, for `limit` and `excerpt`."""
    conditions, values = only.conditions()
    source, result = (f"substr({each}, 1, {excerpt})" if excerpt >= 0 else each for each in ("source", "result"))
    begin = f"SELECT {_COLUMNS}, {source}, {result} FROM texts WHERE {' AND '.join(['1', *conditions])}"
    if not search:
        latest = connection.execute(f"{begin} ORDER BY number DESC LIMIT ?", (*values, limit))
        count = f"SELECT count(*) FROM texts WHERE {' AND '.join(['1', *conditions])}"
        return [_record(row) for row in latest], _one(connection, count, *values)
    folded = _fold(search)
    connection.create_function("contains", -1, lambda *texts: any(folded in _fold(each) for each in texts))
    # The search finds a pair by its codes, and as the list shows it.
    pairs = "source_language || ' ' || target_language, source_language || ' → ' || target_language"
    names = f"{pairs}, glossary, engines"
    query = f"{begin} AND contains(source, result, {names}) ORDER BY number DESC"
    found, count_found = [], 0
    for row in connection.execute(query, values):
        count_found += 1
        if limit < 0 or count_found <= limit:
            found.append(_record(row))
    return found, count_found


def _choices(connection: sqlite3.Connection) -> TextChoices:
    def distinct(columns: str) -> list[tuple[str, ...]]:
        return connection.execute(f"SELECT DISTINCT {columns} FROM texts ORDER BY {columns}").fetchall()

    return TextChoices(
        tuple(call for (call,) in distinct("call")),
        tuple((source, target) for source, target in distinct("source_language, target_language")),
        tuple(name for (name,) in distinct("glossary")),
    )


def _fold(text: str) -> str:
    """Return the same key for texts that look alike in the list, ignoring case, Unicode composition and line breaks."""
    return _WHITE_SPACE.sub(" ", fold(text))


def _record(row: tuple[object, ...]) -> StoredText:
    number, made_at, profile, call, source_language, target_language, glossary, engines, starred, source, result = row
    return StoredText(
        str(profile),
        str(call),
        str(source_language),
        str(target_language),
        str(source),
        str(result),
        str(glossary),
        tuple(each for each in str(engines).split(_ENGINES_APART) if each),
        int(str(number)),
        datetime.fromtimestamp(float(str(made_at)), UTC),
        bool(starred),
    )


def _one(connection: sqlite3.Connection, query: str, *values: object) -> int:
    return int(connection.execute(query, values).fetchone()[0])


def _days_ago(days: int) -> float:
    return time.time() - days * 86_400
