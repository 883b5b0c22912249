"""Apertium's stream format: words with their analyses, `^houses/house<n><pl>/house<vblex><pri><p3><sg>$`."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

_SPECIAL = re.compile(r"[\^$@\\/\[\]{}<>*#+~]")
# Similar characters for those that Apertium damages even if they are escaped: the last stage drops a tilde, and outputs
# a star or a hash as if it marked the next word.
LOOK_ALIKES = str.maketrans("~*#", "\u223c\u2217\u266f")
# If a text contains the first look-alike itself, the next one is used.
_STAND_INS = {"~": "\u223c\uff5e\u301c", "*": "\u2217\uff0a\u2731", "#": "\u266f\uff03\ufe5f"}
# Both end the input of a stage: NUL as the separator that we write, U+FFFF as end of file in C.
_ENDS_INPUT = str.maketrans("\0\uffff", "  ")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
UNIT = re.compile(r"\^((?:\\.|[^\\^$])*)\$", re.DOTALL)
_READING = re.compile(r"((?:\\.|[^\\<])*)((?:<[^<>]+>)+)(.*)", re.DOTALL)
_TAG = re.compile(r"<([^<>]+)>")
_SLASH = re.compile(r"(?<!\\)/")


def escape(text: str) -> str:
    """Escape the characters with a meaning in the stream, and replace those that would end it by spaces."""
    if "\0" in text or "\uffff" in text:
        text = text.translate(_ENDS_INPUT)
    return _SPECIAL.sub(lambda match: "\\" + match.group(), text)


def unescape(text: str) -> str:
    """Return the text of the stream without the backslashes that `escape` adds."""
    return _ESCAPED.sub(r"\1", text)


def stand_ins(text: str) -> dict[int, str]:
    """Return a `translate` table from the text's special characters to stand-ins that the text does not contain."""
    return {
        ord(sign): next((each for each in likes if each not in text), likes[0])
        for sign, likes in _STAND_INS.items()
        if sign in text
    }


@dataclass(frozen=True, slots=True)
class Reading:
    """One analysis of a word: lemma, tags, and the text after them, such as the rest of a multi-word lemma."""

    lemma: str
    tags: tuple[str, ...]
    rest: str = ""

    @property
    def kind(self) -> str:
        """The part of speech, such as `n` or `adj`."""
        return self.tags[0]

    def tag_among(self, *tags: str) -> str:
        """Return the first of its tags that is among these; "" if there is none."""
        return next((tag for tag in self.tags if tag in tags), "")

    def with_tag(self, old: str, new: str) -> Reading:
        """Return this reading with one tag replaced."""
        return replace(self, tags=tuple(new if tag == old else tag for tag in self.tags))

    def __str__(self) -> str:
        return f"{self.lemma}{write_tags(self.tags)}{self.rest}"


@dataclass(frozen=True, slots=True)
class AnalyzedWord:
    """A word, the text before it, and its readings; none if the analyzer does not know the word."""

    before: str
    surface: str
    readings: tuple[Reading, ...]

    def of_kind(self, *kinds: str) -> Reading | None:
        """Return its first reading with one of these parts of speech."""
        return next((each for each in self.readings if each.kind in kinds), None)


def write_tags(tags: tuple[str, ...]) -> str:
    """Format tags for the stream."""
    return "".join(f"<{tag}>" for tag in tags)


def read_tags(written: str) -> tuple[str, ...]:
    """Parse tags from the stream."""
    return tuple(_TAG.findall(written))


def read_words(stream: str) -> list[AnalyzedWord]:
    """Return the words of an analyzed text."""
    words, end = [], 0
    for unit in UNIT.finditer(stream):
        surface, *analyses = _SLASH.split(unit.group(1))
        readings = tuple(
            Reading(match.group(1), read_tags(match.group(2)), match.group(3))
            for match in map(_READING.fullmatch, analyses)
            if match and not match.group(1).startswith("*")
        )
        words.append(AnalyzedWord(unescape(stream[end : unit.start()]), unescape(surface), readings))
        end = unit.end()
    return words
