"""A text with marks over parts of it.

Whoever reads and writes documents starts with this, and without what it takes to translate: `marked_translation.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from termdesk.service.engines.projection.span_tree import ROOT, SpanTree


@dataclass(frozen=True, slots=True)
class Span:
    """A mark over the code points `start` to `end`; where both are the same, an atom between two characters.

    `mark` is carried along untouched. What `is_protected` is not translated. `inside` is the index of the span that
    this one stands in (-1 for none); it is needed only where places leave that open: an atom at the end of a
    span is taken to stand behind it. Spans of a result always have it.
    """

    start: int
    end: int
    mark: object
    is_protected: bool = False
    inside: int | None = None


@dataclass(frozen=True, slots=True)
class SpanStart:
    """A span begins here; `index` is its place among the spans of the text."""

    span: Span
    index: int


@dataclass(frozen=True, slots=True)
class SpanEnd:
    """A span ends here."""

    span: Span
    index: int


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A text and its spans, in the order in which they open; they nest or are disjoint.

    In a translated text they keep the order that they had in the source: the third stays the third.
    """

    text: str
    spans: tuple[Span, ...] = ()

    def chunks(self) -> Iterator[str | SpanStart | SpanEnd]:
        """The text in order, as runs of characters between marks that open and close, properly nested."""
        tree = tree_of(self)
        # A stack of our own: documents nest deeper than Python calls.
        stack: list[tuple[int, Iterator[int]]] = [(ROOT, iter(tree.in_order(ROOT)))]
        place = 0
        while stack:
            parent, children = stack[-1]
            index = next(children, None)
            stop = tree.range_of(parent)[1] if index is None else tree.range_of(index)[0]
            if place < stop:
                yield self.text[place:stop]
                place = stop
            if index is not None:
                yield SpanStart(self.spans[index], index)
                stack.append((index, iter(tree.in_order(index))))
                continue
            stack.pop()
            if parent != ROOT:
                yield SpanEnd(self.spans[parent], parent)


def tree_of(marked: MarkedText) -> SpanTree:
    """The nesting of the spans. Raises ValueError where spans overlap without nesting."""
    return SpanTree(
        len(marked.text),
        [(span.start, span.end) for span in marked.spans],
        [span.inside for span in marked.spans],
        [span.is_protected for span in marked.spans],
    )
