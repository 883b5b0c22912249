"""Glossaries, confirmed translations and usage in a database; SQLite unless told otherwise."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, Table, delete, func, insert, select, update

from termdesk.domain.glossary import Dictionary, Glossary
from termdesk.domain.language import LanguagePair
from termdesk.service.accounts import OWNER
from termdesk.service.database import (
    CANNOT_OPEN,
    back_up,
    engine_of,
    is_older,
    key_usage,
    make_private_file,
    prepare,
    refused,
)
from termdesk.service.database import dictionaries as _dictionaries
from termdesk.service.database import glossaries as _glossaries
from termdesk.service.database import memory as _memory
from termdesk.service.database import usage as _usage

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class StoredDictionary:
    """A dictionary with its entries as TSV (the specification's quoting, UTF-8)."""

    pair: LanguagePair
    entry_count: int
    content: bytes

    @property
    def content_hash(self) -> str:
        return sha256(self.content).hexdigest()


class Store:
    """All that the service keeps. Every call is one transaction on the one thread that touches the database.

    SQLite 3.40 can corrupt a file when two connections write or checkpoint at once; one thread with one
    connection cannot. What a call has returned from is on disk (`synchronous=FULL`).
    """

    def __init__(self, url: str) -> None:
        """`url` is an SQLAlchemy address. Raises InvalidInput where it is none, or its driver is missing."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store")
        self._engine = engine_of(url)

    @classmethod
    def in_folder(cls, folder: Path) -> Store:
        """The store in a folder of this computer, readable for this user only."""
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        folder.chmod(0o700)
        return cls(f"sqlite:///{folder / 'service.sqlite'}")

    async def open(self) -> None:
        """Make the tables where they are missing.

        Raises StorageFailed where the database is damaged, in use by another service, or of a newer program.
        """
        try:
            make_private_file(self._engine)
            if await self._run(is_older):
                await asyncio.get_running_loop().run_in_executor(self._thread, back_up, self._engine)
            await self._run(prepare)
        except CANNOT_OPEN as error:
            raise refused(self._engine, error) from error

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._engine.dispose)
        self._thread.shutdown()

    async def _run(self, work: Callable[[Connection], T]) -> T:
        # A caller that is cancelled gets no answer; work that has begun ends whole all the same.
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._in_transaction, work)

    def _in_transaction(self, work: Callable[[Connection], T]) -> T:
        with self._engine.begin() as connection:
            return work(connection)

    # Glossaries

    async def glossaries(self) -> list[Glossary]:
        return await self._run(lambda connection: list(_read_glossaries(connection, None)))

    async def glossary(self, glossary_id: str) -> Glossary | None:
        return await self._run(lambda connection: next(_read_glossaries(connection, glossary_id), None))

    async def create(self, name: str, dictionaries: list[StoredDictionary]) -> Glossary:
        glossary_id = str(uuid.uuid4())
        created = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

        def work(connection: Connection) -> Glossary:
            connection.execute(insert(_glossaries).values(glossary_id=glossary_id, name=name, created=created))
            for dictionary in dictionaries:
                _write_dictionary(connection, glossary_id, dictionary)
            return next(_read_glossaries(connection, glossary_id))

        return await self._run(work)

    async def rename(self, glossary_id: str, name: str) -> None:
        change = update(_glossaries).where(_glossaries.c.glossary_id == glossary_id).values(name=name)
        await self._run(lambda connection: connection.execute(change))

    async def delete(self, glossary_id: str) -> None:
        def work(connection: Connection) -> None:
            connection.execute(delete(_dictionaries).where(_dictionaries.c.glossary_id == glossary_id))
            connection.execute(delete(_glossaries).where(_glossaries.c.glossary_id == glossary_id))

        await self._run(work)

    async def content_hashes(self, glossary_id: str | None = None) -> dict[tuple[str, LanguagePair], str]:
        """The content hash of every dictionary, or of those of one glossary, by glossary and pair."""
        columns = (_dictionaries.c.glossary_id, _dictionaries.c.source, _dictionaries.c.target)
        query = select(*columns, _dictionaries.c.content_hash)
        if glossary_id is not None:
            query = query.where(_dictionaries.c.glossary_id == glossary_id)
        return await self._run(
            lambda connection: {
                (owner, LanguagePair(source, target)): content_hash
                for owner, source, target, content_hash in connection.execute(query)
            }
        )

    async def dictionary(self, glossary_id: str, pair: LanguagePair) -> StoredDictionary | None:
        return await self._run(lambda connection: _read_dictionary(connection, glossary_id, pair))

    async def write(
        self,
        glossary_id: str,
        pair: LanguagePair,
        make: Callable[[StoredDictionary | None], StoredDictionary],
        *,
        name: str | None = None,
    ) -> Dictionary | None:
        """Replace a dictionary by what `make(old or None)` gives, and the name if given, in one transaction.

        Gives None, and writes nothing, where the glossary was deleted meanwhile.
        """

        def work(connection: Connection) -> Dictionary | None:
            if next(_read_glossaries(connection, glossary_id), None) is None:
                return None
            new = make(_read_dictionary(connection, glossary_id, pair))
            _write_dictionary(connection, glossary_id, new)
            if name is not None:
                change = update(_glossaries).where(_glossaries.c.glossary_id == glossary_id)
                connection.execute(change.values(name=name))
            return Dictionary(new.pair, new.entry_count)

        return await self._run(work)

    async def delete_dictionary(self, glossary_id: str, pair: LanguagePair) -> bool:
        """Whether there was one."""
        gone = delete(_dictionaries).where(*_is_dictionary(glossary_id, pair))
        return await self._run(lambda connection: connection.execute(gone).rowcount > 0)

    # Confirmed translations

    async def confirm(self, pair: LanguagePair, source: str, target: str) -> None:
        """Remember a translation that a person confirmed."""

        def work(connection: Connection) -> None:
            same = (
                _memory.c.source_lang == pair.source,
                _memory.c.target_lang == pair.target,
                _memory.c.source == source,
            )
            connection.execute(delete(_memory).where(*same))
            row = {"source_lang": pair.source, "target_lang": pair.target, "source": source, "target": target}
            connection.execute(insert(_memory).values(row))

        await self._run(work)

    async def forget(self, pair: LanguagePair) -> None:
        """Delete all confirmed translations of a pair."""
        gone = delete(_memory).where(_memory.c.source_lang == pair.source, _memory.c.target_lang == pair.target)
        await self._run(lambda connection: connection.execute(gone))

    async def confirmed(self) -> dict[LanguagePair, dict[str, str]]:
        """All confirmed translations."""

        def work(connection: Connection) -> dict[LanguagePair, dict[str, str]]:
            found: dict[LanguagePair, dict[str, str]] = {}
            for source_lang, target_lang, source, target in connection.execute(select(_memory)):
                found.setdefault(LanguagePair(source_lang, target_lang), {})[source] = target
            return found

        return await self._run(work)

    # Usage

    async def used(self, period: str) -> dict[str, int]:
        """Characters of a period (`2026-11`) by product."""
        query = select(_usage.c.product, _usage.c.characters).where(_usage.c.period == period)
        return await self._run(lambda connection: {row[0]: row[1] for row in connection.execute(query)})

    async def used_by(self, period: str, key_name: str) -> dict[str, int]:
        """Characters of a period by product, those of one key."""
        query = select(key_usage.c.product, key_usage.c.characters)
        query = query.where(key_usage.c.period == period, key_usage.c.key_name == key_name)
        return await self._run(lambda connection: {row[0]: row[1] for row in connection.execute(query)})

    async def bill(
        self, period: str, product: str, characters: int, *, limit: int = 0, key_name: str = OWNER, key_limit: int = 0
    ) -> bool:
        """Count characters, unless the period's limit or the key's would be passed; says whether they were counted."""

        def work(connection: Connection) -> bool:
            whole = _Counter(_usage, {"period": period})
            own = _Counter(key_usage, {"period": period, "key_name": key_name})
            for counter, most in ((whole, limit), (own, key_limit)):
                if most and counter.total(connection) + characters > most:
                    return False
            for counter in (whole, own):
                counter.add(connection, product, characters)
            return True

        return await self._run(work)


@dataclass(frozen=True, slots=True)
class _Counter:
    """Rows of a usage table that agree with `of`, one a product."""

    table: Table
    of: dict[str, str]

    def total(self, connection: Connection) -> int:
        spent = select(func.coalesce(func.sum(self.table.c.characters), 0)).where(*self._rows())
        return int(connection.execute(spent).scalar_one())

    def add(self, connection: Connection, product: str, characters: int) -> None:
        change = update(self.table).where(*self._rows(), self.table.c.product == product)
        change = change.values(characters=self.table.c.characters + characters)
        if connection.execute(change).rowcount == 0:
            row = {**self.of, "product": product, "characters": characters}
            connection.execute(insert(self.table).values(row))

    def _rows(self) -> list[ColumnElement[bool]]:
        return [self.table.c[name] == value for name, value in self.of.items()]


def _read_glossaries(connection: Connection, glossary_id: str | None) -> Iterator[Glossary]:
    columns = (_dictionaries.c.glossary_id, _dictionaries.c.source, _dictionaries.c.target, _dictionaries.c.entry_count)
    of_glossary: dict[str, list[Dictionary]] = {}
    dictionaries = select(*columns).order_by(_dictionaries.c.source, _dictionaries.c.target)
    glossaries = select(_glossaries).order_by(_glossaries.c.created)
    if glossary_id is not None:
        dictionaries = dictionaries.where(_dictionaries.c.glossary_id == glossary_id)
        glossaries = glossaries.where(_glossaries.c.glossary_id == glossary_id)
    for owner, source, target, count in connection.execute(dictionaries):
        of_glossary.setdefault(owner, []).append(Dictionary(LanguagePair(source, target), count))
    for owner, name, created in connection.execute(glossaries):
        yield Glossary(owner, name, tuple(of_glossary.get(owner, ())), datetime.fromisoformat(created))


def _is_dictionary(glossary_id: str, pair: LanguagePair) -> tuple[Any, Any, Any]:
    return (
        _dictionaries.c.glossary_id == glossary_id,
        _dictionaries.c.source == pair.source,
        _dictionaries.c.target == pair.target,
    )


def _read_dictionary(connection: Connection, glossary_id: str, pair: LanguagePair) -> StoredDictionary | None:
    query = select(_dictionaries.c.entry_count, _dictionaries.c.content).where(*_is_dictionary(glossary_id, pair))
    row = connection.execute(query).one_or_none()
    return StoredDictionary(pair, row[0], row[1]) if row else None


def _write_dictionary(connection: Connection, glossary_id: str, dictionary: StoredDictionary) -> None:
    connection.execute(delete(_dictionaries).where(*_is_dictionary(glossary_id, dictionary.pair)))
    connection.execute(
        insert(_dictionaries).values(
            glossary_id=glossary_id,
            source=dictionary.pair.source,
            target=dictionary.pair.target,
            entry_count=dictionary.entry_count,
            content_hash=dictionary.content_hash,
            content=dictionary.content,
        )
    )
