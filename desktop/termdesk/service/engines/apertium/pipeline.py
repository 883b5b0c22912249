"""The pipeline of one Apertium pair, kept running: a sentence can enter while the previous one is in later stages.

The stages are listed in the pair's `.mode` file; each gets the null-flush flag, so a sentence that ends with NUL comes
back at once (1 to 4 ms) instead of a new set of processes for every request (60 to 350 ms).
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from termdesk.domain.language.language import LanguagePair, root
from termdesk.messages.engine_messages import EngineFact
from termdesk.service.engines.apertium.analyzed_phrase import Generate
from termdesk.service.engines.apertium.modes import PROBES, parts, stages
from termdesk.service.engines.apertium.running_stages import RunningStages, SharedStages
from termdesk.service.engines.apertium.sentence_batches import Steps, run_together
from termdesk.service.engines.apertium.sentence_terms import CarriedUnit, SentenceTerms, TermLost
from termdesk.service.engines.apertium.stream import escape, stand_ins
from termdesk.service.engines.apertium.superlatives import split_superlatives
from termdesk.service.engines.apertium.term_unit import TermUnit
from termdesk.service.engines.errors import EngineFailed
from termdesk.service.engines.translation_engine import Sentence

log = logging.getLogger("termdesk.service")

SECONDS_A_SENTENCE = 5.0
SECONDS_TO_START = 10.0
# A text of 100 KB without a full stop takes some seconds, and a minute on a busy computer.
SECONDS_A_CHARACTER = 0.001
_FORMS_KEPT = 20_000
_UNITS_KEPT = 1_000

# Escaped characters, and marks of unknown words. One pattern finds both, because an escaped mark must not count as a
# mark.
_ESCAPED_OR_MARK = re.compile(r"\\(.)|[*@#](\w+)", re.DOTALL)
_TILDE = "~"
_WORD = re.compile(r"\w+")
# Added to each sentence, because some stages wait for the end of a sentence. It is removed from the result.
_END = ".[]"


# A sentence, and the terms whose placeholders occur in it.
SentenceWithTerms = tuple[str, Sequence[TermUnit]]


class _Prepared(NamedTuple):
    """A sentence for the first stage, its terms, and the stand-ins of special characters."""

    escaped: str
    terms: SentenceTerms | None
    hidden: Mapping[int, str]
    placeholders: tuple[str, ...]


class Pipeline:
    """The running stages of one pair. Thread-safe: threads take turns at each part of the stages.

    If a sentence takes too long, a stage has died or hangs. All sentences in the pipeline are then retried, one at a
    time, so that only the one that causes the failure fails.
    """

    def __init__(self, pair: LanguagePair, mode: Path) -> None:
        self.pair = pair
        self.mode = mode
        self.last_used = time.monotonic()
        self._parts = parts(stages(mode))
        self._stages = SharedStages(self._parts)
        self._forms: dict[str, str | None] = {}
        self._units: dict[int, CarriedUnit] = {}

    @property
    def is_running(self) -> bool:
        """Whether the processes of the pipeline are running."""
        return self._stages.current is not None

    @property
    def resident_bytes(self) -> int:
        """The private memory of all stages."""
        running = self._stages.current
        return running.resident_bytes if running else 0

    @property
    def takes_terms(self) -> bool:
        """Whether terms can be inserted between its stages."""
        return len(self._parts) > 1

    @property
    def process_ids(self) -> list[int]:
        """The ids of the running stages."""
        running = self._stages.current
        return running.process_ids if running else []

    def translate(self, sentence: str, terms: Sequence[TermUnit] = ()) -> Sentence:
        """Translate one sentence; `terms` are those whose placeholders occur in it, each once.

        Raises EngineFailed after two failures, and TermLost.
        """
        [answer] = self.translate_all([(sentence, terms)])
        if isinstance(answer, Exception):
            raise answer
        return answer

    def translate_all(self, sentences: Sequence[SentenceWithTerms]) -> list[Sentence | Exception]:
        """Translate several sentences together; return for each the translation, EngineFailed or TermLost."""
        # Prepare as much as possible before waiting for the pipeline.
        prepared = [self._prepare(*each) for each in sentences]
        self.last_used = time.monotonic()
        try:
            with self._stages.use() as running:
                answers = self._ask(running, prepared)
        except OSError:
            answers = [self._ask_again(each) for each in prepared]
        return [
            each if isinstance(each, Exception) else _read(each, of) for each, of in zip(answers, prepared, strict=True)
        ]

    def _prepare(self, sentence: str, terms: Sequence[TermUnit]) -> _Prepared:
        hidden = stand_ins(" ".join([sentence, *(term.phrase.text for term in terms)]))
        units = SentenceTerms([self._to_carried_unit(term, hidden) for term in terms]) if terms else None
        shown = sentence.translate(hidden) if hidden else sentence
        return _Prepared(escape(shown), units, hidden, tuple(term.placeholder for term in terms))

    def _to_carried_unit(self, unit: TermUnit, hidden: Mapping[int, str]) -> CarriedUnit:
        """Return a term as the engine sees it. Cached, because the same term may occur in every sentence of a text."""
        known = self._units.get(id(unit))
        # The cache holds a reference to the unit, because another unit could get the id of a deleted one.
        if known is None or known.unit is not unit or hidden:
            known = CarriedUnit(unit, root(self.pair.source), hidden)
            if not hidden:
                if len(self._units) >= _UNITS_KEPT:
                    self._units.clear()
                self._units[id(unit)] = known
        return known

    def _ask_again(self, sentence: _Prepared) -> str | Exception:
        with self._stages.hold():
            try:
                [answer] = self._ask(self._stages.alone(), [sentence])
                return answer
            except OSError:
                reason = self._stages.end()
                log.warning("Apertium %s to %s ended: %s", self.pair.source, self.pair.target, reason)
                return EngineFailed(
                    EngineFact.STOPPED(source=self.pair.source, target=self.pair.target, reason=reason),
                    remedy="Try a shorter sentence.",
                )

    def generate(self, unit: str) -> str | None:
        """Return the form of a lemma with tags; None if the generator lacks it. Raises OSError or TimeoutError."""
        if unit in self._forms:
            return self._forms[unit]
        # A late response would be taken for the response to the next sentence, so a failure ends these stages.
        with self._stages.use() as running:
            return self._generate(running, unit)

    def _generate(self, running: RunningStages, unit: str) -> str | None:
        if unit in self._forms:
            return self._forms[unit]
        form = running.ask(-2, f"^{unit}$[]", SECONDS_TO_START).removesuffix("[]")
        is_known = form and not form.startswith(("#", "@", "*"))
        if len(self._forms) >= _FORMS_KEPT:
            self._forms = {}
        found = form.replace(_TILDE, "") if is_known else None
        self._forms[unit] = found
        return found

    def close(self) -> None:
        """End the processes of the pipeline once no sentence is in it."""
        with self._stages.hold():
            self._stages.end()

    def _ask(self, running: RunningStages, sentences: Sequence[_Prepared]) -> list[str | Exception]:
        """Return the answers of the last stage, or TermLost. Raises OSError."""
        limit = SECONDS_A_SENTENCE if running.has_answered else SECONDS_TO_START
        seconds = limit + sum(len(each.escaped) for each in sentences) * SECONDS_A_CHARACTER
        works = [self._steps(each, partial(self._generate, running)) for each in sentences]
        answers = run_together(works, partial(running.ask_all, seconds=seconds))
        running.note_answer()
        return answers

    def _steps(self, sentence: _Prepared, generate: Generate) -> Steps[str, str, str]:
        raw = yield from (self._plain(sentence) if sentence.terms is None else self._with_terms(sentence, generate))
        if not raw.endswith(_END):
            # A stage has died. The stages after it write what they have, which may be nothing.
            raise BrokenPipeError
        return raw

    def _plain(self, sentence: _Prepared) -> Steps[str, str, str]:
        raw = f"{sentence.escaped}{_END}"
        for part in range(len(self._parts)):
            raw = yield part, raw
            if part == 0 and self.takes_terms:
                raw = self._correct_analysis(raw)
        return raw

    def _correct_analysis(self, stream: str) -> str:
        """Return the analyzed sentence without mistakes that the analyzer of this language makes."""
        return split_superlatives(stream) if root(self.pair.source) == "pt" else stream

    def _with_terms(self, sentence: _Prepared, generate: Generate) -> Steps[str, str, str]:
        analysis, lookup, transfer, generation, finish = range(len(self._parts))
        terms = sentence.terms
        assert terms is not None
        analyzed = yield analysis, f"{terms.insert_carriers(sentence.escaped)}{_END}"
        try:
            stream = terms.in_source(analyzed)
        except TermLost:
            # The analyzer has joined a term with other words. Try again with the plain placeholders, which are unknown
            # words.
            analyzed = yield analysis, f"{sentence.escaped}{_END}"
            stream = terms.in_source(analyzed)
        stream = yield lookup, self._correct_analysis(stream)
        stream = yield transfer, terms.in_target(stream)
        stream = yield generation, terms.read_results(stream, generate)
        stream = yield finish, terms.put_forms(stream)
        return stream


def _read(raw: str, sentence: _Prepared) -> Sentence:
    """Return the translation that the last stage answered."""
    text, unknown = _without_marks(raw.removesuffix(_END))
    if sentence.hidden:
        text = text.translate({ord(like): chr(sign) for sign, like in sentence.hidden.items()})
    return Sentence(text, unknown, sentence.placeholders)


def _without_marks(raw: str) -> tuple[str, tuple[str, ...]]:
    """Return the plain text, and the words that were marked as unknown."""
    unknown: list[str] = []

    def plain(match: re.Match[str]) -> str:
        escaped, word = match.groups()
        if word:
            unknown.append(word)
        return str(escaped or word)

    return _ESCAPED_OR_MARK.sub(plain, raw), tuple(unknown)


def word_count(sentence: str) -> int:
    """Count the words of a sentence."""
    return len(_WORD.findall(sentence))


def probe(pipeline: Pipeline) -> str:
    """Return why a pair does not work, or an empty string. Leaves the pipeline stopped."""
    sentence = PROBES[pipeline.pair.source]
    try:
        answer = pipeline.translate(sentence)
    except EngineFailed as error:
        return error.message
    finally:
        pipeline.close()
    if not answer.text.strip():
        return EngineFact.GIVES_NO_TEXT()
    if len(answer.unknown) * 2 > word_count(sentence):
        return EngineFact.KNOWS_NO_WORDS()
    return ""
