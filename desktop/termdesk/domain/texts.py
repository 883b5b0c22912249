"""Texts to translate or improve: requests, results, billed characters."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

MAX_IMPROVE_BODY_BYTES = 10_240
MAX_TRANSLATE_BODY_BYTES = 131_072
MAX_TEXTS = 50

# All values of the interface. `/v3/languages?resource=write` says which of them a language supports.
WRITING_STYLES = ("academic", "business", "casual", "simple")
TONES = ("confident", "diplomatic", "enthusiastic", "friendly")
# Prefix of a style or tone: a language without it ignores it instead of reporting an error.
PREFERRED = "prefer_"


class Improve(StrEnum):
    """The two ways to improve a text; values are the last part of the path."""

    REPHRASE = "rephrase"
    CORRECT = "correct"


class MemoryJobState(StrEnum):
    """The state of an import or export of a translation memory by a service; the values are those of the interface."""

    AWAITING_INPUT = "awaiting_input"
    PROCESSING = "processing"
    COMPLETED = "completed"
    DOWNLOADED = "downloaded"
    FAILED = "failed"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class EngineReport:
    """The origin of a result. Empty if the service does not say; only the local one does.

    `coverage` is the share of source words that the engine knew, 0 to 1, or None. `terms_missed` are glossary terms
    (source phrases) that could not be placed in the result, `terms_placed` those that were; None if the service does
    not say. `terms_uncertain` are placed terms that may not agree with the surrounding words. `unused` are sent
    parameters that no engine could use. `is_only_corrected`: rephrasing was requested, but mere correction gives the
    same text.
    """

    engines: tuple[str, ...] = ()
    coverage: float | None = None
    terms_missed: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    is_only_corrected: bool = False
    terms_placed: tuple[str, ...] | None = None
    terms_uncertain: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Translation:
    """One translated text. `billed_characters` is None if the service does not say."""

    text: str
    detected_source: str
    billed_characters: int | None = None
    report: EngineReport = EngineReport()


@dataclass(frozen=True, slots=True)
class WordLink:
    """A word of a translation, and the word of the source text that it translates. Positions are code points."""

    source_start: int
    source_end: int
    target_start: int
    target_end: int


@dataclass(frozen=True, slots=True)
class SimilarText:
    """A confirmed text that is similar to another (0 to 1), with its translation: a suggestion, never used
    automatically.
    """

    source: str
    target: str
    similarity: float


@dataclass(frozen=True, slots=True)
class Improvement:
    """One improved text, in the order of the request. `billed_characters` is None if the service reports none."""

    text: str
    detected_source: str
    target: str
    report: EngineReport = EngineReport()
    billed_characters: int | None = None


def billable_characters(text: str, *, targets: int = 1) -> int:
    """The number of characters that the service bills for a text: Unicode code points, once for
    each target language.
    """
    return len(text) * targets
