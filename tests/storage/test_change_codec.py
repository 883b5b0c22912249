"""Every change can be encoded and decoded, and has the same effect afterwards."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.domain.entries.changes import Batch, Change, InsertRows, RemoveRows, SetCells, SetDetails
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.storage.change_codec import decode, encode

texts = st.text(st.characters(codec=None), max_size=5)


@st.composite
def changes(draw: st.DrawFn, depth: int = 1) -> Change:
    kinds = ["set", "detail", "insert", "remove"]
    kind = draw(st.sampled_from([*kinds, "batch"] if depth else kinds))
    if kind == "batch":
        return Batch(tuple(draw(st.lists(changes(depth=depth - 1), max_size=3))))
    rows = sorted(draw(st.sets(st.integers(0, 30), max_size=6)))
    columns = [draw(st.lists(texts, min_size=len(rows), max_size=len(rows))) for _ in range(2)]
    if kind == "set":
        return SetCells(draw(st.integers(0, 1)), rows, columns[0])
    fields = st.sampled_from(
        [(), (("definition", "d"),), (("context", "c\ud800"), ("sourceTerm/partOfSpeech", "noun"))]
    )
    details = [EntryDetail(draw(st.sampled_from(["", "forbidden"])), note, "", draw(fields)) for note in columns[1]]
    if kind == "detail":
        return SetDetails(rows, details)
    if kind == "insert":
        known = {position: detail for position, detail in enumerate(details) if not detail.is_empty}
        ids = array("L", draw(st.permutations(range(40)))[: len(rows)])
        return InsertRows(rows, columns[0], columns[1], ids, known)
    return RemoveRows(range(rows[0], rows[0] + len(rows)) if rows else rows)


def plain(change: Change) -> object:
    match change:
        case SetCells():
            return change.column, list(change.rows), list(change.texts)
        case InsertRows():
            return list(change.rows), list(change.sources), list(change.targets), list(change.ids), change.details
        case SetDetails():
            return list(change.rows), list(change.details)
        case RemoveRows():
            return list(change.rows)
        case Batch():
            return [plain(each) for each in change.changes]
    raise AssertionError(change)


@pytest.mark.slow
@given(changes())
def test_a_change_comes_back_as_it_was(change: Change) -> None:
    again = decode(encode(change))

    assert type(again) is type(change)
    assert plain(again) == plain(change)


def test_half_a_character_comes_back_too() -> None:
    change = Batch((SetCells(1, (3,), ("\ud800x",)), SetCells(0, (1,), ("ä",))))

    assert plain(decode(encode(change))) == plain(change)


def test_a_block_of_rows_costs_its_texts_alone() -> None:
    entries = Entries()
    many = InsertRows.at(entries, 0, [("a", "b")] * 50_000)

    assert len(encode(many)) < 2_000


@pytest.mark.scorecard("S32")
@pytest.mark.parametrize("data", [b"", b"junk", encode(SetCells(0, (1,), ("a",)))[:-4]])
def test_bytes_that_are_no_change_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="not a change"):
        decode(data)
