"""The interface of translation engines.

* ApertiumEngine       pairs installed on this system, directly or through a pivot
* StatisticalEngine    trained on this computer from the user's own translations
* NeuralEngine         models that the user brought (CTranslate2 and Argos packages, Firefox models)
* LibreTranslate       another server that the user named
* TermsOnly            replaces nothing but glossary terms
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeGuard, runtime_checkable

from termdesk.domain.language.language import LanguagePair
from termdesk.service.engines.placeholders import CarriedTerm
from termdesk.service.engines.results import EngineDescription


class Sentence(NamedTuple):
    """A translated sentence, and the words that the engine did not know and left unchanged.

    `placed` are placeholders that the engine itself replaced by terms. `guessed` are the placeholders whose term has a
    guessed gender or form.
    """

    text: str
    unknown: tuple[str, ...] = ()
    placed: tuple[str, ...] = ()
    guessed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TracedWord:
    """A word of a translation, and the ranges of its source words; none for an added word."""

    word: str
    sources: tuple[tuple[int, int], ...]


@runtime_checkable
class TracingEngine(Protocol):
    """An engine that can align the words of a translation with its source."""

    async def trace_words(self, sentences: Sequence[str], pair: LanguagePair) -> list[list[TracedWord]]:
        """Return the words of each sentence's translation; empty if unknown."""


class TranslationEngine(Protocol):
    """Translates one sentence at a time and knows nothing about glossaries.

    Glossary terms arrive as unknown words (`placeholders.py`) and must stay unchanged. `is_prose` means that it
    translates whole sentences better than short user interface strings. `sentences_at_once` is the number of sentences
    of one text to translate concurrently; more would not be faster.
    """

    is_prose: bool
    sentences_at_once: int

    async def find(self) -> None:
        """Find the pairs, and probe each with a known sentence. May be called again."""

    def pairs(self) -> frozenset[LanguagePair]:
        """Return the pairs that passed their probe. Sources are root languages; a target may be a variant."""

    def name_for(self, pair: LanguagePair) -> str:
        """Return the name that responses report, such as `Apertium en-es-fr`."""

    async def translate(self, sentence: str, pair: LanguagePair) -> Sentence:
        """Translate one sentence of a pair in `pairs()`. Raises EngineFailed."""

    def describe(self) -> list[EngineDescription]:
        """Describe the engine for the user, including what does not work and why."""

    async def end_idle(self) -> None:
        """End processes that were not used for a while."""

    async def close(self) -> None:
        """End everything that the engine runs."""


class GrammaticalEngine(TranslationEngine, Protocol):
    """An engine that knows grammar and inserts terms into a sentence in their correct forms."""

    async def translate_terms(self, sentence: str, pair: LanguagePair, terms: Sequence[CarriedTerm]) -> Sentence:
        """Translate a sentence with placeholders of terms. Placeholders that are not `placed` are still in the result.

        Raises EngineFailed.
        """

    def prepare_terms(self, pair: LanguagePair) -> None:
        """Start what only sentences with terms need, without waiting for it."""


def knows_grammar(engine: TranslationEngine) -> TypeGuard[GrammaticalEngine]:
    """Whether an engine is grammatical. Called for every sentence, where `isinstance` with a protocol would be slow."""
    return hasattr(engine, "translate_terms")
