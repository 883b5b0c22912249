"""Checks whether a text is well-formed XML, a whole document or a part, and reports where it is not."""

from __future__ import annotations

import re
from typing import NoReturn
from xml.parsers import expat

from termdesk.service.markup.options import MalformedMarkup, NotWellFormed

MAX_DEPTH = 250
# A part may have several top-level elements, so it is wrapped in this one.
_WRAPPER = "<x>"
_DOCUMENT = re.compile(r"\s*<(?:\?xml\s|!DOCTYPE)", re.IGNORECASE)


def check_well_formed(text: str) -> None:
    """Raise MalformedMarkup with line and column, both from 1. Declared entities are refused: they can hide bombs."""
    parser = expat.ParserCreate("utf-8")
    opened: list[str] = []

    def start(name: str, _: object) -> None:
        opened.append(name)
        if len(opened) > MAX_DEPTH + 1:
            raise too_deep()

    def end(_: str) -> None:
        opened.pop()

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.EntityDeclHandler = _refuse_entities
    is_part = _DOCUMENT.match(text) is None
    try:
        parser.Parse(_WRAPPER if is_part else "", False)
        parser.Parse(text, not is_part)
        if is_part:
            parser.Parse(_WRAPPER.replace("<", "</"), True)
    except expat.ExpatError as error:
        column = error.offset + 1 - (len(_WRAPPER) if is_part and error.lineno == 1 else 0)
        if expat.ErrorString(error.code) == expat.errors.XML_ERROR_TAG_MISMATCH:
            # The parser's column is after the `</`.
            column -= 2
        open_name = opened[-1] if len(opened) > is_part else ""
        is_open = f"; <{open_name[:40]}> is open there" if open_name else ""
        raise NotWellFormed(
            f"{expat.ErrorString(error.code)} at line {error.lineno}, column {column}{is_open}.",
            remedy="Correct the XML, or ask for tag_handling_version v1, which takes what it finds.",
        ) from None


def too_deep() -> MalformedMarkup:
    """Return the error for elements that are nested too deep."""
    return MalformedMarkup(f"Elements are nested more than {MAX_DEPTH} deep.", remedy="Send a part of the text.")


def _refuse_entities(*_: object) -> NoReturn:
    raise MalformedMarkup("The document declares entities; they are not read.", remedy="Write out what they stand for.")
