"""A preferred row and admitted ones with one source are synonyms; any other combination is a duplicate."""

from __future__ import annotations

import pytest

from support.detailed import detailed
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.entries.violation_index import ViolationIndex


@pytest.mark.parametrize(
    ("statuses", "kept", "violations"),
    [
        (("preferred", "admitted"), {1}, 0),
        (("admitted", "preferred", "admitted"), {0, 2}, 0),
        (("preferred", "admitted", "forbidden"), {1, 2}, 0),
        (("preferred", ""), set(), 2),
        (("admitted", "admitted"), set(), 2),
        (("preferred", "preferred", "admitted"), set(), 3),
        (("preferred", "admitted", ""), set(), 3),
        (("admitted", "forbidden"), {1}, 0),
    ],
)
def test_only_rows_admitted_beside_one_preferred_row_are_kept_here(
    statuses: tuple[str, ...], kept: set[int], violations: int
) -> None:
    pairs = [("car", f"Wort {number}") for number in range(len(statuses))]
    entries = detailed(pairs, [EntryDetail(status) for status in statuses])
    index = ViolationIndex(entries, {})

    assert entries.find_unpublished_ids() == index.excluded == kept
    assert index.count == violations
    assert list(entries.copy_published_part()) == [pair for row, pair in enumerate(pairs) if row not in kept]


def test_rows_of_other_phrases_are_no_synonyms() -> None:
    details = [EntryDetail("preferred"), EntryDetail("admitted")]
    entries = detailed([("car", "Auto"), ("Car", "Wagen")], details)

    assert not entries.synonym_ids()
