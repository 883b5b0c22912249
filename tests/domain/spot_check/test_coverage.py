"""The fewest sentences for the most terms."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from termdesk.domain.spot_check.coverage import Candidate, cover

PUMP, VALVE, WELL, TAP = "pump", "valve", "well", "tap"


def test_sentences_with_many_terms_come_first_and_the_shorter_of_equal_ones() -> None:
    candidates = [
        Candidate("A pump.", {PUMP}),
        Candidate("A pump and a valve, in many words.", {PUMP, VALVE}),
        Candidate("A pump and a valve.", {PUMP, VALVE}),
        Candidate("A well.", {WELL}),
        Candidate("Nothing.", set()),
    ]

    found = cover(candidates, budget=1_000)

    assert found.chosen == (2, 3)
    assert found.terms == {PUMP, VALVE, WELL}
    assert found.characters == len("A pump and a valve.A well.")


def test_what_exceeds_the_budget_is_passed_over() -> None:
    candidates = [Candidate("A pump and a valve.", {PUMP, VALVE}), Candidate("A pump.", {PUMP})]

    assert cover(candidates, budget=10).chosen == (1,)
    assert cover(candidates, budget=0).chosen == ()


def test_a_sentence_that_later_ones_made_needless_is_left_out() -> None:
    candidates = [
        Candidate("a", {PUMP, VALVE, WELL, TAP}),
        Candidate("bb", {PUMP, VALVE, "1", "2", "3"}),
        Candidate("cc", {WELL, TAP, "4", "5"}),
    ]

    # The greedy choice takes the second sentence first, then "cc", and does not need "a".
    assert cover(candidates, budget=100).chosen == (1, 2)


@given(
    st.lists(st.tuples(st.text("ab", min_size=1, max_size=9), st.sets(st.integers(0, 9), max_size=5)), max_size=12),
    st.integers(0, 40),
)
def test_no_choice_exceeds_the_budget_and_no_sentence_is_needless(
    rows: list[tuple[str, set[int]]], budget: int
) -> None:
    candidates = [Candidate(text, terms) for text, terms in rows]

    found = cover(candidates, budget=budget)

    assert found.characters == sum(len(candidates[position].text) for position in found.chosen) <= budget
    sets = [set(candidates[position].terms) for position in found.chosen]
    assert set().union(*sets) == found.terms
    for position, own in enumerate(sets):
        others = set().union(*(each for number, each in enumerate(sets) if number != position))
        assert own - others
