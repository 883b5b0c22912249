"""Equal queries are equal values, however they were built."""

from __future__ import annotations

from support.view_queries import containing
from termdesk.application.glossaries.view.conditions import (
    Condition,
)
from termdesk.application.glossaries.view.facets import Facet
from termdesk.application.glossaries.view.view_query import RowMark, ViewQuery


def test_a_query_is_one_value_however_it_came_about() -> None:
    one = containing("a").with_condition(Condition("b", 1)).with_values(Facet.NOTE, frozenset({"with_note"}))
    other = ViewQuery().with_values(Facet.NOTE, frozenset({"with_note"})).with_condition(Condition("b", 1))

    assert other.with_condition(Condition("a")) == one
    assert one.with_condition(Condition("", 1)).with_values(Facet.NOTE, frozenset()) == containing("a")
    assert one.with_order(1, descending=True).without_filters() == ViewQuery(sort_column=1, descending=True)


def test_marks_and_languages_are_part_of_the_value_and_go_with_the_filters() -> None:
    query = ViewQuery(sort_column=2).with_mark(RowMark.CHANGED, True).in_languages(frozenset({1}))

    assert query.is_filtered
    assert query.with_mark(RowMark.CHANGED, False) == ViewQuery(sort_column=2, languages=frozenset({1}))
    assert (query.find_chosen_languages(3), ViewQuery().find_chosen_languages(3)) == ([1], [0, 1, 2])
    assert query.without_filters() == ViewQuery(sort_column=2)
