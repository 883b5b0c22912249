"""Split texts into sentences, without a break after abbreviations: Dr. Smith, Fig. 3, z. B."""

from __future__ import annotations

import re

from termdesk.domain.language.abbreviations import LONGEST_WORD, ends_with_abbreviation
from termdesk.domain.language.language import root
from termdesk.domain.spot_check.sentence_set import as_sentences

# The end of a sentence with closing punctuation, followed by a space and a possible start.
_END = re.compile(r"(?<=[.!?…])[\"'”’»)\]]*\s+(?=[^\W_]|[\"'“‘«¿¡(\[])|(?<=[。！？])[」』”）]*|\n+")


def split_sentences(text: str, language: str) -> tuple[str, ...]:
    """Split a text into sentences, without duplicates. The result may be imperfect, because the user can edit it."""
    parts, start, code = [], 0, root(language)
    for match in _END.finditer(text):
        if match.group().strip("\n") and _goes_on(text, match, code):
            continue
        end = match.end() if not match.group().isspace() else match.start()
        parts.append(text[start:end])
        start = match.end()
    return as_sentences([*parts, text[start:]])


def _goes_on(text: str, match: re.Match[str], language: str) -> bool:
    """Whether a possible end of a sentence is none, judging by the words around it."""
    if not match.group()[-1].isspace():
        return False
    if text[match.end()].islower():
        return True
    start, end = match.span()
    # Longer parts would be copied for each sentence.
    before, after = text[max(0, start - LONGEST_WORD) : start], text[end : end + LONGEST_WORD]
    return ends_with_abbreviation(before, after, language)
