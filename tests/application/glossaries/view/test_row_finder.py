"""A query finds and counts rows in any table that implements conditions, marks and facets."""

from __future__ import annotations

from collections.abc import Sequence

from support.view_queries import containing
from termdesk.application.glossaries.view.conditions import Condition
from termdesk.application.glossaries.view.facets import NOTHING, Facet, FacetRows, Marks
from termdesk.application.glossaries.view.row_finder import count_values, find_rows
from termdesk.application.glossaries.view.view_query import RowMark, ViewQuery
from termdesk.domain.progress import NoProgress, Progress

WORDS = ["cherry", "apple", "banana", "apricot", "avocado"]
VIOLATIONS, CHANGED = [1, 2, 4], [0, 2, 4]
NOTES = {"with_note": [1, 3, 4]}


class Words:
    """Rows of one word each."""

    total = len(WORDS)

    def find_matching_rows(
        self, condition: Condition, among: Sequence[int] | None, progress: Progress
    ) -> Sequence[int]:
        rows = range(self.total) if among is None else among
        return [row for row in rows if condition.needle in WORDS[row]]

    def find_marked_rows(self, mark: RowMark) -> Sequence[int]:
        return VIOLATIONS if mark is RowMark.VIOLATION else CHANGED

    def by_facet(self, facet: Facet, progress: Progress) -> FacetRows:
        return Marks(NOTES if facet is Facet.NOTE else {"law": [0, 1]}, self.total)

    def sort_keys(self, column: int) -> Sequence[str]:
        return WORDS


def found(query: ViewQuery) -> list[int]:
    return list(find_rows(NoProgress(), query, Words()))


def test_all_parts_of_a_query_hold_together() -> None:
    query = containing("a").with_values(Facet.NOTE, frozenset({"with_note"})).with_mark(RowMark.VIOLATION, True)

    assert found(ViewQuery()) == [0, 1, 2, 3, 4]
    assert found(containing("a")) == [1, 2, 3, 4]
    assert found(query) == [1, 4]
    assert found(query.with_mark(RowMark.CHANGED, True)) == [4]
    assert found(query.with_values(Facet.NOTE, frozenset({NOTHING}))) == [2]


def test_rows_are_sorted_after_they_are_found() -> None:
    assert found(ViewQuery(sort_column=0)) == [1, 3, 4, 2, 0]
    assert found(containing("an").with_order(0, descending=True)) == [2]
    assert found(ViewQuery(only=frozenset({RowMark.CHANGED})).with_order(0, descending=True)) == [0, 2, 4]


def test_a_value_counts_what_it_would_show_beside_the_choices_in_other_facets() -> None:
    query = containing("a").with_values(Facet.NOTE, frozenset({"with_note"}))

    counts = count_values(NoProgress(), query, Words(), [Facet.DOMAIN])

    assert counts[Facet.DOMAIN] == {"law": 1, NOTHING: 2}
    assert counts[Facet.NOTE] == {"with_note": 3, NOTHING: 1}
