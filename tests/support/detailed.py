"""Entries with status, note and domain, and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail


def detailed(pairs: Iterable[tuple[str, str]], details: Sequence[EntryDetail]) -> Entries:
    entries = Entries.of(pairs)
    for row, detail in enumerate(details):
        entries.set_detail(row, detail)
    return entries


def details_of(entries: Entries) -> list[EntryDetail]:
    """One for each row."""
    return [entries.detail(row) for row in range(len(entries))]
