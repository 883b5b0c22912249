"""Texts that are translated or improved: what is asked, what comes back, what is billed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

MAX_IMPROVE_BODY_BYTES = 10_240
MAX_TRANSLATE_BODY_BYTES = 131_072
MAX_TEXTS = 50

# What the interface knows. Which of them a language really has is told by `/v3/languages?resource=write`.
WRITING_STYLES = ("academic", "business", "casual", "simple")
TONES = ("confident", "diplomatic", "enthusiastic", "friendly")


class Improve(StrEnum):
    """The two ways to improve a text; values are the end of the path."""

    REPHRASE = "rephrase"
    CORRECT = "correct"


@dataclass(frozen=True, slots=True)
class EngineReport:
    """Who made a result. Empty where the service does not say (only the local one does).

    `coverage` is the share of source words the engine knew, 0 to 1, or None. `terms_missed` are glossary
    terms (source phrases) that stood in the text and could not be placed in the result, `terms_placed` those that
    were, or None where the service does not say; `unused` are parameters that were sent and that no engine could
    make use of. `is_only_corrected`: rewording was asked for, and correcting alone gives the same text.
    """

    engines: tuple[str, ...] = ()
    coverage: float | None = None
    terms_missed: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    is_only_corrected: bool = False
    terms_placed: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Translation:
    """One translated text. `billed_characters` is None where the service did not say."""

    text: str
    detected_source: str
    billed_characters: int | None = None
    report: EngineReport = EngineReport()


@dataclass(frozen=True, slots=True)
class Improvement:
    """One improved text, in the order asked."""

    text: str
    detected_source: str
    target: str
    report: EngineReport = EngineReport()


def billable_characters(text: str, *, targets: int = 1) -> int:
    """What the service bills for a text: Unicode code points, once a target language."""
    return len(text) * targets
