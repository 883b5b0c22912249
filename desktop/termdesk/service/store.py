"""The store of glossaries, confirmed translations and usage, in a database; SQLite by default."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Table,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from termdesk.domain.event import Event
from termdesk.domain.glossary import Dictionary, Glossary
from termdesk.domain.language.language import LanguagePair
from termdesk.service.accounts import OWNER
from termdesk.service.database import (
    CANNOT_OPEN,
    back_up,
    engine_of,
    is_older,
    key_usage,
    make_private_file,
    open_failure,
    overwrite_deleted,
    prepare,
    reader_of,
)
from termdesk.service.database import dictionaries as _dictionaries
from termdesk.service.database import glossaries as _glossaries
from termdesk.service.database import memory as _memory
from termdesk.service.database import memory_sentences as _sentences
from termdesk.service.database import usage as _usage
from termdesk.service.database_check import DatabaseFile, look_before_opening, look_through
from termdesk.service.memories.confirmed_rows import ConfirmedText, write_confirmed

T = TypeVar("T")

# Built once, because building a statement takes longer than running it.
_LISTED = select(
    _dictionaries.c.glossary_id, _dictionaries.c.source, _dictionaries.c.target, _dictionaries.c.entry_count
).order_by(_dictionaries.c.place, _dictionaries.c.source, _dictionaries.c.target)
_LISTED_OF_ONE = _LISTED.where(_dictionaries.c.glossary_id == bindparam("glossary_id"))
_GLOSSARIES = select(_glossaries).order_by(_glossaries.c.created)
_ONE_GLOSSARY = _GLOSSARIES.where(_glossaries.c.glossary_id == bindparam("glossary_id"))
_CONTENT = select(_dictionaries.c.entry_count, _dictionaries.c.content).where(
    _dictionaries.c.glossary_id == bindparam("glossary_id"),
    _dictionaries.c.source == bindparam("source"),
    _dictionaries.c.target == bindparam("target"),
)


@dataclass(frozen=True, slots=True)
class StoredDictionary:
    """A dictionary with its entries as TSV (with the specification's quoting, UTF-8)."""

    pair: LanguagePair
    entry_count: int
    content: bytes

    @property
    def content_hash(self) -> str:
        """The SHA-256 of the entries, as hexadecimal digits."""
        return sha256(self.content).hexdigest()


class ConfirmedSentence(NamedTuple):
    """A sentence of a confirmed text; `text` is the source of that text."""

    source: str
    target: str
    text: str


class Store:
    """Everything that the service stores. Each change is one transaction on the only thread that uses the database.

    SQLite 3.40 can corrupt a file when two connections write or checkpoint at once; one thread with one connection
    avoids that. A change is on disk when its call returns (`synchronous=FULL`). Changes raise StorageFailed if the file
    is no longer in its place.
    """

    def __init__(self, url: str) -> None:
        """`url` is an SQLAlchemy address. Raises InvalidInput if it is invalid, or its driver is missing."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store")
        self._engine = engine_of(url)
        self._reader = reader_of(self._engine)
        self._file = DatabaseFile(self._engine)
        # Emitted, in the store's thread, with the hashes of contents that no dictionary has any more.
        self.contents_dropped = Event[frozenset[str]]()

    @classmethod
    def in_folder(cls, folder: Path) -> Store:
        """Create the store in a local folder, readable for this user only."""
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        folder.chmod(0o700)
        return cls(f"sqlite:///{folder / 'service.sqlite'}")

    async def open(self) -> None:
        """Create missing tables.

        Raises StorageFailed if the database is damaged, in use by another service, or from a newer program.
        """
        try:
            await self._in_thread(look_before_opening, self._engine)
            make_private_file(self._engine)
            self._file.note()
            await self._run(look_through)
            if await self._run(is_older):
                await self._in_thread(back_up, self._engine)
            await self._run(prepare)
        except CANNOT_OPEN as error:
            raise open_failure(self._engine, error) from error

    async def close(self) -> None:
        """Close the database and end its thread."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._engine.dispose)
        self._thread.shutdown()

    async def _in_thread(self, work: Callable[[Engine], None], engine: Engine) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, work, engine)

    async def _run(self, work: Callable[[Connection], T]) -> T:
        # A cancelled caller gets no result, but work that has started is completed.
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._in_transaction, work)

    async def _read(self, work: Callable[[Connection], T]) -> T:
        """Like `_run`, for calls that change nothing."""

        def read() -> T:
            with self._reader.connect() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._thread, read)

    def _in_transaction(self, work: Callable[[Connection], T]) -> T:
        with self._engine.begin() as connection:
            result = work(connection)
            self._file.require_same_file()
            return result

    async def _change_contents(self, glossary_id: str, work: Callable[[Connection], T]) -> T:
        """Like `_run`, for calls that delete or replace dictionaries of a glossary: reports removed contents."""

        def change() -> T:
            with self._engine.begin() as connection:
                before = _content_hashes(connection, _dictionaries.c.glossary_id == glossary_id)
                result = work(connection)
                gone = before - _content_hashes(connection, _dictionaries.c.content_hash.in_(list(before)))
                self._file.require_same_file()
            if gone:
                self.contents_dropped.emit(gone)
            return result

        return await asyncio.get_running_loop().run_in_executor(self._thread, change)

    # Glossaries.

    async def glossaries(self) -> list[Glossary]:
        """Return all glossaries with their dictionaries, without entries."""
        return await self._read(lambda connection: list(_read_glossaries(connection, None)))

    async def glossary(self, glossary_id: str) -> Glossary | None:
        """Return one glossary without entries; None if the id is unknown."""
        return await self._read(lambda connection: next(_read_glossaries(connection, glossary_id), None))

    async def create(self, name: str, dictionaries: list[StoredDictionary]) -> Glossary:
        """Store a new glossary with its dictionaries; on disk when it returns."""
        glossary_id = str(uuid.uuid4())
        created = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

        def work(connection: Connection) -> Glossary:
            connection.execute(insert(_glossaries).values(glossary_id=glossary_id, name=name, created=created))
            for dictionary in dictionaries:
                _write_dictionary(connection, glossary_id, dictionary)
            return next(_read_glossaries(connection, glossary_id))

        return await self._run(work)

    async def rename(self, glossary_id: str, name: str) -> None:
        """Rename a glossary; on disk when it returns."""
        change = update(_glossaries).where(_glossaries.c.glossary_id == glossary_id).values(name=name)
        await self._run(lambda connection: connection.execute(change))

    async def lock(self, glossary_id: str, *, is_local_only: bool) -> bool:
        """Lock a glossary to this computer, or unlock it; on disk when it returns. False if the id is unknown."""
        change = update(_glossaries).where(_glossaries.c.glossary_id == glossary_id)
        change = change.values(is_local_only=int(is_local_only))
        return bool(await self._run(lambda connection: connection.execute(change).rowcount))

    async def is_local_only(self, glossary_id: str) -> bool:
        """Return whether a glossary is locked to this computer. False if the id is unknown."""
        query = select(_glossaries.c.is_local_only).where(_glossaries.c.glossary_id == glossary_id)
        return bool(await self._read(lambda connection: connection.execute(query).scalar()))

    async def delete(self, glossary_id: str) -> None:
        """Delete a glossary with its dictionaries; on disk when it returns."""

        def work(connection: Connection) -> None:
            connection.execute(delete(_dictionaries).where(_dictionaries.c.glossary_id == glossary_id))
            connection.execute(delete(_glossaries).where(_glossaries.c.glossary_id == glossary_id))

        await self._change_contents(glossary_id, work)

    async def content_hashes(self, glossary_id: str | None = None) -> dict[tuple[str, LanguagePair], str]:
        """Return the content hash of every dictionary, or of one glossary's dictionaries, by glossary and pair."""
        columns = (_dictionaries.c.glossary_id, _dictionaries.c.source, _dictionaries.c.target)
        query = select(*columns, _dictionaries.c.content_hash)
        if glossary_id is not None:
            query = query.where(_dictionaries.c.glossary_id == glossary_id)
        return await self._read(
            lambda connection: {
                (owner, LanguagePair(source, target)): content_hash
                for owner, source, target, content_hash in connection.execute(query)
            }
        )

    async def has_content(self, content_hash: str) -> bool:
        """Whether any dictionary has this content."""
        return bool(
            await self._read(
                lambda connection: _content_hashes(connection, _dictionaries.c.content_hash == content_hash)
            )
        )

    async def dictionary(self, glossary_id: str, pair: LanguagePair) -> StoredDictionary | None:
        """Return one dictionary with its entries; None if there is none for this pair."""
        return await self._read(lambda connection: _read_dictionary(connection, glossary_id, pair))

    async def write(
        self,
        glossary_id: str,
        pair: LanguagePair,
        make: Callable[[StoredDictionary | None], StoredDictionary],
        *,
        name: str | None = None,
    ) -> Dictionary | None:
        """Replace a dictionary by the result of `make(old or None)`, and the name if given, in one transaction.

        Return None, and write nothing, if the glossary was deleted meanwhile.
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

        return await self._change_contents(glossary_id, work)

    async def delete_dictionary(self, glossary_id: str, pair: LanguagePair) -> bool:
        """Delete one dictionary; return whether it existed."""
        gone = delete(_dictionaries).where(*_is_dictionary(glossary_id, pair))
        return await self._change_contents(glossary_id, lambda connection: connection.execute(gone).rowcount > 0)

    # Confirmed translations.

    async def confirm(
        self, pair: LanguagePair, source: str, target: str, sentences: Sequence[tuple[str, str]] = ()
    ) -> None:
        """Store a confirmed translation with its sentences, replacing an earlier one."""
        await self.confirm_all([ConfirmedText(pair, source, target, tuple(sentences))])

    async def confirm_all(self, confirmed: Sequence[ConfirmedText]) -> None:
        """Like `confirm`, for many texts in one transaction."""
        await self._run(lambda connection: write_confirmed(connection, confirmed))

    async def forget(self, pair: LanguagePair) -> None:
        """Delete all confirmed translations of a pair, including those of the source language's variants.

        Their content is erased from the file when this returns.
        """

        def work(connection: Connection) -> None:
            for table in (_memory, _sentences):
                variants = table.c.source_lang.startswith(f"{pair.source}-", autoescape=True)
                is_source = or_(table.c.source_lang == pair.source, variants)
                connection.execute(delete(table).where(and_(is_source, table.c.target_lang == pair.target)))

        def forget() -> None:
            self._in_transaction(work)
            overwrite_deleted(self._engine)

        await asyncio.get_running_loop().run_in_executor(self._thread, forget)

    async def forget_text(self, pair: LanguagePair, source: str) -> None:
        """Delete one confirmed translation, of a text with its sentences or of a sentence, and erase its content from
        the file.
        """

        def work(connection: Connection) -> None:
            is_sentence = or_(_sentences.c.source == source, _sentences.c.text == source)
            connection.execute(delete(_memory).where(*_of_pair(_memory, pair), _memory.c.source == source))
            connection.execute(delete(_sentences).where(*_of_pair(_sentences, pair), is_sentence))

        def forget() -> None:
            self._in_transaction(work)
            overwrite_deleted(self._engine)

        await asyncio.get_running_loop().run_in_executor(self._thread, forget)

    async def read_confirmed_translations(self) -> dict[LanguagePair, dict[str, str]]:
        """Return all confirmed translations."""

        def work(connection: Connection) -> dict[LanguagePair, dict[str, str]]:
            found: dict[LanguagePair, dict[str, str]] = {}
            for source_lang, target_lang, source, target in connection.execute(select(_memory)):
                found.setdefault(LanguagePair(source_lang, target_lang), {})[source] = target
            return found

        return await self._read(work)

    async def read_confirmed_sentences(self) -> dict[LanguagePair, list[ConfirmedSentence]]:
        """Return the sentences of all confirmed texts."""

        def work(connection: Connection) -> dict[LanguagePair, list[ConfirmedSentence]]:
            found: dict[LanguagePair, list[ConfirmedSentence]] = {}
            for source_lang, target_lang, *sentence in connection.execute(select(_sentences)):
                found.setdefault(LanguagePair(source_lang, target_lang), []).append(ConfirmedSentence(*sentence))
            return found

        return await self._read(work)

    # Usage.

    async def read_used_characters(self, period: str) -> dict[str, int]:
        """Return the characters used in a period (`2026-11`), by product."""
        query = select(_usage.c.product, _usage.c.characters).where(_usage.c.period == period)
        return await self._read(lambda connection: {row[0]: row[1] for row in connection.execute(query)})

    async def read_used_characters_of_key(self, period: str, key_name: str) -> dict[str, int]:
        """Return the characters that one key used in a period, by product."""
        query = select(key_usage.c.product, key_usage.c.characters)
        query = query.where(key_usage.c.period == period, key_usage.c.key_name == key_name)
        return await self._read(lambda connection: {row[0]: row[1] for row in connection.execute(query)})

    async def bill(
        self, period: str, product: str, characters: int, *, limit: int = 0, key_name: str = OWNER, key_limit: int = 0
    ) -> bool:
        """Count characters unless that exceeds the limit of the period or the key; return whether they were counted."""

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
    """The rows of a usage table that match `of`, one for each product."""

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
    of_glossary: dict[str, list[Dictionary]] = {}
    if glossary_id is None:
        listed, glossaries = connection.execute(_LISTED), connection.execute(_GLOSSARIES)
    else:
        which = {"glossary_id": glossary_id}
        listed, glossaries = connection.execute(_LISTED_OF_ONE, which), connection.execute(_ONE_GLOSSARY, which)
    for owner, source, target, count in listed:
        of_glossary.setdefault(owner, []).append(Dictionary(LanguagePair(source, target), count))
    for owner, name, created, is_local_only in glossaries:
        dictionaries = tuple(of_glossary.get(owner, ()))
        yield Glossary(owner, name, dictionaries, datetime.fromisoformat(created), is_local_only=bool(is_local_only))


def _of_pair(table: Table, pair: LanguagePair) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return table.c.source_lang == pair.source, table.c.target_lang == pair.target


def _content_hashes(connection: Connection, which: ColumnElement[bool]) -> frozenset[str]:
    """Return the content hashes of these dictionaries."""
    return frozenset(row[0] for row in connection.execute(select(_dictionaries.c.content_hash).where(which)))


def _is_dictionary(glossary_id: str, pair: LanguagePair) -> tuple[Any, Any, Any]:
    return (
        _dictionaries.c.glossary_id == glossary_id,
        _dictionaries.c.source == pair.source,
        _dictionaries.c.target == pair.target,
    )


def _read_dictionary(connection: Connection, glossary_id: str, pair: LanguagePair) -> StoredDictionary | None:
    which = {"glossary_id": glossary_id, "source": pair.source, "target": pair.target}
    row = connection.execute(_CONTENT, which).one_or_none()
    return StoredDictionary(pair, row[0], row[1]) if row else None


def _write_dictionary(connection: Connection, glossary_id: str, dictionary: StoredDictionary) -> None:
    """Replace a dictionary of a glossary, or append it."""
    place = connection.execute(
        select(_dictionaries.c.place).where(*_is_dictionary(glossary_id, dictionary.pair))
    ).scalar()
    if place is None:
        last = select(func.max(_dictionaries.c.place)).where(_dictionaries.c.glossary_id == glossary_id)
        place = (connection.execute(last).scalar() or 0) + 1
    connection.execute(delete(_dictionaries).where(*_is_dictionary(glossary_id, dictionary.pair)))
    connection.execute(
        insert(_dictionaries).values(
            glossary_id=glossary_id,
            source=dictionary.pair.source,
            target=dictionary.pair.target,
            entry_count=dictionary.entry_count,
            content_hash=dictionary.content_hash,
            content=dictionary.content,
            place=place,
        )
    )
