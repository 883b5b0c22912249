"""The width of texts in the columns of a terminal."""

from __future__ import annotations

import unicodedata


def text_width(text: str) -> int:
    """The number of columns that a text takes: two for East Asian letters, none for combining marks."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(each) else 1 + (unicodedata.east_asian_width(each) in "WF") for each in text)
