"""Sets of sentences on which a glossary is tried out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.texts import billable_characters


@dataclass(frozen=True, slots=True)
class SentenceSet:
    """Sentences of one source language, to be translated into one target language.

    `glossary_key` and `glossary_name` are of the glossary that the set is meant for; both are empty where there is
    none. The name finds it again after its first publication, which gives it another key. `client` is free text.
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
        """What one translation of all sentences is billed."""
        return sum(map(billable_characters, self.sentences))


def as_sentences(lines: Iterable[str]) -> tuple[str, ...]:
    """Each line that holds more than white space, once, in order; white space around it is left out."""
    return tuple(dict.fromkeys(line.strip() for line in lines if line.strip()))


# An end of a sentence, with what closes it; then a space and what can begin one. Abbreviations are not known.
_END = re.compile(r"(?<=[.!?…])(?<![A-Z]\.)[\"'”’»)\]]*\s+(?=[^\s\W_a-zà-ÿ]|[\"'“‘«¿¡(\[])|(?<=[。！？])[」』”）]*|\n+")


def split_sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text, each once. It need not be perfect: what it gives can be edited."""
    parts, start = [], 0
    for match in _END.finditer(text):
        end = match.end() if not match.group().isspace() else match.start()
        parts.append(text[start:end])
        start = match.end()
    return as_sentences([*parts, text[start:]])
