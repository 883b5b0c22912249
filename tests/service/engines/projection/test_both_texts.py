"""What is known about both texts: the borders of protected parts, and the range of the whole text."""

from __future__ import annotations

from termdesk.service.engines.projection.both_texts import BothTexts
from termdesk.service.engines.projection.span_tree import ROOT, SpanTree


def both(source: str, target: str) -> BothTexts:
    return BothTexts(source, target, SpanTree(len(source), [(2, 4)], [None], [True]), {})


def test_a_protected_part_ends_at_borders_wherever_it_stands() -> None:
    texts = both("abcdef", "abcdef")

    assert texts.source_borders.is_border(2)
    assert not texts.target_borders.is_border(2)


def test_the_whole_has_a_range_and_a_span_has_one_once_it_is_found() -> None:
    texts = both("abcdef", "xy")

    assert texts.range_of(ROOT) == (0, 2)
    texts.found[0] = (1, 2)
    assert texts.range_of(0) == (1, 2)
