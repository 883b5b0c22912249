"""What filtering and sorting read: folded texts and sort keys by row, made when needed and kept up by every change."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from termdesk.application.ordering import (
    Arrangement,
    folded,
    folded_rows,
    matching_rows,
    rows_of_pattern,
    sort_key,
    sorted_rows,
)
from termdesk.application.problem_index import rows_with_problems
from termdesk.domain.entries import Entries
from termdesk.domain.progress import Progress

# Changes of more rows than this make the texts anew, in a worker, when they are needed again.
_KEPT_UP_TO = 2_000


@dataclass(frozen=True, slots=True)
class Asked:
    """Everything that arranging needs, as it stood at one moment: the window goes on editing meanwhile."""

    wanted: Arrangement
    sources: Sequence[str]
    targets: Sequence[str]
    ids: Sequence[int]
    faulty: Collection[int]
    repeated: Collection[str]
    aside: Collection[int]
    base: Mapping[str, str]
    folded: list[str] | None
    keys: list[str] | None


@dataclass(frozen=True, slots=True)
class Made:
    """Texts that had to be made for an answer; `keys` by column."""

    folded: list[str] | None = None
    keys: dict[int, list[str]] = field(default_factory=dict)


class RowTexts:
    """Folded texts and sort keys of one dictionary's rows."""

    def __init__(self, entries: Entries) -> None:
        self._entries = entries
        self._folded: list[str] | None = None
        self._keys: dict[int, list[str]] = {}

    def asked(
        self,
        wanted: Arrangement,
        marks: tuple[Collection[int], Collection[str], Collection[int]],
        base: Mapping[str, str],
    ) -> Asked:
        """A copy of what `arranged_rows` needs for this: pointers only, 2 ms a list at 500,000 rows.

        `base` is what the service has, by source; nobody changes it.
        """
        entries, column = self._entries, wanted.sort_column
        texts = self._folded if wanted.needle and not wanted.is_pattern else None
        keys = self._keys.get(column) if column is not None else None
        needs_columns = wanted.narrows or (wanted.needle and texts is None) or (column is not None and keys is None)
        return Asked(
            wanted,
            entries.sources.copy() if needs_columns else (),
            entries.targets.copy() if needs_columns else (),
            entries.ids[:] if wanted.only_problems else (),
            *marks,
            base,
            texts.copy() if texts is not None else None,
            keys.copy() if keys is not None else None,
        )

    def keep(self, made: Made) -> None:
        """Take over what was made for an answer that is still true."""
        if made.folded is not None:
            self._folded = made.folded
        self._keys.update(made.keys)

    def changed(self, rows: Sequence[int], column: int) -> None:
        """The cells of these rows hold other phrases."""
        if len(rows) > _KEPT_UP_TO:
            self._folded = None
            self._keys.pop(column, None)
            return
        cells = self._entries.column(column)
        if self._folded is not None:
            for row in rows:
                self._folded[row] = folded(*self._entries[row])
        if keys := self._keys.get(column):
            for row in rows:
                keys[row] = sort_key(cells[row])

    def inserted(self, rows: Sequence[int]) -> None:
        """These rows are new."""
        if not _is_small_block(rows):
            self._forget()
            return
        place, block = slice(rows[0], rows[0]), slice(rows[0], rows[-1] + 1)
        if self._folded is not None:
            self._folded[place] = folded_rows(self._entries.sources[block], self._entries.targets[block])
        for column, keys in self._keys.items():
            keys[place] = [sort_key(phrase) for phrase in self._entries.column(column)[block]]

    def removed(self, rows: Sequence[int]) -> None:
        """The rows that stood here are gone."""
        if not _is_small_block(rows):
            self._forget()
            return
        block = slice(rows[0], rows[-1] + 1)
        if self._folded is not None:
            del self._folded[block]
        for keys in self._keys.values():
            del keys[block]

    def _forget(self) -> None:
        self._folded = None
        self._keys.clear()


def _is_small_block(rows: Sequence[int]) -> bool:
    return 0 < len(rows) <= _KEPT_UP_TO and rows[-1] - rows[0] + 1 == len(rows)


def _narrower(asked: Asked) -> Iterator[Sequence[int]]:
    """The rows that each further wish leaves, ascending."""
    wanted = asked.wanted
    if wanted.only_problems:
        yield rows_with_problems(asked.ids, asked.sources, asked.faulty, asked.repeated, asked.aside)
    pairs = zip(asked.sources, asked.targets, strict=True)
    if wanted.only_changed:
        known = asked.base.get
        # A dictionary that was never published has nothing to differ from.
        yield [row for row, (source, target) in enumerate(pairs) if asked.base and known(source) != target]
        pairs = zip(asked.sources, asked.targets, strict=True)
    if wanted.only_incomplete:
        yield [row for row, (source, target) in enumerate(pairs) if not source or not target]


def arranged_rows(progress: Progress, asked: Asked) -> tuple[Sequence[int], Made]:
    """Rows to show and their order, and the texts that had to be made for it. For a worker thread."""
    wanted, column = asked.wanted, asked.wanted.sort_column
    made = Made()
    rows: Sequence[int] | None = None
    if wanted.needle and wanted.is_pattern:
        rows = rows_of_pattern(
            asked.sources, asked.targets, wanted.needle, wanted.side, is_negated=wanted.is_negated, progress=progress
        )
    elif wanted.needle:
        texts = asked.folded
        if texts is None:
            texts = folded_rows(asked.sources, asked.targets)
            made = Made(texts)
        progress.step(1, 3)
        rows = matching_rows(texts, wanted.needle, wanted.side, is_negated=wanted.is_negated)
    for narrower in _narrower(asked):
        rows = narrower if rows is None else sorted(set(rows) & set(narrower))
    progress.step(2, 3)
    if column is None:
        return [] if rows is None else rows, made
    keys = asked.keys
    if keys is None:
        keys = [sort_key(phrase) for phrase in (asked.targets if column else asked.sources)]
        made.keys[column] = keys
    return sorted_rows(keys, rows, descending=wanted.descending, progress=progress), made
