"""The phrases of a dictionary by row id, independent of the present row numbers."""

from __future__ import annotations

from collections.abc import Sequence

from termdesk.domain.gc_exemption import untrack


class RowPhrases:
    """Both columns as lists indexed by row id; a removed row has empty phrases.

    Ids are consecutive, so lists need a quarter of the memory of a dictionary. `forbidden` has the ids of entries that
    are never published.
    """

    __slots__ = ("forbidden", "sources", "targets")

    def __init__(self) -> None:
        self.sources: list[str] = untrack([])
        self.targets: list[str] = untrack([])
        self.forbidden: set[int] = set()

    def make_room(self, ids: Sequence[int]) -> None:
        """Extend the lists for rows with these ids."""
        missing = max(ids, default=-1) + 1 - len(self.sources)
        if missing > 0:
            self.sources.extend([""] * missing)
            self.targets.extend([""] * missing)

    def find_compared_phrases(self, row_id: int) -> tuple[str, str]:
        """The phrase for comparisons; empty for a forbidden entry."""
        if row_id in self.forbidden:
            return "", ""
        return self.sources[row_id], self.targets[row_id]
