"""Splits markup into tags and texts without losing a character; for XML, and for HTML as browsers read it."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from termdesk.service.markup.options import Kind

# Possessive quantifiers never backtrack, and alternatives begin differently: a hostile text costs no more than a normal
# one.
_TAG = re.compile(r"""<(?P<closing>/?)(?P<name>[^\W\d][^\s<>/"'=]*+)(?:(?:[^<>"']++|"[^"]*+"|'[^']*+')*|[^<>]*+)>""")
# A whole attribute, so that what looks like one inside a value is none. The slash of `<meta name=title/>` ends the tag.
ATTRIBUTE = re.compile(r"""(\s[^\s"'<>/=]++)(\s*+=\s*+)("[^"]*+"|'[^']*+'|(?:[^\s"'<>/]++|/(?!>))+)""")
_DOCTYPE = re.compile(r"<![A-Za-z](?:[^<>\[\]\"']++|\"[^\"]*+\"|'[^']*+')*(?:\[[^\]]*+\]\s*+)?>")
# These end at the first occurrence of their end marker, whatever is in between.
_CLOSED = {"<!--": "-->", "<![CDATA[": "]]>", "<?": "?>"}
# HTML elements whose content has no tags; for the first kind, the content is not text either.
_SCRIPTS = frozenset({"script", "style"})
_PLAIN = frozenset({"textarea", "title"})


class What(Enum):
    """The kind of a token: a tag, a text, a CDATA section, or something to leave unchanged."""

    OPENING = auto()
    CLOSING = auto()
    EMPTY = auto()
    TEXT = auto()
    CDATA = auto()
    OTHER = auto()


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of markup as written; `name` is for tags, in lower case for HTML. `start` counts code points."""

    what: What
    raw: str
    start: int
    name: str = ""


def scan(text: str, kind: Kind) -> Iterator[Token]:
    """Yield the tokens in order; joined they are the text. A `<` that starts no tag is text."""
    position = begin = 0
    missing: set[str] = set()
    while (position := text.find("<", position)) >= 0:
        token = _at(text, position, kind, missing)
        if token is None:
            position += 1
            continue
        if begin < position:
            yield Token(What.TEXT, text[begin:position], begin)
        yield token
        begin = position = position + len(token.raw)
        if kind == "html" and token.what is What.OPENING and token.name in _SCRIPTS | _PLAIN:
            content = _content(text, begin, token.name)
            if content:
                yield Token(What.OTHER if token.name in _SCRIPTS else What.TEXT, content, begin)
                begin = position = begin + len(content)
    if begin < len(text):
        yield Token(What.TEXT, text[begin:], begin)


def _at(text: str, position: int, kind: Kind, missing: set[str]) -> Token | None:
    """Return the token that starts here. `missing` caches end markers that were not found, to save searches."""
    for opening, closing in _CLOSED.items():
        if text.startswith(opening, position) and not (kind == "html" and opening != "<!--"):
            end = -1 if closing in missing else text.find(closing, position + len(opening))
            if end < 0:
                missing.add(closing)
                return None
            what = What.CDATA if opening == "<![CDATA[" else What.OTHER
            return Token(what, text[position : end + len(closing)], position)
    match = _TAG.match(text, position)
    if match is None:
        other = None if "<!" in missing else _DOCTYPE.match(text, position)
        missing.update([] if other or not text.startswith("<!", position) else ["<!"])
        return Token(What.OTHER, other.group(), position) if other else None
    name = match["name"].lower() if kind == "html" else match["name"]
    if match["closing"]:
        return Token(What.CLOSING, match.group(), position, name)
    is_empty = match.group().endswith("/>") and (kind == "xml" or name not in _SCRIPTS | _PLAIN)
    return Token(What.EMPTY if is_empty else What.OPENING, match.group(), position, name)


def _content(text: str, start: int, name: str) -> str:
    end = re.compile(f"</{name}", re.IGNORECASE).search(text, start)
    return text[start : end.start() if end else len(text)]


def attribute_name(match: re.Match[str]) -> str:
    """Return the name of a matched `ATTRIBUTE` in lower case."""
    return match[1].strip().lower()


def attribute_value(match: re.Match[str]) -> str:
    """Return the value of a matched `ATTRIBUTE`, without quotes and entities."""
    written = match[3]
    return html.unescape(written[1:-1] if written[0] in "\"'" else written)


def attribute_values(tag: str, *names: str) -> list[str]:
    """Return the values of the attributes with these names, in a tag of HTML."""
    return [attribute_value(match).strip() for match in ATTRIBUTE.finditer(tag) if attribute_name(match) in names]
