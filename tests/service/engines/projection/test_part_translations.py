"""Which parts of a text are also translated separately, so that their marks can be found again."""

from __future__ import annotations

import pytest

from termdesk.service.engines.projection.part_translations import parts_to_translate
from termdesk.service.engines.projection.span_tree import Range, SpanTree


def parts(source: str, *ranges: Range, terms: tuple[str, ...] = (), protected: tuple[int, ...] = ()) -> dict[int, str]:
    """Return the text that is searched for each span."""
    inside: list[int | None] = [None] * len(ranges)
    tree = SpanTree(len(source), ranges, inside, [index in protected for index in range(len(ranges))])
    return {index: source[slice(*part)] for index, part in parts_to_translate(source, tree, terms)}


def test_a_span_is_looked_for_by_its_words_without_the_marks_around_them() -> None:
    assert parts("see “the red house”, please", (4, 19)) == {0: "the red house"}


@pytest.mark.parametrize("span", [(0, 11), (1, 10), (4, 4)], ids=["everything", "all words", "an empty place"])
def test_what_needs_no_search_is_not_looked_for(span: Range) -> None:
    text = "(the house)" if span != (4, 4) else "12. "

    assert parts(text, span) == {}


def test_what_is_protected_is_found_by_itself() -> None:
    assert parts("take {x} now", (5, 8), (5, 6), protected=(0,)) == {}


@pytest.mark.parametrize(
    ("source", "position", "word"),
    [
        ("one two three", 7, "two"),
        ("one two, three", 8, "two"),
        ("one two three", 4, "two"),
        ("one 家は two", 5, "家"),
    ],
)
def test_an_atom_is_looked_for_by_the_word_it_stands_at(source: str, position: int, word: str) -> None:
    assert parts(source, (position, position)) == {0: word}


@pytest.mark.parametrize("position", [0, 13])
def test_an_atom_at_an_end_stays_there(position: int) -> None:
    assert parts("one two three", (position, position)) == {}


def test_a_phrase_that_was_placed_as_a_whole_is_looked_for_as_one() -> None:
    source = "the circuit breaker is open"

    assert parts(source, (4, 11)) == {0: "circuit"}
    assert parts(source, (4, 11), terms=("circuit breaker",)) == {0: "circuit breaker"}
    assert parts("the Circuit Breakers are open", (12, 20), terms=("circuit breaker",)) == {0: "Circuit Breakers"}
