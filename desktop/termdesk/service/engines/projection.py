"""Where the spans of a text went in its translation, found without help from the engine that made it.

Anchors first: what is kept stands in both texts letter by letter; a span over all words of its parent is over
all words again. The rest is translated by itself and looked for, first as it is, then as what is most like it.
What is found nowhere takes the place that is left, in proportion. Spans never overlap, and end at borders of words.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from rapidfuzz import fuzz

from termdesk.service.engines.borders import Borders, core, is_of_word
from termdesk.service.engines.free_space import FreeSpace
from termdesk.service.engines.span_tree import ROOT, Range, SpanTree

# How much of what was looked for must be alike, 0 to 100; below it the proportion is the better guess.
LEAST_ALIKE = 70.0
# The same of the whole words around what was found, so that a short word is not found inside a long one.
LEAST_ALIKE_AS_WORDS = 60.0
# How many places are tried on each side of the expected one, and how far off something alike is looked for.
TRIED = 40
REACH = 400
LONGEST_OVERLAPPING = 16


class NotProjected(Exception):
    """The translation has not what was to be kept, or has it where spans would be torn."""


@dataclass(frozen=True, slots=True)
class Sought:
    """A part of the source and its translation by itself."""

    source: Range
    text: str


def project(source: str, target: str, tree: SpanTree, alone: Mapping[int, Sought]) -> list[Range]:
    """The range of each span in the target, by index; `alone` has what is looked for, by span. Raises NotProjected."""
    if source == target:
        return list(tree.ranges)
    return _Projection(source, target, tree, alone).ranges()


def sought_alone(source: str, tree: SpanTree, terms: Sequence[str]) -> Iterator[tuple[int, Range]]:
    """Spans and the parts of the source whose translation by itself shows where they went.

    For atoms it is the word beside them. `terms` are phrases that were placed as wholes: where a span cuts one,
    all of it is looked for.
    """
    borders = Borders(source, tree.kept_ranges)
    wholes = _term_ranges(source, borders, terms)
    for index, (start, end) in enumerate(tree.ranges):
        parent = tree.parents[index]
        if tree.is_in_kept(index):
            continue
        if start == end:
            first, last = tree.range_of(parent)
            if first < start < last and (word := _word_beside(source, borders, start)):
                yield index, _whole(word, wholes)
            continue
        found = core(source, start, end)
        if found[0] < found[1] and found != core(source, *tree.range_of(parent)):
            yield index, _whole(found, wholes)


class _Projection:
    """The work of `project`: down the tree, level by level."""

    def __init__(self, source: str, target: str, tree: SpanTree, alone: Mapping[int, Sought]) -> None:
        self.source, self.target, self.tree, self.alone = source, target, tree, alone
        self.source_borders, self.target_borders = Borders(source, tree.kept_ranges), Borders("")
        self.in_source, self.in_target = _Occurrences(source), _Occurrences(target)
        self.found: dict[int, Range] = {}
        # For spans around kept parts, the part of the target that they must be around.
        self.needed: dict[int, Range] = {}

    def ranges(self) -> list[Range]:
        self._place_kept()
        waiting = [ROOT]
        for parent in waiting:
            children = self.tree.children(parent)
            if any(child not in self.found for child in children):
                _Level(self, parent).place()
            waiting += children
        return [self.found[index] for index in range(len(self.tree.ranges))]

    def range_of(self, index: int) -> Range:
        return (0, len(self.target)) if index == ROOT else self.found[index]

    def _place_kept(self) -> None:
        pieces = self.tree.kept_ranges
        free = FreeSpace(0, len(self.target))
        places: dict[Range, int] = {}
        for piece in sorted(pieces, key=lambda each: each[0] - each[1]):
            start = self._kept_at(piece, free)
            places[piece] = start
            free.take((start, start + piece[1] - piece[0]))
        self.target_borders = Borders(
            self.target, [(start, start + last - first) for (first, last), start in places.items()]
        )
        for index in self.tree.outer_kept():
            start, end = self.tree.ranges[index]
            if start < end:
                piece = pieces[bisect_left(pieces, (start + 1, 0)) - 1]
                self._shift(index, places[piece] - piece[0])

    def _kept_at(self, piece: Range, free: FreeSpace) -> int:
        text = self.source[slice(*piece)]
        starts = self.in_target.exactly(text)
        expected = piece[0] * len(self.target) // max(1, len(self.source))
        ranked = _ranked(starts, self.in_source.exactly(text), piece[0])
        for start in chain(ranked, _outwards(starts, expected, most=len(starts))):
            if free.gap_around(start, start + len(text)):
                return start
        raise NotProjected

    def _shift(self, outer: int, distance: int) -> None:
        """Put a kept span with all in it, and tell the spans around it."""
        waiting = [outer]
        for index in waiting:
            start, end = self.tree.ranges[index]
            self.found[index] = (start + distance, end + distance)
            waiting += self.tree.children(index)
        start, end = self.found[outer]
        parent = self.tree.parents[outer]
        while parent != ROOT:
            first, last = self.needed.get(parent, (start, end))
            self.needed[parent] = (min(first, start), max(last, end))
            parent = self.tree.parents[parent]


class _Level:
    """The spans of one parent, put into the parent's part of the target."""

    def __init__(self, work: _Projection, parent: int) -> None:
        self._work = work
        self._source_range, self._target_range = work.tree.range_of(parent), work.range_of(parent)
        self._source_core = core(work.source, *self._source_range)
        self._children = work.tree.in_order(parent)
        self._spans = [child for child in self._children if _is_wide(work.tree.ranges[child])]
        self._free = FreeSpace(*self._target_range)
        # Pairs of (source range, target range) that are known, by source.
        self._anchors: list[tuple[Range, Range]] = []

    def place(self) -> None:
        work = self._work
        for child in self._spans:
            known = work.found.get(child) or work.needed.get(child)
            if known and not self._free.gap_around(*known):
                raise NotProjected
            if known:
                self._free.take(known)
            if child in work.found:
                self._anchor(child)
        waiting = [child for child in self._spans if child not in work.found]
        waiting.sort(key=lambda child: work.tree.ranges[child][0] - work.tree.ranges[child][1])
        for find in (self._whole, self._exact, self._alike, self._proportional):
            waiting = [child for child in waiting if not self._try(child, find(child))]
        self._fill()
        for child in self._children:
            if child not in work.found:
                self._place_atom(child)

    def _anchor(self, child: int) -> None:
        place = bisect_left(self._anchors, (self._work.tree.ranges[child], (0, 0)))
        self._anchors.insert(place, (self._work.tree.ranges[child], self._work.found[child]))

    def _try(self, child: int, places: Iterator[Range]) -> bool:
        """Take the first of these places that is free for this span."""
        needed = self._work.needed.get(child)
        if needed:
            self._free.release(needed)
        for start, end in places:
            if needed:
                start, end = min(start, needed[0]), max(end, needed[1])
            gap = self._free.gap_around(start, end)
            if gap:
                self._work.found[child] = taken = self._stretched(child, (start, end), gap)
                self._free.take(taken)
                self._anchor(child)
                return True
        if needed:
            self._free.take(needed)
        return False

    # Where a span may be, the best first

    def _whole(self, child: int) -> Iterator[Range]:
        """The parent has no words but those of this span: so has its place."""
        if self._work.tree.ranges[child] == self._source_range:
            yield self._target_range
        elif self._source_core == core(self._work.source, *self._work.tree.ranges[child]) and _is_wide(
            self._source_core
        ):
            yield core(self._work.target, *self._target_range)

    def _exact(self, child: int) -> Iterator[Range]:
        start, end = self._work.tree.ranges[child]
        yield from self._inside_word(start, end)
        sought = self._work.alone.get(child)
        if sought is not None:
            yield from self._occurrences(sought, start)
        elif not _is_wide(core(self._work.source, start, end)):
            # Marks or spaces alone.
            yield from self._occurrences(Sought((start, end), self._work.source[start:end]), start)

    def _inside_word(self, start: int, end: int) -> Iterator[Range]:
        """For what stands inside a word, as in H2O: the same place of the word, if it is the same word."""
        borders = self._work.source_borders
        first, last = borders.at_or_before(start), borders.at_or_after(end)
        if (first, last) == (start, end):
            return
        word = self._work.source[first:last]
        starts, others = self._work.in_target.exactly(word), self._work.in_source.exactly(word)
        for place in chain(_ranked(starts, others, first), _outwards(starts, self._expected(first), most=TRIED)):
            if self._target_range[0] <= place and place + len(word) <= self._target_range[1]:
                yield place + start - first, place + end - first

    def _occurrences(self, sought: Sought, start: int) -> Iterator[Range]:
        text = _core_text(sought.text)
        if not text:
            return
        has_words = any(map(is_of_word, text))
        starts = self._work.in_target.of(text, self._work.target_borders if has_words else None)
        others = self._work.in_source.of(self._work.source[slice(*sought.source)])
        ranked = _ranked(starts, others, sought.source[0])
        for place in chain(ranked, _outwards(starts, self._expected(start), most=TRIED)):
            if self._target_range[0] <= place and place + len(text) <= self._target_range[1]:
                yield place, place + len(text)

    def _alike(self, child: int) -> Iterator[Range]:
        sought = self._work.alone.get(child)
        if sought is not None:
            yield from self._like(sought, self._work.tree.ranges[child])

    def _like(self, sought: Sought, part: Range) -> Iterator[Range]:
        """The words near the expected place that are most like what is looked for."""
        text = _core_text(sought.text).lower()
        target, borders = self._work.in_target.folded, self._work.target_borders
        first = max(self._target_range[0], self._expected(part[0]) - REACH)
        last = min(self._target_range[1], self._expected(part[1]) + REACH)
        if not text or first >= last:
            return
        found = fuzz.partial_ratio_alignment(text, target[first:last], score_cutoff=LEAST_ALIKE)
        if found is None or found.dest_start == found.dest_end:
            return
        start = borders.at_or_before(first + found.dest_start)
        end = borders.at_or_after(first + found.dest_end)
        start, end = core(target, max(first, start), min(last, end))
        if start < end and fuzz.ratio(text, target[start:end]) >= LEAST_ALIKE_AS_WORDS:
            yield start, end

    def _proportional(self, child: int) -> Iterator[Range]:
        """Words at the expected place; where none are left near it, an empty place."""
        needed = self._work.needed.get(child)
        if needed:
            yield needed
        borders = self._work.target_borders
        first, last = (self._expected(place) for place in self._work.tree.ranges[child])
        middle = (first + last) // 2
        has_words = _is_wide(core(self._work.source, *self._work.tree.ranges[child]))
        for gap in self._free.gaps_from(middle, most=TRIED) if has_words else ():
            start = borders.at_or_before(min(max(first, gap[0]), gap[1]))
            end = borders.at_or_after(max(min(last, gap[1]), start + 1))
            start, end = core(self._work.target, max(start, gap[0]), min(end, gap[1]))
            if start == end:
                start, end = core(self._work.target, *gap)
                end = min(end, borders.at_or_after(start + 1))
            if start < end:
                yield start, end
        place = self._outside_spans(borders.nearest(middle))
        yield place, place

    def _outside_spans(self, place: int) -> int:
        """This place, or the nearest that no span is around."""
        first, last = self._target_range
        place = min(max(place, first), last)
        taken = self._free.taken_around(place)
        if taken is None:
            return place
        return taken[0] if place - taken[0] < taken[1] - place else taken[1]

    def _expected(self, place: int) -> int:
        """Where a place of the source would be, in proportion between what is known on both sides of it."""
        index = bisect_left(self._anchors, ((place, 0), (0, 0)))
        before = self._anchors[index - 1] if index else None
        after = self._anchors[index] if index < len(self._anchors) else None
        (a, b), (first, last) = self._source_range, self._target_range
        if before and before[0][1] <= place and (after is None or before[1][1] <= after[1][0]):
            a, first = before[0][1], before[1][1]
        if after and (before is None or before[1][1] <= after[1][0]):
            b, last = after[0][0], after[1][0]
        return first + (place - a) * (last - first) // max(1, b - a)

    def _stretched(self, child: int, found: Range, gap: Range) -> Range:
        """With the marks and spaces at its ends, where the span of the source has such at its ends."""
        start, end = self._work.tree.ranges[child]
        if start == end or found[0] == found[1]:
            return found
        first, last = core(self._work.source, start, end)
        if first == last:
            return found
        left = _run(self._work.target[gap[0] : found[0]][::-1][:TRIED], self._work.source[start:first])
        right = _run(self._work.target[found[1] : min(gap[1], found[1] + TRIED)], self._work.source[last:end])
        return found[0] - left, found[1] + right

    def _fill(self) -> None:
        """Where the spans had all words of their parent, they have all words again."""
        work = self._work
        if not self._spans or any(map(is_of_word, self._between())):
            return
        placed = sorted(self._spans, key=lambda child: work.found[child])
        edge = self._target_range[0]
        for number, child in enumerate(placed):
            start, end = work.found[child]
            if number == 0 and not work.tree.is_kept(child) and any(map(is_of_word, work.target[edge:start])):
                start = core(work.target, edge, start)[0]
            limit = work.found[placed[number + 1]][0] if number + 1 < len(placed) else self._target_range[1]
            words = core(work.target, end, limit)
            if _is_wide(words) and not work.tree.is_kept(child):
                end = words[1]
            work.found[child] = (start, end)
        self._free = FreeSpace(*self._target_range)
        for child in placed:
            self._free.take(work.found[child])

    def _between(self) -> Iterator[str]:
        """The characters of the parent that are in none of its spans."""
        place = self._source_range[0]
        for child in [*self._spans, None]:
            start, end = self._work.tree.ranges[child] if child is not None else (self._source_range[1], 0)
            yield from self._work.source[place:start]
            place = end

    # Atoms

    def _place_atom(self, child: int) -> None:
        place = self._work.tree.ranges[child][0]
        found = self._beside_span(place)
        if found is None:
            found = self._outside_spans(self._beside_word(child, place))
        self._work.found[child] = (found, found)

    def _beside_span(self, place: int) -> int | None:
        """At an end of the parent or of a span beside it, where it stood at one."""
        if place == self._source_range[0]:
            return self._target_range[0]
        if place == self._source_range[1]:
            return self._target_range[1]
        index = bisect_left(self._anchors, ((place, 0), (0, 0)))
        if index and self._anchors[index - 1][0][1] == place:
            return self._work.found[self._spans[index - 1]][1]
        if index < len(self._anchors) and self._anchors[index][0][0] == place:
            return self._work.found[self._spans[index]][0]
        return None

    def _beside_word(self, child: int, place: int) -> int:
        """In or at the word that it stood in or at, or where the proportion says."""
        for start, _ in self._inside_word(place, place):
            return start
        sought = self._work.alone.get(child)
        if sought is None:
            return self._work.target_borders.nearest(self._expected(place))
        for start, end in chain(self._occurrences(sought, place), self._like(sought, sought.source)):
            if sought.source[0] >= place:
                return start
            return end + _run(self._work.target[end : end + TRIED], self._work.source[sought.source[1] : place])
        return self._work.target_borders.nearest(self._expected(place))


class _Occurrences:
    """Where texts stand in another, in any case; each looked for once."""

    def __init__(self, text: str) -> None:
        lower = text.lower()
        self.text = text
        # Some letters get longer in lower case: then places would be wrong.
        self.folded = lower if len(lower) == len(text) else text
        self._exact: dict[str, list[int]] = {}
        self._known: dict[tuple[str, bool], list[int]] = {}

    def exactly(self, sought: str) -> list[int]:
        """The places where this begins, letter by letter."""
        if sought not in self._exact:
            self._exact[sought] = _find_all(self.text, sought)
        return self._exact[sought]

    def of(self, sought: str, borders: Borders | None = None) -> list[int]:
        """The places where this begins, as it is or else in another case; at borders of words where these are given."""
        key = (sought, borders is not None)
        if key not in self._known:
            places = self.exactly(sought) or _find_all(self.folded, sought.lower())
            if borders is not None:
                places = [each for each in places if borders.is_border(each) and borders.is_border(each + len(sought))]
            self._known[key] = places
        return self._known[key]


def _find_all(text: str, sought: str) -> list[int]:
    # Places of short ones may overlap, as of && in &&&; for long ones that could take minutes, and does not happen.
    step = 1 if len(sought) <= LONGEST_OVERLAPPING else len(sought)
    places = []
    place = text.find(sought)
    while place >= 0:
        places.append(place)
        place = text.find(sought, place + step)
    return places


def _ranked(places: Sequence[int], others: Sequence[int], place: int) -> Iterator[int]:
    """The third of as many as there are in the other text, for the third."""
    if len(places) == len(others):
        index = bisect_left(others, place)
        if index < len(others) and others[index] == place:
            yield places[index]


def _outwards(places: Sequence[int], expected: int, *, most: int) -> Iterator[int]:
    """The nearest to the expected one first."""
    middle = bisect_left(places, expected)
    nearby = places[max(0, middle - most) : middle + most]
    yield from sorted(nearby, key=lambda place: abs(place - expected))


def _run(text: str, like: str) -> int:
    """How many marks and spaces at the start of a text belong to a span that had such ones there."""
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
    """Without marks and spaces at its ends, unless it has nothing else."""
    start, end = core(text, 0, len(text))
    return text[start:end] or text


def _is_wide(part: Range) -> bool:
    return part[0] < part[1]


def _word_beside(source: str, borders: Borders, place: int) -> Range | None:
    """The word that an atom stands at: before it, marks between them or not, else right behind it."""
    before = place
    while before > max(0, place - TRIED) and not is_of_word(source[before - 1]) and not source[before - 1].isspace():
        before -= 1
    return borders.word_before(before) or borders.word_after(place)


def _term_ranges(source: str, borders: Borders, terms: Sequence[str]) -> list[Range]:
    """Where phrases stand, in their order; to the end of the word where that is an inflected form."""
    lower = _Occurrences(source).folded
    ranges = [
        (place, borders.at_or_after(place + len(term)))
        for term in terms
        for place in _find_all(lower, term.lower())
        if borders.is_border(place)
    ]
    return sorted(ranges)


def _whole(part: Range, wholes: Sequence[Range]) -> Range:
    """The part, and all of the phrases that it cuts."""
    start, end = part
    index = max(0, bisect_left(wholes, (start, 0)) - 1)
    for first, last in islice(wholes, index, None):
        if first >= part[1]:
            break
        if first < part[1] and last > part[0]:
            start, end = min(start, first), max(end, last)
    return start, end
