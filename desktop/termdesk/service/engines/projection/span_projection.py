"""Projects the spans of a text to its translation, level by level.

Some spans are certain: protected text is equal in both texts, and a span over all words of its parent covers all words
again. The others are translated separately and searched, first exactly, then by similarity. Spans that are not found
get a proportional place in the remaining space. Spans never overlap, and they end at word borders.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from itertools import chain

from termdesk.service.engines.projection.blanks import settle_between_blanks
from termdesk.service.engines.projection.both_texts import BothTexts, NotProjected
from termdesk.service.engines.projection.free_space import FreeSpace
from termdesk.service.engines.projection.level import Level
from termdesk.service.engines.projection.occurrences import find_same_rank, outwards
from termdesk.service.engines.projection.part_translations import PartTranslation
from termdesk.service.engines.projection.span_tree import ROOT, Range, SpanTree


def project(source: str, target: str, tree: SpanTree, alone: Mapping[int, PartTranslation]) -> list[Range]:
    """Return the target range of each span, by index. `alone` has separately translated parts. Raises NotProjected."""
    if source == target:
        return list(tree.ranges)
    both = BothTexts(source, target, tree, alone)
    _place_protected(both)
    waiting = [ROOT]
    for parent in waiting:
        children = tree.children(parent)
        if any(child not in both.found for child in children):
            Level(both, parent).position()
        waiting += children
    return settle_between_blanks(source, target, tree, [both.found[index] for index in range(len(tree.ranges))])


def _place_protected(both: BothTexts) -> None:
    """Place the protected parts, longest first. They come before all other spans, which go between them."""
    chunks = both.tree.protected_ranges
    free = FreeSpace(0, len(both.target))
    positions: dict[Range, Range] = {}
    for chunk in sorted(chunks, key=lambda each: each[0] - each[1]):
        positions[chunk] = _find_protected_range(both, chunk, free)
        free.take(positions[chunk])
    both.protect_in_target(positions.values())
    for index in both.tree.outer_protected():
        start, end = both.tree.ranges[index]
        if start < end:
            chunk = chunks[bisect_left(chunks, (start + 1, 0)) - 1]
            _shift(both, index, positions[chunk][0] - chunk[0])


def _find_protected_range(both: BothTexts, chunk: Range, free: FreeSpace) -> Range:
    text = both.source[slice(*chunk)]
    starts = both.in_target.exactly(text)
    expected = chunk[0] * len(both.target) // max(1, len(both.source))
    first = find_same_rank(starts, both.in_source.exactly(text), chunk[0])
    for start in chain(first, outwards(starts, expected, most=len(starts))):
        if free.gap_around(start, start + len(text)):
            return start, start + len(text)
    raise NotProjected


def _shift(both: BothTexts, outer: int, distance: int) -> None:
    """Place a protected span with the spans inside it, and record the range that its enclosing spans must include."""
    waiting = [outer]
    for index in waiting:
        start, end = both.tree.ranges[index]
        both.found[index] = (start + distance, end + distance)
        waiting += both.tree.children(index)
    start, end = both.found[outer]
    parent = both.tree.parents[outer]
    while parent != ROOT:
        first, last = both.needed.get(parent, (start, end))
        both.needed[parent] = (min(first, start), max(last, end))
        parent = both.tree.parents[parent]
