"""Translates texts: confirmed translations first, then the engines in order, with glossary terms in their places."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from termdesk.domain.language.articles import has_articles_by_gender, is_article
from termdesk.domain.language.capitals import with_capital
from termdesk.domain.language.language import LanguagePair, root
from termdesk.domain.matching.protected_parts import find_protected_positions
from termdesk.domain.matching.terms import Exactness, TermHit, TermIndex
from termdesk.domain.matching.uses import check_use
from termdesk.domain.texts import WordLink
from termdesk.messages.engine_messages import EngineFact
from termdesk.service.engines.detection import has_words
from termdesk.service.engines.errors import EngineFailed, NotServed
from termdesk.service.engines.lemmas import lemmatizer
from termdesk.service.engines.placeholders import (
    MOST_TERMS,
    FixedHit,
    capitalize_target,
    carry,
    is_placeholder,
    takes_grammar,
)
from termdesk.service.engines.results import ConfirmedTranslations, EngineDescription, EngineTranslation
from termdesk.service.engines.sentence_search import HitFinder, SentenceChunk, SentenceHits, SentenceSearch, split
from termdesk.service.engines.sentences import Splitting
from termdesk.service.engines.translation_engine import Sentence, TracingEngine, TranslationEngine, knows_grammar
from termdesk.service.engines.word_links import link_words

MEMORY = "confirmed translation"
SAME_LANGUAGE = "none (same language)"
# A sentence of up to this many words counts as a user interface string, which trained engines translate better.
WORDS_OF_A_STRING = 6
_WORD = re.compile(r"\w+")
_WITHOUT_INFLECTION = frozenset({"id", "ja", "ko", "th", "vi", "zh"})


class _TranslatedSentence(NamedTuple):
    text: str
    engine: str
    known: int
    words: int
    placed: tuple[TermHit, ...] = ()
    missed: tuple[TermHit, ...] = ()
    uncertain: tuple[str, ...] = ()


class TranslationEngines:
    """The engines, best first, and how a text with terms passes through them."""

    def __init__(self, memory: ConfirmedTranslations, engines: Sequence[TranslationEngine]) -> None:
        self._memory = memory
        self._engines = engines

    async def find(self) -> None:
        """Find the engines. If one cannot be searched, its description gives the reason."""
        for engine in self._engines:
            await engine.find()

    def pairs(self) -> frozenset[LanguagePair]:
        """Return the pairs that some engine translates."""
        return frozenset().union(*(engine.pairs() for engine in self._engines))

    def sources_for(self, target: str) -> frozenset[str]:
        """Return the root languages with a translation to the target, by an engine or from memory, and the target's
        own.
        """
        targets = {target, root(target)}
        known = self.pairs() | self._memory.pairs()
        return frozenset(root(pair.source) for pair in known if pair.target in targets) | {root(target)}

    def describe(self) -> list[EngineDescription]:
        """Describe the engines and the confirmed translations for the user."""
        shown = [each for engine in self._engines for each in engine.describe()]
        shown.append(
            EngineDescription(
                EngineFact.CONFIRMED(),
                "",
                EngineFact.YOURS(),
                EngineFact.SERVES_CONFIRMED(),
                EngineFact.READY(),
            )
        )
        return shown

    def prepare_terms(self, pair: LanguagePair) -> None:
        """Start what the engines of a pair need for terms, without waiting: a text with terms comes soon."""
        for engine, way in self._find_serving_engines(pair):
            if knows_grammar(engine):
                engine.prepare_terms(way)

    async def end_idle(self) -> None:
        """End processes that have not been used recently."""
        for engine in self._engines:
            await engine.end_idle()

    async def close(self) -> None:
        """End all processes of the engines."""
        for engine in self._engines:
            await engine.close()

    async def translate(
        self,
        text: str,
        *,
        pair: LanguagePair,
        terms: TermIndex | None = None,
        protected: Sequence[tuple[int, int]] = (),
        splitting: Splitting = "1",
    ) -> EngineTranslation:
        """Translate a text sentence by sentence, unless there is a confirmed translation of the whole text.

        Spaces and line breaks between sentences stay in place. `protected` are ranges of code points to keep unchanged.
        Raises NotServed, or EngineFailed if every engine of the pair failed.
        """
        if root(pair.source) == root(pair.target):
            return EngineTranslation(text, (SAME_LANGUAGE,) if has_words(text) else (), 1.0)
        if whole := await self._whole(text, pair, terms, protected, splitting):
            return whole
        chunks: list[str] = []
        done: list[_TranslatedSentence] = []
        placed: list[str] = []
        missed: list[str] = []
        fixed = _merge_ranges([*protected, *find_protected_positions(text)])
        at_once = self._at_once(pair)
        # Translation takes far longer than the search for terms, so the search runs concurrently.
        sentences = SentenceSearch(text, pair.source, splitting, HitFinder(terms, fixed, protected), at_once)
        for chunk, segment in await self._segments(sentences, pair, at_once):
            chunks += [chunk.before, segment.text, chunk.after]
            done.append(segment)
            placed += [hit.source for hit in segment.placed]
            missed += [hit.source for hit in segment.missed]
        words = sum(segment.words for segment in done)
        return EngineTranslation(
            "".join(chunks),
            tuple(dict.fromkeys(segment.engine for segment in done if segment.engine)),
            sum(segment.known for segment in done) / words if words else 1.0,
            tuple(dict.fromkeys(placed)),
            tuple(dict.fromkeys(missed)),
            tuple(dict.fromkeys(source for segment in done for source in segment.uncertain)),
        )

    async def word_links(self, text: str, translation: str, pair: LanguagePair) -> list[WordLink]:
        """Link the words of a translation to their source words, as far as an engine of the pair can."""
        sentences = await split(text, pair.source)
        for engine, way in self._find_serving_engines(pair):
            if isinstance(engine, TracingEngine):
                traced = await engine.trace_words([each.sentence for each in sentences], way)
                starts = [each.start for each in sentences]
                # Nothing is found if the translation comes from another engine: try the next one.
                if found := list(link_words(translation, zip(starts, traced, strict=True))):
                    return found
        return []

    async def _whole(
        self,
        text: str,
        pair: LanguagePair,
        terms: TermIndex | None,
        protected: Sequence[tuple[int, int]],
        splitting: Splitting,
    ) -> EngineTranslation | None:
        """Return the confirmed translation of the whole text.

        None if it lacks glossary terms, and an engine could translate the text with them.
        """
        whole = SentenceChunk("", text, "", 0)
        hits = HitFinder(None, (), protected).find(whole)
        confirmed = self._find_confirmed(pair, text, hits, is_by_line=splitting == "1")
        if not confirmed:
            return None
        fixed = _merge_ranges([*protected, *find_protected_positions(text)])
        find = HitFinder(terms, fixed, protected).find
        # A list of base forms may have to be loaded for the terms.
        hits = find(whole) if terms is None else await asyncio.to_thread(find, whole)
        missed = await _not_used(hits.terms, confirmed, pair)
        if missed and self._find_serving_engines(pair):
            return None
        lost = frozenset(missed)
        begin, end = len(text) - len(text.lstrip()), len(text.rstrip())
        return EngineTranslation(
            f"{text[:begin]}{confirmed}{text[end:]}",
            (MEMORY,),
            1.0,
            tuple(dict.fromkeys(hit.source for hit in hits.terms if hit not in lost)),
            tuple(dict.fromkeys(hit.source for hit in missed)),
        )

    def _find_serving_engines(self, pair: LanguagePair) -> list[tuple[TranslationEngine, LanguagePair]]:
        """Return the engines for a pair, each with the pair under which it knows the languages.

        A variant of the source counts as its root language.
        """
        ways = _find_ways(pair)
        found = []
        for engine in self._engines:
            served = engine.pairs()
            way = next((way for way in ways if way in served), None)
            if way is not None:
                found.append((engine, way))
        return found

    def _at_once(self, pair: LanguagePair) -> int:
        """Return the number of sentences of a text to translate concurrently."""
        return next((engine.sentences_at_once for engine, _ in self._find_serving_engines(pair)), 1)

    async def _segments(
        self, sentences: SentenceSearch, pair: LanguagePair, at_once: int
    ) -> list[tuple[SentenceChunk, _TranslatedSentence]]:
        """Translate all sentences, `at_once` of them at the same time, because an engine works on several in different
        stages.
        """
        found: dict[int, tuple[SentenceChunk, _TranslatedSentence]] = {}

        async def translate_waiting() -> None:
            while (each := await sentences.take()) is not None:
                found[each.number] = each.chunk, await self._segment(each.chunk.sentence, pair, each.hits)

        tasks: list[asyncio.Task[None]] = []
        try:
            count = await sentences.begin()
            at_once = at_once if count is None else min(at_once, count)
            tasks += [asyncio.create_task(translate_waiting()) for _ in range(at_once)]
            await asyncio.gather(*tasks)
        finally:
            sentences.end()
            for task in tasks:
                task.cancel()
        return [found[number] for number in sorted(found)]

    async def _segment(self, sentence: str, pair: LanguagePair, hits: SentenceHits) -> _TranslatedSentence:
        words = len(_WORD.findall(sentence))
        confirmed = self._find_confirmed(pair, sentence, hits)
        if confirmed and not (lost := await _not_used(hits.terms, confirmed, pair)):
            return _TranslatedSentence(confirmed, MEMORY, words, words, hits.terms)
        if not hits.terms and not any(map(str.isalpha, _without(sentence, hits.fixed))):
            # A sentence without words needs no engine.
            return _TranslatedSentence(sentence, "", words, words)
        serving = self._find_serving_engines(pair)
        if not serving:
            if confirmed:
                # No engine can translate the sentence, so use the confirmed translation, and report the terms that it
                # lacks.
                return _TranslatedSentence(confirmed, MEMORY, words, words, tuple(set(hits.terms) - set(lost)), lost)
            raise _not_served(pair)
        if _is_one_term(sentence, hits) and not _can_inflect(serving[0][0], hits.terms[0]):
            written = capitalize_target(sentence, hits.terms[0], pair.target)
            uncertain = _not_inflected(hits.terms, pair)
            return _TranslatedSentence(written, "glossary", words, words, hits.terms, uncertain=uncertain)
        carried = hits.in_order
        engine, answer, uncertain = await _best(serving, sentence, carried, is_string=words <= WORDS_OF_A_STRING)
        unknown = sum(not is_placeholder(word) for word in answer.unknown)
        text = _capitalize_like(sentence, answer.text, carried, pair.target)
        if _is_one_term(sentence, hits) and sentence[:1].islower() and hits.terms[0].target[:1].islower():
            # Engines take a single word for a sentence and capitalize it.
            text = text[:1].lower() + text[1:]
        known = max(0, words - unknown)
        return _TranslatedSentence(text, engine, known, words, hits.terms, uncertain=uncertain)

    def _find_confirmed(
        self, pair: LanguagePair, text: str, hits: SentenceHits, *, is_by_line: bool = False
    ) -> str | None:
        """Return the confirmed translation of exactly this text.

        None if it contains a protected part less often than the text does.
        """
        found = self._memory.exact(pair, text, is_by_line=is_by_line) if text.strip() else None
        if not found:
            return None
        counts = Counter(hits.protected)
        return found if all(found.count(protected) >= count for protected, count in counts.items()) else None


@lru_cache(maxsize=1_000)  # called for each sentence
def _find_ways(pair: LanguagePair) -> tuple[LanguagePair, LanguagePair]:
    """Return the pairs under which an engine may know the languages, the preferred one first."""
    source = root(pair.source)
    return LanguagePair(source, pair.target), LanguagePair(source, root(pair.target))


def _is_one_term(sentence: str, hits: SentenceHits) -> bool:
    return len(hits.terms) == 1 and hits.terms[0].end - hits.terms[0].start == len(sentence)


def _can_inflect(engine: TranslationEngine, hit: TermHit) -> bool:
    """Whether the term is inflected in the text and the engine can inflect its translation."""
    return hit.exactness is Exactness.INFLECTED and knows_grammar(engine)


async def _best(
    serving: Sequence[tuple[TranslationEngine, LanguagePair]],
    sentence: str,
    hits: Sequence[TermHit],
    *,
    is_string: bool,
) -> tuple[str, Sentence, tuple[str, ...]]:
    """Return the result of the first engine that knows every word, or else the result with the fewest unknown words.

    The result has the engine's name, the sentence, and the source phrases of terms that may not agree with the words
    around them. Raises EngineFailed if all engines failed.
    """
    ordered = sorted(serving, key=lambda each: each[0].is_prose) if is_string else serving
    best: tuple[str, Sentence, tuple[str, ...]] | None = None
    failure: EngineFailed | None = None
    for engine, pair in ordered:
        if pair not in engine.pairs():
            # The pair was removed while another engine was running.
            continue
        # Get the name first: while the engine runs, its model may be deleted.
        name = engine.name_for(pair)
        try:
            answer, uncertain = await _with_terms(engine, pair, sentence, hits)
        except EngineFailed as error:
            failure = error
            continue
        if best is None or len(answer.unknown) < len(best[1].unknown):
            best = (name, answer, uncertain)
        if all(map(is_placeholder, answer.unknown)):
            break
    if best is None:
        assert failure is not None, "there is an engine, and it failed"
        raise failure
    return best


async def _with_terms(
    engine: TranslationEngine, pair: LanguagePair, sentence: str, hits: Sequence[TermHit]
) -> tuple[Sentence, tuple[str, ...]]:
    """Translate a sentence with its terms; also return the source phrases of terms that may not agree with their
    context.

    An engine that knows grammar inflects the terms. Other engines carry them as unknown words, in the glossary's form.
    If a term gets lost, only the text around the terms is translated.
    """
    if not hits:
        return await engine.translate(sentence, pair), ()
    if not knows_grammar(engine):
        return await _with_unknown_words(engine, pair, sentence, hits), _not_inflected(hits, pair)
    if len(hits) > MOST_TERMS:
        return await _around(engine, pair, sentence, hits), tuple(hit.source for hit in hits if takes_grammar(hit))
    carried = carry(sentence, hits, pair.target)
    to_inflect = [term for term in carried.terms if takes_grammar(term.hit)]
    answer = await engine.translate_terms(carried.text, pair, to_inflect)
    text, missing = carried.insert_terms(answer.text, answer.placed)
    if missing:
        return await _around(engine, pair, sentence, hits), tuple(term.hit.source for term in to_inflect)
    agreeing = set(answer.placed).difference(answer.guessed)
    # A term that occurs twice may agree in one place only.
    uncertain = [term.hit.source for term in to_inflect if term.placeholder not in agreeing]
    names = [hit for hit in hits if not takes_grammar(hit) and _has_guessed_article(sentence, hit, pair)]
    return Sentence(text, answer.unknown), (*uncertain, *(hit.source for hit in names))


def _has_guessed_article(sentence: str, hit: TermHit, pair: LanguagePair) -> bool:
    """Whether the engine had to guess the form of the article before a name: nothing shows the gender of a name."""
    if isinstance(hit, FixedHit) or not has_articles_by_gender(pair.target):
        return False
    # Another word may be between them: the new Weblate.
    return any(is_article(word, pair.source) for word in _WORD.findall(sentence[: hit.start].casefold())[-2:])


async def _with_unknown_words(
    engine: TranslationEngine, pair: LanguagePair, sentence: str, hits: Sequence[TermHit]
) -> Sentence:
    """Translate a sentence whose terms are unknown words for the engine."""
    if len(hits) > MOST_TERMS:
        return await _around(engine, pair, sentence, hits)
    carried = carry(sentence, hits, pair.target)
    answer = await engine.translate(carried.text, pair)
    text, missing = carried.insert_terms(answer.text)
    return await _around(engine, pair, sentence, hits) if missing else Sentence(text, answer.unknown)


def _not_inflected(hits: Sequence[TermHit], pair: LanguagePair) -> tuple[str, ...]:
    """Return the source phrases of terms that are inflected in the text, and whose translation is the glossary's form.

    Languages without inflection have no other form.
    """
    if root(pair.target) in _WITHOUT_INFLECTION:
        return ()
    return tuple(hit.source for hit in hits if hit.exactness is Exactness.INFLECTED)


async def _around(engine: TranslationEngine, pair: LanguagePair, sentence: str, hits: Sequence[TermHit]) -> Sentence:
    """Translate the parts between the terms separately. No term can get lost, but words may not agree with the
    terms.
    """
    chunks: list[str] = []
    unknown: list[str] = []
    end = 0
    for hit in [*hits, None]:
        part = sentence[end : hit.start if hit else len(sentence)]
        if any(map(str.isalpha, part)):
            answer = await engine.translate(part.strip(), pair)
            unknown += answer.unknown
            lead = part[: len(part) - len(part.lstrip())]
            chunks.append(f"{lead}{answer.text}{part[len(part.rstrip()) :]}")
        else:
            chunks.append(part)
        if hit:
            chunks.append(capitalize_target(sentence, hit, pair.target))
            end = hit.end
    return Sentence("".join(chunks), tuple(unknown))


def _merge_ranges(ranges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sort the ranges and merge overlapping ones."""
    joined: list[tuple[int, int]] = []
    for first, last in sorted(ranges):
        if joined and first < joined[-1][1]:
            joined[-1] = joined[-1][0], max(last, joined[-1][1])
        else:
            joined.append((first, last))
    return joined


def _without(sentence: str, hits: Sequence[TermHit]) -> str:
    """Return the parts of a sentence between the hits."""
    starts, ends = [0, *(hit.end for hit in hits)], [*(hit.start for hit in hits), len(sentence)]
    return " ".join(sentence[start:end] for start, end in zip(starts, ends, strict=True))


async def _not_used(hits: Sequence[TermHit], translation: str, pair: LanguagePair) -> tuple[TermHit, ...]:
    """Return the terms that a translation certainly lacks. Searches in a thread, which may have to load base forms."""
    if not hits:
        return ()
    lemmatize = lemmatizer(pair.target)
    uses = await asyncio.to_thread(check_use, hits, translation, language=pair.target, lemmatize=lemmatize)
    return tuple(use.hit for use in uses if use.is_missed)


def _not_served(pair: LanguagePair) -> NotServed:
    return NotServed(
        f"No engine on this computer translates from {pair.source} to {pair.target}."
        " Installing an Apertium pair for it, training an engine from your own translations,"
        " adding a model, or connecting to a service would."
    )


def _capitalize_like(source: str, text: str, hits: Sequence[TermHit], target_language: str) -> str:
    """Capitalize the text if the source is capitalized. A term at the start stays as the glossary writes it."""
    if not source[:1].isupper() or not text[:1].islower() or any(text.startswith(hit.target) for hit in hits):
        return text
    return with_capital(text, target_language)
