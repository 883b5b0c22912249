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

    `write` takes one translation for each of the `due_texts`, with the same span indexes, and the target language's
    code.
    """

    @property
    def texts(self) -> Sequence[MarkedText]:
        """All texts that can be translated, in the order of the document."""

    def write(self, path: Path, translations: Sequence[MarkedText], *, target_lang: str) -> None:
        """Write the document with these translations, one for each due text and in the same order."""


@runtime_checkable
class BilingualDocument(Protocol):
    """A document that may contain translations. These stay, so their texts are neither translated nor billed."""

    def due_texts(self, target_lang: str) -> Sequence[MarkedText]:
        """Return the texts that have no translation into this language yet."""

    def count_translated(self) -> dict[str, int]:
        """Return how many characters of its texts have a translation, by the root of its language.

        The key "" stands for translations whose language the document does not name: any target language keeps them.
        """


def due_texts(document: ReadDocument, target_lang: str) -> Sequence[MarkedText]:
    """Return the texts of a document that are sent to an engine, and billed."""
    return document.due_texts(target_lang) if isinstance(document, BilingualDocument) else document.texts


def has_words(text: str) -> bool:
    """Whether there is anything to translate."""
    return any(character.isalpha() for character in text)
