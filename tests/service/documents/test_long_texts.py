"""Long texts are divided into parts and joined again, including their spans."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.campaign import not_hanging
from termdesk.service.document_kinds import UnreadableDocument
from termdesk.service.documents.long_texts import LENGTH, LONGEST, MOST_SPANS, parts_of, together
from termdesk.service.engines.marked_text import MarkedText, Span, tree_of

WORDS = st.lists(st.sampled_from(["One. ", "two ", "three", "\n", "四。"]), min_size=1, max_size=40)


@st.composite
def marked_texts(draw: st.DrawFn) -> MarkedText:
    """Texts of thousands of characters with spans, some of them nested, and atoms."""
    text = "".join(draw(WORDS)) * draw(st.integers(1, 60))
    positions = sorted(draw(st.lists(st.integers(0, len(text)), max_size=12)))
    spans: list[Span] = []
    for start, end in zip(positions[::2], positions[1::2], strict=False):
        spans.append(Span(start, end, len(spans), inside=-1))
        if draw(st.booleans()):
            spans.append(Span(start, start, len(spans), inside=len(spans) - 1))
    return MarkedText(text, tuple(spans))


@given(text=marked_texts())
def test_the_parts_together_are_the_text(text: MarkedText) -> None:
    parts = parts_of(text)

    assert together(parts) == text
    for part in parts:
        tree_of(part)
        assert all(0 <= span.start <= span.end <= len(part.text) for span in part.spans)


def test_sentences_stay_whole_where_they_can() -> None:
    parts = parts_of(MarkedText("A sentence of words. " * 500))

    assert len(parts) > 1
    assert all(part.text.endswith(". ") and len(part.text) <= LENGTH for part in parts)


def test_a_span_is_never_cut() -> None:
    text = "A sentence. " * 1000
    spans = (Span(100, 9000, "long", inside=-1), Span(200, 300, "inner", inside=0))

    parts = parts_of(MarkedText(text, spans))

    assert [[span.mark for span in part.spans] for part in parts if part.spans] == [["long", "inner"]]


@pytest.mark.parametrize(
    "text",
    [
        MarkedText("x" * (LONGEST + 1)),
        MarkedText("word " * LONGEST, (Span(0, 5 * LONGEST, "all"),)),
        MarkedText("x", tuple(Span(0, 0, None, inside=-1) for _ in range(MOST_SPANS + 1))),
    ],
)
def test_what_cannot_be_cut_is_refused_in_words(text: MarkedText) -> None:
    with pytest.raises(UnreadableDocument, match="more than can be translated"):
        parts_of(text)


def test_a_million_characters_are_cut_at_once() -> None:
    with not_hanging():
        assert len(parts_of(MarkedText("word " * 200_000))) > 400
