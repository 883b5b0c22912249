"""Records of source phrases are compared, merged part by part, and taken over as one change."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.domain.entries.changes import InsertRows
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import ADMITTED, FORBIDDEN, PREFERRED, EntryDetail
from termdesk.domain.merging.term_records import (
    NO_RECORD,
    RecordDifference,
    TermRecord,
    TermRecords,
    change_into,
    compare_records,
    merge_records,
    sort_phrases,
)

PHRASES = st.sampled_from(["bolt", "nut", "washer"])
TEXTS = st.sampled_from(["a", "b", "c"])
PLAIN_DETAILS = st.builds(
    EntryDetail, note=st.sampled_from(["", "x", "y"]), fields=st.sampled_from([(), (("definition", "d"),)])
)


@st.composite
def dictionaries(draw: st.DrawFn) -> Entries:
    """Draw entries with details, forbidden terms and admitted synonyms; no source is published twice."""
    rows: list[tuple[str, str, EntryDetail]] = []
    for source in draw(st.lists(PHRASES, unique=True)):
        target, detail = draw(TEXTS), draw(PLAIN_DETAILS)
        others = draw(st.dictionaries(TEXTS.filter(lambda each, own=target: each != own), st.booleans(), max_size=2))
        is_preferred = any(others.values())
        if is_preferred or draw(st.booleans()):
            status = PREFERRED if is_preferred else ""
            rows.append((source, target, EntryDetail(status, detail.note, fields=detail.fields)))
        rows += [(source, each, EntryDetail(ADMITTED if one else FORBIDDEN)) for each, one in others.items()]
    return made(*draw(st.permutations(rows)))


def made(*rows: tuple[str, str, EntryDetail]) -> Entries:
    entries = Entries.of((source, target) for source, target, _ in rows)
    for row, (_, _, detail) in enumerate(rows):
        entries.set_detail(row, detail)
    return entries


def records(**targets: str) -> TermRecords:
    return TermRecords(dict(targets))


@pytest.mark.slow
@given(dictionaries(), dictionaries())
def test_a_difference_taken_over_gives_the_other_dictionary_and_undo_gives_the_first(
    before: Entries, after: Entries
) -> None:
    old, new = TermRecords.of(before), TermRecords.of(after)
    found = compare_records(old, new)
    rows = [(*before[row], before.detail(row)) for row in range(len(before))]

    change = change_into(before, {source: new[source] for source in (*found.added, *found.changed, *found.removed)})
    inverse = before.apply(change)

    assert TermRecords.of(before) == new
    before.apply(inverse)
    assert [(*before[row], before.detail(row)) for row in range(len(before))] == rows


@pytest.mark.slow
@given(dictionaries(), dictionaries(), dictionaries())
def test_a_merge_takes_what_only_one_side_changed_and_prefers_nobody(
    base: Entries, local: Entries, remote: Entries
) -> None:
    before, here, there = TermRecords.of(base), TermRecords.of(local), TermRecords.of(remote)

    merge = merge_records(before, here, there)

    conflicting = {each.source for each in merge.conflicts}
    local.apply(change_into(local, merge.incoming))
    merged = TermRecords.of(local)
    for source in {*before.sources(), *here.sources(), *there.sources()} - conflicting:
        if here[source] == before[source]:
            assert merged[source] == there[source]
        if there[source] == before[source] or here[source] == there[source]:
            assert merged[source] == here[source]
    for each in merge.conflicts:
        assert each.local != each.base
        assert each.remote != each.base
        assert merged[each.source] == each.local


def test_changes_of_different_parts_of_an_entry_are_merged() -> None:
    base = TermRecords({"bolt": "Schraube"}, {"bolt": TermRecord("Schraube", EntryDetail(note="old"))})
    here = TermRecords({"bolt": "Bolzen"}, {"bolt": TermRecord("Bolzen", EntryDetail(note="old"))})
    there = TermRecords(
        {"bolt": "Schraube"},
        {"bolt": TermRecord("Schraube", EntryDetail(note="new"), (("Nagel", EntryDetail(FORBIDDEN)),))},
    )

    merge = merge_records(base, here, there)

    assert merge.conflicts == ()
    assert merge.incoming == {
        "bolt": TermRecord("Bolzen", EntryDetail(note="new"), (("Nagel", EntryDetail(FORBIDDEN)),))
    }


def test_different_targets_and_a_change_against_a_removal_are_conflicts() -> None:
    base = records(bolt="Schraube", nut="Mutter")
    here, there = records(bolt="Bolzen", nut="Schraubenmutter"), records(bolt="Gewindebolzen")

    merge = merge_records(base, here, there)

    assert [(each.source, each.local.target, each.remote.target) for each in merge.conflicts] == [
        ("bolt", "Bolzen", "Gewindebolzen"),
        ("nut", "Schraubenmutter", None),
    ]
    assert merge.incoming == {}


def test_admitted_synonyms_without_a_preferred_term_are_a_conflict() -> None:
    preferred, synonym = EntryDetail(PREFERRED), (("Bolzen", EntryDetail(ADMITTED)),)
    base = TermRecords({"bolt": "Schraube"}, {"bolt": TermRecord("Schraube", preferred)})
    there = TermRecords({"bolt": "Schraube"}, {"bolt": TermRecord("Schraube", preferred, synonym)})

    merge = merge_records(base, records(bolt="Schraube"), there)

    assert [each.source for each in merge.conflicts] == ["bolt"]


def test_rows_keep_their_places_and_new_ones_come_at_the_end() -> None:
    entries = Entries.of([("nut", "Mutter"), ("bolt", "Schraube"), ("washer", "Scheibe")])

    change = change_into(entries, {"bolt": TermRecord("Bolzen"), "nut": NO_RECORD, "anchor": TermRecord("Dübel")})
    entries.apply(change)

    assert list(entries) == [("bolt", "Bolzen"), ("washer", "Scheibe"), ("anchor", "Dübel")]


def test_sources_with_several_published_rows_are_named() -> None:
    entries = Entries.of([("bolt", "Schraube"), ("nut", "Mutter"), ("bolt", "Bolzen")])

    found = TermRecords.of(entries)

    assert (found.repeated, found["bolt"]) == (["bolt"], TermRecord("Bolzen"))


def test_differences_are_in_the_order_of_the_sources() -> None:
    before, after = records(c="1", b="1", a="1"), records(z="1", y="1", b="2")

    assert compare_records(before, after) == RecordDifference(("y", "z"), ("b",), ("a", "c"))
    assert compare_records(before, before).count == 0


def test_an_entry_that_only_others_have_is_no_conflict_without_a_base() -> None:
    merge = merge_records(TermRecords(), records(bolt="Schraube"), records(bolt="Schraube", nut="Mutter"))

    assert (merge.incoming, merge.conflicts) == ({"nut": TermRecord("Mutter")}, ())


def test_details_follow_a_change_of_rows_before_them() -> None:
    entries = made(("bolt", "Schraube", EntryDetail()), ("nut", "Mutter", EntryDetail(note="n")))
    entries.apply(InsertRows.at(entries, 0, [("anchor", "Dübel")]))

    entries.apply(change_into(entries, {"nut": TermRecord("Mutter", EntryDetail(note="m"))}))

    assert [entries.detail(row).note for row in range(3)] == ["", "", "m"]


@given(st.lists(st.text(max_size=3), unique=True))
def test_phrases_are_sorted_by_code_points(phrases: list[str]) -> None:
    assert list(sort_phrases(phrases)) == sorted(phrases)
