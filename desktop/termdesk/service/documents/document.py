"""A document as a list of texts to translate, and how it is written with their translations."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

from termdesk.service.engines.marked_text import MarkedText


@runtime_checkable
class NotedDocument(Protocol):
    """A document that tells what of it is not translated."""

    def notes(self, target_lang: str) -> list[str]:
        """Return a sentence for each kind of content that stays as it is, with its number."""


class ReadDocument(Protocol):
    """A document that was read. Reading it again gives the same texts in the same order.

    `write` takes one translation for each text, with the same span indexes, and the target language's code.
    """

    @property
    def texts(self) -> Sequence[MarkedText]:
        """The texts to translate, in the order of the document."""

    def write(self, path: Path, translations: Sequence[MarkedText], *, target_lang: str) -> None:
        """Write the document with these translations, one for each text and in the same order."""


def has_words(text: str) -> bool:
    """Whether there is anything to translate."""
    return any(character.isalpha() for character in text)
