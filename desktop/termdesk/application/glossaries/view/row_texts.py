"""What filtering and sorting read: folded texts, sort keys and classes by row, made when needed and kept up since."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from termdesk.application.glossaries.view.conditions import folded, folded_rows, rows_meeting
from termdesk.application.glossaries.view.facets import (
    Classes,
    Facet,
    Mask,
    Sorted,
    both,
    counted,
    mask_of_rows,
    rows_of_mask,
)
from termdesk.application.glossaries.view.row_classes import RowClasses, Rows, is_kept, sorted_into, with_violations
from termdesk.application.glossaries.view.view_query import ViewQuery, sorted_rows
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.language.collation import alphabetical
from termdesk.domain.language.column_keys import alphabetical_keys
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import Progress

# Changes of more rows than this make the texts anew, in a worker, when they are needed again.
_KEPT_UP_TO = 2_000

Counts = dict[Facet, dict[str, int]]


@dataclass(frozen=True, slots=True)
class Asked:
    """Everything that arranging and counting need, as it stood at one moment: the window goes on editing meanwhile."""

    wanted: ViewQuery
    rows: Rows
    language: str
    folded: list[str] | None
    keys: list[str] | None
    codes: Mapping[Facet, bytes]


@dataclass(slots=True)
class Made:
    """Texts and classes that had to be made for an answer; `keys` by column."""

    folded: list[str] | None = None
    keys: dict[int, list[str]] = field(default_factory=dict)
    codes: dict[Facet, bytes] = field(default_factory=dict)


class RowTexts:
    """Folded texts, sort keys and classes of one dictionary's rows."""

    def __init__(self, entries: Entries, pair: LanguagePair) -> None:
        self._entries = entries
        self._languages = (pair.source, pair.target)
        self._classes = RowClasses(entries)
        self._folded: list[str] | None = None
        self._keys: dict[int, list[str]] = {}

    def asked(
        self,
        wanted: ViewQuery,
        marks: tuple[Collection[int], Collection[str], Collection[int]],
        base: Mapping[str, str],
        *,
        facets: Collection[Facet] = (),
    ) -> Asked:
        """A copy of what `arranged_rows` and `counted_rows` need for this: pointers, 2 ms a list at 500,000 rows.

        `base` is what the service has, by source; nobody changes it. `facets` are to be counted.
        """
        entries, column = self._entries, wanted.sort_column
        texts = self._folded if any(each.needs_folded for each in wanted.conditions) else None
        keys = self._keys.get(column) if column is not None else None
        is_answered = texts is not None and all(each.needs_folded for each in wanted.conditions)
        needs_columns = (
            bool(facets or wanted.choices or wanted.only_violations)
            or (bool(wanted.conditions) and not is_answered)
            or (column is not None and keys is None)
        )
        return Asked(
            wanted,
            Rows(
                entries.sources.copy() if needs_columns else (),
                entries.targets.copy() if needs_columns else (),
                entries.ids[:] if needs_columns else (),
                *marks,
                base,
                entries.details.copy() if needs_columns else {},
            ),
            self._languages[column] if column in (SOURCE, TARGET) else self._languages[TARGET],
            texts.copy() if texts is not None else None,
            keys.copy() if keys is not None else None,
            self._classes.known({*facets, *(choice.facet for choice in wanted.choices)}),
        )

    def keep(self, made: Made) -> None:
        """Take over what was made for an answer that is still true."""
        if made.folded is not None:
            self._folded = made.folded
        self._keys.update(made.keys)
        self._classes.keep(made.codes)

    def take_away(self) -> list[list[str]]:
        """Forget everything, and give what was kept: to be let go where that may take its time."""
        kept = [*([] if self._folded is None else [self._folded]), *self._keys.values()]
        self.forget()
        return kept

    def changed(self, rows: Sequence[int], column: int) -> None:
        """The cells of these rows hold other phrases."""
        if len(rows) > _KEPT_UP_TO:
            self._folded = None
            self._keys.pop(column, None)
            self._classes.forget(column)
            return
        self._classes.changed(rows, column)
        cells = self._entries.column(column)
        if self._folded is not None:
            for row in rows:
                self._folded[row] = folded(*self._entries[row])
        if keys := self._keys.get(column):
            sort_key = alphabetical(self._languages[column])
            for row in rows:
                keys[row] = sort_key(cells[row])

    def inserted(self, rows: Sequence[int]) -> None:
        """These rows are new."""
        if not _is_small_block(rows):
            self.forget()
            return
        place, block = slice(rows[0], rows[0]), slice(rows[0], rows[-1] + 1)
        if self._folded is not None:
            self._folded[place] = folded_rows(self._entries.sources[block], self._entries.targets[block])
        for column, keys in self._keys.items():
            keys[place] = map(alphabetical(self._languages[column]), self._entries.column(column)[block])
        self._classes.inserted(block)

    def removed(self, rows: Sequence[int]) -> None:
        """The rows that stood here are gone."""
        if not _is_small_block(rows):
            self.forget()
            return
        block = slice(rows[0], rows[-1] + 1)
        if self._folded is not None:
            del self._folded[block]
        for keys in self._keys.values():
            del keys[block]
        self._classes.removed(block)

    def forget(self) -> None:
        """Everything may be another; it is made anew when it is needed again."""
        self._folded = None
        self._keys.clear()
        self._classes.forget()


def _is_small_block(rows: Sequence[int]) -> bool:
    return 0 < len(rows) <= _KEPT_UP_TO and rows[-1] - rows[0] + 1 == len(rows)


def arranged_rows(progress: Progress, asked: Asked) -> tuple[Sequence[int], Made]:
    """Rows to show and their order, and the texts that had to be made for it. For a worker thread."""
    wanted, column = asked.wanted, asked.wanted.sort_column
    made = Made()
    mask: Mask | None = None
    for choice in wanted.choices:
        mask = both(mask, _sorted_into(choice.facet, asked, made, progress).mask(choice.values))
    rows = _meeting_conditions(asked, made, progress, None if mask is None else rows_of_mask(mask))
    progress.step(2, 3)
    if column is None:
        return [] if rows is None else rows, made
    keys = asked.keys
    if keys is None:
        keys = alphabetical_keys(asked.language, asked.rows.column(column))
        if column in (SOURCE, TARGET):
            made.keys[column] = keys
    return sorted_rows(keys, rows, descending=wanted.descending, progress=progress), made


def counted_rows(progress: Progress, asked: Asked, facets: Collection[Facet]) -> tuple[Counts, Made]:
    """How many rows each value of the facets would show, and the classes that had to be made for it.

    For a worker thread. A value counts the rows that it would show together with the choices in the other facets.
    """
    made = Made()
    rows = _meeting_conditions(asked, made, progress, None)
    within = None if rows is None else mask_of_rows(rows, len(asked.rows.ids))
    wanted = {*facets, *(choice.facet for choice in asked.wanted.choices)}
    by_facet = {facet: _sorted_into(facet, asked, made, progress) for facet in sorted(wanted)}
    return counted(by_facet, asked.wanted.choices, within), made


def _meeting_conditions(
    asked: Asked, made: Made, progress: Progress, among: Sequence[int] | None
) -> Sequence[int] | None:
    """The rows, of those `among` these ascending ones, that meet all conditions; None: all rows."""
    rows, wanted = among, asked.wanted
    if wanted.only_violations:
        faulty = with_violations(asked.rows)
        rows = faulty if rows is None else sorted(set(rows) & set(faulty))
    texts = asked.folded
    if texts is None and any(condition.needs_folded for condition in wanted.conditions):
        texts = made.folded = folded_rows(asked.rows.sources, asked.rows.targets)
    progress.step(1, 3)
    for condition in wanted.conditions:
        rows = rows_meeting(condition, asked.rows.column, texts, among=rows, progress=progress)
    return rows


def _sorted_into(facet: Facet, asked: Asked, made: Made, progress: Progress) -> Sorted:
    found = sorted_into(facet, asked.rows, made.codes.get(facet, asked.codes.get(facet)), progress)
    if is_kept(facet) and facet not in asked.codes and isinstance(found, Classes):
        made.codes[facet] = found.codes
    return found
