"""Details of entries stay with their rows, and are never published."""

from __future__ import annotations

import pytest

from termdesk.domain.entries.changes import InsertRows, RemoveRows, SetDetails
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import DOMAIN, FORBIDDEN, NOTE, STATUS, EntryDetail


def three() -> Entries:
    return Entries.of([("a", "1"), ("b", "2"), ("c", "3")])


def test_a_row_keeps_its_details_when_others_come_and_go() -> None:
    entries = three()
    entries.apply(SetDetails((2,), (EntryDetail(note="mind"),)))

    entries.apply(RemoveRows((0,)))
    entries.apply(InsertRows.at(entries, 0, [("x", "y"), ("z", "w")]))

    assert entries.texts(NOTE) == ["", "", "", "mind"]


def test_a_row_that_comes_back_brings_its_details() -> None:
    entries = three()
    entries.apply(SetDetails((1,), (EntryDetail("admitted", "mind", "law"),)))

    back = entries.apply(RemoveRows((1,)))
    assert entries.details == {}
    entries.apply(back)

    assert [entries.cell(1, column) for column in (STATUS, DOMAIN, NOTE)] == ["admitted", "law", "mind"]


def test_forbidden_rows_are_no_part_of_what_is_published() -> None:
    entries = three()
    entries.apply(SetDetails((1,), (EntryDetail(FORBIDDEN),)))

    part = entries.copy_published_part()

    assert list(part) == [("a", "1"), ("c", "3")]
    assert list(part.ids) == [0, 2]
    assert entries.find_published_rows() == [0, 2]


def test_an_empty_detail_takes_no_room() -> None:
    entries = three()
    entries.apply(SetDetails((0,), (EntryDetail("preferred"),)))
    entries.apply(SetDetails((0,), (EntryDetail(),)))

    assert entries.details == {}


def test_details_follow_their_rows_into_new_numbers() -> None:
    entries = three()
    entries.apply(RemoveRows((0,)))
    entries.apply(SetDetails((1,), (EntryDetail(domain="law"),)))

    again = entries.renumber()

    assert list(again.ids) == [0, 1]
    assert again.texts(DOMAIN) == ["", "law"]


def test_a_text_of_one_column_leaves_the_others() -> None:
    detail = EntryDetail("preferred", "mind", "law")

    assert detail.with_text(DOMAIN, "art") == EntryDetail("preferred", "mind", "art")
    assert detail.with_text(STATUS, "") == EntryDetail("", "mind", "law")
    with pytest.raises(ValueError, match="not a status"):
        detail.with_text(STATUS, "fine")


def test_texts_by_name_give_the_same_detail_and_leave_out_empty_ones() -> None:
    detail = EntryDetail("preferred", domain="law", fields=(("definition", "d"),))

    assert detail.as_texts() == [("status", "preferred"), ("domain", "law"), ("definition", "d")]
    assert EntryDetail.from_texts(dict(detail.as_texts())) == detail
    assert EntryDetail.from_texts({}).is_empty


def test_a_merge_decides_column_by_column() -> None:
    one, other = EntryDetail("preferred", "mine"), EntryDetail("", "theirs", "law")

    merged = one.merge_with(other, lambda local, remote: remote or local, fields=(("definition", "d"),))

    assert merged == EntryDetail("preferred", "theirs", "law", (("definition", "d"),))
    assert one.merge_with(one, lambda local, remote: local + remote, fields=()) is one
