"""The pipeline of one Apertium pair, kept running, one sentence at a time.

The stages are listed in the pair's `.mode` file; each gets the null-flush flag, so a sentence that ends with NUL
comes back at once (1 to 4 ms) instead of a new set of processes for every request (60 to 350 ms).
"""

from __future__ import annotations

import contextlib
import logging
import re
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from termdesk.domain.language.language import LanguagePair, root
from termdesk.service.child_errors import ErrorTail, describe_end
from termdesk.service.engines.apertium.modes import PROBES, parts, stages
from termdesk.service.engines.apertium.process_chain import ProcessChain
from termdesk.service.engines.apertium.sentence_terms import CarriedUnit, SentenceTerms, TermLost
from termdesk.service.engines.apertium.stream import escape, stand_ins
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

# Escaped characters, and marks before words that a stage did not know: in one pass, since an escaped mark is none.
_ESCAPED_OR_MARK = re.compile(r"\\(.)|[*@#](\w+)", re.DOTALL)
_TILDE = "~"
_WORD = re.compile(r"\w+")
# Closes the sentence for the stages that wait for its end; cut off again afterwards.
_END = ".[]"


class Pipeline:
    """The running stages of one pair. Safe to call from several threads: they take turns.

    A sentence that takes too long means that a stage died or hangs; the stages are restarted once.
    """

    def __init__(self, pair: LanguagePair, mode: Path) -> None:
        self.pair = pair
        self.mode = mode
        self.last_used = time.monotonic()
        self._parts = [ProcessChain(commands) for commands in parts(stages(mode))]
        self._forms: dict[str, str | None] = {}
        self._units: dict[int, CarriedUnit] = {}
        self._errors: ErrorTail | None = None
        self._lock = threading.RLock()

    @property
    def is_running(self) -> bool:
        """Whether the processes of the pipeline are running."""
        return any(part.is_running for part in self._parts)

    @property
    def resident_bytes(self) -> int:
        """The memory of all stages that is theirs alone."""
        return sum(part.resident_bytes for part in self._parts)

    @property
    def takes_terms(self) -> bool:
        """Whether terms can be put in between its stages."""
        return len(self._parts) > 1

    @property
    def process_ids(self) -> list[int]:
        """The ids of the running stages."""
        return [process.pid for part in self._parts for process in part.processes]

    def translate(self, sentence: str, terms: Sequence[TermUnit] = ()) -> Sentence:
        """Translate one sentence; `terms` are those whose placeholders are in it, each once.

        Raises EngineFailed where that fails twice, and TermLost.
        """
        hidden = stand_ins(" ".join([sentence, *(term.phrase.text for term in terms)]))
        escaped = escape(sentence.translate(hidden))
        # As much as can be is prepared before the pipeline is free.
        on_its_way = SentenceTerms([self._carried(term, hidden) for term in terms]) if terms else None
        with self._lock:
            self.last_used = time.monotonic()
            limit = SECONDS_A_SENTENCE if self.is_running else SECONDS_TO_START
            try:
                raw = self._asked(escaped, on_its_way, limit)
            except (OSError, TimeoutError):
                self._end()
                raw = self._asked_again(escaped, on_its_way)
        # The thread that waits for the pipeline begins before this one goes on: a switch would take up to 5 ms else.
        time.sleep(0)
        text, unknown = _without_marks(raw.removesuffix(_END))
        placed = tuple(term.placeholder for term in terms)
        signs = {ord(like): chr(sign) for sign, like in hidden.items()}
        return Sentence(text.translate(signs), unknown, placed)

    def _carried(self, unit: TermUnit, hidden: Mapping[int, str]) -> CarriedUnit:
        """A term as the engine sees it. Kept, because the same term may occur in every sentence of a text."""
        known = self._units.get(id(unit))
        # Another unit may have the id of one that is gone, unless it is held here.
        if known is None or known.unit is not unit or hidden:
            known = CarriedUnit(unit, root(self.pair.source), hidden)
            if not hidden:
                if len(self._units) >= _UNITS_KEPT:
                    self._units.clear()
                self._units[id(unit)] = known
        return known

    def _asked_again(self, escaped: str, terms: SentenceTerms | None) -> str:
        try:
            return self._asked(escaped, terms, SECONDS_TO_START)
        except (OSError, TimeoutError) as error:
            reason = self._end()
            log.warning("Apertium %s to %s ended: %s", self.pair.source, self.pair.target, reason)
            raise EngineFailed(
                f"Apertium {self.pair.source} to {self.pair.target} gave no answer ({reason}).",
                remedy="Try a shorter sentence.",
            ) from error

    def generate(self, unit: str) -> str | None:
        """The form of a lemma with tags; None if the generator does not know it. Raises OSError or TimeoutError."""
        with self._lock:
            if unit not in self._forms:
                if len(self._forms) >= _FORMS_KEPT:
                    self._forms.clear()
                try:
                    self._ensure_running()
                    answer = self._parts[-2].ask(f"^{unit}$[]", time.monotonic() + SECONDS_TO_START)
                except (OSError, TimeoutError):
                    # An answer that comes too late would be taken for that of the next question.
                    self._end()
                    raise
                form = answer.removesuffix("[]")
                is_known = form and not form.startswith(("#", "@", "*"))
                self._forms[unit] = form.replace(_TILDE, "") if is_known else None
            return self._forms[unit]

    def close(self) -> None:
        """End the processes of the pipeline."""
        with self._lock:
            self._end()

    def _asked(self, escaped: str, terms: SentenceTerms | None, limit: float) -> str:
        self._ensure_running()
        deadline = time.monotonic() + limit + len(escaped) * SECONDS_A_CHARACTER
        if terms is not None:
            raw = self._with_terms(escaped, terms, deadline)
        else:
            raw = f"{escaped}{_END}"
            for part in self._parts:
                raw = part.ask(raw, deadline)
        if not raw.endswith(_END):
            # A stage has died: the ones behind it flush what they have, which may be nothing at all.
            raise BrokenPipeError
        return raw

    def _with_terms(self, escaped: str, terms: SentenceTerms, deadline: float) -> str:
        analysis, lookup, transfer, generation, finish = self._parts
        stream = lookup.ask(self._analysed(analysis, escaped, terms, deadline), deadline)
        stream = transfer.ask(terms.in_target(stream), deadline)
        stream = generation.ask(terms.read_results(stream, self.generate), deadline)
        return finish.ask(terms.put_forms(stream), deadline)

    def _analysed(self, analysis: ProcessChain, escaped: str, terms: SentenceTerms, deadline: float) -> str:
        """The analysed sentence with its terms; those that the analyser joins with other words go as unknown words."""
        with contextlib.suppress(TermLost):
            return terms.in_source(analysis.ask(f"{terms.carried(escaped)}{_END}", deadline))
        return terms.in_source(analysis.ask(f"{escaped}{_END}", deadline))

    def _ensure_running(self) -> None:
        if self.is_running:
            return
        self._errors = errors = ErrorTail()
        try:
            for part in self._parts:
                part.start(errors.descriptor)
        except OSError:
            errors.finish()
            raise
        errors.follow()

    def _end(self) -> str:
        """End the stages; gives why the first of them that was dead had ended, else that they were too slow."""
        codes = [part.end() for part in self._parts]
        code = next((code for code in codes if code), None)
        lines = self._errors.finish() if self._errors else []
        return describe_end(lines, code) or "it took too long"


def _without_marks(raw: str) -> tuple[str, tuple[str, ...]]:
    """The text as people read it, and the words that were marked as not known."""
    unknown = []

    def plain(match: re.Match[str]) -> str:
        escaped, word = match.groups()
        if word:
            unknown.append(word)
        return str(escaped or word)

    return _ESCAPED_OR_MARK.sub(plain, raw), tuple(unknown)


def word_count(sentence: str) -> int:
    """The number of words in a sentence."""
    return len(_WORD.findall(sentence))


def probe(pipeline: Pipeline) -> str:
    """Why a pair does not work, or nothing. Leaves the pipeline stopped."""
    sentence = PROBES[pipeline.pair.source]
    try:
        answer = pipeline.translate(sentence)
    except EngineFailed as error:
        return error.message
    finally:
        pipeline.close()
    if not answer.text.strip():
        return "It answers with nothing."
    if len(answer.unknown) * 2 > word_count(sentence):
        return "It does not know the words of a simple sentence."
    return ""
