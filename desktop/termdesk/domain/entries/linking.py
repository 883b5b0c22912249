"""Which row of another dictionary belongs to an entry: the same phrase, or the same pair the other way round."""

from __future__ import annotations

from collections.abc import Sequence

from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair


def linked_row(entry: tuple[str, str], pair: LanguagePair, other: Entries, other_pair: LanguagePair) -> int | None:
    """The row for an entry of `pair` in another dictionary; None where it has none.

    With the same source language it is the row of the same phrase. In the reverse dictionary it is the row of the
    target, if several have it the one that leads back, or else a row that leads back. One look through the columns:
    some milliseconds for half a million rows.
    """
    source, target = entry
    local, its = pair.roots, other_pair.roots
    if local.source == its.source:
        return _place(other.sources, source)
    if local.target == its.source:
        first = _place(other.sources, target)
        if local.source != its.target:
            return first
        return _first_of(other, target, source, first)
    if local.source == its.target:
        return _place(other.targets, source)
    return _place(other.targets, target) if local.target == its.target else None


def _first_of(other: Entries, source: str, target: str, first: int | None) -> int | None:
    """The row of this very pair, or the first of its source, or the first of its target."""
    place = first
    while place is not None:
        if other.targets[place] == target:
            return place
        place = _place(other.sources, source, place + 1)
    return first if first is not None else _place(other.targets, target)


def _place(texts: Sequence[str], text: str, start: int = 0) -> int | None:
    if not text:
        return None
    try:
        return texts.index(text, start)
    except ValueError:
        return None
