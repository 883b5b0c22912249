"""The values that engines take and return."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from termdesk.domain.language.language import LanguagePair


@dataclass(frozen=True, slots=True)
class Detection:
    """The language of a text; `code` is empty if it cannot be detected."""

    code: str
    is_sure: bool


@dataclass(frozen=True, slots=True)
class EngineTranslation:
    """A translated text. `coverage` is the share of source words that were known, 0 to 1.

    `terms_placed` and `terms_missed` are source phrases of glossary terms that occur in the text; `terms_uncertain` are
    placed terms that may not agree grammatically with the words around them.
    """

    text: str
    engines: tuple[str, ...]
    coverage: float
    terms_placed: tuple[str, ...] = ()
    terms_missed: tuple[str, ...] = ()
    terms_uncertain: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EngineImprovement:
    """An improved text, and the engines that checked it.

    `is_only_corrected`: rewording was requested, but correction alone gives the same text.
    """

    text: str
    engines: tuple[str, ...]
    is_only_corrected: bool = False


@dataclass(frozen=True, slots=True)
class EngineDescription:
    """An engine as shown in the window. `state` is `ready` or the reason why it is not.

    `resident_bytes` is the memory that its processes use now, 0 if none runs.
    """

    name: str
    version: str
    license: str
    serves: str
    state: str
    resident_bytes: int = 0


class ConfirmedTranslations(Protocol):
    """Confirmed translations of texts."""

    def pairs(self) -> frozenset[LanguagePair]:
        """Return the pairs that have confirmed texts."""

    def exact(self, pair: LanguagePair, text: str, *, is_by_line: bool = False) -> str | None:
        """Return the confirmed translation of exactly this text, ignoring differences in white space and typography.

        With `is_by_line`, line breaks end sentences, so the same words with other line breaks are a different text.
        """
