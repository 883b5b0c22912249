"""What an engine that translates looks like to the rest of the service.

* ApertiumEngine       pairs installed on this system, directly or through a pivot
* StatisticalEngine    trained on this computer from the user's own translations
* NeuralEngine         models that the user brought (CTranslate2 and Argos packages, Firefox models)
* LibreTranslate       another server that the user named
* TermsOnly            replaces nothing but glossary terms
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeGuard, runtime_checkable

from termdesk.domain.language.language import LanguagePair
from termdesk.service.engines.placeholders import CarriedTerm
from termdesk.service.engines.results import EngineDescription


@dataclass(frozen=True, slots=True)
class Sentence:
    """A translated sentence, and its words that the engine did not know and left as they were.

    `placed` are placeholders in whose place the engine put the terms itself, `guessed` those of them whose gender
    or form it could only guess.
    """

    text: str
    unknown: tuple[str, ...] = ()
    placed: tuple[str, ...] = ()
    guessed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TracedWord:
    """A word of a translation, and the ranges of the words of the sentence that it comes from; none if it is added."""

    word: str
    sources: tuple[tuple[int, int], ...]


@runtime_checkable
class TracingEngine(Protocol):
    """An engine that knows which words of a translation come from which words of the text."""

    async def trace_words(self, sentences: Sequence[str], pair: LanguagePair) -> list[list[TracedWord]]:
        """For each sentence the words of its translation; none where that is not known."""


class TranslationEngine(Protocol):
    """Translates one sentence at a time, without knowing of glossaries.

    Terms of a glossary come as words that no engine knows (`placeholders.py`) and must be left as they are.
    `is_prose` says that whole sentences are its strength, rather than short strings of an interface.
    `sentences_at_once`: of one text, so many are asked of it at once; more would not be answered sooner.
    """

    is_prose: bool
    sentences_at_once: int

    async def find(self) -> None:
        """Find the pairs, and test each with a known sentence. May be called again."""

    def pairs(self) -> frozenset[LanguagePair]:
        """The pairs that passed their probe. Sources are roots; a target may be a variant."""

    def name_for(self, pair: LanguagePair) -> str:
        """What an answer says of who made it, as in `Apertium en-es-fr`."""

    async def translate(self, sentence: str, pair: LanguagePair) -> Sentence:
        """Translate one sentence of a pair in `pairs()`. Raises EngineFailed."""

    def describe(self) -> list[EngineDescription]:
        """What the window shows of it, with what did not work and why."""

    async def end_idle(self) -> None:
        """End processes that were not used for a while."""

    async def close(self) -> None:
        """End what the engine runs."""


class GrammaticalEngine(TranslationEngine, Protocol):
    """An engine that knows the grammar of its languages, and puts terms into a sentence in their right forms."""

    async def translate_terms(self, sentence: str, pair: LanguagePair, terms: Sequence[CarriedTerm]) -> Sentence:
        """Translate a sentence with placeholders of terms. Those that are not `placed` are still in the result.

        Raises EngineFailed.
        """


def knows_grammar(engine: TranslationEngine) -> TypeGuard[GrammaticalEngine]:
    """Whether an engine is grammatical. Asked for every sentence, where `isinstance` of a protocol would take long."""
    return hasattr(engine, "translate_terms")
