"""Which rows have spellings of one phrase, kept up to date by every change at the cost of that change alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from termdesk.domain.near_duplicates import Key


class SpellingIndex:
    """Row ids by the key of their phrase.

    Nearly all keys have one row: that one is kept as a number, several as a tuple that is never changed, so that a
    snapshot for a worker is a shallow copy.
    """

    def __init__(self, key: Key) -> None:
        self.key = key
        self._single: dict[str, int] = {}
        self._several: dict[str, tuple[int, ...]] = {}

    def several(self) -> Mapping[str, tuple[int, ...]]:
        """Keys of more than one row, as they stand now, with the ids in the order in which they came."""
        return dict(self._several)

    def like(self, phrase: str) -> tuple[int, ...]:
        """Ids of all rows whose phrase has the key of this one; empty where there are not several."""
        return self._several.get(self.key(phrase), ()) if phrase else ()

    def add(self, rows: Iterable[tuple[int, str]]) -> None:
        """These rows (id, phrase) are new. Empty phrases are left out."""
        for row_id, phrase in rows:
            if phrase:
                self._put(self.key(phrase), row_id)

    def remove(self, rows: Iterable[tuple[int, str]]) -> None:
        """These rows are gone, or about to hold another phrase."""
        for row_id, phrase in rows:
            if phrase:
                self._take(self.key(phrase), row_id)

    def _put(self, key: str, row_id: int) -> None:
        if several := self._several.get(key):
            self._several[key] = (*several, row_id)
        elif (single := self._single.pop(key, None)) is not None:
            self._several[key] = (single, row_id)
        else:
            self._single[key] = row_id

    def _take(self, key: str, row_id: int) -> None:
        left = tuple(each for each in self._several.pop(key, ()) if each != row_id)
        if len(left) > 1:
            self._several[key] = left
        elif left:
            self._single[key] = left[0]
        else:
            self._single.pop(key, None)
