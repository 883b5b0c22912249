"""Empty elements between two blanks: in a translation they stand between its blanks again, not beside both."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from termdesk.service.engines.projection.span_tree import ROOT, Range, SpanTree


def settle_between_blanks(source: str, target: str, tree: SpanTree, found: Sequence[Range]) -> list[Range]:
    """The ranges of all spans, with atoms moved into the blanks beside them as they stood in those of the source.

    Of "a_<b/>_c" a text without elements is "a__c". Where a translation keeps both blanks, the atom belongs between
    them, or readers see two blanks side by side.
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
        place = settled[index][0]
        first_blank, end_of_blanks = _blanks_around(target, place, within)
        if end_of_blanks - first_blank < 2:
            continue
        moved = min(first_blank + start - first, end_of_blanks - 1)
        if parent not in siblings:
            siblings[parent] = sorted(found[child] for child in tree.children(parent) if _has_words(found[child]))
        if not _is_inside_one(siblings[parent], moved):
            settled[index] = (moved, moved)
    return settled


def _blanks_around(text: str, place: int, within: Range) -> Range:
    """The run of blanks that a place is in or beside, as far as it is in a range."""
    first = last = place
    while first > within[0] and text[first - 1].isspace():
        first -= 1
    while last < within[1] and text[last].isspace():
        last += 1
    return first, last


def _has_words(place: Range) -> bool:
    return place[0] < place[1]


def _is_inside_one(ranges: Sequence[Range], place: int) -> bool:
    """Whether a place is inside one of these ranges, which are disjoint and in order."""
    before = bisect_left(ranges, (place, place)) - 1
    return before >= 0 and ranges[before][0] < place < ranges[before][1]
