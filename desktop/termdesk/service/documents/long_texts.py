"""Splits long texts, so that other requests can run between two parts while the service finds the sentences."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import itemgetter

from termdesk.service.document_kinds import UnreadableDocument
from termdesk.service.engines.marked_text import MarkedText, Span

# Finding the sentences of this many characters takes about 50 ms, during which no other request is served.
LENGTH = 2_000
# The longest text that may stay unsplit; no paragraph that people write is longer.
LONGEST = 50_000
MOST_SPANS = 10_000
_SENTENCE_END = re.compile(r"[.!?]['\")\]»”’]*\s+|[。！？][」』”）]*|\n+")
_SPACE = re.compile(r"\s+")


def parts_of(text: MarkedText) -> list[MarkedText]:
    """Split a text, between sentences where possible; the joined parts are the text.

    Raises UnreadableDocument if a text without a place to split is too long for any engine.
    """
    if len(text.text) <= LENGTH and len(text.spans) <= MOST_SPANS:
        return [text]
    ends = [*_choose_cuts(text), (len(text.text), len(text.spans))]
    parts = []
    position = index = 0
    for next_position, next_index in ends:
        spans = _move_spans(text.spans[index:next_index], -position, -index)
        parts.append(MarkedText(text.text[position:next_position], spans))
        position, index = next_position, next_index
    longest, most = max(len(part.text) for part in parts), max(len(part.spans) for part in parts)
    if longest > LONGEST or most > MOST_SPANS:
        raise UnreadableDocument(
            f"A paragraph has {longest:,} characters and {most:,} marks, more than can be translated at once.",
            remedy="Cut it into paragraphs.",
        )
    return parts


def together(parts: Sequence[MarkedText]) -> MarkedText:
    """Join the parts into one text; spans get back their original indexes."""
    text = "".join(part.text for part in parts)
    spans: list[Span] = []
    position = 0
    for part in parts:
        spans += _move_spans(part.spans, position, len(spans))
        position += len(part.text)
    return MarkedText(text, tuple(spans))


def _choose_cuts(text: MarkedText) -> Iterator[tuple[int, int]]:
    """Choose few cuts, for parts of about `LENGTH`: at the last end of a sentence before that, else at a space."""
    sentences, spaces = list(_cuts(text, _SENTENCE_END)), list(_cuts(text, _SPACE))
    position = 0
    while len(text.text) - position > LENGTH:
        found = _last_within(sentences, position) or _last_within(spaces, position) or _first_after(spaces, position)
        if found is None:
            return
        yield found
        position = found[0]


def _last_within(cuts: Sequence[tuple[int, int]], start: int) -> tuple[int, int] | None:
    number = bisect_right(cuts, start + LENGTH, key=itemgetter(0)) - 1
    return cuts[number] if number >= 0 and cuts[number][0] > start else None


def _first_after(cuts: Sequence[tuple[int, int]], start: int) -> tuple[int, int] | None:
    number = bisect_right(cuts, start, key=itemgetter(0))
    return cuts[number] if number < len(cuts) else None


def _cuts(text: MarkedText, pattern: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Yield the positions that no span crosses, each with the index of the first span after it."""
    starts = [span.start for span in text.spans]
    # For each span, the furthest end of the spans before it.
    reach = [0]
    for span in text.spans:
        reach.append(max(reach[-1], span.end))
    for match in pattern.finditer(text.text):
        position = match.end()
        index = bisect_left(starts, position)
        inside = text.spans[index].inside if index < len(text.spans) else None
        if reach[index] <= position < len(text.text) and inside in (None, -1):
            yield position, index


def _move_spans(spans: Sequence[Span], by: int, index: int) -> tuple[Span, ...]:
    return tuple(
        replace(
            span,
            start=span.start + by,
            end=span.end + by,
            inside=span.inside if span.inside is None or span.inside < 0 else span.inside + index,
        )
        for span in spans
    )
