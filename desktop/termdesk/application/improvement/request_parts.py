"""A text that is too long for one request, in parts that are sent one after the other."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

# A paragraph with the empty lines behind it, a sentence with the blanks behind it, a word with its blanks.
_PARAGRAPHS = re.compile(r".*?\n(?:[^\S\n]*\n)*|.+\Z", re.DOTALL)
_SENTENCES = re.compile(r".*?[.!?。！？…][\"'”’»)]*\s+|.*?[。！？]|.+\Z", re.DOTALL)
_WORDS = re.compile(r"\S*\s+|\S+\Z")


class TextPart(NamedTuple):
    """A part of a text: white space, the words that are sent, and white space. Joined, all parts give the text."""

    before: str
    text: str
    after: str


def split_text(text: str, fits: Callable[[str], bool]) -> list[TextPart]:
    """The text in as few parts as possible, each of which `fits`.

    It is divided between paragraphs where that suffices, else between sentences, else between words. A word that does
    not fit is a part of its own.
    """
    return [_part(each) for each in _split(text, fits, (_PARAGRAPHS, _SENTENCES, _WORDS)) if each]


def _split(text: str, fits: Callable[[str], bool], dividers: tuple[re.Pattern[str], ...]) -> list[str]:
    if not dividers or fits(text.strip()):
        return [text]
    parts: list[str] = []
    for section in dividers[0].findall(text):
        if parts and fits((parts[-1] + section).strip()):
            parts[-1] += section
        elif fits(section.strip()):
            parts.append(section)
        else:
            parts += _split(section, fits, dividers[1:])
    return parts


def _part(text: str) -> TextPart:
    words = text.strip()
    start = len(text) - len(text.lstrip())
    return TextPart(text[:start], words, text[start + len(words) :])
