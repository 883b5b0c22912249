"""The phrases of a dictionary by row id, so that they are found wherever their row stands by then."""

from __future__ import annotations

from collections.abc import Sequence


class RowPhrases:
    """Both columns as lists with a place for every id that was ever given; a row that is gone has empty phrases.

    Ids are given one after another, so a list takes a quarter of what a dictionary would, and shares the texts.
    `forbidden` has the ids of entries that are never published.
    """

    __slots__ = ("forbidden", "sources", "targets")

    def __init__(self) -> None:
        self.sources: list[str] = []
        self.targets: list[str] = []
        self.forbidden: set[int] = set()

    def make_room(self, ids: Sequence[int]) -> None:
        """For rows with these ids."""
        missing = max(ids, default=-1) + 1 - len(self.sources)
        if missing > 0:
            self.sources.extend([""] * missing)
            self.targets.extend([""] * missing)

    def shown(self, row_id: int) -> tuple[str, str]:
        """What may be compared with others: nothing of a forbidden entry."""
        if row_id in self.forbidden:
            return "", ""
        return self.sources[row_id], self.targets[row_id]
