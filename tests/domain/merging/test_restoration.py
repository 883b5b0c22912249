"""A restored version equals the original (texts, details, places), as a whole or by phrase, in one undoable change."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.detailed import detailed, details_of
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import ADMITTED, FORBIDDEN, NO_DETAIL, PREFERRED, EntryDetail
from termdesk.domain.merging.restoration import restore
from termdesk.domain.merging.row_difference import compare_rows

DETAILS = st.builds(
    EntryDetail, status=st.sampled_from(["", PREFERRED, ADMITTED, FORBIDDEN]), note=st.sampled_from("xy")
)
ROWS = st.tuples(st.sampled_from("abcdef"), st.sampled_from("uvw"), st.just(NO_DETAIL) | DETAILS)
NOTED = EntryDetail(note="asked Ann", fields=(("definition", "d"),))


@st.composite
def dictionaries(draw: st.DrawFn) -> Entries:
    rows = draw(st.lists(ROWS, max_size=8))
    return detailed([(source, target) for source, target, _ in rows], [detail for *_, detail in rows])


def rows_of(entries: Entries) -> list[tuple[str, str, EntryDetail]]:
    return [(*entries[row], entries.detail(row)) for row in range(len(entries))]


@pytest.mark.slow
@given(dictionaries(), dictionaries())
def test_a_whole_version_comes_back_row_by_row_and_goes_again(present: Entries, version: Entries) -> None:
    before, ids = rows_of(present), list(present.ids)

    inverse = present.apply(restore(present.copy(), version, is_whole=True))

    assert rows_of(present) == rows_of(version)
    assert len(set(present.ids)) == len(present)
    assert restore(present.copy(), version, is_whole=True).count == 0
    assert compare_rows(present, version).is_empty
    present.apply(inverse)
    assert rows_of(present) == before
    assert list(present.ids) == ids


@pytest.mark.slow
@given(dictionaries(), dictionaries(), st.sets(st.sampled_from("abcdef")))
def test_chosen_phrases_are_as_in_the_version_and_all_others_stay(
    present: Entries, version: Entries, sources: set[str]
) -> None:
    before = rows_of(present)

    present.apply(restore(present.copy(), version, is_whole=True, sources=sources))

    assert [row for row in rows_of(present) if row[0] not in sources] == [
        row for row in before if row[0] not in sources
    ]
    chosen = [row for row in rows_of(version) if row[0] in sources]
    assert sorted(map(repr, (row for row in rows_of(present) if row[0] in sources))) == sorted(map(repr, chosen))


@pytest.mark.slow
@given(dictionaries(), st.dictionaries(st.sampled_from("abcdef"), st.sampled_from("uvw")))
def test_what_the_service_had_comes_back_and_what_only_this_computer_knows_stays(
    present: Entries, version: dict[str, str]
) -> None:
    kept = present.find_unpublished_ids()
    before = {row_id: (*present[row], present.detail(row)) for row, row_id in enumerate(present.ids)}

    present.apply(restore(present.copy(), Entries.of(version.items()), is_whole=False))

    assert {row_id: row for row_id, row in zip(present.ids, rows_of(present), strict=True) if row_id in kept} == {
        row_id: before[row_id] for row_id in kept
    }
    for row_id, (source, target, detail) in zip(present.ids, rows_of(present), strict=True):
        if row_id not in kept:
            assert version[source] == target
            assert detail == (before[row_id][2] if row_id in before else NO_DETAIL)
    assert {source for row_id, source in zip(present.ids, present.sources, strict=True) if row_id not in kept} == {
        *version
    }


def restored(present: str, version: str, sources: str | None = None) -> str:
    """Return the sources after rows were restored. Each letter of a text is one row."""
    entries = Entries.of((each, "x") for each in present)
    entries.apply(restore(entries.copy(), Entries.of((each, "x") for each in version), is_whole=False, sources=sources))
    return "".join(entries.sources)


def test_a_row_comes_back_between_the_neighbors_that_are_left() -> None:
    assert restored("acd", "abcd") == "abcd"
    assert restored("cd", "abcd") == "abcd"
    assert restored("ad", "abcd", "bc") == "abcd"
    assert restored("aznd", "abcd", "b") == "abznd", "directly below the row that was above it"
    assert restored("znd", "abcd", "b") == "znbd", "without one above, above the one that was below it"
    assert restored("zn", "abcd", "bc") == "znbc", "without any neighbor at the end"
    assert restored("dca", "abcd", "b") == "dcab", "rows that are here stay where they are"


def test_moved_rows_keep_their_ids_and_as_few_as_possible_move() -> None:
    present, version = Entries.of((each, "x") for each in "eabcd"), Entries.of((each, "x") for each in "abcde")

    change = restore(present.copy(), version, is_whole=True)
    present.apply(change)

    assert (present.sources, list(present.ids), change.count) == ([*"abcde"], [1, 2, 3, 4, 0], 2)


def test_of_synonyms_each_is_found_by_its_target() -> None:
    version = detailed([("a", "x"), ("a", "y")], [EntryDetail(PREFERRED), EntryDetail(ADMITTED, note="old")])
    present = detailed([("a", "y"), ("a", "z")], [EntryDetail(ADMITTED), NO_DETAIL])

    present.apply(restore(present.copy(), version, is_whole=True, sources={"a"}))

    assert sorted(present) == [("a", "x"), ("a", "y")]
    assert details_of(present)[present.targets.index("y")] == EntryDetail(ADMITTED, note="old")
    assert details_of(present)[present.targets.index("x")] == EntryDetail(PREFERRED)


def test_details_that_came_since_go_with_a_whole_version_and_stay_with_any_other() -> None:
    version, noted = Entries.of([("a", "x")]), detailed([("a", "y")], [NOTED])

    noted.apply(restore(noted.copy(), version, is_whole=False))
    assert rows_of(noted) == [("a", "x", NOTED)]
    noted.apply(restore(noted.copy(), version, is_whole=True))
    assert rows_of(noted) == [("a", "x", NO_DETAIL)]
