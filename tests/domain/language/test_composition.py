"""Positions in a composed text lead back to positions in the original."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from termdesk.domain.language.composition import ComposedText, compose

MARKED = st.text(st.sampled_from("ae o\u0301\u0323\u0327\u0302ßéǖ한\u1112\u1161\u11abกี่か\u3099\u0915\u093f\u212b"))


@pytest.mark.parametrize(
    ("original", "span", "expected"),
    [
        ("cafe\u0301 x", (0, 4), (0, 5)),
        ("cafe\u0301 x", (5, 6), (6, 7)),
        ("plain", (1, 3), (1, 3)),
        ("\u1112\u1161\u11ab\u1100\u1173\u11af", (1, 2), (3, 6)),
        # Two accents, of which only one is composed; both belong to the letter.
        ("x\u0302e\u0301y", (0, 2), (0, 2)),
        ("か\u3099く", (0, 1), (0, 2)),
    ],
)
def test_a_span_leads_back_to_the_original(original: str, span: tuple[int, int], expected: tuple[int, int]) -> None:
    assert ComposedText.of(original).original_span(*span) == expected


@settings(deadline=None)
@given(MARKED | st.text())
def test_a_composed_text_is_the_canonical_one(original: str) -> None:
    assert ComposedText.of(original).text == unicodedata.normalize("NFC", original) == compose(original)


@settings(deadline=None)
@given(MARKED, st.data())
def test_every_span_is_canonically_its_part_of_the_original(original: str, data: st.DataObject) -> None:
    whole = ComposedText.of(original)
    end = data.draw(st.integers(0, len(whole.text)))
    start = data.draw(st.integers(0, end))

    first, last = whole.original_span(start, end)

    assert whole.text[start:end] in unicodedata.normalize("NFC", original[first:last])
