"""Caches for filtering and sorting: folded texts, sort keys and classes, computed on demand and updated with edits."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from termdesk.application.glossaries.view.conditions import Condition, find_rows_that_meet
from termdesk.application.glossaries.view.facets import Classes, Counts, Facet, FacetRows
from termdesk.application.glossaries.view.folded_rows import FoldedRows
from termdesk.application.glossaries.view.row_classes import RowClasses, Rows, find_marked_rows, group_rows, is_kept
from termdesk.application.glossaries.view.row_finder import count_values, find_rows
from termdesk.application.glossaries.view.view_query import RowMark, ViewQuery
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.gc_exemption import untrack
from termdesk.domain.language.collation import alphabetical
from termdesk.domain.language.column_keys import alphabetical_keys
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import Progress
from termdesk.domain.shared_use import SharedUse

# Larger changes drop the caches. A worker computes them again when needed.
_KEPT_UP_TO = 2_000


@dataclass(frozen=True, slots=True)
class QuerySnapshot:
    """A snapshot of a query and all data that it needs, because the window continues editing.

    Nothing is copied: `entries` and `texts_use` keep the window from changing lists that the snapshot uses.
    """

    query: ViewQuery
    rows: Rows
    entries: Entries | None
    language: str
    folded: FoldedRows | None
    keys: list[str] | None
    texts_use: SharedUse
    codes: Mapping[Facet, bytes]


@dataclass(slots=True)
class ComputedTexts:
    """Texts and classes that a worker computed for a query. `keys` are by column."""

    folded: FoldedRows | None = None
    keys: dict[int, list[str]] = field(default_factory=dict)
    codes: dict[Facet, bytes] = field(default_factory=dict)


class RowTexts:
    """Folded texts, sort keys and classes of one dictionary's rows."""

    def __init__(self, entries: Entries, pair: LanguagePair) -> None:
        self._entries = entries
        self._languages = (pair.source, pair.target)
        self._classes = RowClasses(entries)
        self._folded: FoldedRows | None = None
        self._keys: dict[int, list[str]] = {}
        self._use = SharedUse()

    def take_snapshot(
        self,
        query: ViewQuery,
        marks: tuple[Collection[int], Collection[str], Collection[int]],
        base: Mapping[str, str],
        *,
        facets: Collection[Facet] = (),
    ) -> QuerySnapshot:
        """Return a snapshot for `rows_shown` or `rows_counted`, in no time at any size.

        `base` has the service's targets by source and is never modified. `facets` are to be counted.
        """
        column = query.sort_column
        texts = self._folded if any(each.needs_folded for each in query.conditions) else None
        is_answered = texts is not None and all(each.needs_folded for each in query.conditions)
        keys = self._keys.get(column) if column is not None else None
        needs_columns = (
            bool(facets or query.choices or query.only)
            or (bool(query.conditions) and not is_answered)
            or (column is not None and keys is None)
        )
        entries = self._entries.copy() if needs_columns else None
        return QuerySnapshot(
            query,
            Rows((), (), (), *marks, base, {})
            if entries is None
            else Rows(entries.sources, entries.targets, entries.ids, *marks, base, entries.details),
            entries,
            self._languages[column] if column in (SOURCE, TARGET) else self._languages[TARGET],
            texts,
            keys,
            self._use.share(),
            self._classes.copy_known_classes({*facets, *(choice.facet for choice in query.choices)}),
        )

    def keep(self, made: ComputedTexts) -> None:
        """Store what a worker computed. The entries must not have changed since."""
        if made.folded is not None:
            self._folded = made.folded
        self._keys.update((column, untrack(keys)) for column, keys in made.keys.items())
        self._classes.keep(made.codes)

    def copy_known_classes(self, facets: Collection[Facet]) -> dict[Facet, bytes]:
        """Return copies of the known classes of these facets."""
        return self._classes.copy_known_classes(facets)

    def take_away(self) -> list[list[str]]:
        """Drop all caches and return their long lists, so that the caller can free them in another thread.

        Lists that a snapshot still uses are freed with it.
        """
        lists = list(self._keys.values())
        kept = [] if self._use.is_shared else lists
        self.forget()
        return kept

    def note_changed(self, rows: Sequence[int], column: int) -> None:
        """Update the caches after the phrases of these rows have changed."""
        if len(rows) > _KEPT_UP_TO:
            self._folded = None
            self._keys.pop(column, None)
            self._classes.forget(column)
            return
        self._end_sharing()
        self._classes.note_changed(rows, column)
        cells = self._entries.column(column)
        if self._folded is not None:
            sources, targets = self._entries.sources, self._entries.targets
            self._folded.replace(rows, [[sources[row] for row in rows], [targets[row] for row in rows]])
        if keys := self._keys.get(column):
            sort_key = alphabetical(self._languages[column])
            for row in rows:
                keys[row] = sort_key(cells[row])

    def note_inserted(self, rows: Sequence[int]) -> None:
        """Update the caches after these rows were inserted."""
        if not _is_small_block(rows):
            self.forget()
            return
        self._end_sharing()
        position, block = slice(rows[0], rows[0]), slice(rows[0], rows[-1] + 1)
        if self._folded is not None:
            self._folded.insert(rows[0], [self._entries.sources[block], self._entries.targets[block]])
        for column, keys in self._keys.items():
            keys[position] = map(alphabetical(self._languages[column]), self._entries.column(column)[block])
        self._classes.note_inserted(block)

    def note_removed(self, rows: Sequence[int]) -> None:
        """Update the caches after these rows were removed."""
        if not _is_small_block(rows):
            self.forget()
            return
        self._end_sharing()
        block = slice(rows[0], rows[-1] + 1)
        if self._folded is not None:
            self._folded.remove(block.start, block.stop)
        for keys in self._keys.values():
            del keys[block]
        self._classes.note_removed(block)

    def forget(self) -> None:
        """Drop all caches. They are computed again when needed."""
        self._folded = None
        self._keys.clear()
        self._classes.forget()

    def _end_sharing(self) -> None:
        """Copy the texts if a snapshot uses them, before they change."""
        if self._use.is_shared:
            self._folded = self._folded.copy() if self._folded is not None else None
            self._keys = {column: untrack(keys.copy()) for column, keys in self._keys.items()}
            self._use = SharedUse()


def _is_small_block(rows: Sequence[int]) -> bool:
    return 0 < len(rows) <= _KEPT_UP_TO and rows[-1] - rows[0] + 1 == len(rows)


def rows_shown(progress: Progress, asked: QuerySnapshot) -> tuple[Sequence[int], ComputedTexts]:
    """Return the rows to show in their order, and the texts that had to be computed. For a worker."""
    rows = _DictionaryRows(asked)
    return find_rows(progress, asked.query, rows), rows.made


def rows_counted(progress: Progress, asked: QuerySnapshot, facets: Collection[Facet]) -> tuple[Counts, ComputedTexts]:
    """Return what `count_values` returns, and the classes that had to be computed. For a worker."""
    rows = _DictionaryRows(asked)
    return count_values(progress, asked.query, rows, facets), rows.made


class _DictionaryRows:
    """The rows of one dictionary. `made` collects what had to be computed for the query."""

    def __init__(self, asked: QuerySnapshot) -> None:
        self._asked = asked
        self._rows = asked.rows
        self.made = ComputedTexts()

    @property
    def total(self) -> int:
        return len(self._rows.ids)

    def find_matching_rows(
        self, condition: Condition, among: Sequence[int] | None, progress: Progress
    ) -> Sequence[int]:
        folded = self._fold_rows() if condition.needs_folded else None
        return find_rows_that_meet(condition, self._rows.column, folded, among=among, progress=progress)

    def _fold_rows(self) -> FoldedRows:
        if self._asked.folded is not None:
            return self._asked.folded
        if self.made.folded is None:
            self.made.folded = FoldedRows.of([self._rows.sources, self._rows.targets])
        return self.made.folded

    def find_marked_rows(self, mark: RowMark) -> Sequence[int]:
        return find_marked_rows(mark, self._rows)

    def by_facet(self, facet: Facet, progress: Progress) -> FacetRows:
        codes, made = self._asked.codes, self.made.codes
        found = group_rows(facet, self._rows, made.get(facet, codes.get(facet)), progress)
        if is_kept(facet) and facet not in codes and isinstance(found, Classes):
            made[facet] = found.codes
        return found

    def sort_keys(self, column: int) -> Sequence[str]:
        if self._asked.keys is not None:
            return self._asked.keys
        keys = alphabetical_keys(self._asked.language, self._rows.column(column))
        if column in (SOURCE, TARGET):
            self.made.keys[column] = keys
        return keys
