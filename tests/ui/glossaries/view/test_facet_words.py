"""Facets, their values and conditions have names in the window."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.application.glossaries.view.conditions import Condition, Match
from termdesk.application.glossaries.view.facets import NOTHING, Facet
from termdesk.domain.entries.entry_detail import STATUSES
from termdesk.ui.glossaries.view.facet_words import condition_words, facet_title, value_order, value_title

values = st.sampled_from(["empty", "near_limit", "one", "ARABIC", "preferred", "law", "zoo", "", NOTHING])


def test_each_facet_has_a_title_of_its_own() -> None:
    assert len({facet_title(facet) for facet in Facet}) == len(Facet)


@pytest.mark.parametrize("facet", list(Facet))
def test_rows_without_a_value_have_words(facet: Facet) -> None:
    # The value itself contains an invisible character.
    title = value_title(facet, NOTHING)

    assert title
    assert title.isprintable()


def test_a_domain_is_shown_as_it_was_typed_and_a_script_by_its_name() -> None:
    assert value_title(Facet.DOMAIN, "IT law") == "IT law"
    assert value_title(Facet.SOURCE_SCRIPT, "ARABIC") == "Arabic"


def test_every_status_has_words() -> None:
    assert {value_title(Facet.STATUS, status or NOTHING) for status in STATUSES} == {
        "No status",
        "Preferred",
        "Admitted",
        "Forbidden",
    }


@given(st.lists(values, unique=True), st.sampled_from(Facet))
def test_rows_without_a_value_come_last(found: list[str], facet: Facet) -> None:
    ordered = sorted(found, key=lambda value: value_order(facet, value))

    assert NOTHING not in ordered[:-1]


def test_lengths_stand_by_length_and_domains_by_name() -> None:
    lengths = ["over_limit", "to_80", NOTHING, "empty", "to_10"]
    domains = ["law", NOTHING, "art"]

    assert sorted(lengths, key=lambda value: value_order(Facet.SOURCE_LENGTH, value)) == [
        *("empty", "to_10", "to_80", "over_limit", NOTHING)
    ]
    assert sorted(domains, key=lambda value: value_order(Facet.DOMAIN, value)) == ["art", "law", NOTHING]


@pytest.mark.parametrize("match", list(Match))
def test_a_negated_condition_has_other_words(match: Match) -> None:
    plain, negated = (condition_words(Condition("x", 0, match, is_negated=is_on), "Source") for is_on in (False, True))

    assert plain.startswith("Source ")
    assert negated.startswith("Source ")
    assert "not" in negated
    assert "not" not in plain


def test_a_text_of_the_other_direction_does_not_reorder_the_words() -> None:
    words = condition_words(Condition("شجرة", 1), "Target")

    assert "\u2068شجرة\u2069" in words
