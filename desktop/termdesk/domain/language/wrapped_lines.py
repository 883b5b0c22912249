"""Paragraphs of plain text whose lines were broken at a certain width, as in e-mail and old manuals.

A line belongs to the paragraph of the line before if its first word did not fit there any more. Lists, tables,
addresses and texts with one sentence in each line stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress

from termdesk.domain.language.language import root
from termdesk.domain.language.text_width import text_width

# Indentation, with the marks of quoted e-mail, and the mark of a list item.
_PARTS = re.compile(r"((?:[ \t]*>)*[ \t]*)((?:[-*+•–◦▪]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)])[ \t]+)?")
# Columns of a table.
_COLUMNS = re.compile(r"\S(?:\t+| {3,})\S")
_SENTENCE_END = re.compile(r"[.!?:;…。！？：；][\"'»”’)\]」』）]*$")
_WORD_DIVISION = re.compile(r"[^\W\d_]{2,}[-\u2010]$")
# After these words, a hyphen belongs to the word before: “Vor- und Nachteile”.
_HYPHEN_KEEPERS = frozenset("und oder bzw and or y e o u et ou of en og och eller ja tai".split())  # noqa: SIM905
_LONGEST_WORD = 60
_NARROWEST = 40
# No paragraph that people write has more lines.
_MOST_LINES = 500
# Characters that East Asian texts do not have at the start of a line.
_NOT_FIRST = frozenset("、。，．：；！？）」』】〉》”’ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ")
_TOLERANCE_UNSPACED = 4


@dataclass(frozen=True, slots=True)
class WrappedParagraph:
    """Lines from `start` to `stop` that are one text. `first` and `next` are what precedes it in its lines."""

    start: int
    stop: int
    text: str
    width: int
    first: str = ""
    next: str = ""

    def wrap(self, text: str, language: str) -> list[str]:
        """Return the lines of another text, in this language, with the width and indentation of the paragraph."""
        parts = list(_split_unspaced(text)) if root(language) in ("ja", "zh") else re.findall(r"[^ ]+ *| +", text)
        lines: list[str] = []
        line = self.first
        for number, part in enumerate(parts):
            if number and text_width(line + part.rstrip(" ")) > self.width and part[0] not in _NOT_FIRST:
                lines.append(line.rstrip(" "))
                line = self.next
            line += part
        return [*lines, line.rstrip(" ")]


@dataclass(frozen=True)
class _TextLine:
    number: int
    text: str
    indent: str
    marker: str

    @cached_property
    def body(self) -> str:
        return self.text[len(self.indent) + len(self.marker) :]

    @cached_property
    def width(self) -> int:
        return text_width(self.text)


def find_paragraphs(lines: Sequence[str]) -> list[WrappedParagraph]:
    """The paragraphs of several lines, from top to bottom."""
    runs = [run for block in _blocks(lines) for run in _full_runs(block) if 1 < len(run) <= _MOST_LINES]
    are_sure = [_is_wrapped(run) for run in runs]
    width = max((line.width for run in compress(runs, are_sure) for line in run), default=0)
    return [
        _paragraph(run)
        for run, is_sure in zip(runs, are_sure, strict=True)
        if is_sure or (len(run) == 2 and _continues(run, width))
    ]


def join_wrapped(lines: Sequence[str]) -> list[str]:
    """The lines of a text, in which each wrapped paragraph is one line."""
    paragraphs = find_paragraphs(lines)
    joined: list[str] = []
    end = 0
    for each in paragraphs:
        joined += [*lines[end : each.start], each.text]
        end = each.stop
    return [*joined, *lines[end:]]


def _blocks(lines: Sequence[str]) -> Iterator[list[_TextLine]]:
    """Lines that may be one paragraph, by their indentation and markers."""
    block: list[_TextLine] = []
    for number, text in enumerate(lines):
        match = _PARTS.match(text)
        assert match is not None, "the pattern fits every text"
        line = _TextLine(number, text, match[1], match[2] or "")
        is_text = any(map(str.isalpha, line.body)) and not _COLUMNS.search(line.body)
        if block and not (is_text and _is_next(line, block)):
            yield block
            block = []
        if is_text:
            block.append(line)
    yield block


def _is_next(line: _TextLine, block: Sequence[_TextLine]) -> bool:
    """Whether a line may continue a paragraph. Only its first line may have another indentation."""
    first, last = block[0], block[-1]
    if line.marker or line.number != last.number + 1 or line.indent.count(">") != first.indent.count(">"):
        return False
    if len(block) > 1:
        return line.indent == last.indent
    return line.indent == first.indent or bool(first.marker) or len(line.indent) < len(first.indent)


def _full_runs(block: Sequence[_TextLine]) -> Iterator[list[_TextLine]]:
    """The parts of a block in which no line has room for the first word of the next one."""
    width = max((line.width for line in block), default=0)
    run: list[_TextLine] = []
    for line in block:
        if run and not _is_full(run[-1], line, width):
            yield run
            run = []
        run.append(line)
    if run:
        yield run


def _is_full(line: _TextLine, below: _TextLine, width: int) -> bool:
    if _joins_unspaced(line.body, below.body):
        return line.width + _TOLERANCE_UNSPACED > width
    return line.width + 1 + text_width(below.body.split()[0]) > width


def _is_wrapped(run: Sequence[_TextLine]) -> bool:
    """Whether the lines of a run are certainly one text."""
    if len(run) < 2 or max(line.width for line in run) < _NARROWEST:
        return False
    if all(_SENTENCE_END.search(line.body.rstrip()) for line in run[:-1]):
        return False
    letters = [line.body.lstrip("\"'«»„“”‘’([¿¡")[:1] for line in run[1:]]
    small, large = sum(map(str.islower, letters)), sum(map(str.isupper, letters))
    if len(run) == 2:
        return bool(small)
    return small >= large


def _continues(run: Sequence[_TextLine], width: int) -> bool:
    """Whether the second line continues the first, if other paragraphs are certainly broken at this width."""
    first, second = run
    is_end = _SENTENCE_END.search(first.body.rstrip()) is not None
    return not is_end and first.width <= width and _is_full(first, second, width)


def _paragraph(run: Sequence[_TextLine]) -> WrappedParagraph:
    first = run[0]
    text = first.body.rstrip()
    for line in run[1:]:
        text = _join(text, line.body.strip())
    width = max(line.width for line in run)
    return WrappedParagraph(
        first.number, run[-1].number + 1, text, width, f"{first.indent}{first.marker}", run[1].indent
    )


def _join(text: str, below: str) -> str:
    word = below.split()[0] if below else ""
    if _WORD_DIVISION.search(text[-_LONGEST_WORD:]) and word[:1].islower() and word not in _HYPHEN_KEEPERS:
        last = text[-_LONGEST_WORD:].rsplit(None, 1)[-1]
        # A word with another hyphen probably has this one, too: state-of-the-art.
        return f"{text if '-' in last[:-1] else text[:-1]}{below}"
    return f"{text}{below}" if _joins_unspaced(text, below) else f"{text} {below}"


def _joins_unspaced(one: str, other: str) -> bool:
    """Whether two lines are joined without a space, because their letters have none between words."""
    return _has_two_columns(one.rstrip()[-1:]) and _has_two_columns(other[:1])


def _has_two_columns(character: str) -> bool:
    return text_width(character) == 2 and not "\uac00" <= character <= "\ud7a3"


def _split_unspaced(text: str) -> Iterator[str]:
    """The parts of a Chinese or Japanese text between which a line may be broken."""
    return (match.group() for match in re.finditer(r"[!-~\u00a1-\u024f]+ *|.", text, re.DOTALL))
