"""Translates a marked text as whole sentences and puts every mark back in its place."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from termdesk.domain.matching.protected_parts import find_protected_positions
from termdesk.service.engines.errors import EngineFailed, NotServed
from termdesk.service.engines.marked_text import MarkedText, SpanStart, tree_of
from termdesk.service.engines.projection.both_texts import NotProjected
from termdesk.service.engines.projection.part_translations import PartTranslation, parts_to_translate
from termdesk.service.engines.projection.span_projection import project
from termdesk.service.engines.projection.span_tree import Range, SpanTree
from termdesk.service.engines.results import EngineTranslation

# The maximum number of span texts that are translated separately to find them; other spans are placed by position.
MOST_ALONE = 300

Translate = Callable[[str, tuple[Range, ...]], Awaitable[EngineTranslation]]


@dataclass(frozen=True, slots=True)
class MarkedTranslation:
    """The translated text with its marks, and the engines' report."""

    marked: MarkedText
    report: EngineTranslation


async def translate_marked(marked: MarkedText, translate: Translate) -> MarkedTranslation:
    """Translate the whole text at once, then find where each span went.

    `translate` takes a text and its ranges to keep unchanged. Every source span occurs once in the result, with the
    same index and nesting, and ends at word borders; protected text stays unchanged to the letter. Raises ValueError
    for spans that overlap without nesting, and the errors of `translate`.
    """
    tree = tree_of(marked)
    asking = translate if isinstance(translate, CachedTranslate) else CachedTranslate(translate)
    report = await asking(marked.text, _find_protected_ranges(marked, tree, 0, len(marked.text)))
    if not marked.spans:
        return MarkedTranslation(MarkedText(report.text), report)
    try:
        alone = await _alone(marked, tree, report, asking)
        # Thousands of spans take some tenths of a second: other requests run meanwhile.
        ranges = await asyncio.to_thread(project, marked.text, report.text, tree, alone)
    except NotProjected:
        return await _chunk_by_chunk(marked, tree, asking)
    return MarkedTranslation(_move_spans(marked, tree, report.text, ranges), report)


class CachedTranslate:
    """Translates each text only once; the same words often occur under several marks."""

    def __init__(self, translate: Translate) -> None:
        self._translate = translate
        self._known: dict[tuple[str, tuple[Range, ...]], EngineTranslation] = {}

    async def __call__(self, text: str, protected: tuple[Range, ...]) -> EngineTranslation:
        if (text, protected) not in self._known:
            self._known[text, protected] = await self._translate(text, protected)
        return self._known[text, protected]


async def _alone(
    marked: MarkedText, tree: SpanTree, report: EngineTranslation, asking: CachedTranslate
) -> dict[int, PartTranslation]:
    """Translate each span that must be searched, so that it can be found in the translation of the whole text."""
    if report.text == marked.text:
        return {}
    found: dict[int, PartTranslation] = {}
    known: set[str] = set()
    protected_at = find_protected_positions(marked.text)
    for index, (start, end) in parts_to_translate(marked.text, tree, report.terms_placed):
        text = marked.text[start:end]
        if text not in known and len(known) == MOST_ALONE:
            continue
        known.add(text)
        if any(character.isalpha() for character in text):
            try:
                protected = (
                    *_find_protected_ranges(marked, tree, start, end),
                    *_find_cut_ranges(protected_at, start, end),
                )
                text = (await asking(text, protected)).text
            except (NotServed, EngineFailed):
                # Ignore the failure: the whole text is translated already, and this part would only help to place a
                # span.
                continue
        found[index] = PartTranslation((start, end), text)
    return found


def _find_protected_ranges(marked: MarkedText, tree: SpanTree, start: int, end: int) -> tuple[Range, ...]:
    """Return the protected ranges in a part of the text, relative to its start, without spaces at their ends."""
    ranges = []
    for first, last in tree.find_protected_ranges(start, end):
        text = marked.text[first:last]
        if text.strip():
            first += len(text) - len(text.lstrip())
            last -= len(text) - len(text.rstrip())
            ranges.append((first - start, last - start))
    return tuple(ranges)


def _find_cut_ranges(positions: Sequence[Range], start: int, end: int) -> tuple[Range, ...]:
    """Return what is left of protected parts that `start` or `end` cuts. Alone, it is not recognized as protected."""
    return tuple(
        (max(first, start) - start, min(last, end) - start)
        for first, last in positions
        if first < end and start < last and not (start <= first and last <= end)
    )


def _move_spans(marked: MarkedText, tree: SpanTree, text: str, ranges: Sequence[Range]) -> MarkedText:
    spans = zip(marked.spans, ranges, tree.parents, strict=True)
    return MarkedText(
        text, tuple(replace(span, start=start, end=end, inside=parent) for span, (start, end), parent in spans)
    )


async def _chunk_by_chunk(marked: MarkedText, tree: SpanTree, asking: CachedTranslate) -> MarkedTranslation:
    """Translate the text between two marks separately. No mark is lost, because nothing moves, but words may not
    agree.
    """
    chunks: list[str] = []
    reports: list[tuple[int, EngineTranslation]] = []
    ranges: dict[int, Range] = {}
    length = protected = position = 0
    protected_at = find_protected_positions(marked.text)
    for chunk in marked.chunks():
        if isinstance(chunk, str):
            position, begin = position + len(chunk), position + len(chunk) - len(chunk.lstrip())
            if not protected and any(character.isalpha() for character in chunk):
                words = chunk.strip()
                report = await asking(words, _find_cut_ranges(protected_at, begin, begin + len(words)))
                reports.append((len(words.split()), report))
                chunk = chunk.replace(words, report.text)
            chunks.append(chunk)
            length += len(chunk)
            continue
        start, step = (length, 1) if isinstance(chunk, SpanStart) else (ranges[chunk.index][0], -1)
        protected += step * chunk.span.is_protected
        ranges[chunk.index] = (start, length)
    text = "".join(chunks)
    placed = _move_spans(marked, tree, text, [ranges[index] for index in range(len(marked.spans))])
    return MarkedTranslation(placed, combine_reports(text, reports))


def combine_reports(text: str, reports: Sequence[tuple[int, EngineTranslation]]) -> EngineTranslation:
    """Combine the reports on parts of a text, each with its number of words, into one."""
    words = sum(count for count, _ in reports)

    def each_once(name: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(value for _, report in reports for value in getattr(report, name)))

    return EngineTranslation(
        text,
        each_once("engines"),
        sum(count * report.coverage for count, report in reports) / words if words else 1.0,
        each_once("terms_placed"),
        each_once("terms_missed"),
        each_once("terms_uncertain"),
    )
