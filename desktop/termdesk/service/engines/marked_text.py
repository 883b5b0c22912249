"""A text with marks on parts of it.

Code that reads and writes documents needs only this module. The translation of such texts is in
`marked_translation.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from termdesk.service.engines.projection.span_tree import ROOT, SpanTree


@dataclass(frozen=True, slots=True)
class Span:
    """A mark on the code points `start` to `end`; if both are equal, an atom between two characters.

    `mark` is passed through unchanged. A span with `is_protected` is not translated. `inside` is the index of the
    enclosing span, -1 for none. It is needed only if positions are ambiguous: by default, an atom at the end of a span
    comes after it. Spans of a result always have it.
    """

    start: int
    end: int
    mark: object
    is_protected: bool = False
    inside: int | None = None


@dataclass(frozen=True, slots=True)
class SpanStart:
    """The start of a span; `index` is its index in the text's spans."""

    span: Span
    index: int


@dataclass(frozen=True, slots=True)
class SpanEnd:
    """The end of a span."""

    span: Span
    index: int


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A text and its spans, in the order of their starts. Two spans are nested, or they do not overlap.

    In a translated text the spans keep their order from the source, so the third span stays the third.
    """

    text: str
    spans: tuple[Span, ...] = ()

    def chunks(self) -> Iterator[str | SpanStart | SpanEnd]:
        """Yield the text in order: the start and the end of each span, and the characters between them."""
        tree = tree_of(self)
        # An explicit stack, because spans in documents can be nested more deeply than Python allows calls to be.
        stack: list[tuple[int, Iterator[int]]] = [(ROOT, iter(tree.in_order(ROOT)))]
        position = 0
        while stack:
            parent, children = stack[-1]
            index = next(children, None)
            stop = tree.range_of(parent)[1] if index is None else tree.range_of(index)[0]
            if position < stop:
                yield self.text[position:stop]
                position = stop
            if index is not None:
                yield SpanStart(self.spans[index], index)
                stack.append((index, iter(tree.in_order(index))))
                continue
            stack.pop()
            if parent != ROOT:
                yield SpanEnd(self.spans[parent], parent)


@dataclass(slots=True)
class MarkedTextBuilder:
    """Builds a marked text from its beginning to its end."""

    _chunks: list[str] = field(default_factory=list)
    _spans: list[Span] = field(default_factory=list)
    _length: int = 0

    def append(self, text: str) -> None:
        """Add text at the end."""
        self._chunks.append(text)
        self._length += len(text)

    def open(self, mark: object, parent: int, *, is_protected: bool = False) -> int:
        """Begin a span at the end of the text, inside the span `parent` (`ROOT` for none). Return its index."""
        self._spans.append(Span(self._length, self._length, mark, is_protected, parent))
        return len(self._spans) - 1

    def close(self, index: int) -> None:
        """End a span at the end of the text."""
        self._spans[index] = replace(self._spans[index], end=self._length)

    def finish(self) -> MarkedText:
        """The text that was built."""
        return MarkedText("".join(self._chunks), tuple(self._spans))


def tree_of(marked: MarkedText) -> SpanTree:
    """Build the tree of nested spans. Raises ValueError if spans overlap without nesting."""
    return SpanTree(
        len(marked.text),
        [(span.start, span.end) for span in marked.spans],
        [span.inside for span in marked.spans],
        [span.is_protected for span in marked.spans],
    )
