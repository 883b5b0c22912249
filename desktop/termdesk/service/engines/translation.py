"""Translating: confirmed translations first, then Apertium, directly or through Spanish."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass

from termdesk.domain.language import LanguagePair, root
from termdesk.domain.terms import TermHit, TermIndex
from termdesk.service.engines import apertium
from termdesk.service.engines.errors import NotServed
from termdesk.service.engines.placeholders import carry, cased_like
from termdesk.service.engines.results import EngineDescription, EngineTranslation, Memory
from termdesk.service.engines.splitting import segments

# The language that the installed pairs have in common.
PIVOT = "es"
SECONDS_IDLE = 300.0
MEMORY = "confirmed translation"
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class _Segment:
    text: str
    engine: str
    known: int
    words: int
    missed: tuple[TermHit, ...] = ()


class Translation:
    """The pairs that passed their probe, and the pipelines that serve them."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._pipelines: dict[LanguagePair, apertium.Pipeline] = {}
        self._faults: dict[LanguagePair, str] = {}
        self._version = ""

    async def find(self) -> None:
        """Look for installed pairs and try each with a known sentence; some tenths of a second a pair."""
        for pair, mode in apertium.installed_modes().items():
            pipeline = apertium.Pipeline(pair, mode)
            if fault := await asyncio.to_thread(apertium.probe, pipeline):
                self._faults[pair] = fault
            else:
                self._pipelines[pair] = pipeline
        if self._pipelines or self._faults:
            self._version = await asyncio.to_thread(apertium.version)

    def pairs(self) -> frozenset[LanguagePair]:
        """Pairs that are served, those through the pivot included."""
        direct = set(self._pipelines)
        into = {pair.source for pair in direct if pair.target == PIVOT}
        out_of = {pair.target for pair in direct if pair.source == PIVOT}
        through = {LanguagePair(a, b) for a in into for b in out_of if a != root(b)}
        return frozenset(direct | through)

    def _route(self, pair: LanguagePair) -> list[apertium.Pipeline]:
        """The pipelines from source to target. Variants of the source are read as their root."""
        pair = LanguagePair(root(pair.source), pair.target)
        if pair in self._pipelines:
            return [self._pipelines[pair]]
        first = self._pipelines.get(LanguagePair(pair.source, PIVOT))
        second = self._pipelines.get(LanguagePair(PIVOT, pair.target))
        if first and second and pair.source != root(pair.target):
            return [first, second]
        raise NotServed(
            f"No engine on this computer translates from {pair.source} to {pair.target}."
            " Installing an Apertium pair for it, or connecting to a service, would."
        )

    async def translate(self, text: str, *, pair: LanguagePair, terms: TermIndex | None) -> EngineTranslation:
        """Translate a text sentence by sentence; spaces and line breaks stay where they are."""
        pieces: list[str] = []
        done: list[_Segment] = []
        placed: list[str] = []
        for before, sentence, after in segments(text, pair.source):
            hits = terms.find(sentence) if terms and sentence else []
            segment = await self._segment(sentence, pair, hits)
            pieces += [before, segment.text, after]
            done.append(segment)
            placed += [hit.source for hit in hits if hit not in segment.missed]
        words = sum(segment.words for segment in done)
        return EngineTranslation(
            "".join(pieces),
            tuple(dict.fromkeys(segment.engine for segment in done if segment.engine)),
            sum(segment.known for segment in done) / words if words else 1.0,
            tuple(dict.fromkeys(placed)),
            tuple(dict.fromkeys(hit.source for segment in done for hit in segment.missed)),
        )

    async def _segment(self, sentence: str, pair: LanguagePair, hits: Sequence[TermHit]) -> _Segment:
        words = apertium.word_count(sentence)
        if confirmed := self._confirmed(pair, sentence):
            return _Segment(confirmed, MEMORY, words, words)
        route = self._route(pair)
        if not _LETTER.search(sentence):
            return _Segment(sentence, "", words, words)
        engine = _name(route)
        if len(hits) == 1 and hits[0].end - hits[0].start == len(sentence):
            return _Segment(cased_like(sentence, hits[0]), "glossary", words, words)
        carried = carry(sentence, hits)
        text, unknown = await _through(route, carried.text)
        text, missing = carried.restored(text)
        # The placeholders were unknown too, on purpose.
        unknown = max(0, unknown - (len(carried.terms) - len(missing)) * len(route))
        if missing:
            text, unknown = await _around(route, sentence, hits)
        text = _capitalised_like(sentence, text)
        return _Segment(text, engine, max(0, words - unknown), words, tuple(hits[len(carried.terms) :]))

    def _confirmed(self, pair: LanguagePair, sentence: str) -> str | None:
        if not sentence:
            return None
        if exact := self._memory.exact(pair, sentence):
            return exact
        near = self._memory.near(pair, sentence)
        return near[0] if near else None

    def describe(self) -> list[EngineDescription]:
        direct = ", ".join(f"{pair.source} to {pair.target}" for pair in sorted(self._pipelines))
        shown = [
            EngineDescription(
                "Apertium",
                self._version,
                "GPL-2.0-or-later",
                f"translates {direct}" if direct else "translates nothing",
                "ready" if direct else "not installed",
            )
        ]
        for pair, fault in self._faults.items():
            shown.append(EngineDescription("Apertium", self._version, "GPL", f"{pair.source} to {pair.target}", fault))
        shown.append(EngineDescription("Confirmed translations", "", "yours", "sentences that you confirmed", "ready"))
        return shown

    async def end_idle(self) -> None:
        before = time.monotonic() - SECONDS_IDLE
        for pipeline in self._pipelines.values():
            if pipeline.is_running and pipeline.last_used < before:
                await asyncio.to_thread(pipeline.close)

    async def close(self) -> None:
        await asyncio.gather(*(asyncio.to_thread(each.close) for each in self._pipelines.values()))


def _name(route: Sequence[apertium.Pipeline]) -> str:
    codes = [route[0].pair.source, *(pipeline.pair.target for pipeline in route)]
    return f"Apertium {'-'.join(codes)}"


async def _through(route: Sequence[apertium.Pipeline], text: str) -> tuple[str, int]:
    """A sentence through all pipelines, and how many of its words were not known."""
    unknown = 0
    for pipeline in route:
        # Shielded: a cancelled request must not leave half a sentence in the pipeline.
        answer = await asyncio.shield(asyncio.to_thread(pipeline.translate, text))
        text, unknown = answer.text, unknown + answer.unknown
    return text, unknown


async def _around(route: Sequence[apertium.Pipeline], sentence: str, hits: Sequence[TermHit]) -> tuple[str, int]:
    """The sentence with the parts between its terms translated alone: no term can get lost, agreement may."""
    pieces: list[str] = []
    unknown = end = 0
    for hit in [*hits, None]:
        part = sentence[end : hit.start if hit else len(sentence)]
        if _LETTER.search(part):
            text, more = await _through(route, part.strip())
            unknown += more
            lead = part[: len(part) - len(part.lstrip())]
            pieces.append(f"{lead}{text}{part[len(part.rstrip()) :]}")
        else:
            pieces.append(part)
        if hit:
            pieces.append(cased_like(sentence, hit))
            end = hit.end
    return "".join(pieces), unknown


def _capitalised_like(source: str, text: str) -> str:
    return text[:1].upper() + text[1:] if source[:1].isupper() and text[:1].islower() else text
