"""Text of the segments of translation memories and XLIFF, without inline tags for layout and placeholders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from termdesk.formats.concepts import on_one_line
from termdesk.formats.termbases.xml_records import Element, local_name
from termdesk.messages.format_messages import FileNote
from termdesk.messages.message import Message

# These elements contain codes of a tool, not text. Text in their `sub` elements belongs to other sentences.
_CODES = frozenset({"bpt", "ept", "it", "ph", "ut", "x", "bx", "ex", "sc", "ec", "cp", "sm", "em"})
# The mark for deleted text in tools that track changes.
_DELETED = "x-sdl-deleted"


def text_between_tags(segment: Element, dropped: Counter[str]) -> str:
    """Return the text of a segment on one line, including text inside highlighting tags. Count tags in `dropped`."""
    return on_one_line("".join(_chunks(segment, dropped)) if len(segment) else segment.text or "")


@lru_cache(maxsize=1024)
def _tag_in(tag: str, segment: str) -> Message:
    return FileNote.TAG_IN_SEGMENT(tag=tag, segment=segment)


def _chunks(segment: Element, dropped: Counter[str]) -> Iterator[str]:
    yield segment.text or ""
    container = local_name(segment)
    waiting = list(reversed(segment))
    while waiting:
        element = waiting.pop()
        if isinstance(element, str):
            yield element
            continue
        waiting.append(element.tail or "")
        name = local_name(element)
        if name:
            dropped[_tag_in(name, container)] += 1
        if name not in _CODES and element.get("mtype") != _DELETED:
            waiting.extend(reversed(element))
            yield element.text or ""
