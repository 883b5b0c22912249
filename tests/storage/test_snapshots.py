"""Versions are restored exactly, are stored once, and are named when they are missing."""

from __future__ import annotations

import hashlib
import zlib
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.detailed import detailed
from support.fixtures.step_watch import most_bytes_at_once
from support.publishing.large_entries import large_entries
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.errors import StorageFailed
from termdesk.storage.records import Records
from termdesk.storage.snapshots import compress_texts, decode_texts, details_of, pack, plain_details, unpack

pytestmark = pytest.mark.anyio

ENTRIES = Entries.of([("Vertrag", "contract"), ("a\tb\n", '"'), ("", " "), ("日本", "\ud800"), ("Vertrag", "twice")])
CHUNK = 20_000
# Several chunks of each column.
BYTES = 6_000_000


async def test_a_version_comes_back_row_for_row(records: Records) -> None:
    content_hash = await records.snapshots.put(ENTRIES)

    assert await records.snapshots.get(content_hash) == ENTRIES


async def test_the_same_entries_are_stored_once_and_another_order_is_another_version(records: Records) -> None:
    turned = Entries(reversed(ENTRIES.sources), reversed(ENTRIES.targets))

    first, again, other = [await records.snapshots.put(each) for each in (ENTRIES, ENTRIES.copy(), turned)]

    assert first == again != other
    assert await records.snapshots.get(other) == turned


@pytest.mark.slow
async def test_equal_texts_are_those_of_similar_entries(records: Records) -> None:
    rows = [(f"source {row}", f"target {row}") for row in range(CHUNK + 10)]
    like = Entries.of(rows)
    changed = Entries.of([*rows[:-1], ("changed", rows[-1][1])])
    content_hash = await records.snapshots.put(changed)

    found = await records.snapshots.get(content_hash, like=like)

    assert found == changed
    assert all(one is other for one, other in zip(found.targets, like.targets, strict=True))
    assert found.sources[0] is like.sources[0]
    assert (await records.snapshots.get(content_hash)).sources[0] is not like.sources[0]


async def test_a_missing_version_is_an_error_in_words(records: Records) -> None:
    with pytest.raises(StorageFailed, match="missing"):
        await records.snapshots.get("0" * 64)


def test_a_damaged_version_is_never_given_out() -> None:
    packed = pack(ENTRIES)
    flipped = bytearray(packed.content)
    flipped[len(flipped) // 2] ^= 1

    for content in (bytes(flipped), packed.content[:-3], b"", pack(Entries()).content):
        with pytest.raises(StorageFailed, match="damaged"):
            unpack(content, packed.hash)


@settings(deadline=None)
@given(
    count=st.sampled_from([0, 1, 15, 16, 17, CHUNK, CHUNK + 1, 2 * CHUNK + 3]),
    details=st.booleans(),
    ending=st.sampled_from(["", "\ud800"]),
)
def test_long_lists_come_back_from_their_pieces(count: int, details: bool, ending: str) -> None:
    plain = [
        [f"{number}{ending}" for number in range(count)],
        ["b"] * count,
        ["batch", [[0, 1], ["c"] * count]],
        *([list(range(count)), [["", "x", ""]] * count] if details else ()),
    ]

    content, content_hash = compress_texts(plain)
    data = zlib.decompress(content)

    assert decode_texts([data]) == plain
    assert content_hash == hashlib.sha256(data).hexdigest()
    if not ending:
        assert data == msgspec.msgpack.encode(in_chunks(plain)), "the hashes of older versions stay valid"


def test_sixteen_chunks_are_encoded_as_ever() -> None:
    plain = [["b"] * (16 * CHUNK)]

    assert zlib.decompress(compress_texts(plain)[0]) == msgspec.msgpack.encode(in_chunks(plain))


def in_chunks(plain: Any) -> Any:
    """What older versions encoded in one call."""
    if not isinstance(plain, list):
        return plain
    if len(plain) < 16:
        return [in_chunks(each) for each in plain]
    if len(plain) <= CHUNK:
        return plain
    chunks = [plain[first : first + CHUNK] for first in range(0, len(plain), CHUNK)]
    return {"pieces": [msgspec.msgpack.encode(each) for each in chunks]}


def test_versions_that_were_written_in_one_piece_are_still_read() -> None:
    plain = [[str(number) for number in range(CHUNK + 1)], ["b"] * (CHUNK + 1)]

    assert decode_texts([msgspec.msgpack.encode(plain)]) == plain


def test_reading_a_version_lets_the_window_go_on_between_small_parts() -> None:
    packed = pack(large_entries(BYTES))
    found: list[Entries] = []

    most = most_bytes_at_once(lambda: found.append(unpack(packed.content, packed.hash)))

    assert found == [large_entries(BYTES)]
    assert most < BYTES / 2


def test_details_with_fields_come_back_and_those_without_are_stored_as_ever() -> None:
    plain, full = EntryDetail("preferred", "n", "d"), EntryDetail(fields=(("definition", "d"), ("source", "s")))
    entries = detailed([("a", "b"), ("c", "d")], [plain, full])
    packed = pack(entries)

    assert unpack(packed.content, packed.hash).details == {0: plain, 1: full}
    assert plain_details({0: plain}) == [[0], [["preferred", "n", "d"]]], "older versions and hashes stay valid"
    assert details_of([[0], [["preferred", "n", "d"]]]) == {0: plain}
