"""Which rows have spellings of one phrase, kept up to date by every change at the cost of that change alone."""

from __future__ import annotations

from collections.abc import Sequence

from termdesk.domain.entries.row_ids import Groups, RowIds
from termdesk.domain.similarity.near_duplicates import Key


class SpellingIndex:
    """Row ids by the key of their phrase. Empty phrases are left out."""

    def __init__(self, key: Key) -> None:
        self._key_of = key
        self._rows = RowIds()

    def several(self) -> Groups:
        """Ids of the rows of each phrase that has several, as they stand now. For a worker."""
        return self._rows.several()

    def like(self, phrase: str) -> Sequence[int]:
        """Ids of all rows whose phrase has the key of this one; empty where there are not several."""
        ids = self._rows.of(self._key(phrase)) if phrase else ()
        return ids if len(ids) > 1 else ()

    def add(self, row_id: int, phrase: str) -> None:
        if phrase:
            self._rows.add(self._key(phrase), row_id)

    def remove(self, row_id: int, phrase: str) -> None:
        """This row is gone, or about to hold another phrase."""
        if phrase:
            self._rows.discard(self._key(phrase), row_id)

    def _key(self, phrase: str) -> str:
        key = self._key_of(phrase)
        # A plain word is its own key, and takes no memory for it.
        return phrase if key == phrase else key
