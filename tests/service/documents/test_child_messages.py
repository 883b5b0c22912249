"""Messages to the child process and back contain texts and places; the marks themselves stay with their creator."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.service.documents.child_messages import UnmarkedText, restore_marks
from termdesk.service.engines.marked_text import MarkedText, Span

spans = st.builds(
    Span,
    st.integers(0, 9),
    st.integers(0, 9),
    st.none(),
    st.booleans(),
    st.none() | st.integers(-1, 3),
)


@given(st.text("aß木"), st.lists(spans, max_size=4))
def test_a_text_passes_the_pipe_as_it_was(text: str, positions: list[Span]) -> None:
    marked = MarkedText(text, tuple(positions))

    through = msgspec.msgpack.decode(msgspec.msgpack.encode(UnmarkedText.of(marked).pack()))

    assert UnmarkedText.unpack(through).marked == marked


def test_marks_come_back_to_the_spans_of_the_same_number() -> None:
    bold, link = object(), object()
    source = MarkedText("a red house", (Span(2, 5, bold), Span(6, 11, link, is_protected=True)))
    translated = MarkedText("ein rotes house", (Span(4, 9, None), Span(10, 15, None, is_protected=True)))

    [found] = restore_marks([source], [UnmarkedText.of(translated).pack()])

    assert found.text == "ein rotes house"
    assert [(span.start, span.end, span.mark) for span in found.spans] == [(4, 9, bold), (10, 15, link)]


@pytest.mark.parametrize("packed", [[], [["one", ()], ["two", ()]], [["one", ((0, 1, False, None),)]]])
def test_translations_that_are_not_of_these_texts_are_refused(packed: list[list[object]]) -> None:
    with pytest.raises(ValueError, match="zip"):
        restore_marks([MarkedText("one")], packed)
