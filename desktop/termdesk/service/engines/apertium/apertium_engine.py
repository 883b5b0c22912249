"""All Apertium pairs installed on this system: probed, started on demand, and combined through Spanish."""

from __future__ import annotations

import asyncio
import contextlib
import re
import subprocess
import time
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from termdesk.domain.language.capitals import in_capitals
from termdesk.domain.language.language import LanguagePair, root
from termdesk.messages.engine_messages import EngineFact
from termdesk.service.engines.apertium import modes
from termdesk.service.engines.apertium import pipeline as pipelines
from termdesk.service.engines.apertium.analyzed_phrase import WordKind
from termdesk.service.engines.apertium.pipeline import Pipeline, SentenceWithTerms
from termdesk.service.engines.apertium.sentence_batches import (
    BATCHES_AT_ONCE,
    MOST_BATCHES,
    MOST_IN_BATCH,
    SentenceBatches,
    Steps,
    run_together,
)
from termdesk.service.engines.apertium.sentence_terms import TermLost
from termdesk.service.engines.apertium.single_letters import hide_letters, restore_letters
from termdesk.service.engines.apertium.term_grammar import PhraseAnalyzer, TermGrammar, grammar_of
from termdesk.service.engines.apertium.term_unit import PIVOT, TermUnit, leave_pivot
from termdesk.service.engines.apertium.word_alignment import trace
from termdesk.service.engines.placeholders import PLACEHOLDER, CarriedTerm
from termdesk.service.engines.results import EngineDescription
from termdesk.service.engines.translation_engine import Sentence, TracedWord

SECONDS_IDLE = 300.0
# A pipeline is ten small processes, which together take about 20 MB of memory.
MOST_RUNNING = 6

_PLACEHOLDERS = re.compile(PLACEHOLDER, re.IGNORECASE)
_SHOUTED = re.compile(r"[^\W\d_]{2,}\W+\w")
# "USB, SSD, HDMI": a list of acronyms does not mean that the text is in capitals.
_ACRONYMS = re.compile(r"\W*\w{1,5}(?:\s*[,;:/|+&]\s*\w{1,5})+\W*")
_DIGIT = re.compile(r"\d")
# Acronyms that Apertium takes for words: "IT, HR".
_WORD_LIKE = re.compile(r"IT|US|WHO")
_ELEMENT = re.compile(r"[^\W_]+")
_FIRST_WORD = re.compile(r"\W*(\w+)")
# Spanish has “el” instead of “la” before a stressed a. Apertium writes “EL” for “La”, because it takes the one capital
# letter for a word in capitals.
_SHOUTED_ARTICLE = re.compile(r"\bEL(?= h?[aá][^\W\d_A-ZÁÉÍÓÚÜÑ])")
_BEFORE_SIGN = re.compile(r" +(?=[.,;:!?…)\]])")
# French has a space before the other marks (; : ! ?).
_BEFORE_FRENCH_SIGN = re.compile(r" +(?=[.,…)\]])")


_SentenceSteps = Steps[SentenceWithTerms, Sentence, Sentence]


class ApertiumEngine:
    """The pairs that passed their probe, and the pipelines that serve them."""

    is_prose = True
    sentences_at_once = BATCHES_AT_ONCE * MOST_IN_BATCH

    def __init__(self) -> None:
        self._pipelines: dict[LanguagePair, Pipeline] = {}
        self._pairs = frozenset[LanguagePair]()
        self._failures: dict[LanguagePair, str] = {}
        self._analyzers: dict[str, PhraseAnalyzer] = {}
        self._grammars: dict[LanguagePair, TermGrammar] = {}
        self._version = ""
        # A separate pool: sentences that wait for a hanging stage must not block the service's other threads.
        self._threads = ThreadPoolExecutor(2 * MOST_BATCHES, thread_name_prefix="Apertium")
        self._batches: dict[LanguagePair, SentenceBatches[tuple[str, Sequence[CarriedTerm]]]] = {}

    async def find(self) -> None:
        """Find installed pairs and probe each with a known sentence, which takes some tenths of a second."""
        for pair, mode in modes.find_installed_modes().items():
            if pair in self._pipelines:
                continue
            pipeline = Pipeline(pair, mode)
            if failure := await asyncio.to_thread(pipelines.probe, pipeline):
                self._failures[pair] = failure
            else:
                self._pipelines[pair] = pipeline
                self._failures.pop(pair, None)
                self._pairs = _with_those_through_pivot(self._pipelines)
        if self._pipelines or self._failures:
            self._version = await asyncio.to_thread(modes.version)

    def pairs(self) -> frozenset[LanguagePair]:
        """Return the served pairs, including those through the pivot."""
        return self._pairs

    def name_for(self, pair: LanguagePair) -> str:
        """Return the engine's name for a pair, with all languages of the route."""
        route = self._route(pair)
        codes = [route[0].pair.source, *(pipeline.pair.target for pipeline in route)]
        return f"Apertium {'-'.join(codes)}"

    async def translate(self, sentence: str, pair: LanguagePair) -> Sentence:
        """Translate a sentence with the pipelines of its pair. Raises EngineFailed if one fails twice."""
        return await self.translate_terms(sentence, pair, ())

    async def translate_terms(self, sentence: str, pair: LanguagePair, terms: Sequence[CarriedTerm]) -> Sentence:
        """Translate a sentence and inflect its terms for the target language. A term that cannot be inflected stays a
        placeholder.

        Raises EngineFailed as `translate` does.
        """
        batches = self._batches.get(pair)
        if batches is None:
            batches = self._batches[pair] = SentenceBatches(partial(self._translate_batch, pair), self._threads)
        for pipeline in self._route(pair):
            if not pipeline.is_running:
                await self._make_room()
        return await batches.run((sentence, terms))

    def prepare_terms(self, pair: LanguagePair) -> None:
        """Start the analyzers of both languages without waiting. They read their dictionaries for 0.1 s."""
        known = [self._analyzers.get(root(language)) for language in (pair.source, pair.target)]
        if self._takes_terms(pair) and not all(each and each.is_running for each in known):
            self._threads.submit(self._start_analyzers, pair)

    def _start_analyzers(self, pair: LanguagePair) -> None:
        for language in (pair.source, pair.target):
            # If the start fails, the first sentence with a term tries again. If that fails too, the sentence is
            # translated without grammar.
            with contextlib.suppress(TermLost, OSError):
                self._analyzer(language).start()

    def _takes_terms(self, pair: LanguagePair) -> bool:
        return grammar_of(pair.source, pair.target) and all(pipeline.takes_terms for pipeline in self._route(pair))

    def _translate_batch(
        self, pair: LanguagePair, sentences: Sequence[tuple[str, Sequence[CarriedTerm]]]
    ) -> list[Sentence | Exception]:
        route = self._route(pair)
        takes_terms = self._takes_terms(pair)
        works = [self._steps(sentence, pair, route, terms if takes_terms else ()) for sentence, terms in sentences]
        return run_together(works, lambda number, asked: route[number].translate_all(asked))

    def _steps(
        self, sentence: str, pair: LanguagePair, route: Sequence[Pipeline], terms: Sequence[CarriedTerm]
    ) -> _SentenceSteps:
        """Translate a sentence in steps. Each step yields the number of a pipeline of the route, and what it must
        translate.
        """
        if terms:
            with contextlib.suppress(TermLost, OSError):
                return (yield from self._with_terms(sentence, pair, route, terms))
        return (yield from _plain(sentence, pair, len(route)))

    def _with_terms(
        self, sentence: str, pair: LanguagePair, route: Sequence[Pipeline], terms: Sequence[CarriedTerm]
    ) -> _SentenceSteps:
        grammar = self._grammar(pair)
        units = [unit for term in terms if (unit := grammar.unit(term, route[-1].generate))]
        hidden = hide_letters(sentence, pair.source)
        try:
            answer = yield from _through(len(route), hidden, units)
        except TermLost:
            # The usual cause is a verb that the analyzer reads as another part of speech: retry without the verbs.
            others = [unit for unit in units if unit.kind is not WordKind.VERB]
            if len(others) == len(units):
                raise
            units = others
            answer = yield from _through(len(route), hidden, units)
        guessed = tuple(unit.placeholder for unit in units if not grammar.agrees(unit, sentence))
        answered, unknown = restore_letters(answer)
        written = sentence
        for term in terms:
            if term.placeholder in answer.placed:
                written = written.replace(term.placeholder, term.written)
        text = _restore(answered, written, pair.target)
        small = text if root(pair.target) == "en" else _small_behind_name(text, written, unknown)
        # A term keeps the capital that it has in the glossary.
        is_harmed = small != text and any(term.hit.target in text and term.hit.target not in small for term in terms)
        return Sentence(text if is_harmed else small, unknown, answer.placed, guessed)

    def _grammar(self, pair: LanguagePair) -> TermGrammar:
        known = self._grammars.get(pair)
        if known is None:
            source, target = self._analyzer(pair.source), self._analyzer(pair.target)
            grammar = TermGrammar(source, target, languages=(root(pair.source), root(pair.target)))
            known = self._grammars.setdefault(pair, grammar)
        return known

    def _analyzer(self, language: str) -> PhraseAnalyzer:
        """Return the analyzer of a language, from any pair with it as source. Raises TermLost if there is none."""
        code = root(language)
        if code not in self._analyzers:
            mode = next(
                (each.mode for pair, each in sorted(self._pipelines.items()) if root(pair.source) == code), None
            )
            if mode is None:
                raise TermLost
            # Two threads may do this at once; only the analyzer that is stored will be closed.
            self._analyzers.setdefault(code, PhraseAnalyzer(code, mode))
        return self._analyzers[code]

    async def trace_words(self, sentences: Sequence[str], pair: LanguagePair) -> list[list[TracedWord]]:
        """Return the translated words of each sentence with their source words. The list of a sentence is empty if they
        are unknown.

        If a stage fails, all lists are empty.
        """
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            return await asyncio.to_thread(trace, [each.mode for each in self._route(pair)], sentences)
        return [[] for _ in sentences]

    def _route(self, pair: LanguagePair) -> list[Pipeline]:
        if pair in self._pipelines:
            return [self._pipelines[pair]]
        return [self._pipelines[LanguagePair(pair.source, PIVOT)], self._pipelines[LanguagePair(PIVOT, pair.target)]]

    def describe(self) -> list[EngineDescription]:
        """Describe this engine for the user: its direct pairs, and failed ones."""
        direct = [f"{pair.source}–{pair.target}" for pair in sorted(self._pipelines)]
        shown = [
            EngineDescription(
                "Apertium",
                self._version,
                "GPL-2.0-or-later",
                EngineFact.TRANSLATES_PAIRS(pairs=direct) if direct else EngineFact.TRANSLATES_NOTHING(),
                EngineFact.READY() if direct else EngineFact.NOT_INSTALLED(),
                sum(pipeline.resident_bytes for pipeline in self._pipelines.values()),
            )
        ]
        for pair, failure in self._failures.items():
            shown.append(
                EngineDescription(
                    "Apertium",
                    self._version,
                    "GPL-2.0-or-later",
                    EngineFact.SERVES_PAIR(source=pair.source, target=pair.target),
                    failure,
                )
            )
        return shown

    async def _make_room(self) -> None:
        """End the pipelines that were not used for the longest time, so that another one may start."""
        running = sorted(
            (each for each in self._pipelines.values() if each.is_running), key=lambda each: each.last_used
        )
        for oldest in running[: max(0, len(running) - MOST_RUNNING + 1)]:
            await asyncio.to_thread(oldest.close)

    async def end_idle(self) -> None:
        """End the processes of pairs that have not been used recently."""
        before = time.monotonic() - SECONDS_IDLE
        for pipeline in self._pipelines.values():
            if pipeline.is_running and pipeline.last_used < before:
                await asyncio.to_thread(pipeline.close)
        if not any(pipeline.is_running for pipeline in self._pipelines.values()):
            await self._close_analyzers()

    async def close(self) -> None:
        """End all processes."""
        await asyncio.gather(*(asyncio.to_thread(each.close) for each in self._pipelines.values()))
        await self._close_analyzers()

    async def _close_analyzers(self) -> None:
        await asyncio.gather(*(asyncio.to_thread(each.close) for each in self._analyzers.values()))


def _plain(sentence: str, pair: LanguagePair, pipelines: int) -> _SentenceSteps:
    """Translate a sentence through all pipelines of its pair."""
    text = hide_letters(sentence, pair.source)
    unknown: tuple[str, ...] = ()
    for number in range(pipelines):
        answer = yield number, (text, ())
        text, unknown = answer.text, (*unknown, *answer.unknown)
    text, unknown = restore_letters(Sentence(text, unknown))
    text = _restore(text, sentence, pair.target)
    return Sentence(text if root(pair.target) == "en" else _small_behind_name(text, sentence, unknown), unknown)


def _through(pipelines: int, sentence: str, units: Sequence[TermUnit]) -> _SentenceSteps:
    """Translate a sentence with its terms through all pipelines of its pair. Raises TermLost."""
    if pipelines == 1:
        return (yield 0, (sentence, units))
    first = yield 0, (sentence, [unit.through_pivot() for unit in units])
    answer = yield 1, leave_pivot(first.text, units)
    return answer._replace(unknown=(*first.unknown, *answer.unknown))


def _with_those_through_pivot(direct: Collection[LanguagePair]) -> frozenset[LanguagePair]:
    into = {pair.source for pair in direct if pair.target == PIVOT}
    out_of = {pair.target for pair in direct if pair.source == PIVOT}
    return frozenset([*direct, *(LanguagePair(a, b) for a in into for b in out_of if a != root(b))])


def _restore(text: str, source: str, target_language: str) -> str:
    """Restore the spaces, apostrophes and capitals of the source, which Apertium does not always keep."""
    text = _without_stray_blanks(text, source, target_language)
    if _ACRONYMS.fullmatch(source):
        text = _with_names(text, source)
    if "EL" in text and root(target_language) == "es":
        text = _SHOUTED_ARTICLE.sub("El", text)
    if "’" in source and "'" not in source:
        text = text.replace("'", "’")
    if any(word.islower() and "zqx" not in word for word in source.split()):
        # A word in lower case, as in nearly all texts: the text is not in capitals.
        return text
    # Apertium leaves articles in lower case in a text that is all in capitals.
    words = _PLACEHOLDERS.sub(" ", source)
    is_shouted = words.isupper() and _SHOUTED.search(words) and not _ACRONYMS.fullmatch(_PLACEHOLDERS.sub("X", source))
    if not is_shouted:
        return text
    return text.upper() if _DIGIT.search(source) else in_capitals(text, target_language)


def _with_names(text: str, source: str) -> str:
    """Restore the letters and acronyms of a list in capitals, such as A and IT, which were translated as words."""
    written = _ELEMENT.findall(source)
    if not source.isupper() or len(_ELEMENT.findall(text)) != len(written):
        return text
    names = iter(written)
    return _ELEMENT.sub(lambda found: _name_or_word(next(names), found.group()), text)


def _name_or_word(name: str, word: str) -> str:
    """Return `name` from the source if it is a single letter, or an acronym that was translated as a word.

    An acronym that was translated by another acronym keeps its translation: WHO, OMS.
    """
    is_name = len(name) == 1 or (_WORD_LIKE.fullmatch(name) and not word.isupper())
    return name if is_name else word


def _without_stray_blanks(text: str, source: str, target_language: str) -> str:
    """Remove the spaces left where words were dropped, unless the source has such spaces, too."""
    signs = _BEFORE_FRENCH_SIGN if root(target_language) == "fr" else _BEFORE_SIGN
    text = text.strip()
    if "  " in text and "  " not in source:
        text = re.sub(" {2,}", " ", text)
    return text if signs.search(source) else signs.sub("", text)


def _small_behind_name(text: str, source: str, unknown: Sequence[str]) -> str:
    """If a sentence begins with unknown words or placeholders, put the next word back into lower case.

    Apertium capitalizes the first word that it knows. Not used for English, because it capitalizes words that other
    languages do not (English, Monday).
    """
    if not _may_open_with(source, unknown):
        return text
    names = "|".join((PLACEHOLDER, *(rf"{re.escape(word)}\b" for word in dict.fromkeys(unknown))))
    behind_name = re.compile(rf"((?:\W*(?:{names}))+\W+)(\w+)", re.IGNORECASE)
    written, translated = behind_name.match(source), behind_name.match(text)
    if not (written and translated and written.group(2).islower() and translated.group(2).istitle()):
        return text
    start = translated.start(2)
    return f"{text[:start]}{text[start].lower()}{text[start + 1 :]}"


def _may_open_with(source: str, unknown: Sequence[str]) -> bool:
    """Whether a sentence may begin with a placeholder or an unknown word.

    Few sentences do, so this quick test before the thorough one saves time.
    """
    opening = _FIRST_WORD.match(source)
    first = opening.group(1).lower() if opening else ""
    # Some letters outside ASCII are equal only to a pattern that ignores case, and not after `lower`. The thorough test
    # decides about them.
    return first.startswith("zqx") or any(first == word.lower() or not f"{first}{word}".isascii() for word in unknown)
