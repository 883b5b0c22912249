"""The reverse dictionary adds no entries, and counts all that are lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from support.detailed import detailed, details_of
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import FORBIDDEN, PREFERRED, EntryDetail
from termdesk.domain.merging.reversal import Clash, reverse

PHRASES = st.sampled_from(["", "a", "b", "c", "d"])


def test_targets_become_sources_and_clashes_are_named_in_file_order() -> None:
    reversal = reverse(Entries.of([("flat", "Wohnung"), ("house", "Haus"), ("apartment", "Wohnung"), ("x", "")]))

    assert reversal.clashes == [Clash("Wohnung", ("flat", "apartment"))]
    assert reversal.incomplete_rows == 1
    assert list(reversal.entries({})) == [("Wohnung", "flat"), ("Haus", "house")]
    assert list(reversal.entries({"Wohnung": "apartment"})) == [("Wohnung", "apartment"), ("Haus", "house")]


def test_the_same_pair_twice_is_no_clash() -> None:
    assert reverse(Entries.of([("a", "b"), ("a", "b")])).clashes == []


def test_what_is_forbidden_has_no_reverse_and_notes_go_along() -> None:
    noted = EntryDetail(PREFERRED, note="seen in law", domain="housing")
    pairs = [("flat", "Wohnung"), ("flat", "Bude"), ("house", "Haus")]
    reversal = reverse(detailed(pairs, [noted, EntryDetail(FORBIDDEN, note="slang"), EntryDetail()]))

    made = reversal.entries({})
    assert list(made) == [("Wohnung", "flat"), ("Haus", "house")]
    assert details_of(made) == [EntryDetail(note="seen in law", domain="housing"), EntryDetail()]
    assert reversal.forbidden_rows == 1


@given(st.lists(st.tuples(PHRASES, PHRASES), max_size=12))
def test_every_complete_pair_is_a_candidate_and_no_other(pairs: list[tuple[str, str]]) -> None:
    reversal = reverse(Entries.of(pairs))

    found = {(source, phrase) for phrase, candidates in reversal.candidates.items() for source in candidates}
    assert found == {pair for pair in pairs if all(pair)}
    assert reversal.incomplete_rows == sum(not all(pair) for pair in pairs)
