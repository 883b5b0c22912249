"""Versions of dictionaries by the hash of their content: states of the service, and starting points of edits."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import sqlite3
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from operator import attrgetter
from typing import Any

import msgspec

from termdesk.domain.chunks import chunks, use_texts
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
    UNION SELECT base_before FROM steps WHERE base_before IS NOT NULL
    UNION SELECT base_after FROM steps WHERE base_after IS NOT NULL
    UNION SELECT common_before FROM steps WHERE common_before IS NOT NULL
    UNION SELECT common_after FROM steps WHERE common_after IS NOT NULL
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
# Part of the format: with another number, the same entries would have another hash.
_CHUNK_LENGTH = 20_000
# How a map of one pair begins in MessagePack, and an array with fewer values than `_FEW`. For others, how many bytes
# tell the number of values, or of bytes.
_ONE_PAIR = b"\x81"
_SHORT_ARRAYS = range(0x90, 0xA0)
_BYTES_OF_LONG_ARRAY = {0xDC: 2, 0xDD: 4}
_BYTES_OF_COUNT = {0xC4: 1, 0xC5: 2, 0xC6: 4, **_BYTES_OF_LONG_ARRAY}
# Copying this much takes less than 1 ms.
_BYTES_AT_ONCE = 512 * 1024

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

    async def get(self, content_hash: str, *, like: Entries | None = None) -> Entries:
        """Return the entries with this hash, with new row ids. Raises StorageFailed if they are gone.

        `like` are entries of about the same rows, whose text objects are used for equal texts, to save memory.
        """
        content = await self._database.run(lambda connection: content_of(connection, content_hash))
        return await asyncio.to_thread(unpack, content, content_hash, like)


async def pack_in_thread(entries: Entries) -> PackedVersion:
    """Pack entries, which must not change meanwhile, in a worker thread: 10 MiB take a quarter of a second."""
    return await asyncio.to_thread(pack, entries)


def pack(entries: Entries) -> PackedVersion:
    """Encode and compress entries with their details. Half a million rows take a second or more."""
    details = plain_details({row: detail for row in _find_detailed_rows(entries) if (detail := entries.detail(row))})
    content, content_hash = compress_texts([entries.sources, entries.targets, *(details if entries.details else ())])
    return PackedVersion(content_hash, content, len(entries))


def unpack(content: bytes, content_hash: str, like: Entries | None = None) -> Entries:
    """Return the entries of a version; `like` is as for `Snapshots.get`.

    Raises StorageFailed if the content is damaged.
    """
    if (parts := _decompress_whole(content, content_hash)) is None:
        raise _unusable(StorageMessage.VERSION_DAMAGED(), content_hash)
    known = (like.sources, like.targets) if like is not None else ()
    sources, targets, *details = decode_texts(_take_away(parts), known)
    entries = Entries.take(sources, targets)
    # The ids of the new entries equal their row numbers.
    entries.details = details_of(details) if details else {}
    return entries


def plain_details(details: Mapping[int, EntryDetail]) -> list[Any]:
    """Return details by number as lists and texts, for `compress_texts`.

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
    if not _LATER:
        return detail.fields
    return (*((name, text) for column, name in _LATER if (text := detail.text(column))), *detail.fields)


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

    Drafts, their undo steps, publishing calls, versions, deleted glossaries and transfers use them.
    """
    used = {str(row[0]) for row in connection.execute(_IN_USE)}
    for table in ("deleted_glossaries", "completed_transfers", "transfers"):
        for (dictionaries,) in connection.execute(f"SELECT dictionaries FROM {table}"):
            with contextlib.suppress(ValueError, TypeError):
                used |= {content_hash for _, _, content_hash, *_ in json.loads(dictionaries)}
    return used


def compress_texts(plain: list[Any]) -> tuple[bytes, str]:
    """Encode lists, numbers and texts as MessagePack; return it compressed, with its SHA-256.

    If a text has a lone surrogate, which UTF-8 cannot hold, use bytes.
    """
    try:
        return _compress(_encode_chunks(plain))
    except UnicodeEncodeError:
        return _compress(_encode_chunks(_with_bytes(plain)))


def _compress(parts: Iterator[bytes]) -> tuple[bytes, str]:
    compressor, digest = zlib.compressobj(1), hashlib.sha256()
    found = []
    for part in parts:
        digest.update(part)
        found.append(compressor.compress(part))
    return b"".join([*found, compressor.flush()]), digest.hexdigest()


def decompress(data: bytes) -> Iterator[bytes]:
    """Decompress in parts. A single call would hold the window while it copies the result. Raises zlib.error."""
    inflater = zlib.decompressobj()
    for chunk in chunks(len(data), _BYTES_AT_ONCE):
        rest = data[chunk]
        while rest:
            yield inflater.decompress(rest, _BYTES_AT_ONCE)
            rest = inflater.unconsumed_tail
    yield inflater.flush()
    if not inflater.eof:
        raise zlib.error("the data ends too early")


def _decompress_whole(content: bytes, content_hash: str) -> list[bytes] | None:
    """The decompressed parts of a version, the first one last; None if it is not what was stored with this hash."""
    digest, parts = hashlib.sha256(), []
    try:
        for part in decompress(content):
            digest.update(part)
            parts.append(part)
    except zlib.error:
        return None
    return parts[::-1] if digest.hexdigest() == content_hash else None


def _take_away(parts: list[bytes]) -> Iterator[bytes]:
    """Take the parts away while they are read, because together with what they become they take twice the memory."""
    while parts:
        yield parts.pop()


def decode_texts(parts: Iterable[bytes], known: Sequence[Sequence[str]] = ()) -> Any:
    """Decode the texts of `compress_texts` from what `decompress` returns.

    `known` are lists whose objects are used for equal texts at the same places of the first lists.
    """
    data = _PlainData(parts)
    count = data.take_count()
    plain: list[Any] = []
    while len(plain) < count and data.starts_with(_ONE_PAIR):
        plain.append(_take_chunks(data, known[len(plain)] if len(plain) < len(known) else ()))
    rest = _array_head(count - len(plain)) + data.take_rest()
    plain += [_decode(each) for each in msgspec.msgpack.decode(rest, type=list[msgspec.Raw])]
    # Either all texts were stored as bytes or none, so valid UTF-8 bytes are never mistaken for a text.
    return _with_texts(plain)


class _PlainData:
    """MessagePack that comes in parts. Only what is not taken yet is in memory."""

    def __init__(self, parts: Iterable[bytes]) -> None:
        self._parts = iter(parts)
        self._held = bytearray()

    def starts_with(self, start: bytes) -> bool:
        self._hold(len(start))
        return self._held.startswith(start)

    def take(self, size: int) -> bytearray:
        self._hold(size)
        found = self._held[:size]
        del self._held[:size]
        return found

    def take_count(self) -> int:
        """The number of values in the array that begins here, or of bytes."""
        first = self.take(1)[0]
        if first in _SHORT_ARRAYS:
            return first - _SHORT_ARRAYS.start
        return int.from_bytes(self.take(_BYTES_OF_COUNT[first]), "big")

    def take_rest(self) -> bytearray:
        for part in self._parts:
            self._held += part
        return self._held

    def _hold(self, size: int) -> None:
        while len(self._held) < size and (part := next(self._parts, None)) is not None:
            self._held += part


def _encode_chunks(plain: Any) -> Iterator[bytes]:
    """Encode long lists in chunks, because one call for half a million texts would block the window.

    A long list becomes `{"pieces": [bytes, ...]}`, where each chunk is encoded by itself.
    """
    if not isinstance(plain, list):
        yield msgspec.msgpack.encode(plain)
    elif len(plain) < _FEW:
        yield _array_head(len(plain))
        for each in plain:
            yield from _encode_chunks(each)
    elif len(plain) <= _CHUNK_LENGTH:
        yield from _encode_list(plain)
    else:
        yield _ONE_PAIR + msgspec.msgpack.encode(_CHUNKS) + _array_head(-(-len(plain) // _CHUNK_LENGTH))
        for chunk in chunks(len(plain), _CHUNK_LENGTH):
            parts = _encode_list(plain[chunk])
            yield _bytes_head(sum(map(len, parts)))
            yield from parts


def _encode_list(plain: list[Any]) -> list[bytes]:
    """Encode a list in parts. Together they are what a single call returns, but that would take too long."""
    parts = (plain[chunk] for chunk in chunks(len(plain)))
    return [_array_head(len(plain)), *(msgspec.msgpack.encode(part)[len(_array_head(len(part))) :] for part in parts)]


def _array_head(count: int) -> bytes:
    """How an array begins in MessagePack."""
    if count < 16:
        return bytes([0x90 + count])
    return b"\xdc" + count.to_bytes(2, "big") if count < 1 << 16 else b"\xdd" + count.to_bytes(4, "big")


def _bytes_head(size: int) -> bytes:
    """How bytes begin in MessagePack."""
    if size < 1 << 8:
        return b"\xc4" + size.to_bytes(1, "big")
    return b"\xc5" + size.to_bytes(2, "big") if size < 1 << 16 else b"\xc6" + size.to_bytes(4, "big")


def _decode(data: msgspec.Raw) -> Any:
    """Decode what `_encode_chunks` returned. Older versions wrote long lists without chunks."""
    start = bytes(memoryview(data)[:1])
    if start == _ONE_PAIR:
        return _take_chunks(_PlainData([memoryview(data)]))
    if start[0] in _SHORT_ARRAYS:
        return [_decode(each) for each in msgspec.msgpack.decode(data, type=list[msgspec.Raw])]
    if start[0] in _BYTES_OF_LONG_ARRAY:
        return [each for part in _decode_list(data) for each in part]
    return msgspec.msgpack.decode(data)


def _take_chunks(data: _PlainData, known: Sequence[str] = ()) -> list[Any]:
    """Join the chunks of a long list. `known` is a list whose objects are used for equal texts."""
    data.take(len(_ONE_PAIR + msgspec.msgpack.encode(_CHUNKS)))
    whole: list[Any] = []
    for _ in range(data.take_count()):
        for part in _decode_list(data.take(data.take_count())):
            whole += use_texts(part, known[len(whole) : len(whole) + len(part)]) if known else part
    return whole


def _decode_list(data: bytearray | msgspec.Raw) -> Iterator[list[Any]]:
    """Decode a list in parts. Finding where its values end takes a third of the time of a single call."""
    values = msgspec.msgpack.decode(data, type=list[msgspec.Raw])
    for chunk in chunks(len(values)):
        part = values[chunk]
        yield msgspec.msgpack.decode(_array_head(len(part)) + b"".join(part))


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
