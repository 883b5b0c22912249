"""Entries that are not open are filtered, sorted and counted like those of the grid."""

from __future__ import annotations

from termdesk.application.glossaries.view.conditions import Condition
from termdesk.application.glossaries.view.entries_view import view_entries
from termdesk.application.glossaries.view.facets import Facet
from termdesk.application.glossaries.view.view_query import RowMark, ViewQuery
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_detail import FORBIDDEN, EntryDetail
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress

PAIR = LanguagePair("en", "de")


def made() -> Entries:
    entries = Entries.of([("tree", "Baum"), ("House", "Haus"), ("sea ", "Meer")])
    entries.set_detail(1, EntryDetail(FORBIDDEN))
    return entries


def rows(query: ViewQuery) -> list[int]:
    return list(view_entries(NoProgress(), made(), PAIR, query)[0])


def test_rows_are_filtered_and_sorted() -> None:
    assert rows(ViewQuery()) == [0, 1, 2]
    assert rows(ViewQuery().with_condition(Condition("house"))) == [1]
    assert rows(ViewQuery().with_condition(Condition("e", TARGET))) == [2]
    assert rows(ViewQuery().with_mark(RowMark.VIOLATION, is_on=True)) == [2]
    assert rows(ViewQuery().with_values(Facet.STATUS, frozenset({FORBIDDEN}))) == [1]
    assert rows(ViewQuery().with_order(SOURCE)) == [1, 2, 0]
    assert rows(ViewQuery().with_order(SOURCE, descending=True)) == [0, 2, 1]


def test_values_of_facets_are_counted() -> None:
    _, counts = view_entries(NoProgress(), made(), PAIR, ViewQuery(), [Facet.STATUS, Facet.VIOLATION])

    assert counts[Facet.STATUS][FORBIDDEN] == 1
    assert counts[Facet.VIOLATION]["outer_space"] == 1
