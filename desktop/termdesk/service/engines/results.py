"""What engines take and give."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from termdesk.domain.language.language import LanguagePair


@dataclass(frozen=True, slots=True)
class Detection:
    """The language of a text; `code` is empty where nothing can be said."""

    code: str
    is_sure: bool


@dataclass(frozen=True, slots=True)
class EngineTranslation:
    """A translated text. `coverage` is the share of source words that were known, 0 to 1.

    `terms_placed` and `terms_missed` are source phrases of glossary terms that stood in the text, `terms_uncertain`
    those of them that were placed, but may not agree with the words around them.
    """

    text: str
    engines: tuple[str, ...]
    coverage: float
    terms_placed: tuple[str, ...] = ()
    terms_missed: tuple[str, ...] = ()
    terms_uncertain: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EngineImprovement:
    """An improved text, and which engines looked at it.

    `is_only_corrected`: rewording was asked for, and correcting alone gives the same text.
    """

    text: str
    engines: tuple[str, ...]
    is_only_corrected: bool = False


@dataclass(frozen=True, slots=True)
class EngineDescription:
    """An engine as the window shows it. `state` is `ready`, or says why it is not.

    `resident_bytes` is the memory that its processes hold now, 0 where none runs.
    """

    name: str
    version: str
    licence: str
    serves: str
    state: str
    resident_bytes: int = 0


class ConfirmedTranslations(Protocol):
    """Confirmed translations of texts and sentences."""

    def pairs(self) -> frozenset[LanguagePair]:
        """The pairs that have confirmed texts."""

    def exact(self, pair: LanguagePair, text: str, *, is_by_line: bool = False) -> str | None:
        """The confirmed translation of this very text, white space and typography aside.

        Where line breaks are ends of sentences (`is_by_line`), a text in other lines is another text.
        """
