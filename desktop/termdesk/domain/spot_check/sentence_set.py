"""Sets of sentences for testing a glossary."""

from __future__ import annotations

import re
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


# The end of a sentence with closing punctuation, followed by a space and a possible start. Abbreviations are not
# recognized.
_END = re.compile(r"(?<=[.!?…])(?<![A-Z]\.)[\"'”’»)\]]*\s+(?=[^\s\W_a-zà-ÿ]|[\"'“‘«¿¡(\[])|(?<=[。！？])[」』”）]*|\n+")


def split_sentences(text: str) -> tuple[str, ...]:
    """Split a text into sentences, without duplicates. The result may be imperfect, because the user can edit it."""
    parts, start = [], 0
    for match in _END.finditer(text):
        end = match.end() if not match.group().isspace() else match.start()
        parts.append(text[start:end])
        start = match.end()
    return as_sentences([*parts, text[start:]])
