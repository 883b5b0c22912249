"""Finds the sentences of a text, and in each the terms and other parts that an engine must not translate.

A long text is read in groups of sentences, so that an engine can translate the first ones while the others are read.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from termdesk.domain.matching.protected_parts import is_named
from termdesk.domain.matching.terms import Exactness, TermHit, TermIndex
from termdesk.service.engines.placeholders import FixedHit
from termdesk.service.engines.sentences import Splitting, segments

# Finding the sentences of this many characters takes about two milliseconds.
LONG_TEXT = 2_000
# The least size of the first group, in sentences. Each later group is several times as large, because starting a thread
# for a group takes longer than the search in ten sentences.
_FIRST_GROUP = 16
_GROWTH = 4
_LARGEST_GROUP = 256


class SentenceChunk(NamedTuple):
    """A sentence with the white space around it; `start` is its position in the whole text."""

    before: str
    sentence: str
    after: str
    start: int


class SentenceHits(NamedTuple):
    """The terms of a sentence, its other unchanged parts, and the parts that the caller protected.

    A confirmed translation may differ in an unchanged part such as an address, but not in a protected one.
    """

    terms: tuple[TermHit, ...]
    fixed: tuple[TermHit, ...]
    protected: tuple[str, ...]

    @property
    def in_order(self) -> list[TermHit]:
        """All hits to carry through an engine, from left to right."""
        return sorted([*self.terms, *self.fixed], key=lambda hit: hit.start) if self.fixed else list(self.terms)


class HitFinder:
    """Finds the hits of a text's sentences. `fixed` are all ranges to keep unchanged; `protected` are those of the
    caller.
    """

    def __init__(
        self, terms: TermIndex | None, fixed: Sequence[tuple[int, int]], protected: Sequence[tuple[int, int]]
    ) -> None:
        self.terms = terms
        self.fixed = fixed
        self._protected = protected

    def find(self, chunk: SentenceChunk) -> SentenceHits:
        """Return the parts of a sentence that an engine must not translate."""
        sentence = chunk.sentence
        found = self.terms.find(sentence) if self.terms is not None and sentence else []
        # A part of a compound word cannot be replaced alone.
        hits = [hit for hit in found if hit.exactness is not Exactness.COMPOUND]
        to_protect, fixed = _within(chunk, self._protected), _within(chunk, self.fixed)
        if not (to_protect or fixed):
            return SentenceHits(tuple(hits), (), ())
        parts = []
        for first, last in fixed:
            if not is_named((first, last), hits) or any(start < last and first < end for start, end in to_protect):
                parts.append(FixedHit.of(sentence, first, last))
        free = (hit for hit in hits if not any(hit.start < part.end and part.start < hit.end for part in parts))
        return SentenceHits(tuple(free), tuple(parts), tuple(sentence[first:last] for first, last in to_protect))


class SearchedSentence(NamedTuple):
    """A sentence, its number in the text, and its hits."""

    number: int
    chunk: SentenceChunk
    hits: SentenceHits


class SentenceSearch:
    """The sentences of one text. Several tasks take them while later ones are still being read.

    The first group has at least the number of sentences that an engine translates `at_once`, because the engine puts
    sentences that arrive together into batches.
    """

    def __init__(self, text: str, language: str, splitting: Splitting, finder: HitFinder, at_once: int) -> None:
        self._chunks = enumerate(chunks(text, language, splitting, finder.fixed, finder.terms))
        self._finder = finder
        # Search in a thread, so that other requests can run: the terms may need a list of base forms that is not loaded
        # yet.
        self._has_thread = finder.terms is not None or len(text) > LONG_TEXT
        self._size = max(_FIRST_GROUP, at_once)
        self._found: deque[SearchedSentence] = deque()
        self._is_read = False
        self._reading: asyncio.Task[None] | None = None

    async def begin(self) -> int | None:
        """Read the first group; return the number of sentences, or None if the text has more."""
        await self._read()
        return len(self._found) if self._is_read else None

    async def take(self) -> SearchedSentence | None:
        """Return the next sentence; None at the end of the text."""
        while not self._found:
            if self._reading is None:
                return None
            await self._reading
        return self._found.popleft()

    def end(self) -> None:
        """Stop searching for further sentences."""
        if self._reading is not None:
            self._reading.cancel()

    async def _read(self) -> None:
        self._found += await asyncio.to_thread(self._group) if self._has_thread else self._group()
        self._reading = None if self._is_read else asyncio.create_task(self._read())

    def _group(self) -> list[SearchedSentence]:
        # Split all before searching any: one task after the other is faster than both in turns.
        group = list(islice(self._chunks, self._size if self._has_thread else None))
        self._is_read = not self._has_thread or len(group) < self._size
        self._size = min(self._size * _GROWTH, _LARGEST_GROUP)
        return [SearchedSentence(number, chunk, self._finder.find(chunk)) for number, chunk in group]


async def split(text: str, language: str) -> list[SentenceChunk]:
    """Split a text into sentences; a long one in a thread, so that other requests run meanwhile."""

    def list_chunks() -> list[SentenceChunk]:
        return list(chunks(text, language, "1", ()))

    return list_chunks() if len(text) <= LONG_TEXT else await asyncio.to_thread(list_chunks)


def chunks(
    text: str,
    language: str,
    splitting: Splitting,
    protected: Sequence[tuple[int, int]],
    terms: TermIndex | None = None,
) -> Iterator[SentenceChunk]:
    """Yield the sentences of a text. A sentence never ends inside a protected range, or inside a term."""
    start = 0
    before, sentence, after = "", "", ""
    begin = 0
    for lead, body, tail in segments(text, language, splitting=splitting):
        if not (before or sentence or after):
            before, sentence, after, begin = lead, body, tail, start
        else:
            sentence, after = f"{sentence}{after}{lead}{body}", tail
        start += len(lead) + len(body) + len(tail)
        if any(first < start < last for first, last in protected):
            continue
        if terms is not None and start < len(text) and not _ends_line(text, start) and terms.spans(text, start):
            continue
        yield SentenceChunk(before, sentence, after, begin + len(before))
        before = sentence = after = ""
    if before or sentence or after:
        yield SentenceChunk(before, sentence, after, begin + len(before))


def _ends_line(text: str, position: int) -> bool:
    """Whether a line ends before a position. Lines are divided even inside terms."""
    return text[position - 1] == "\n"


def _within(chunk: SentenceChunk, ranges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the ranges that overlap the sentence, clipped to it and relative to its start."""
    if not ranges:
        return []
    end = chunk.start + len(chunk.sentence)
    clipped = ((max(first, chunk.start), min(last, end)) for first, last in ranges)
    return [(first - chunk.start, last - chunk.start) for first, last in clipped if first < last]
