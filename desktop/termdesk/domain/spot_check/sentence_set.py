"""Sets of sentences for testing a glossary."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.texts import billable_characters


@dataclass(frozen=True, slots=True)
class SentenceSet:
    """Sentences of one source language, to be translated into one target language.

    `glossary_key` and `glossary_name` identify the glossary for which the set is meant; both are empty if there is
    none. The name finds a glossary after its first publication, which changes its key. `client` is free text.
    """

    set_id: str
    name: str
    pair: LanguagePair
    sentences: tuple[str, ...] = ()
    client: str = ""
    glossary_key: str = ""
    glossary_name: str = ""

    @property
    def characters(self) -> int:
        """The billed characters of one translation of all sentences."""
        return sum(map(billable_characters, self.sentences))


def as_sentences(lines: Iterable[str]) -> tuple[str, ...]:
    """The lines that are not empty, without surrounding white space and duplicates, in order."""
    return tuple(dict.fromkeys(line.strip() for line in lines if line.strip()))
