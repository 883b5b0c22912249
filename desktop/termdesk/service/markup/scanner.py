"""Markup cut into tags and texts, every character of it in exactly one; for XML and for HTML as browsers take it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from termdesk.service.markup.options import Kind

# Repeats that never give back: a hostile text costs no more than a friendly one.
_TAG = re.compile(r"""<(?P<closing>/?)(?P<name>[^\W\d][^\s<>/"'=]*+)(?:(?:[^<>"']++|"[^"]*+"|'[^']*+')*+|[^<>]*+)>""")
_DOCTYPE = re.compile(r"<![A-Za-z](?:[^<>\[\]\"']++|\"[^\"]*+\"|'[^']*+')*+(?:\[[^\]]*+\]\s*+)?>")
# Ends exactly as it begins, whatever is in between.
_CLOSED = {"<!--": "-->", "<![CDATA[": "]]>", "<?": "?>"}
# Elements of HTML whose content has no tags; what is in the first kind is no text either.
_SCRIPTS = frozenset({"script", "style"})
_PLAIN = frozenset({"textarea", "title"})


class What(Enum):
    """What a piece of markup is: a tag, a text, a section of plain characters, or something to leave alone."""

    OPENING = auto()
    CLOSING = auto()
    EMPTY = auto()
    TEXT = auto()
    CDATA = auto()
    OTHER = auto()


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of markup as written; `name` for tags, in lower case for HTML. `start` counts code points."""

    what: What
    raw: str
    start: int
    name: str = ""


def scan(text: str, kind: Kind) -> Iterator[Token]:
    """The pieces in order; joined they are the text. A `<` that begins nothing is text."""
    place = begin = 0
    missing: set[str] = set()
    while (place := text.find("<", place)) >= 0:
        token = _at(text, place, kind, missing)
        if token is None:
            place += 1
            continue
        if begin < place:
            yield Token(What.TEXT, text[begin:place], begin)
        yield token
        begin = place = place + len(token.raw)
        if kind == "html" and token.what is What.OPENING and token.name in _SCRIPTS | _PLAIN:
            content = _content(text, begin, token.name)
            if content:
                yield Token(What.OTHER if token.name in _SCRIPTS else What.TEXT, content, begin)
                begin = place = begin + len(content)
    if begin < len(text):
        yield Token(What.TEXT, text[begin:], begin)


def _at(text: str, place: int, kind: Kind, missing: set[str]) -> Token | None:
    """The token that begins here. `missing` remembers ends that were not found, so that they are not searched again."""
    for opening, closing in _CLOSED.items():
        if text.startswith(opening, place) and not (kind == "html" and opening != "<!--"):
            end = -1 if closing in missing else text.find(closing, place + len(opening))
            if end < 0:
                missing.add(closing)
                return None
            what = What.CDATA if opening == "<![CDATA[" else What.OTHER
            return Token(what, text[place : end + len(closing)], place)
    match = _TAG.match(text, place)
    if match is None:
        other = None if "<!" in missing else _DOCTYPE.match(text, place)
        missing.update([] if other or not text.startswith("<!", place) else ["<!"])
        return Token(What.OTHER, other.group(), place) if other else None
    name = match["name"].lower() if kind == "html" else match["name"]
    if match["closing"]:
        return Token(What.CLOSING, match.group(), place, name)
    is_empty = match.group().endswith("/>") and (kind == "xml" or name not in _SCRIPTS | _PLAIN)
    return Token(What.EMPTY if is_empty else What.OPENING, match.group(), place, name)


def _content(text: str, start: int, name: str) -> str:
    end = re.compile(f"</{name}", re.IGNORECASE).search(text, start)
    return text[start : end.start() if end else len(text)]
