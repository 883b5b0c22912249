"""Versions of dictionaries by the hash of their content: states of the service, and starting points of edits."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import sqlite3
import time
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from operator import attrgetter
from typing import Any

import msgspec

from termdesk.domain.chunks import AT_ONCE, chunks
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import COLUMN_FIELDS, EntryDetail
from termdesk.domain.errors import StorageFailed
from termdesk.messages.message import Message
from termdesk.messages.storage_messages import StorageMessage, StorageRemedy
from termdesk.storage.database import Database

# Updating the time rewrites the whole row, so do not do it each time.
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

# Long lists are divided into chunks; a list with fewer parts may contain long lists, a longer one holds texts or
# numbers.
_FEW = 16
_CHUNKS = "pieces"

# Stored details begin with these texts. Columns that were added later have pairs of name and text, as fields have:
# so versions that were stored before remain readable, and keep their hashes.
_FIRST = ("status", "note", "domain")
_first_of = attrgetter(*_FIRST)
_LATER = [(column, name) for column, name in COLUMN_FIELDS.items() if name not in _FIRST]


@dataclass(frozen=True, slots=True)
class PackedVersion:
    """A version ready to be stored. Unlike the fingerprint of entries, `hash` also covers row order and details."""

    hash: str
    content: bytes
    entry_count: int


class Snapshots:
    """Content-addressed store: the same entries are stored once, however often they are added."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, entries: Entries) -> str:
        """Store a version and return its hash, which `get` accepts. The entries must not change meanwhile."""
        packed = await pack_in_thread(entries)
        await self._database.run(lambda connection: insert(connection, packed))
        return packed.hash

    async def get(self, content_hash: str) -> Entries:
        """Return the entries with this hash, with new row ids. Raises StorageFailed if they are gone."""
        content = await self._database.run(lambda connection: content_of(connection, content_hash))
        return await asyncio.to_thread(unpack, content, content_hash)


async def pack_in_thread(entries: Entries) -> PackedVersion:
    """Pack entries, which must not change meanwhile, in a worker thread: 10 MiB take a quarter of a second."""
    return await asyncio.to_thread(pack, entries)


def pack(entries: Entries) -> PackedVersion:
    """Encode and compress entries with their details. Half a million rows take a second or more."""
    details = plain_details({row: detail for row in _find_detailed_rows(entries) if (detail := entries.detail(row))})
    plain = encode_texts([entries.sources, entries.targets, *(details if entries.details else ())])
    return PackedVersion(hashlib.sha256(plain).hexdigest(), zlib.compress(plain, 1), len(entries))


def unpack(content: bytes, content_hash: str) -> Entries:
    """Return the entries of a version. Raises StorageFailed if the content is damaged."""
    try:
        plain = zlib.decompress(content)
        if hashlib.sha256(plain).hexdigest() == content_hash:
            sources, targets, *details = decode_texts(plain)
            entries = Entries(sources, targets)
            # The ids of the new entries equal their row numbers.
            entries.details = details_of(details) if details else {}
            return entries
    except zlib.error:
        pass
    raise _unusable(StorageMessage.VERSION_DAMAGED(), content_hash)


def plain_details(details: Mapping[int, EntryDetail]) -> list[Any]:
    """Return details by number as lists and texts, for `encode_texts`.

    Each list ends with names and texts in turn.
    """
    return [list(details), [[*_first_of(each), *chain(*_pairs_of(each))] for each in details.values()]]


def details_of(plain: Sequence[Any]) -> dict[int, EntryDetail]:
    """Decode what `plain_details` returned."""
    positions, texts = plain
    count = len(_FIRST)
    return {
        position: _with_pairs(EntryDetail(*stored[:count]), stored[count:])
        for position, stored in zip(positions, texts, strict=True)
    }


def _pairs_of(detail: EntryDetail) -> Sequence[tuple[str, str]]:
    later = [(name, text) for column, name in _LATER if (text := detail.text(column))]
    return (*later, *detail.fields) if later else detail.fields


def _with_pairs(detail: EntryDetail, stored: Sequence[str]) -> EntryDetail:
    if not stored:
        return detail
    pairs = tuple(zip(stored[::2], stored[1::2], strict=True))
    if not _LATER:
        return replace(detail, fields=pairs)
    texts = dict(pairs)
    later = {name: texts[name] for _, name in _LATER if name in texts}
    return replace(detail, **later, fields=tuple(pair for pair in pairs if pair[0] not in later))


def _find_detailed_rows(entries: Entries) -> list[int]:
    known = entries.details
    return [row for row, row_id in enumerate(entries.ids) if row_id in known] if known else []


def _unusable(message: Message, content_hash: str) -> StorageFailed:
    return StorageFailed(
        message,
        path=content_hash,
        remedy=StorageRemedy.READ_AGAIN(),
    )


def insert(connection: sqlite3.Connection, packed: PackedVersion) -> None:
    """Store a version within a transaction. An existing one counts as new from now on, so that it is not deleted."""
    now = time.time()
    row = (packed.hash, packed.content, packed.entry_count, now)
    connection.execute("INSERT OR IGNORE INTO snapshots VALUES (?, ?, ?, ?)", row)
    renew = "UPDATE snapshots SET stored_at = ? WHERE hash = ? AND stored_at < ?"
    connection.execute(renew, (now, packed.hash, now - SECONDS_TO_RENEW))


def content_of(connection: sqlite3.Connection, content_hash: str) -> bytes:
    """Return the packed content of a version, within a transaction. Raises StorageFailed if it is gone."""
    found = connection.execute("SELECT content FROM snapshots WHERE hash = ?", (content_hash,)).fetchone()
    if found is None:
        raise _unusable(StorageMessage.VERSION_MISSING(), content_hash)
    return bytes(found[0])


def snapshots_in_use(connection: sqlite3.Connection) -> set[str]:
    """Return the hashes of all versions in use.

    Drafts, publishing calls, versions, deleted glossaries and completed transfers use them.
    """
    used = {str(row[0]) for row in connection.execute(_IN_USE)}
    for table in ("deleted_glossaries", "completed_transfers"):
        for (dictionaries,) in connection.execute(f"SELECT dictionaries FROM {table}"):
            with contextlib.suppress(ValueError, TypeError):
                used |= {content_hash for _, _, content_hash in json.loads(dictionaries)}
    return used


def encode_texts(plain: list[Any]) -> bytes:
    """Encode lists, numbers and texts as MessagePack.

    If a text has a lone surrogate, which UTF-8 cannot hold, use bytes.
    """
    try:
        return msgspec.msgpack.encode(_in_chunks(plain))
    except UnicodeEncodeError:
        return msgspec.msgpack.encode(_in_chunks(_with_bytes(plain)))


def decode_texts(data: bytes) -> Any:
    """Decode what `encode_texts` returned."""
    plain = _join_chunks(msgspec.msgpack.decode(data))
    # Either all texts were stored as bytes or none, so valid UTF-8 bytes are never mistaken for a text.
    return _with_texts(plain)


def _in_chunks(plain: Any) -> Any:
    """Encode long lists in chunks, because one call for half a million texts would block the window."""
    if not isinstance(plain, list):
        return plain
    if len(plain) < _FEW:
        return [_in_chunks(each) for each in plain]
    if len(plain) <= AT_ONCE:
        return plain
    return {_CHUNKS: [msgspec.msgpack.encode(plain[chunk]) for chunk in chunks(len(plain))]}


def _join_chunks(plain: Any) -> Any:
    """Join the chunks of `_in_chunks`. Older versions wrote long lists without chunks."""
    if isinstance(plain, dict):
        whole: list[Any] = []
        for chunk in plain[_CHUNKS]:
            whole += msgspec.msgpack.decode(chunk)
        return whole
    if isinstance(plain, list) and len(plain) < _FEW:
        return [_join_chunks(each) for each in plain]
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
