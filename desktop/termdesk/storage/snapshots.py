"""Versions of dictionaries by the hash of their content: what the service held, and where edits began."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import sqlite3
import time
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import msgspec

from termdesk.domain.chunks import AT_ONCE, chunks
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.errors import StorageFailed
from termdesk.messages.message import Message
from termdesk.messages.storage_messages import StorageMessage, StorageRemedy
from termdesk.storage.database import Database

# The whole version is written again with its moment, so not each time.
SECONDS_TO_RENEW = 3600.0
_IN_USE = """
    SELECT start FROM drafts UNION SELECT base FROM drafts WHERE base IS NOT NULL
    UNION SELECT target_hash FROM publish_jobs
    UNION SELECT before_hash FROM publish_jobs WHERE before_hash IS NOT NULL
    UNION SELECT hash FROM versions
    UNION SELECT hash FROM linked_dictionaries
    UNION SELECT before_hash FROM publish_steps WHERE before_hash IS NOT NULL
    UNION SELECT target_hash FROM publish_steps WHERE target_hash IS NOT NULL
"""

# A list with fewer parts may hold long lists; a longer one holds texts or numbers.
_FEW = 16
_CHUNKS = "pieces"


@dataclass(frozen=True, slots=True)
class PackedVersion:
    """A version ready to be stored. `hash` covers order and details too, unlike the fingerprint of entries."""

    hash: str
    content: bytes
    entry_count: int


class Snapshots:
    """Content-addressed: the same entries are stored once, however often they come."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, entries: Entries) -> str:
        """Keep a version, which nobody may change meanwhile; gives its hash, by which `get` finds it."""
        packed = await packed_in_thread(entries)
        await self._database.run(lambda connection: insert(connection, packed))
        return packed.hash

    async def get(self, content_hash: str) -> Entries:
        """The entries of a hash that `put` gave, with new row ids. Raises StorageFailed where they are gone."""
        content = await self._database.run(lambda connection: content_of(connection, content_hash))
        return await asyncio.to_thread(unpack, content, content_hash)


async def packed_in_thread(entries: Entries) -> PackedVersion:
    """Pack entries that nobody changes: 10 MiB take a quarter of a second, so not on the window's thread."""
    return await asyncio.to_thread(pack, entries)


def pack(entries: Entries) -> PackedVersion:
    """Encode and compress entries with their details; half a million rows take a second or more."""
    details = plain_details({row: detail for row in _detailed_rows(entries) if (detail := entries.detail(row))})
    plain = encoded_texts([entries.sources, entries.targets, *(details if entries.details else ())])
    return PackedVersion(hashlib.sha256(plain).hexdigest(), zlib.compress(plain, 1), len(entries))


def unpack(content: bytes, content_hash: str) -> Entries:
    """The entries of a version. Raises StorageFailed where the content is not what was stored."""
    try:
        plain = zlib.decompress(content)
        if hashlib.sha256(plain).hexdigest() == content_hash:
            sources, targets, *details = decoded_texts(plain)
            entries = Entries(sources, targets)
            # The ids of new entries are their row numbers.
            entries.details = details_of(details) if details else {}
            return entries
    except zlib.error:
        pass
    raise _unusable(StorageMessage.VERSION_DAMAGED(), content_hash)


def plain_details(details: Mapping[int, EntryDetail]) -> list[Any]:
    """Details by number as lists and texts, for `encoded_texts`: names and texts of fields follow the domain."""
    return [list(details), [[each.status, each.note, each.domain, *chain(*each.fields)] for each in details.values()]]


def details_of(plain: Sequence[Any]) -> dict[int, EntryDetail]:
    """What `plain_details` was given."""
    places, texts = plain
    return {
        place: EntryDetail(status, note, domain, tuple(zip(fields[::2], fields[1::2], strict=True)))
        for place, (status, note, domain, *fields) in zip(places, texts, strict=True)
    }


def _detailed_rows(entries: Entries) -> list[int]:
    known = entries.details
    return [row for row, row_id in enumerate(entries.ids) if row_id in known] if known else []


def _unusable(message: Message, content_hash: str) -> StorageFailed:
    return StorageFailed(
        message,
        path=content_hash,
        remedy=StorageRemedy.READ_AGAIN(),
    )


def insert(connection: sqlite3.Connection, packed: PackedVersion) -> None:
    """Keep a version within a transaction. One that is there already stays, and counts as new: nobody may drop it."""
    now = time.time()
    row = (packed.hash, packed.content, packed.entry_count, now)
    connection.execute("INSERT OR IGNORE INTO snapshots VALUES (?, ?, ?, ?)", row)
    renew = "UPDATE snapshots SET stored_at = ? WHERE hash = ? AND stored_at < ?"
    connection.execute(renew, (now, packed.hash, now - SECONDS_TO_RENEW))


def content_of(connection: sqlite3.Connection, content_hash: str) -> bytes:
    """The packed content of a version, within a transaction. Raises StorageFailed where it is gone."""
    found = connection.execute("SELECT content FROM snapshots WHERE hash = ?", (content_hash,)).fetchone()
    if found is None:
        raise _unusable(StorageMessage.VERSION_MISSING(), content_hash)
    return bytes(found[0])


def snapshots_in_use(connection: sqlite3.Connection) -> set[str]:
    """The hashes of all versions that something refers to: drafts, publishing calls, versions, deleted glossaries."""
    used = {str(row[0]) for row in connection.execute(_IN_USE)}
    for (dictionaries,) in connection.execute("SELECT dictionaries FROM deleted_glossaries"):
        with contextlib.suppress(ValueError, TypeError):
            used |= {content_hash for _, _, content_hash in json.loads(dictionaries)}
    return used


def encoded_texts(plain: list[Any]) -> bytes:
    """Lists, numbers and texts as MessagePack. A text with half a character, which UTF-8 cannot hold, goes as bytes."""
    try:
        return msgspec.msgpack.encode(_in_chunks(plain))
    except UnicodeEncodeError:
        return msgspec.msgpack.encode(_in_chunks(_with_bytes(plain)))


def decoded_texts(data: bytes) -> Any:
    """What `encoded_texts` was given."""
    plain = _joined(msgspec.msgpack.decode(data))
    # Every text went as bytes or none did, so valid bytes of UTF-8 are never mistaken for a text.
    return _with_texts(plain)


def _in_chunks(plain: Any) -> Any:
    """Encode long lists in chunks: one call for half a million texts would block the window."""
    if not isinstance(plain, list):
        return plain
    if len(plain) < _FEW:
        return [_in_chunks(each) for each in plain]
    if len(plain) <= AT_ONCE:
        return plain
    return {_CHUNKS: [msgspec.msgpack.encode(plain[chunk]) for chunk in chunks(len(plain))]}


def _joined(plain: Any) -> Any:
    """The reverse of `_in_chunks`. A long list without chunks was written by an older version."""
    if isinstance(plain, dict):
        whole: list[Any] = []
        for chunk in plain[_CHUNKS]:
            whole += msgspec.msgpack.decode(chunk)
        return whole
    if isinstance(plain, list) and len(plain) < _FEW:
        return [_joined(each) for each in plain]
    return plain


def _with_bytes(plain: Any) -> Any:
    if isinstance(plain, str):
        return plain.encode("utf-8", "surrogatepass")
    return [_with_bytes(each) for each in plain] if isinstance(plain, list) else plain


def _with_texts(plain: Any) -> Any:
    if isinstance(plain, bytes):
        return plain.decode("utf-8", "surrogatepass")
    if not isinstance(plain, list) or (plain and isinstance(plain[0], str | int)):
        return plain
    return [_with_texts(each) for each in plain]
