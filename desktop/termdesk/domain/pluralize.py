"""Numbers with their nouns: 1 row, 2 rows."""

from __future__ import annotations


def pluralize(count: int, one: str, many: str, **words: object) -> str:
    """`one` for 1, else `many`. `{count}` and other fields are filled in: "2,000 rows"."""
    return (one if count == 1 else many).format(count=f"{count:,}", **words)
