"""The reverse dictionary: nothing invented, nothing lost without being counted."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from termdesk.domain.entries import Entries
from termdesk.domain.reversing import Clash, reverse

PHRASES = st.sampled_from(["", "a", "b", "c", "d"])


def test_targets_become_sources_and_clashes_are_named_in_file_order() -> None:
    reversal = reverse(Entries.of([("flat", "Wohnung"), ("house", "Haus"), ("apartment", "Wohnung"), ("x", "")]))

    assert reversal.clashes == [Clash("Wohnung", ("flat", "apartment"))]
    assert reversal.incomplete_rows == 1
    assert list(reversal.entries({})) == [("Wohnung", "flat"), ("Haus", "house")]
    assert list(reversal.entries({"Wohnung": "apartment"})) == [("Wohnung", "apartment"), ("Haus", "house")]


def test_the_same_pair_twice_is_no_clash() -> None:
    assert reverse(Entries.of([("a", "b"), ("a", "b")])).clashes == []


@given(st.lists(st.tuples(PHRASES, PHRASES), max_size=12))
def test_every_complete_pair_is_a_candidate_and_no_other(pairs: list[tuple[str, str]]) -> None:
    reversal = reverse(Entries.of(pairs))

    found = {(source, phrase) for phrase, candidates in reversal.candidates.items() for source in candidates}
    assert found == {pair for pair in pairs if all(pair)}
    assert reversal.incomplete_rows == sum(not all(pair) for pair in pairs)
