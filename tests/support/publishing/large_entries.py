"""Any number of entries, with phrases of the usual length in two languages."""

from __future__ import annotations

from termdesk.domain.entries import delimited
from termdesk.domain.entries.entries import Entries

_ROW = "a source phrase of the usual length {0:02} {1:06}\teine Zielbenennung der üblichen Länge {1:06}\n"


def large_entries(byte_count: int, number: int = 0) -> Entries:
    """Return as many entries as fit into this many bytes of TSV. Another `number` gives other sources."""
    rows = byte_count // len(_ROW.format(number, 0).encode())
    return delimited.parse("".join(_ROW.format(number, row) for row in range(rows)))
