"""Map status words of a file that Termdesk does not know to the meanings that the user chose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import FORBIDDEN, EntryDetail
from termdesk.formats.concepts import status_in_note, without_status_note

# With more different words they are not statuses, and too many to show to the user.
MOST_WORDS = 50


def unknown_statuses(entries: Entries) -> tuple[tuple[str, int], ...]:
    """Return the unknown status words found in notes, with the number of entries of each; the most frequent first."""
    found = Counter(word for detail in entries.details.values() if (word := status_in_note(detail.note)))
    return tuple(found.most_common(MOST_WORDS))


def with_statuses(entries: Entries, meaning: Mapping[str, str]) -> Entries:
    """Return the entries with each status word replaced by its meaning. `meaning` is by case-folded word.

    A word with an empty meaning is only dropped. A term that another column forbids stays forbidden.
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
