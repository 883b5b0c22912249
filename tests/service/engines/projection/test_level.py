"""The spans of one parent are placed: first certain ones, then similar ones, then by proportion."""

from __future__ import annotations

import pytest

from termdesk.service.engines.projection.both_texts import BothTexts, NotProjected
from termdesk.service.engines.projection.level import Level
from termdesk.service.engines.projection.part_translations import PartTranslation
from termdesk.service.engines.projection.span_tree import ROOT, Range, SpanTree


def placed(
    source: str, target: str, *ranges: Range, alone: dict[int, str] | None = None, found: dict[int, Range] | None = None
) -> list[str]:
    """Return the texts of the outermost spans; for an empty span, the text before and after it."""
    tree = SpanTree(len(source), ranges, [-1] * len(ranges), [False] * len(ranges))
    alone_parts = {index: PartTranslation(ranges[index], text) for index, text in (alone or {}).items()}
    both = BothTexts(source, target, tree, alone_parts)
    both.found.update(found or {})
    Level(both, ROOT).position()
    parts = [both.found[index] for index in range(len(ranges))]
    return [target[a:b] if a < b else f"{target[:a]}|{target[a:]}" for a, b in parts]


@pytest.mark.parametrize(
    ("source", "target", "span", "alone", "expected"),
    [
        ("the red house", "das rote Haus", (4, 7), "rote", "rote"),
        ("the red house", "Das ROTE Haus", (4, 7), "rote", "ROTE"),
        ("the contracts end", "die Verträge enden", (4, 13), "Verträgen", "Verträge"),
        ("H2O is wet", "wet is H2O", (1, 2), None, "2"),
        ("one two three", "eins zwei drei", (4, 7), None, "zwei"),
    ],
    ids=["as it is", "in another case", "in another form", "inside a word", "in proportion"],
)
def test_a_span_finds_its_place(source: str, target: str, span: Range, alone: str | None, expected: str) -> None:
    assert placed(source, target, span, alone={0: alone} if alone else {}) == [expected]


def test_the_second_of_two_equal_words_stays_the_second() -> None:
    source, target = "red and red", "rot und rot"

    assert placed(source, target, (8, 11), alone={0: "rot"}) == ["rot"]
    tree = SpanTree(11, [(8, 11)], [-1], [False])
    both = BothTexts(source, target, tree, {0: PartTranslation((8, 11), "rot")})
    Level(both, ROOT).position()
    assert both.found == {0: (8, 11)}


def test_marks_at_the_ends_of_a_span_are_in_it_again() -> None:
    assert placed("say “yes” now", "sag „ja“ jetzt", (4, 9), alone={0: "ja"}) == ["„ja“"]


def test_spans_over_all_words_are_over_all_words_again() -> None:
    found = placed("red house", "das kleine rote Haus", (0, 4), (4, 9), alone={0: "rote ", 1: "Haus"})

    assert "".join(found).replace(" ", "") == "daskleineroteHaus"


def test_two_spans_never_share_a_word() -> None:
    first, second = placed("one two three four", "alpha beta", (0, 3), (4, 7))

    assert first != second


@pytest.mark.parametrize(
    ("position", "expected"),
    [(0, "|eins zwei drei"), (13, "eins zwei drei|"), (7, "eins zwei| drei")],
)
def test_atoms_keep_to_the_ends_and_to_their_words(position: int, expected: str) -> None:
    tree = SpanTree(13, [(position, position)], [-1], [False])
    both = BothTexts("one two three", "eins zwei drei", tree, {0: PartTranslation((4, 7), "zwei")})

    Level(both, ROOT).position()

    start = both.found[0][0]
    assert f"{both.target[:start]}|{both.target[start:]}" == expected


def test_an_atom_beside_a_span_stays_beside_it() -> None:
    found = placed("one two three", "drei zwei eins", (4, 7), (7, 7), alone={0: "zwei"})

    assert found == ["zwei", "drei zwei| eins"]


def test_known_places_that_overlap_are_no_places() -> None:
    with pytest.raises(NotProjected):
        placed("one two", "eins zwei", (0, 3), (4, 7), found={0: (0, 6), 1: (5, 9)})
