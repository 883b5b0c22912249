"""A text and its marks, in order."""

from __future__ import annotations

import pytest

from termdesk.service.engines.marked_text import MarkedText, MarkedTextBuilder, Span, SpanEnd, SpanStart, tree_of
from termdesk.service.engines.projection.span_tree import ROOT


def test_chunks_are_in_order_and_marks_open_and_close_nested() -> None:
    bold, atom, kept = Span(0, 5, "b"), Span(5, 5, "x", inside=0), Span(6, 9, "k", is_protected=True)

    chunks = list(MarkedText("red h one", (bold, atom, kept)).chunks())

    assert chunks == [
        *(SpanStart(bold, 0), "red h", SpanStart(atom, 1), SpanEnd(atom, 1), SpanEnd(bold, 0)),
        *(" ", SpanStart(kept, 2), "one", SpanEnd(kept, 2)),
    ]


def test_spans_that_overlap_have_no_tree() -> None:
    with pytest.raises(ValueError, match="overlaps"):
        tree_of(MarkedText("abcdef", (Span(0, 4, "b"), Span(2, 6, "i"))))


def test_a_text_is_built_with_nested_spans() -> None:
    built = MarkedTextBuilder()
    bold = built.open("b", ROOT)
    built.append("red ")
    built.close(built.open("x", bold))
    kept = built.open("k", bold, is_protected=True)
    built.append("h")
    built.close(kept)
    built.close(bold)
    built.append(" one")

    spans = (Span(0, 5, "b", inside=ROOT), Span(4, 4, "x", inside=0), Span(4, 5, "k", is_protected=True, inside=0))
    assert built.finish() == MarkedText("red h one", spans)
