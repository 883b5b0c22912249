"""The columns that texts take in a terminal."""

from __future__ import annotations

import pytest

from termdesk.domain.language.text_width import text_width


@pytest.mark.parametrize(
    ("text", "width"), [("", 0), ("pump", 4), ("größe", 5), ("e\u0301", 1), ("用語", 4), ("ｱ한！", 5)]
)
def test_wide_letters_take_two_columns_and_combining_marks_none(text: str, width: int) -> None:
    assert text_width(text) == width
