"""Index of rows whose sources are spellings of the same phrase. Each edit updates only what it changes."""

from __future__ import annotations

from collections.abc import Sequence

from termdesk.domain.entries.row_ids import Groups, RowIds
from termdesk.domain.similarity.near_duplicates import Key


class SpellingIndex:
    """Row ids by the key of their phrase. Rows with empty phrases are left out."""

    def __init__(self, key: Key) -> None:
        self._key_of = key
        self._rows = RowIds()

    def several(self) -> Groups:
        """Return the row ids of each key that has several rows. For a worker."""
        return self._rows.several()

    def like(self, phrase: str) -> Sequence[int]:
        """Return the ids of all rows whose phrase has the same key; empty if there is only one."""
        ids = self._rows.of(self._key(phrase)) if phrase else ()
        return ids if len(ids) > 1 else ()

    def add(self, row_id: int, phrase: str) -> None:
        """Add a row with its phrase."""
        if phrase:
            self._rows.add(self._key(phrase), row_id)

    def remove(self, row_id: int, phrase: str) -> None:
        """Remove a row that is about to be deleted or changed."""
        if phrase:
            self._rows.discard(self._key(phrase), row_id)

    def _key(self, phrase: str) -> str:
        key = self._key_of(phrase)
        # A plain word is its own key, which saves the memory for a second text.
        return phrase if key == phrase else key
