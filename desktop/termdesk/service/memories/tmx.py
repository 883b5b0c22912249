"""TMX as the service reads and writes it: unit by unit, so that large files need little memory."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import IO, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from lxml import etree  # type: ignore[import-untyped]  # it has no types

from termdesk.domain.language.language import LanguagePair, canonical

_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
# Elements whose content is code of the original format, not text.
_CODES = frozenset({"bpt", "ept", "it", "ph", "ut"})
_ANY_LANGUAGE = "*all*"
# Characters that XML does not allow: control characters, surrogates, and two noncharacters.
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_UNITS_A_CHUNK = 500


class Unit(NamedTuple):
    """A unit of a file: the first text of each language, and the source language ("" if not declared)."""

    source_language: str
    texts: dict[str, str]


def read_units(file: str | IO[bytes]) -> Iterator[Unit]:
    """Yield the units of a file or path. Nothing outside the file is loaded, and no entity is expanded.

    Raises etree.XMLSyntaxError if the file is damaged, after yielding the valid units before.
    """
    declared = ""
    for _, element in etree.iterparse(
        file, tag=("{*}header", "{*}tu"), load_dtd=False, no_network=True, resolve_entities=False, huge_tree=False
    ):
        if etree.QName(element).localname == "header":
            declared = _code(element.get("srclang"))
        else:
            yield Unit(_code(element.get("srclang")) or declared, _texts(element))
        element.clear()
        while element.getprevious() is not None:
            del element.getparent()[0]


def _code(label: str | None) -> str:
    return "" if not label or label.lower() == _ANY_LANGUAGE else canonical(label)


def _texts(unit: etree._Element) -> dict[str, str]:
    found: dict[str, str] = {}
    for variant in unit.iterchildren("{*}tuv"):
        language = _code(variant.get(_LANGUAGE) or variant.get("lang"))
        segment = variant.find("{*}seg")
        if language and segment is not None:
            found.setdefault(language, _plain(segment))
    return found


def _plain(segment: etree._Element) -> str:
    chunks = [segment.text or ""]
    for child in segment.iterchildren():
        if isinstance(child.tag, str) and etree.QName(child).localname not in _CODES:
            chunks.append(_plain(child))
        chunks.append(child.tail or "")
    return "".join(chunks)


def write_units(pair: LanguagePair, texts: Iterable[tuple[str, str]]) -> Iterator[bytes]:
    """Yield a TMX 1.4 file in chunks, UTF-8. Characters that XML does not allow are left out; they are invisible
    anyway.
    """
    head = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n<tmx version="1.4">\n'
        '<header creationtool="Termdesk" creationtoolversion="1" segtype="block" o-tmf="Termdesk" adminlang="en"'
        f' srclang={quoteattr(pair.source)} datatype="plaintext"/>\n<body>\n'
    )
    chunks = [head]
    for source, target in texts:
        chunks.append(f"<tu>{_variant(pair.source, source)}{_variant(pair.target, target)}</tu>\n")
        if len(chunks) > _UNITS_A_CHUNK:
            yield "".join(chunks).encode()
            chunks = []
    yield "".join((*chunks, "</body>\n</tmx>\n")).encode()


def _variant(language: str, text: str) -> str:
    # A bare carriage return would be read as a line feed.
    seg = escape(_NOT_IN_XML.sub("", text), {"\r": "&#13;"})
    return f"<tuv xml:lang={quoteattr(language)}><seg>{seg}</seg></tuv>"
