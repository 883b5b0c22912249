"""Clusters of similar entries, the kind of their similarity, and the single change that resolves them."""

from __future__ import annotations

import pytest

from termdesk.application.glossaries.checks.similar_entries import (
    Likeness,
    Similar,
    SimilarAction,
    find_similar,
    settle_similar,
)
from termdesk.application.glossaries.library.library import Library
from termdesk.domain.entries.changes import RemoveRows, SetCells, SetDetails
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_detail import FORBIDDEN, EntryDetail
from termdesk.domain.language.language import LanguagePair

pytestmark = pytest.mark.anyio

PAIRS = [
    ("e-mail", "Mail"),
    ("tree", "Baum"),
    ("E-Mail", "Mail"),
    ("emails", "Mails"),
    ("solar power plant", "Solarwerk"),
    ("plant, solar power", "Werk"),
    ("terminology", "Begriffe"),
    ("terminolgy", "Begriffe"),
    ("", ""),
]


async def similar(
    library: Library, likeness: Likeness, column: int = SOURCE, *, forbidden: tuple[int, ...] = ()
) -> Similar:
    dictionary = await library.new("Similar", LanguagePair("en", "de"), Entries.of(PAIRS))
    dictionary.apply(SetDetails(forbidden, [EntryDetail(FORBIDDEN) for _ in forbidden]))
    try:
        return await find_similar(dictionary, column=column, likeness=likeness)
    finally:
        await library.close(dictionary)


@pytest.mark.parametrize(
    ("likeness", "column", "clusters"),
    [
        (Likeness.SPELLING, SOURCE, [[0, 2, 3]]),
        (Likeness.WORD_ORDER, SOURCE, [[0, 2, 3], [4, 5]]),
        (Likeness.NEAREST, SOURCE, [[6, 7]]),
        (Likeness.SAME, SOURCE, []),
        (Likeness.SAME, TARGET, [[0, 2], [6, 7]]),
    ],
)
async def test_entries_are_similar_by_what_the_user_chose(
    library: Library, likeness: Likeness, column: int, clusters: list[list[int]]
) -> None:
    found = await similar(library, likeness, column)

    assert found.clusters == clusters
    assert found.compared == 8
    assert found.phrases[0] == PAIRS[0][column]


async def test_forbidden_entries_and_empty_ones_are_no_candidates(library: Library) -> None:
    found = await similar(library, Likeness.SPELLING, forbidden=(2, 3))

    assert found.clusters == []
    assert found.compared == 6


def test_the_chosen_rows_go_or_are_given_the_phrase_of_the_one_that_stays() -> None:
    sources, targets = [source for source, _ in PAIRS], [target for _, target in PAIRS]
    found = Similar(SOURCE, 0, sources, targets, [[0, 2, 3], [6, 7]], 8)
    kept = {6: [7], 0: [3, 2]}

    assert settle_similar(found, kept, SimilarAction.DELETE) == RemoveRows([2, 3, 7])
    # Row 2 and row 7 have the same target already.
    assert settle_similar(found, kept, SimilarAction.SAME_TARGET) == SetCells(TARGET, [3], ["Mail"])
    assert settle_similar(found, kept, SimilarAction.SAME_PHRASE) == SetCells(
        SOURCE, [2, 3, 7], ["e-mail", "e-mail", "terminology"]
    )


def test_targets_that_are_similar_are_aligned_in_the_column_of_targets() -> None:
    found = Similar(TARGET, 0, ["Mail", "mail"], ["a", "b"], [[0, 1]], 2)

    expected = SetCells(TARGET, [1], ["Mail"])
    assert settle_similar(found, {0: [1]}, SimilarAction.SAME_TARGET) == expected
    assert settle_similar(found, {0: [1]}, SimilarAction.SAME_PHRASE) == expected
