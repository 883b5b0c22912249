"""Entries with status, note and domain, and what they are compared with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.entries.row_phrases import RowPhrases
from termdesk.domain.merging.review import IncomingRows, Review, ReviewKind


def detailed(pairs: Iterable[tuple[str, str]], details: Sequence[EntryDetail]) -> Entries:
    entries = Entries.of(pairs)
    for row, detail in enumerate(details):
        entries.set_detail(row, detail)
    return entries


def details_of(entries: Entries) -> list[EntryDetail]:
    """One for each row."""
    return [entries.detail(row) for row in range(len(entries))]


def phrases_of(pairs: Sequence[tuple[str, str]]) -> RowPhrases:
    """The ids are the places in `pairs`."""
    phrases = RowPhrases()
    phrases.sources, phrases.targets = [source for source, _ in pairs], [target for _, target in pairs]
    return phrases


def incoming(*pairs: tuple[str, str], details: dict[int, EntryDetail] | None = None) -> IncomingRows:
    """The rows of a file, from line 1."""
    return IncomingRows(
        [source for source, _ in pairs], [target for _, target in pairs], range(1, len(pairs) + 1), details or {}
    )


def kinds_of(review: Review) -> list[ReviewKind]:
    """One for each row."""
    return [review.kind(item) for item in range(len(review))]
