"""Entries with status, note and domain, and helpers to compare them."""

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
    """Return the detail of each row."""
    return [entries.detail(row) for row in range(len(entries))]


def phrases_of(pairs: Sequence[tuple[str, str]]) -> RowPhrases:
    """Return rows whose ids are the indexes in `pairs`."""
    phrases = RowPhrases()
    phrases.sources, phrases.targets = [source for source, _ in pairs], [target for _, target in pairs]
    return phrases


def incoming(*pairs: tuple[str, str], details: dict[int, EntryDetail] | None = None) -> IncomingRows:
    """Return the rows of an imported file, from line 1."""
    return IncomingRows(
        [source for source, _ in pairs], [target for _, target in pairs], range(1, len(pairs) + 1), details or {}
    )


def kinds_of(review: Review) -> list[ReviewKind]:
    """Return the review kind of each row."""
    return [review.kind(item) for item in range(len(review))]
