"""Parts of a source text that are translated separately, to find them in the translation of the whole."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from termdesk.service.engines.projection.borders import Borders, core, is_of_word
from termdesk.service.engines.projection.occurrences import find_all, lower_text
from termdesk.service.engines.projection.span_tree import Range, SpanTree

# The maximum number of punctuation marks between a word and an atom that belongs to it.
MOST_MARKS = 40


@dataclass(frozen=True, slots=True)
class PartTranslation:
    """A part of the source and its separate translation."""

    source: Range
    text: str


def parts_to_translate(source: str, tree: SpanTree, terms: Sequence[str]) -> Iterator[tuple[int, Range]]:
    """Yield the index of each span that must be searched, and the part of the source to translate for that.

    The separate translation of that part shows where the span is in the whole translation. For an atom the part is the
    word beside it. `terms` are phrases that were translated as units: a part that cuts one is extended to contain it.
    """
    borders = Borders(source, tree.protected_ranges)
    wholes = _term_ranges(source, borders, terms)
    for index, (start, end) in enumerate(tree.ranges):
        parent = tree.parents[index]
        if tree.is_in_protected(index):
            continue
        if start == end:
            first, last = tree.range_of(parent)
            if first < start < last and (word := _word_beside(source, borders, start)):
                yield index, _whole(word, wholes)
            continue
        found = core(source, start, end)
        if found[0] < found[1] and found != core(source, *tree.range_of(parent)):
            yield index, _whole(found, wholes)


def _word_beside(source: str, borders: Borders, position: int) -> Range | None:
    """Return the word that an atom belongs to: the one before it, even across punctuation, else the one after it."""
    before = position
    while (
        before > max(0, position - MOST_MARKS)
        and not is_of_word(source[before - 1])
        and not source[before - 1].isspace()
    ):
        before -= 1
    return borders.word_before(before) or borders.word_after(position)


def _term_ranges(source: str, borders: Borders, terms: Sequence[str]) -> list[Range]:
    """Return the ranges of the phrases in the source, sorted; an inflected form is extended to the end of its word."""
    lower = lower_text(source)
    ranges = [
        (position, borders.at_or_after(position + len(term)))
        for term in terms
        for position in find_all(lower, term.lower())
        if borders.is_border(position)
    ]
    return sorted(ranges)


def _whole(part: Range, wholes: Sequence[Range]) -> Range:
    """Return the part, extended so that it contains each phrase that it cuts."""
    start, end = part
    index = max(0, bisect_left(wholes, (start, 0)) - 1)
    for first, last in islice(wholes, index, None):
        if first >= part[1]:
            break
        if first < part[1] and last > part[0]:
            start, end = min(start, first), max(end, last)
    return start, end
