"""The list of findings: by row, the most severe kinds first, without ignored ones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.check_workplace import Workplace, said, words
from termdesk.application.glossaries.checks.findings import RowPositions, fold_tokens, in_order
from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.domain.findings.kinds import KINDS

pytestmark = pytest.mark.anyio


async def test_rules_and_advice_are_listed_by_row_the_gravest_kinds_first(position: Workplace) -> None:
    dictionary = await position.open(
        "Mixed", [("e-mail", "E-Mail"), ("email", "email"), (" ", "b "), ("cat", "Katze"), ("cat", "K\u0430tze")]
    )

    listing = await position.checks(dictionary).listing()

    assert said(listing) == [
        (0, SOURCE, "near_duplicate"),
        (1, SOURCE, "near_duplicate"),
        (1, TARGET, "same_as_source"),
        (2, SOURCE, "empty"),
        (2, TARGET, "outer_space"),
        (3, SOURCE, "duplicate"),
        (4, SOURCE, "duplicate"),
        (4, TARGET, "mixed_scripts"),
    ]
    assert list(listing.open.counts) == sorted(listing.open.counts, key=list(KINDS).index)
    assert words(listing, "near_duplicate")[0] == "Like “email” in row 2 (hyphens, spaces or quotes)."
    assert words(listing, "mixed_scripts") == ["“Kаtze” mixes letters of these scripts: Latin, Cyrillic."]
    assert words(listing, "duplicate") == ["“cat” is the source phrase of rows 4, 5."] * 2


async def test_what_is_ignored_counts_no_more_until_the_phrase_changes_or_it_is_taken_back(position: Workplace) -> None:
    dictionary = await position.open("Ignored", [("Polish", "Polish"), ("Rust", "Rust")])
    checks = position.checks(dictionary)
    listing = await checks.listing()

    await checks.ignore(listing, [listing.finding(listing.open.all[0])], "A name.")
    checks.close()
    again = position.checks(dictionary)
    listing = await again.listing()

    assert said(listing) == [(1, TARGET, "same_as_source")]
    assert said(listing, is_ignored=True) == [(0, TARGET, "same_as_source")]
    assert [each.note for each in await again.read_ignored_findings()] == ["A name."]
    await again.take_back(listing, [listing.finding(listing.ignored.all[0])])
    assert len(await again.listing()) == 2


async def test_problems_cannot_be_ignored_away(position: Workplace) -> None:
    dictionary = await position.open("Problem", [("", "b")])
    checks = position.checks(dictionary)
    listing = await checks.listing()

    await checks.ignore(listing, [listing.finding(listing.open.all[0])], "")

    assert said(await checks.listing()) == [(0, SOURCE, "empty")]


@given(st.lists(st.integers(0, 100_000 * 8 - 1), max_size=60))
def test_packed_findings_are_sorted_as_a_whole(packed: list[int]) -> None:
    assert in_order(packed, row_count=100_000, numbers_a_row=8) == sorted(packed)


def test_rows_are_found_by_their_ids_where_there_are_any() -> None:
    # A multilingual table has -1 where a dictionary has no entry.
    rows = RowPositions([7, -1, 0, 3])

    assert [rows.of(row_id) for row_id in (7, 0, 3, 1, 99)] == [0, 2, 3, None, None]
    assert list(rows.all_of([3, 7])) == [3, 0]
    assert RowPositions([]).of(0) is None


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [("Tree  house", "tree house", True), ("e-mail", "e - mail", True), ("e-mail", "email", False)],
)
def test_lookups_compare_tokens_without_case_and_blanks(one: str, other: str, is_same: bool) -> None:
    assert (fold_tokens(one) == fold_tokens(other)) is is_same
