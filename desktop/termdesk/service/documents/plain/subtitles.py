"""Subtitles (SRT): numbers, times and tags stay; a sentence on two lines is translated whole and wrapped again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pysubs2.formats.subrip import SubripFormat

from termdesk.service.document_kinds import UnreadableDocument
from termdesk.service.documents.document import has_words
from termdesk.service.documents.plain.encodings import DecodedText, decode
from termdesk.service.engines.marked_text import MarkedText, Span, SpanStart

_LINE_ENDS = re.compile(r"(\r\n|\r|\n)")
# Tags in braces start with a backslash ({\an8}) or with a letter and a colon ({y:i}); others are placeholders.
_TAGS = re.compile(r"<(/?)([A-Za-z]{1,10})(?:\s[^<>]{0,200})?>|\{(?:\\|[A-Za-z]:)[^{}]{0,100}\}")
# In a dialogue, each line has another speaker.
_SPOKEN = re.compile(r"\s*(?:<[^<>]*>)*\s*[-–—]")


@dataclass(frozen=True, slots=True)
class _Tag:
    opening: str
    closing: str = ""


@dataclass(frozen=True, slots=True)
class _Text:
    """Lines that form one text, and their line ends."""

    marked: MarkedText
    lines: int
    line_end: str

    def write(self, translation: MarkedText) -> str:
        written: list[str] = []
        for chunk in replace(translation, text=_break_text(translation.text, self.lines)).chunks():
            if isinstance(chunk, str):
                written.append(chunk.replace("\n", self.line_end))
            else:
                tag = _tag_of(chunk.span)
                written.append(tag.opening if isinstance(chunk, SpanStart) else tag.closing)
        return "".join(written)


@dataclass(frozen=True, slots=True)
class _Subtitles:
    decoded: DecodedText
    parts: Sequence[str | _Text]

    @property
    def texts(self) -> list[MarkedText]:
        return [part.marked for part in self.parts if isinstance(part, _Text)]

    def write(self, path: Path, translations: Sequence[MarkedText], *, target_lang: str) -> None:
        translated = iter(translations)
        parts = (part if isinstance(part, str) else part.write(next(translated)) for part in self.parts)
        path.write_bytes(self.decoded.encode("".join(parts)))


def read(path: Path, kind: str) -> _Subtitles:
    """Read an SRT file; its captions are the texts. Raises UnreadableDocument."""
    decoded = decode(path.read_bytes())
    chunks = _LINE_ENDS.split(decoded.text)
    lines, ends = chunks[::2], [*chunks[1::2], ""]
    is_time = [len(SubripFormat.TIMESTAMP.findall(line)) == 2 for line in lines]
    if not any(is_time):
        raise UnreadableDocument("It has no line with times, as subtitles have.", remedy="Send a file in SRT.")
    parts: list[str | _Text] = []
    cue: list[int] = []
    for index, line in enumerate(lines):
        is_number = line.strip().isdigit() and index + 1 < len(lines) and is_time[index + 1]
        if line.strip() and not is_time[index] and not is_number:
            cue.append(index)
            continue
        parts += _cue([lines[each] for each in cue], [ends[each] for each in cue])
        parts.append(line + ends[index])
        cue = []
    parts += _cue([lines[each] for each in cue], [ends[each] for each in cue])
    return _Subtitles(decoded, parts)


def _cue(lines: Sequence[str], ends: Sequence[str]) -> Iterator[str | _Text]:
    """The lines of one subtitle, joined to one text unless they have different speakers."""
    if any(_SPOKEN.match(line) for line in lines[1:]):
        for line, end in zip(lines, ends, strict=True):
            yield from _cue([line], [end])
    elif lines:
        marked = _parse_tags(" ".join(lines))
        if has_words(marked.text):
            yield _Text(marked, len(lines), ends[0])
        else:
            yield "".join(line + end for line, end in zip(lines[:-1], ends, strict=False)) + lines[-1]
        yield ends[-1]


def _parse_tags(text: str, *, in_pairs: bool = True) -> MarkedText:
    """Convert paired tags to spans and others to atoms; to atoms only, if pairs overlap."""
    spans: list[Span] = []
    opened: list[tuple[str, int]] = []
    chunks: list[str] = []
    length = position = 0
    last_closing = {_name(match): match.start() for match in _TAGS.finditer(text) if match.group(1)}
    for match in _TAGS.finditer(text):
        chunks.append(text[position : match.start()])
        length += match.start() - position
        position = match.end()
        is_closing, name = bool(match.group(1)), _name(match)
        if is_closing and opened and opened[-1][0] == name:
            _, index = opened.pop()
            spans[index] = replace(spans[index], end=length, mark=_Tag(_tag_of(spans[index]).opening, match.group()))
            continue
        spans.append(Span(length, length, _Tag(match.group()), inside=opened[-1][1] if opened else -1))
        if in_pairs and name and not is_closing and last_closing.get(name, -1) >= position:
            opened.append((name, len(spans) - 1))
    if opened:
        return _parse_tags(text, in_pairs=False)
    return MarkedText("".join(chunks) + text[position:], tuple(spans))


def _name(match: re.Match[str]) -> str:
    return (match.group(2) or "").lower()


def _tag_of(span: Span) -> _Tag:
    assert isinstance(span.mark, _Tag), "the spans of subtitles are made here"
    return span.mark


def _break_text(text: str, lines: int) -> str:
    """Break the text into this many lines of similar length; each break replaces a space."""
    start = 0
    for left in range(lines, 1, -1):
        spaces = [index for index in range(start, len(text)) if text[index] == " "]
        if not spaces:
            break
        middle = start + (len(text) - start) / left
        best = min(spaces, key=lambda index: abs(index - middle))
        text = f"{text[:best]}\n{text[best + 1 :]}"
        start = best + 1
    return text
