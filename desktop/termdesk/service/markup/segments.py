"""Splits markup into parts in order: strings that stay as written, and sentences ready for translation."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from termdesk.service.engines.marked_text import MarkedText, MarkedTextBuilder, SpanStart
from termdesk.service.engines.projection.borders import is_of_word, is_unspaced
from termdesk.service.engines.projection.span_tree import ROOT
from termdesk.service.markup.nodes import Node, texts
from termdesk.service.markup.options import Kind, MarkupOptions
from termdesk.service.markup.scanner import What

_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_XML_ENTITIES = frozenset({"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"})
_CDATA, _CDATA_END = "<![CDATA[", "]]>"
_LINE_BREAK = re.compile(r"[ \t\r\f]*\n\s*")
_SPACES = re.compile(r"\s+")
_LINES = re.compile(r"(\n)")


@dataclass(frozen=True, slots=True)
class Segment:
    """A run of text with its inline elements. `spelled` maps characters to the source's entities for them."""

    marked: MarkedText
    raw: str
    kind: Kind
    spelled: dict[str, str]

    def write(self, translation: MarkedText) -> str:
        """Return the markup of a translation, with all tags as in the source."""
        if translation.text == self.marked.text:
            return self.raw
        chunks: list[str] = []
        protected = 0
        in_cdata = False
        for chunk in translation.chunks():
            if isinstance(chunk, str):
                if not protected:
                    chunks.append(_in_cdata(chunk) if in_cdata else self._escape(chunk))
                continue
            is_opening, mark = isinstance(chunk, SpanStart), chunk.span.mark
            assert isinstance(mark, _Mark), "the spans of a segment are made here"
            if not protected or (protected == 1 and not is_opening and chunk.span.is_protected):
                chunks.append(mark.opening if is_opening else mark.closing)
            protected += chunk.span.is_protected * (1 if is_opening else -1)
            in_cdata = is_opening and mark.opening == _CDATA
        return "".join(chunks)

    def _escape(self, text: str) -> str:
        spelled = {"&": "&amp;", "<": "&lt;", **self.spelled}
        if self.kind == "xml":
            spelled.setdefault(">", "&gt;")
        return "".join(spelled.get(character, character) for character in text)


@dataclass(frozen=True, slots=True)
class _Mark:
    """The text to write at the start and the end of a span."""

    opening: str
    closing: str = ""


def parts(source: str, root: Node, *, kind: Kind, options: MarkupOptions) -> list[str | Segment]:
    """Return the parts of the markup in order. Strings among them stay unchanged."""
    work = _Parts(source, kind, options)
    work.add(root)
    return work.parts


class _Parts:
    def __init__(self, source: str, kind: Kind, options: MarkupOptions) -> None:
        self.parts: list[str | Segment] = []
        self._source, self._kind, self._options = source, kind, options

    def add(self, node: Node) -> None:
        """Add a block, or a run that consists of this node only."""
        if node.is_protected or not node.children:
            self.parts.append(self._source[node.start : node.end])
            return
        self.parts.append(node.opening)
        run: list[Node] = []
        for child in _by_lines(node.children) if node.is_preformatted else node.children:
            if child.is_block:
                self._flush(run)
                self.add(child)
                run = []
            else:
                run.append(child)
        self._flush(run)
        self.parts.append(node.closing)

    def _flush(self, run: Sequence[Node]) -> None:
        """End a run of inline nodes. Nodes without text at its ends do not belong to the sentence."""
        first, last = 0, len(run)
        while first < last and not _has_text(run[first]):
            first += 1
        while first < last and not _has_text(run[last - 1]):
            last -= 1
        self._leave(run[:first])
        middle = run[first:last]
        if len(middle) == 1 and middle[0].children:
            self.add(middle[0])
        elif not any(map(self._has_words, middle)):
            self._leave(middle)
        else:
            self._segment(list(middle))
        self._leave(run[last:])

    def _has_words(self, node: Node) -> bool:
        return not node.is_protected and (
            (node.what in (What.TEXT, What.CDATA) and any(map(is_of_word, _plain(node, self._kind))))
            or any(map(self._has_words, node.children))
        )

    def _leave(self, run: Sequence[Node]) -> None:
        if run:
            self.parts.append(self._source[run[0].start : run[-1].end])

    def _segment(self, run: list[Node]) -> None:
        before = after = ""
        if run[0].what is What.TEXT:
            text = run[0].opening.lstrip()
            before = run[0].opening[: len(run[0].opening) - len(text)]
            run[0] = replace(run[0], opening=text, start=run[0].start + len(before))
        if run[-1].what is What.TEXT:
            text = run[-1].opening.rstrip()
            after = run[-1].opening[len(text) :]
            run[-1] = replace(run[-1], opening=text, end=run[-1].end - len(after))
        flat = _Flat(self._kind, keeps_newlines=self._options.keeps_newlines or run[0].is_preformatted)
        for node in run:
            flat.add(node, ROOT)
        marked = flat.built.finish()
        raw = self._source[run[0].start : run[-1].end]
        self.parts.extend((before, Segment(marked, raw, self._kind, flat.spelled), after))


@dataclass(slots=True)
class _Flat:
    """Converts inline nodes to one text with spans."""

    kind: Kind
    keeps_newlines: bool
    built: MarkedTextBuilder = field(default_factory=MarkedTextBuilder)
    spelled: dict[str, str] = field(default_factory=dict)

    def add(self, node: Node, parent: int) -> None:
        if node.what is What.TEXT:
            self._add_text(node.opening, parent)
        elif node.what is What.CDATA:
            index = self.built.open(_Mark(_CDATA, _CDATA_END), parent)
            self.built.append(node.opening[len(_CDATA) : -len(_CDATA_END)])
            self.built.close(index)
        elif node.is_note:
            self.built.close(self.built.open(_Mark(markup_of(node)), parent))
        elif node.is_protected:
            self._add_protected(node, parent)
        else:
            index = self.built.open(_Mark(node.opening, node.closing), parent)
            for child in node.children:
                self.add(child, index)
            self.built.close(index)

    def _add_protected(self, node: Node, parent: int) -> None:
        """Add a protected node: the engine sees its text as one word, and the result contains it as written."""
        inside = "".join(markup_of(each) for each in node.children)
        index = self.built.open(_Mark(f"{node.opening}{inside}", node.closing), parent, is_protected=True)
        text = "".join(_plain(each, self.kind) for each in texts(node))
        self.built.append(_SPACES.sub(" ", text))
        self.built.close(index)

    def _add_text(self, raw: str, parent: int) -> None:
        position = 0
        for match in _ENTITY.finditer(raw):
            self.built.append(self._replace_line_breaks(raw[position : match.start()]))
            position = match.end()
            character = _decode_entity(match.group(), self.kind)
            if character == match.group():
                # Only the reader of the document knows what this entity means.
                self.built.close(self.built.open(_Mark(character), parent))
            else:
                self.spelled[character] = match.group()
                self.built.append(character)
        self.built.append(self._replace_line_breaks(raw[position:]))

    def _replace_line_breaks(self, text: str) -> str:
        if self.keeps_newlines or "\n" not in text:
            return text
        return _LINE_BREAK.sub(lambda match: _instead_of_break(text, match), text)


def markup_of(node: Node) -> str:
    """Return a node as it was written."""
    return f"{node.opening}{''.join(map(markup_of, node.children))}{node.closing}"


def _decode_entity(entity: str, kind: Kind) -> str:
    """Return the entity's character, or the entity itself if it does not represent exactly one character."""
    if kind == "xml" and not entity.startswith("&#") and entity not in _XML_ENTITIES:
        return entity
    character = html.unescape(entity)
    return character if len(character) == 1 else entity


def _plain(node: Node, kind: Kind) -> str:
    if node.what is What.CDATA:
        return node.opening[len(_CDATA) : -len(_CDATA_END)]
    return _ENTITY.sub(lambda match: _decode_entity(match.group(), kind), node.opening)


def _instead_of_break(text: str, match: re.Match[str]) -> str:
    """Return a space, or nothing between characters of scripts without spaces."""
    before, after = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
    return "" if before and after and is_unspaced(before) and is_unspaced(after) else " "


def _in_cdata(text: str) -> str:
    return text.replace(_CDATA_END, f"]]{_CDATA_END}{_CDATA}>")


def _by_lines(nodes: Sequence[Node]) -> Iterator[Node]:
    """Split preformatted text at line breaks; each line break becomes a separate block."""
    for node in nodes:
        if node.what is not What.TEXT:
            yield node
            continue
        start = node.start
        for line in _LINES.split(node.opening):
            end = start + len(line)
            yield replace(node, opening=line, start=start, end=end, is_block=line == "\n")
            start = end


def _has_text(node: Node) -> bool:
    return any(not each.opening.isspace() for each in texts(node))
