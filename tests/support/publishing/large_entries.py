"""Entries of any size, as phrases of the usual length in two languages."""

from __future__ import annotations

from termdesk.domain.entries import delimited
from termdesk.domain.entries.entries import Entries

_ROW = "a source phrase of the usual length {0:02} {1:06}\teine Zielbenennung der üblichen Länge {1:06}\n"


def large_entries(byte_count: int, number: int = 0) -> Entries:
    """As many entries as fit into so many bytes of TSV; those of another `number` have other sources."""
    rows = byte_count // len(_ROW.format(number, 0).encode())
    return delimited.parse("".join(_ROW.format(number, row) for row in range(rows)))
