"""Translating: confirmed translations first, then the engines in their order, with the terms put in their places."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from termdesk.domain.language import LanguagePair, root
from termdesk.domain.terms import TermHit, TermIndex, check_use
from termdesk.service.engines.errors import EngineFailed, NotServed
from termdesk.service.engines.lemmas import lemmatiser
from termdesk.service.engines.placeholders import MOST_TERMS, carry, cased_like, is_placeholder
from termdesk.service.engines.results import EngineDescription, EngineTranslation, Memory
from termdesk.service.engines.splitting import Splitting, segments
from termdesk.service.engines.translation_engine import Sentence, TranslationEngine

MEMORY = "confirmed translation"
SAME_LANGUAGE = "none (same language)"
# Up to so many words a text is taken for a string of an interface, where trained engines do better.
WORDS_OF_A_STRING = 6
# Finding the sentences of so many characters takes some 50 ms.
LONG_TEXT = 2_000

_LETTER = re.compile(r"[^\W\d_]")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class _Piece:
    """A sentence with the white space around it; `start` is its place in the whole text."""

    before: str
    sentence: str
    after: str
    start: int


@dataclass(frozen=True, slots=True)
class _Segment:
    text: str
    engine: str
    known: int
    words: int
    placed: tuple[TermHit, ...] = ()
    missed: tuple[TermHit, ...] = ()


class Translation:
    """The engines, the best first, and how a text with terms goes through them."""

    def __init__(self, memory: Memory, engines: Sequence[TranslationEngine]) -> None:
        self._memory = memory
        self._engines = engines

    async def find(self) -> None:
        """Look what engines there are. One that cannot even be looked for is told by its description."""
        for engine in self._engines:
            await engine.find()

    def pairs(self) -> frozenset[LanguagePair]:
        return frozenset().union(*(engine.pairs() for engine in self._engines))

    def describe(self) -> list[EngineDescription]:
        shown = [each for engine in self._engines for each in engine.describe()]
        shown.append(EngineDescription("Confirmed translations", "", "yours", "sentences that you confirmed", "ready"))
        return shown

    async def end_idle(self) -> None:
        for engine in self._engines:
            await engine.end_idle()

    async def close(self) -> None:
        for engine in self._engines:
            await engine.close()

    async def translate(
        self,
        text: str,
        *,
        pair: LanguagePair,
        terms: TermIndex | None = None,
        kept: Sequence[tuple[int, int]] = (),
        splitting: Splitting = "1",
        similarity: float = 0.95,
    ) -> EngineTranslation:
        """Translate a text sentence by sentence; spaces and line breaks between them stay where they are.

        `kept` are ranges of code points that come back as they are. Raises NotServed, or EngineFailed where
        every engine of the pair failed.
        """
        if root(pair.source) == root(pair.target):
            return EngineTranslation(text, (SAME_LANGUAGE,), 1.0)
        pieces: list[str] = []
        done: list[_Segment] = []
        placed: list[str] = []
        missed: list[str] = []
        for piece in await _split(text, pair.source, splitting, kept):
            keeping = _kept_hits(piece, kept)
            hits = _with_kept(terms.find(piece.sentence) if terms and piece.sentence else [], keeping)
            segment = await self._segment(piece.sentence, pair, hits, similarity)
            pieces += [piece.before, segment.text, piece.after]
            done.append(segment)
            placed += [hit.source for hit in segment.placed if hit not in keeping]
            missed += [hit.source for hit in segment.missed if hit not in keeping]
        words = sum(segment.words for segment in done)
        return EngineTranslation(
            "".join(pieces),
            tuple(dict.fromkeys(segment.engine for segment in done if segment.engine)),
            sum(segment.known for segment in done) / words if words else 1.0,
            tuple(dict.fromkeys(placed)),
            tuple(dict.fromkeys(missed)),
        )

    def _serving(self, pair: LanguagePair) -> list[tuple[TranslationEngine, LanguagePair]]:
        """The engines that have a pair, with the pair as they know it: variants are read as their root."""
        source = root(pair.source)
        ways = (LanguagePair(source, pair.target), LanguagePair(source, root(pair.target)))
        found = []
        for engine in self._engines:
            served = engine.pairs()
            way = next((way for way in ways if way in served), None)
            if way is not None:
                found.append((engine, way))
        return found

    async def _segment(self, sentence: str, pair: LanguagePair, hits: Sequence[TermHit], similarity: float) -> _Segment:
        words = len(_WORD.findall(sentence))
        confirmed = self._confirmed(pair, sentence, similarity)
        if confirmed and not (lost := _not_used(hits, confirmed, pair)):
            return _Segment(confirmed, MEMORY, words, words, tuple(hits))
        serving = self._serving(pair)
        if not serving:
            if confirmed:
                # Better than nothing, but the glossary was not followed, and that must be said.
                return _Segment(confirmed, MEMORY, words, words, tuple(set(hits) - set(lost)), lost)
            raise _not_served(pair)
        if not _LETTER.search(sentence):
            return _Segment(sentence, "", words, words)
        if len(hits) == 1 and hits[0].end - hits[0].start == len(sentence):
            return _Segment(cased_like(sentence, hits[0]), "glossary", words, words, tuple(hits))
        engine, answer = await _best(serving, sentence, hits)
        unknown = sum(not is_placeholder(word) for word in answer.unknown)
        text = _capitalised_like(sentence, answer.text, hits)
        return _Segment(text, engine, max(0, words - unknown), words, tuple(hits))

    def _confirmed(self, pair: LanguagePair, sentence: str, similarity: float) -> str | None:
        if not sentence:
            return None
        if exact := self._memory.exact(pair, sentence):
            return exact
        near = self._memory.near(pair, sentence, similarity)
        return near[0] if near else None


async def _best(
    serving: Sequence[tuple[TranslationEngine, LanguagePair]], sentence: str, hits: Sequence[TermHit]
) -> tuple[str, Sentence]:
    """The answer of the first engine that knows every word, else the one with the fewest unknown; and its name.

    Raises EngineFailed where all failed.
    """
    is_string = len(_WORD.findall(sentence)) <= WORDS_OF_A_STRING
    ordered = sorted(serving, key=lambda each: each[0].is_prose) if is_string else serving
    best: tuple[str, Sentence] | None = None
    failure: EngineFailed | None = None
    for engine, pair in ordered:
        try:
            answer = await _with_terms(engine, pair, sentence, hits)
        except EngineFailed as error:
            failure = error
            continue
        if best is None or len(answer.unknown) < len(best[1].unknown):
            best = (engine.name_for(pair), answer)
        if all(map(is_placeholder, answer.unknown)):
            break
    if best is None:
        assert failure is not None, "there is an engine, and it failed"
        raise failure
    return best


async def _with_terms(
    engine: TranslationEngine, pair: LanguagePair, sentence: str, hits: Sequence[TermHit]
) -> Sentence:
    """A sentence with its terms carried through as unknown words; where one gets lost, around the terms."""
    if len(hits) > MOST_TERMS:
        return await _around(engine, pair, sentence, hits)
    carried = carry(sentence, hits)
    answer = await engine.translate(carried.text, pair)
    text, missing = carried.restored(answer.text)
    return await _around(engine, pair, sentence, hits) if missing else Sentence(text, answer.unknown)


async def _around(engine: TranslationEngine, pair: LanguagePair, sentence: str, hits: Sequence[TermHit]) -> Sentence:
    """The sentence with the parts between its terms translated alone: no term can get lost, agreement may."""
    pieces: list[str] = []
    unknown: list[str] = []
    end = 0
    for hit in [*hits, None]:
        part = sentence[end : hit.start if hit else len(sentence)]
        if _LETTER.search(part):
            answer = await engine.translate(part.strip(), pair)
            unknown += answer.unknown
            lead = part[: len(part) - len(part.lstrip())]
            pieces.append(f"{lead}{answer.text}{part[len(part.rstrip()) :]}")
        else:
            pieces.append(part)
        if hit:
            pieces.append(cased_like(sentence, hit))
            end = hit.end
    return Sentence("".join(pieces), tuple(unknown))


async def _split(text: str, language: str, splitting: Splitting, kept: Sequence[tuple[int, int]]) -> Sequence[_Piece]:
    """The sentences of a text; of a long one they are found in a thread, so that others are answered meanwhile."""
    if len(text) <= LONG_TEXT:
        return list(_pieces(text, language, splitting, kept))
    return await asyncio.to_thread(lambda: list(_pieces(text, language, splitting, kept)))


def _pieces(text: str, language: str, splitting: Splitting, kept: Sequence[tuple[int, int]]) -> Iterator[_Piece]:
    """The sentences of a text; one that would end inside a kept range goes on until that range is over."""
    start = 0
    before, sentence, after = "", "", ""
    begin = 0
    for lead, body, tail in segments(text, language, splitting=splitting):
        if not (before or sentence or after):
            before, sentence, after, begin = lead, body, tail, start
        else:
            sentence, after = f"{sentence}{after}{lead}{body}", tail
        start += len(lead) + len(body) + len(tail)
        if any(first < start < last for first, last in kept):
            continue
        yield _Piece(before, sentence, after, begin + len(before))
        before = sentence = after = ""
    if before or sentence or after:
        yield _Piece(before, sentence, after, begin + len(before))


def _kept_hits(piece: _Piece, kept: Sequence[tuple[int, int]]) -> list[TermHit]:
    """The kept ranges of a sentence, as terms that are replaced by themselves."""
    end = piece.start + len(piece.sentence)
    hits = []
    for first, last in kept:
        first, last = max(first, piece.start) - piece.start, min(last, end) - piece.start
        if first < last:
            hits.append(TermHit(first, last, piece.sentence[first:last], piece.sentence[first:last]))
    return hits


def _with_kept(terms: Sequence[TermHit], keeping: Sequence[TermHit]) -> list[TermHit]:
    """Both from left to right; what is kept is no term."""
    free = [hit for hit in terms if not any(hit.start < each.end and each.start < hit.end for each in keeping)]
    return sorted([*free, *keeping], key=lambda hit: hit.start)


def _not_used(hits: Sequence[TermHit], translation: str, pair: LanguagePair) -> tuple[TermHit, ...]:
    uses = check_use(hits, translation, language=pair.target, lemmatise=lemmatiser(pair.target)) if hits else []
    return tuple(use.hit for use in uses if use.found_at is None)


def _not_served(pair: LanguagePair) -> NotServed:
    return NotServed(
        f"No engine on this computer translates from {pair.source} to {pair.target}."
        " Installing an Apertium pair for it, training an engine from your own translations,"
        " adding a model, or connecting to a service would."
    )


def _capitalised_like(source: str, text: str, hits: Sequence[TermHit]) -> str:
    """With a capital where the source has one, unless a term stands first: it is written as the glossary has it."""
    if not source[:1].isupper() or not text[:1].islower() or any(text.startswith(hit.target) for hit in hits):
        return text
    return text[:1].upper() + text[1:]
