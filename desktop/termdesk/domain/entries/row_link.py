"""Find the row of another dictionary that corresponds to an entry: same phrase, or reverse pair."""

from __future__ import annotations

from collections.abc import Sequence

from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair


def find_linked_row(entry: tuple[str, str], pair: LanguagePair, other: Entries, other_pair: LanguagePair) -> int | None:
    """The row for an entry of `pair` in another dictionary; None if there is none.

    With the same source language it is the row with the same source. In the reverse dictionary it is the row whose
    source is the entry's target, preferably one whose target is the entry's source; otherwise any row with this
    target. One pass over the columns: some milliseconds for half a million rows.
    """
    source, target = entry
    local, its = pair.roots, other_pair.roots
    if local.source == its.source:
        return row_of_source(other, source)
    if local.target == its.source:
        first = row_of_source(other, target)
        if local.source != its.target:
            return first
        return _first_of(other, target, source, first)
    if local.source == its.target:
        return _position(other.targets, source)
    return _position(other.targets, target) if local.target == its.target else None


def row_of_source(entries: Entries, source: str) -> int | None:
    """The first row with this source phrase; None if there is none. One pass, as in `find_linked_row`."""
    return _position(entries.sources, source)


def _first_of(other: Entries, source: str, target: str, first: int | None) -> int | None:
    """The row of exactly this pair, or the first of its source, or the first of its target."""
    position = first
    while position is not None:
        if other.targets[position] == target:
            return position
        position = _position(other.sources, source, position + 1)
    return first if first is not None else _position(other.targets, target)


def _position(texts: Sequence[str], text: str, start: int = 0) -> int | None:
    if not text:
        return None
    try:
        return texts.index(text, start)
    except ValueError:
        return None
