"""Status words of a file that are none of ours, and what they mean by the user's word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import FORBIDDEN, EntryDetail
from termdesk.formats.concepts import status_in_note, without_status_note

# More kinds of words are no statuses, and no table for the user.
MOST_WORDS = 50


def unknown_statuses(entries: Entries) -> tuple[tuple[str, int], ...]:
    """The words that the notes keep, each with the number of its entries; the most frequent first."""
    found = Counter(word for detail in entries.details.values() if (word := status_in_note(detail.note)))
    return tuple(found.most_common(MOST_WORDS))


def with_statuses(entries: Entries, meaning: Mapping[str, str]) -> Entries:
    """The entries with a status of ours for each word, folded, that has a meaning. An empty one drops the word.

    A term that is forbidden by another column stays so.
    """
    if not meaning:
        return entries
    changed: dict[int, EntryDetail] = {}
    for row_id, detail in entries.details.items():
        word = status_in_note(detail.note)
        status = meaning.get(word.casefold()) if word else None
        if status is not None:
            status = FORBIDDEN if detail.is_forbidden else status or detail.status
            changed[row_id] = replace(detail, status=status, note=without_status_note(detail.note))
    if not changed:
        return entries
    mapped = entries.copy()
    kept = ((row_id, changed.get(row_id, detail)) for row_id, detail in entries.details.items())
    mapped.details = {row_id: detail for row_id, detail in kept if not detail.is_empty}
    return mapped
