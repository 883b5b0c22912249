"""Numbers with their words: one row, two rows."""

from __future__ import annotations


def pluralize(count: int, one: str, many: str, **words: object) -> str:
    """`one` for a single thing, else `many`, each with `{count}` and what else has a place in it: "2,000 rows"."""
    return (one if count == 1 else many).format(count=f"{count:,}", **words)
