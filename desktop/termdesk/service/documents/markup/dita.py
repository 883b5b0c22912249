"""DITA topics and maps: sentences are translated, everything else stays as written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from termdesk.service.document_kinds import UnreadableDocument
from termdesk.service.documents.markup.dita_elements import (
    ASIDES,
    ATTRIBUTES,
    BLOCKS,
    INLINE,
    KEPT,
    LISTS,
    MAPS,
    PREFORMATTED,
    SHOWN,
)
from termdesk.service.documents.markup.xml_text import decode_xml
from termdesk.service.documents.plain.encodings import DecodedText
from termdesk.service.engines.marked_text import MarkedText
from termdesk.service.markup.nodes import Node, parse, texts
from termdesk.service.markup.options import MalformedMarkup, MarkupOptions
from termdesk.service.markup.scanner import What
from termdesk.service.markup.segments import Segment, parts

_OPTIONS = MarkupOptions(splitting=BLOCKS, non_splitting=INLINE)
# A part of a well-formed document need not be well-formed: an attribute value may contain any `>`.
_OPTIONS_OF_PART = MarkupOptions(version="v1", splitting=BLOCKS, non_splitting=INLINE)
_ATTRIBUTE = re.compile(r"""\s([^\s=<>"'/]+)\s*=\s*("[^"]*"|'[^']*')""")
_ESCAPED_QUOTE = {'"': "&quot;", "'": "&apos;"}
# The maximum number of levels, because each level is parsed again. Even large documents have only three levels of index
# terms.
_MAX_DEPTH = 10
# Placeholders for separately translated texts: an instruction between words, a bare mark in an attribute, or an element
# around words that the sentence shows.
_MARK = "termdesk-place"
_PLACE = re.compile(rf"<({_MARK}-*\d+\.)>.*?</\1>|(?:<\?)?{_MARK}-*\d+\.(?:\?>)?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Cut:
    """A range of a text that is translated separately.

    `quote` is set for attribute values; `shown` is the text that the surrounding sentence contains for it.
    """

    start: int
    end: int
    quote: str = ""
    shown: str = ""

    def put_at(self, placeholder: str) -> str:
        """Return the text that replaces the range."""
        if self.quote:
            return placeholder
        return f"<{placeholder}>{self.shown}</{placeholder}>" if self.shown else f"<?{placeholder}?>"


@dataclass(frozen=True, slots=True)
class _Flow:
    """A text with its sentences. Texts inside it are kept in `inner`, by their placeholders."""

    parts: Sequence[str | Segment]
    inner: dict[str, _Flow]
    quote: str = ""

    def segments(self) -> Iterator[Segment]:
        """The sentences to translate; those of inner texts come after its own."""
        yield from (part for part in self.parts if isinstance(part, Segment))
        for flow in self.inner.values():
            yield from flow.segments()

    def write(self, translations: Iterator[MarkedText]) -> str:
        """Return the text with translations in the order of `segments`."""
        text = "".join(part.write(next(translations)) if isinstance(part, Segment) else part for part in self.parts)
        inner = {placeholder: flow.write(translations) for placeholder, flow in self.inner.items()}
        text = _PLACE.sub(lambda match: inner.get(match[0], match[0]), text)
        return text.replace(self.quote, _ESCAPED_QUOTE[self.quote]) if self.quote else text


@dataclass(frozen=True, slots=True)
class _DitaFile:
    decoded: DecodedText
    flow: _Flow
    # The placeholder for the document's language; empty if it declares none.
    language_placeholder: str

    @property
    def texts(self) -> list[MarkedText]:
        return [segment.marked for segment in self.flow.segments()]

    def write(self, path: Path, translations: Sequence[MarkedText], *, target_lang: str) -> None:
        text = self.flow.write(iter(translations))
        if self.language_placeholder:
            text = text.replace(self.language_placeholder, target_lang)
        path.write_bytes(self.decoded.encode(text, otherwise="xmlcharrefreplace"))


def read(path: Path, kind: str) -> _DitaFile:
    """Read a topic or a map. Raises UnreadableDocument."""
    return read_dita(decode_xml(path.read_bytes()))


def read_dita(decoded: DecodedText) -> _DitaFile:
    """Read the document from a decoded text. Raises UnreadableDocument."""
    reader = _Reader(decoded.text)
    try:
        text, language_placeholder = reader.without_language(decoded.text)
        return _DitaFile(decoded, reader.flow_of(text, _OPTIONS), language_placeholder)
    except MalformedMarkup as error:
        raise UnreadableDocument(error.message, remedy="Correct the document and send it again.") from None


class _Reader:
    """Splits texts into sentences. Its placeholders do not occur in the document."""

    def __init__(self, text: str) -> None:
        self._mark = _MARK
        while self._mark in text:
            self._mark += "-"
        self._count = 0

    def without_language(self, text: str) -> tuple[str, str]:
        """Return the text with a placeholder for the root element's language, and that placeholder; "" if there is
        none.
        """
        root = next((node for node in parse(text, kind="xml", options=_OPTIONS).children if node.name), None)
        for name, start, end in _attributes(root) if root else ():
            if name == "xml:lang":
                placeholder = self._placeholder()
                return f"{text[:start]}{placeholder}{text[end:]}", placeholder
        return text, ""

    def flow_of(self, text: str, options: MarkupOptions = _OPTIONS_OF_PART, quote: str = "", depth: int = 0) -> _Flow:
        """Split a text and its inner texts into sentences. Raises MalformedMarkup."""
        if depth > _MAX_DEPTH:
            raise MalformedMarkup(f"Index terms or notes are nested more than {_MAX_DEPTH} deep.")
        inner: dict[str, _Flow] = {}
        chunks: list[str] = []
        end = 0
        root = parse(text, kind="xml", options=options)
        for cut in _cuts(root):
            placeholder = cut.put_at(self._placeholder())
            inner[placeholder] = self.flow_of(text[cut.start : cut.end], quote=cut.quote, depth=depth + 1)
            chunks += [text[end : cut.start], placeholder]
            end = cut.end
        if inner:
            text = "".join((*chunks, text[end:]))
            root = parse(text, kind="xml", options=_OPTIONS_OF_PART)
        _mark_kept(root)
        return _Flow(parts(text, root, kind="xml", options=options), inner, quote)

    def _placeholder(self) -> str:
        self._count += 1
        return f"{self._mark}{self._count}."


def _cuts(root: Node) -> Iterator[_Cut]:
    """Yield the ranges that are translated separately, in order, but not those inside another one."""
    waiting = [(child, "", False) for child in reversed(root.children)]
    while waiting:
        node, parent, in_kept = waiting.pop()
        value = _translate_attribute(node)
        is_kept = value == "no" or (value != "yes" and (in_kept or node.name in KEPT))
        is_whole = node.start == 0 and node.end == root.end
        if node.name in SHOWN and not is_kept and not is_whole:
            # Do not look inside: this element is parsed again by itself, and its children are separate texts then.
            yield _Cut(node.start, node.end, shown=_menu_names(node))
            continue
        if not is_kept:
            yield from _cuts_of_attributes(node)
        is_own = node.name in ASIDES or parent in LISTS or (in_kept and value == "yes")
        if is_own and not is_kept and node.children:
            yield _Cut(node.start + len(node.opening), node.end - len(node.closing))
        else:
            waiting += [(child, node.name, is_kept) for child in reversed(node.children)]


def _menu_names(node: Node) -> str:
    """Return the menu names in the element's children, joined as sentences show them."""
    names = ("".join(each.opening for each in texts(child) if each.what is What.TEXT) for child in node.children)
    return " &gt; ".join(name.strip() for name in names if name.strip())


def _cuts_of_attributes(node: Node) -> Iterator[_Cut]:
    for name, start, end in _attributes(node):
        if name in ATTRIBUTES or (name == "title" and node.name in MAPS):
            yield _Cut(start, end, node.opening[start - node.start - 1])


def _attributes(node: Node) -> Iterator[tuple[str, int, int]]:
    """Yield the names of attributes, and the ranges of their values in the text."""
    for match in _ATTRIBUTE.finditer(node.opening) if node.name else ():
        yield match[1], node.start + match.start(2) + 1, node.start + match.end(2) - 1


def _mark_kept(root: Node) -> None:
    """Mark what is not translated. Translatable parts inside it have been cut out before."""
    waiting = list(root.children)
    while waiting:
        node = waiting.pop()
        value = _translate_attribute(node)
        is_kept = node.name in KEPT or node.name.startswith(_MARK)
        node.is_protected = value == "no" or (value != "yes" and is_kept)
        node.is_preformatted = node.is_preformatted or node.name in PREFORMATTED
        for child in node.children:
            child.is_preformatted = node.is_preformatted
        waiting += node.children


def _translate_attribute(node: Node) -> str:
    """Return the element's `translate` attribute: `yes`, `no`, or empty."""
    if "translate" not in node.opening:
        return ""
    found = (match for match in _ATTRIBUTE.finditer(node.opening) if match[1] == "translate")
    return next((match[2][1:-1] for match in found), "") if node.name else ""
