"""Empty elements between two spaces: in a translation they go between its two spaces again, not beside them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from termdesk.service.engines.projection.span_tree import ROOT, Range, SpanTree


def settle_between_blanks(source: str, target: str, tree: SpanTree, found: Sequence[Range]) -> list[Range]:
    """Return the target ranges of all spans. An atom between two spaces in the source goes between two spaces again.

    Without its element, "a_<b/>_c" is "a__c". If a translation keeps both spaces, the atom must go between them, or
    readers see a double space.
    """
    settled = list(found)
    siblings: dict[int, list[Range]] = {}
    for index, (start, end) in enumerate(tree.ranges):
        parent = tree.parents[index]
        if start < end or tree.is_in_protected(index):
            continue
        first, last = _blanks_around(source, start, tree.range_of(parent))
        if not first < start < last:
            continue
        within = (0, len(target)) if parent == ROOT else settled[parent]
        position = settled[index][0]
        first_blank, end_of_blanks = _blanks_around(target, position, within)
        if end_of_blanks - first_blank < 2:
            continue
        moved = min(first_blank + start - first, end_of_blanks - 1)
        if parent not in siblings:
            siblings[parent] = sorted(found[child] for child in tree.children(parent) if _has_words(found[child]))
        if not _is_inside_one(siblings[parent], moved):
            settled[index] = (moved, moved)
    return settled


def _blanks_around(text: str, position: int, within: Range) -> Range:
    """Return the run of spaces that a position is in or beside, within a range."""
    first = last = position
    while first > within[0] and text[first - 1].isspace():
        first -= 1
    while last < within[1] and text[last].isspace():
        last += 1
    return first, last


def _has_words(position: Range) -> bool:
    return position[0] < position[1]


def _is_inside_one(ranges: Sequence[Range], position: int) -> bool:
    """Whether a position is inside one of these ranges, which are disjoint and sorted."""
    before = bisect_left(ranges, (position, position)) - 1
    return before >= 0 and ranges[before][0] < position < ranges[before][1]
