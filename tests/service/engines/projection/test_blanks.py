"""An empty element between spaces is again between spaces, wherever the words went."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.service.engines.projection.blanks import settle_between_blanks
from termdesk.service.engines.projection.span_tree import Range, SpanTree


def settled(
    source: str, target: str, spans: dict[Range, Range], *, inside: tuple[int | None, ...] = (), protected: int = -1
) -> list[Range]:
    ranges = list(spans)
    nesting = inside or (None,) * len(ranges)
    tree = SpanTree(len(source), ranges, nesting, [index == protected for index in range(len(ranges))])
    return settle_between_blanks(source, target, tree, list(spans.values()))


@pytest.mark.parametrize("found", [2, 3, 4])
def test_an_atom_beside_two_blanks_goes_between_them(found: int) -> None:
    assert settled("the  house", "la  casa", {(4, 4): (found, found)}) == [(3, 3)]


def test_several_atoms_share_the_blanks_in_their_order() -> None:
    assert settled("is   big", "es   grande", {(3, 3): (2, 2), (4, 4): (5, 5)}) == [(3, 3), (4, 4)]


@pytest.mark.parametrize(
    ("source", "at", "target", "found"),
    [
        ("the house", 4, "la  casa", 4),  # it touched a word in the source
        ("the  house", 4, "la casa", 3),  # the engine kept one space
        ("the  house", 4, "la  casa", 6),  # it is placed within a word
    ],
)
def test_elsewhere_an_atom_stays(source: str, at: int, target: str, found: int) -> None:
    assert settled(source, target, {(at, at): (found, found)}) == [(found, found)]


def test_blanks_outside_the_element_around_it_are_none_of_its() -> None:
    spans = {(0, 9): (0, 2), (4, 4): (2, 2)}

    assert settled("the  house", "la  casa", spans, inside=(None, 0)) == [(0, 2), (2, 2)]


def test_no_other_element_is_broken_up() -> None:
    # The element around the word contains both spaces.
    spans = {(0, 3): (0, 4), (4, 4): (4, 4)}

    assert settled("the  house", "la  casa", spans) == [(0, 4), (4, 4)]


def test_what_is_protected_stays_letter_by_letter() -> None:
    spans = {(0, 4): (0, 4), (2, 2): (1, 1)}

    assert settled("a  b", "a  b", spans, inside=(None, 0), protected=0) == [(0, 4), (1, 1)]


texts = st.text("ab ", min_size=1, max_size=12)


@given(source=texts, target=texts, data=st.data())
def test_atoms_stay_in_the_text_and_next_to_the_blanks_where_they_were(
    source: str, target: str, data: st.DataObject
) -> None:
    at = sorted(data.draw(st.lists(st.integers(0, len(source)), max_size=3)))
    found = [data.draw(st.integers(0, len(target))) for _ in at]
    tree = SpanTree(len(source), [(position, position) for position in at], [-1] * len(at), [False] * len(at))

    moved = settle_between_blanks(source, target, tree, [(position, position) for position in found])

    for position, (start, end) in zip(found, moved, strict=True):
        assert start == end
        between = target[min(position, start) : max(position, start)]
        assert not between.strip(), "no word is passed"
