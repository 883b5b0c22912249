"""Places the spans of one parent in the parent's part of the translation."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import chain

from rapidfuzz import fuzz
from rapidfuzz.distance import Prefix

from termdesk.service.engines.projection.borders import core, is_of_word
from termdesk.service.engines.projection.both_texts import BothTexts, NotProjected
from termdesk.service.engines.projection.free_space import FreeSpace
from termdesk.service.engines.projection.occurrences import find_same_rank, outwards
from termdesk.service.engines.projection.part_translations import PartTranslation
from termdesk.service.engines.projection.span_tree import Range

# The least similarity to the searched text, 0 to 100. If it is lower, the proportional place is the better guess.
LEAST_ALIKE = 70.0
# The same for the whole words around the match, so that a short word does not match inside a long one.
LEAST_ALIKE_AS_WORDS = 60.0
# How many candidates are tried on each side of the expected position, and how far to search for similar words.
TRIED = 40
REACH = 400
# Two words with this many initial letters in common may be forms of one word.
SHORTEST_STEM = 4

_WORD = re.compile(r"\w+")


class Level:
    """Places the spans of one parent in the parent's part of the target."""

    def __init__(self, both: BothTexts, parent: int) -> None:
        self._both = both
        self._source_range, self._target_range = both.tree.range_of(parent), both.range_of(parent)
        self._source_core = core(both.source, *self._source_range)
        self._children = both.tree.in_order(parent)
        self._spans = [child for child in self._children if _has_width(both.tree.ranges[child])]
        self._free = FreeSpace(*self._target_range)
        # Known pairs of (source range, target range), sorted by source.
        self._anchors: list[tuple[Range, Range]] = []

    def position(self) -> None:
        """Find a range in the translation for each span of this level."""
        both = self._both
        for child in self._spans:
            known = both.found.get(child) or both.needed.get(child)
            if known and not self._free.gap_around(*known):
                raise NotProjected
            if known:
                self._free.take(known)
            if child in both.found:
                self._anchor(child)
        waiting = [child for child in self._spans if child not in both.found]
        waiting.sort(key=lambda child: both.tree.ranges[child][0] - both.tree.ranges[child][1])
        for find in (self._whole, self._exact, self._alike, self._proportional):
            waiting = [child for child in waiting if not self._try(child, find(child))]
        self._fill()
        for child in self._children:
            if child not in both.found:
                self._place_atom(child)

    def _anchor(self, child: int) -> None:
        position = bisect_left(self._anchors, (self._both.tree.ranges[child], (0, 0)))
        self._anchors.insert(position, (self._both.tree.ranges[child], self._both.found[child]))

    def _try(self, child: int, positions: Iterator[Range]) -> bool:
        """Place the span at the first of these ranges that is free."""
        needed = self._both.needed.get(child)
        if needed:
            self._free.release(needed)
        for start, end in positions:
            if needed:
                start, end = min(start, needed[0]), max(end, needed[1])
            gap = self._free.gap_around(start, end)
            if gap:
                self._both.found[child] = taken = self._stretch(child, (start, end), gap)
                self._free.take(taken)
                self._anchor(child)
                return True
        if needed:
            self._free.take(needed)
        return False

    # Candidates for a span, best first.

    def _whole(self, child: int) -> Iterator[Range]:
        """If the span contains all words of the parent, yield the range of the parent or of its words."""
        if self._both.tree.ranges[child] == self._source_range:
            yield self._target_range
        elif self._source_core == core(self._both.source, *self._both.tree.ranges[child]) and _has_width(
            self._source_core
        ):
            yield core(self._both.target, *self._target_range)

    def _exact(self, child: int) -> Iterator[Range]:
        start, end = self._both.tree.ranges[child]
        yield from self._inside_word(start, end)
        part = self._both.alone.get(child)
        if part is not None:
            yield from self._occurrences(part, start)
        elif not _has_width(core(self._both.source, start, end)):
            # The span has only punctuation or spaces.
            yield from self._occurrences(PartTranslation((start, end), self._both.source[start:end]), start)

    def _inside_word(self, start: int, end: int) -> Iterator[Range]:
        """For a span inside a word, as in H2O: if the target has the same word, yield the same place in it."""
        borders = self._both.source_borders
        first, last = borders.at_or_before(start), borders.at_or_after(end)
        if (first, last) == (start, end):
            return
        word = self._both.source[first:last]
        starts, others = self._both.in_target.exactly(word), self._both.in_source.exactly(word)
        for position in chain(
            find_same_rank(starts, others, first), outwards(starts, self._interpolate(first), most=TRIED)
        ):
            if self._target_range[0] <= position and position + len(word) <= self._target_range[1]:
                yield position + start - first, position + end - first

    def _occurrences(self, part: PartTranslation, start: int) -> Iterator[Range]:
        text = _core_text(part.text)
        if not text:
            return
        has_words = any(map(is_of_word, text))
        starts = self._both.in_target.of(text, self._both.target_borders if has_words else None)
        others = self._both.in_source.of(self._both.source[slice(*part.source)])
        first = find_same_rank(starts, others, part.source[0])
        for position in chain(first, outwards(starts, self._interpolate(start), most=TRIED)):
            if self._target_range[0] <= position and position + len(text) <= self._target_range[1]:
                yield position, position + len(text)

    def _alike(self, child: int) -> Iterator[Range]:
        part = self._both.alone.get(child)
        if part is not None:
            yield from self._like(part, self._both.tree.ranges[child])

    def _like(self, part: PartTranslation, near: Range) -> Iterator[Range]:
        """Yield the words that are most similar to the part's translation. Search near the place where `near` is
        expected.
        """
        text = _core_text(part.text).lower()
        target, borders = self._both.in_target.folded, self._both.target_borders
        first = max(self._target_range[0], self._interpolate(near[0]) - REACH)
        last = min(self._target_range[1], self._interpolate(near[1]) + REACH)
        if not text or first >= last:
            return
        found = fuzz.partial_ratio_alignment(text, target[first:last], score_cutoff=LEAST_ALIKE)
        if found and found.dest_start < found.dest_end:
            start = borders.at_or_before(first + found.dest_start)
            end = borders.at_or_after(first + found.dest_end)
            start, end = core(target, max(first, start), min(last, end))
            if start < end and fuzz.ratio(text, target[start:end]) >= LEAST_ALIKE_AS_WORDS:
                yield start, end
        for match in _of_same_stem(text, target, first, last):
            if borders.is_border(match.start()) and borders.is_border(match.end()):
                yield match.span()

    def _proportional(self, child: int) -> Iterator[Range]:
        """Yield words near the expected position that are not taken, and last an empty range."""
        needed = self._both.needed.get(child)
        if needed:
            yield needed
        borders = self._both.target_borders
        first, last = (self._interpolate(position) for position in self._both.tree.ranges[child])
        middle = (first + last) // 2
        has_words = _has_width(core(self._both.source, *self._both.tree.ranges[child]))
        for gap in self._free.gaps_from(middle, most=TRIED) if has_words else ():
            start, end = (min(max(borders.nearest(position), gap[0]), gap[1]) for position in (first, last))
            start, end = core(self._both.target, start, end)
            if start == end:
                # The range is empty. Take a single word: the one in the middle, or the first of the gap.
                start, end = borders.at_or_before(middle), borders.at_or_after(middle + 1)
                start, end = core(self._both.target, max(start, gap[0]), max(start, min(end, gap[1])))
            if start >= end:
                start, end = core(self._both.target, *gap)
                end = min(end, borders.at_or_after(start + 1))
            if start < end:
                yield start, end
        position = self._outside_spans(borders.nearest(middle))
        yield position, position

    def _outside_spans(self, position: int) -> int:
        """Return this position, or the nearest one outside all spans."""
        first, last = self._target_range
        position = min(max(position, first), last)
        taken = self._free.find_taken_range(position)
        if taken is None:
            return position
        return taken[0] if position - taken[0] < taken[1] - position else taken[1]

    def _interpolate(self, position: int) -> int:
        """Return the expected target position of a source position, interpolated between the nearest anchors."""
        index = bisect_left(self._anchors, ((position, 0), (0, 0)))
        before = self._anchors[index - 1] if index else None
        after = self._anchors[index] if index < len(self._anchors) else None
        (a, b), (first, last) = self._source_range, self._target_range
        if before and before[0][1] <= position and (after is None or before[1][1] <= after[1][0]):
            a, first = before[0][1], before[1][1]
        if after and (before is None or before[1][1] <= after[1][0]):
            b, last = after[0][0], after[1][0]
        return first + (position - a) * (last - first) // max(1, b - a)

    def _stretch(self, child: int, found: Range, gap: Range) -> Range:
        """Extend the range by punctuation and spaces at its ends if the source span has them there."""
        start, end = self._both.tree.ranges[child]
        if start == end or found[0] == found[1]:
            return found
        first, last = core(self._both.source, start, end)
        if first == last:
            return found
        left = _run(self._both.target[gap[0] : found[0]][::-1][:TRIED], self._both.source[start:first])
        right = _run(self._both.target[found[1] : min(gap[1], found[1] + TRIED)], self._both.source[last:end])
        return found[0] - left, found[1] + right

    def _fill(self) -> None:
        """If the spans cover all words of their parent in the source, extend them so that they do so in the target."""
        both = self._both
        if not self._spans or any(map(is_of_word, self._between())):
            return
        placed = sorted(self._spans, key=lambda child: both.found[child])
        edge = self._target_range[0]
        for number, child in enumerate(placed):
            start, end = both.found[child]
            if number == 0 and not both.tree.is_protected(child) and any(map(is_of_word, both.target[edge:start])):
                start = core(both.target, edge, start)[0]
            limit = both.found[placed[number + 1]][0] if number + 1 < len(placed) else self._target_range[1]
            words = core(both.target, end, limit)
            if _has_width(words) and not both.tree.is_protected(child):
                end = words[1]
            both.found[child] = (start, end)
        self._free = FreeSpace(*self._target_range)
        for child in placed:
            self._free.take(both.found[child])

    def _between(self) -> Iterator[str]:
        """Yield the parent's characters outside its spans."""
        position = self._source_range[0]
        for child in [*self._spans, None]:
            start, end = self._both.tree.ranges[child] if child is not None else (self._source_range[1], 0)
            yield from self._both.source[position:start]
            position = end

    # Atoms.

    def _place_atom(self, child: int) -> None:
        position = self._both.tree.ranges[child][0]
        found = self._beside_span(position)
        if found is None:
            found = self._outside_spans(self._beside_word(child, position))
        self._both.found[child] = (found, found)

    def _beside_span(self, position: int) -> int | None:
        """If the atom is at an end of the parent or of a neighboring span in the source, return the same place in the
        target.
        """
        if position == self._source_range[0]:
            return self._target_range[0]
        if position == self._source_range[1]:
            return self._target_range[1]
        index = bisect_left(self._anchors, ((position, 0), (0, 0)))
        if index and self._anchors[index - 1][0][1] == position:
            return self._both.found[self._spans[index - 1]][1]
        if index < len(self._anchors) and self._anchors[index][0][0] == position:
            return self._both.found[self._spans[index]][0]
        return None

    def _beside_word(self, child: int, position: int) -> int:
        """Return the position in or next to the word that the atom belongs to, or else a proportional one."""
        for start, _ in self._inside_word(position, position):
            return start
        part = self._both.alone.get(child)
        if part is None:
            return self._both.target_borders.nearest(self._interpolate(position))
        for start, end in chain(self._occurrences(part, position), self._like(part, part.source)):
            if part.source[0] >= position:
                return start
            return end + _run(self._both.target[end : end + TRIED], self._both.source[part.source[1] : position])
        return self._both.target_borders.nearest(self._interpolate(position))


def _of_same_stem(text: str, target: str, first: int, last: int) -> list[re.Match[str]]:
    """Return the target words that start like `text` and may be other forms of it, longest common start first."""
    if len(text) < SHORTEST_STEM or not text.isalpha():
        return []
    alike = []
    for match in _WORD.finditer(target, first, last):
        stem = Prefix.similarity(text, match.group())
        if stem >= max(SHORTEST_STEM, len(text) // 2, len(match.group()) // 2):
            alike.append((stem, match))
    return [match for _, match in sorted(alike, key=lambda each: -each[0])]


def _run(text: str, like: str) -> int:
    """Return how many characters at the start of `text` belong to the span that ends there.

    `like` are the characters at the same place of the source. As many belong to the span at most: spaces if `like` has
    a space, punctuation if it has punctuation.
    """
    has_marks = any(not character.isspace() for character in like)
    has_spaces = any(character.isspace() for character in like)
    count = 0
    for character in text:
        if is_of_word(character) or not (has_spaces if character.isspace() else has_marks):
            break
        count += 1
        if count >= len(like):
            break
    return count


def _core_text(text: str) -> str:
    """Return the text without punctuation and spaces at its ends, unless it has nothing else."""
    start, end = core(text, 0, len(text))
    return text[start:end] or text


def _has_width(part: Range) -> bool:
    return part[0] < part[1]
