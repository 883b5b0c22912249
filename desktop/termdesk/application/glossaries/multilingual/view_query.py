"""Filtering and sorting the table of several dictionaries: a list of row numbers, computed in a worker."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from termdesk.application.glossaries.view.conditions import Condition, Match, fits_of, rows_that_fit
from termdesk.application.glossaries.view.view_query import sorted_rows
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.violation_index import rows_with_violations
from termdesk.domain.language.column_keys import alphabetical_keys
from termdesk.domain.language.composition import fold, fold_all
from termdesk.domain.multilingual.entries import rows_set_aside
from termdesk.domain.multilingual.table import NONE
from termdesk.domain.progress import Progress

# Between the cells of a folded row: a character that no phrase may hold, so no filter text reaches across.
_BETWEEN = "\x1f"
_ASKS_NOTHING = Condition()


@dataclass(frozen=True, slots=True)
class MultilingualViewQuery:
    """What the table shows. `sort_column` counts the source phrase as 0; None is the order of the first dictionary.

    A row must meet the `condition` in one of its cells; the `only_…` narrow further, all together. Where `languages`
    are named (dictionaries, counted from 0), all of this is asked of these and of the source phrase alone.
    """

    condition: Condition = _ASKS_NOTHING
    languages: frozenset[int] = frozenset()
    only_incomplete: bool = False
    only_violations: bool = False
    only_changed: bool = False
    only_forbidden: bool = False
    sort_column: int | None = None
    descending: bool = False

    def chosen(self, width: int) -> list[int]:
        """The dictionaries that are looked at, of so many."""
        return sorted(self.languages) or list(range(width))

    @property
    def is_everything(self) -> bool:
        return not self.narrows and self.sort_column is None

    @property
    def narrows(self) -> bool:
        """Whether rows are left out."""
        marks = self.only_incomplete, self.only_violations, self.only_changed, self.only_forbidden
        return self.condition.asks or any(marks)


@dataclass(frozen=True, slots=True)
class Column:
    """One dictionary as it stood at one moment: its entries, and the id that stands in each row of the table.

    `faulty` are ids of rows with a problem, `repeated` source phrases that stand twice, `aside` ids of rows that break
    no rule, because the service never sees them; `base` is what the service has.
    """

    entries: Entries
    ids: Sequence[int]
    faulty: Collection[int]
    repeated: Collection[str]
    aside: Collection[int]
    base: Mapping[str, str]

    def places(self) -> list[int]:
        """For each row of the table the row of the dictionary, or `NONE`."""
        known = dict(zip(self.entries.ids, range(len(self.entries)), strict=True))
        known[NONE] = NONE
        return [known[number] for number in self.ids]


@dataclass(slots=True)
class Texts:
    """The texts of all rows by column, the source phrase first, and what was made of them; good until an edit."""

    columns: list[list[str]]
    folded: list[str] | None = None
    keys: dict[int, list[str]] = field(default_factory=dict)


def arranged_rows(
    progress: Progress,
    wanted: MultilingualViewQuery,
    columns: Sequence[Column],
    texts: Texts | None,
    *,
    language: str = "",
) -> tuple[Sequence[int], Texts]:
    """The rows to show in their order, and the texts for the next time. For a worker thread.

    `language` is that of the column to sort by.
    """
    total = len(columns) + 3
    texts = texts or texts_of(columns, progress, total=total)
    rows: Sequence[int] = range(len(texts.columns[0]))
    chosen = wanted.chosen(len(columns))
    if wanted.condition.asks:
        rows = _meeting(wanted.condition, chosen, texts, progress)
    progress.step(total - 2, total)
    if wanted.only_incomplete:
        needless = rows_set_aside([column.ids for column in columns], [column.aside for column in columns])
        targets = [texts.columns[1 + number] for number in chosen]
        rows = [row for row in rows if row not in needless and not all(column[row] for column in targets)]
    for is_asked, marked in (
        (wanted.only_violations, violation_rows),
        (wanted.only_changed, changed_rows),
        (wanted.only_forbidden, forbidden_rows),
    ):
        if is_asked:
            found = set().union(*(marked(columns[number]) for number in chosen))
            rows = [row for row in rows if row in found]
    progress.step(total - 1, total)
    if wanted.sort_column is None:
        return array("L", rows), texts
    keys = texts.keys.get(wanted.sort_column)
    if keys is None:
        keys = texts.keys[wanted.sort_column] = alphabetical_keys(language, texts.columns[wanted.sort_column])
    return sorted_rows(keys, rows, descending=wanted.descending, progress=progress), texts


def _meeting(condition: Condition, chosen: Sequence[int], texts: Texts, progress: Progress) -> list[int]:
    """The rows where the source or one of these languages is as asked; or, negated, all others."""
    among: Sequence[int] | None = None
    if condition.match is Match.CONTAINS and not condition.is_negated:
        # One look at all columns of a row; few rows are taken apart.
        if texts.folded is None:
            texts.folded = [_BETWEEN.join(row) for row in zip(*texts.columns, strict=True)]
            fold_all(texts.folded)
        needle = fold(condition.needle)
        among = [row for row, text in enumerate(texts.folded) if needle in text]
        if len(chosen) == len(texts.columns) - 1:
            return list(among)
    looked_at = [texts.columns[0], *(texts.columns[1 + number] for number in chosen)]
    fits = fits_of(condition)
    return rows_that_fit(looked_at, fits, is_negated=condition.is_negated, among=among, progress=progress)


def texts_of(columns: Sequence[Column], progress: Progress, *, total: int = 0) -> Texts:
    """All texts by row of the table. For a worker thread; it is the first of `total` steps."""
    sources = [""] * len(columns[0].ids)
    targets = []
    for number, column in enumerate(columns):
        places, entries = column.places(), column.entries
        targets.append(["" if place == NONE else entries.targets[place] for place in places])
        for row, place in enumerate(places):
            if place != NONE:
                sources[row] = entries.sources[place]
        progress.step(number + 1, total or len(columns))
    return Texts([sources, *targets])


def violation_rows(column: Column) -> list[int]:
    """Rows of the table where this dictionary has a problem, ascending."""
    entries = column.entries
    places = rows_with_violations(entries.ids, entries.sources, column.faulty, column.repeated, column.aside)
    found = {entries.ids[place] for place in places}
    return [row for row, number in enumerate(column.ids) if number in found] if found else []


def changed_rows(column: Column) -> list[int]:
    """Rows of the table whose entry here is not as the service has it; none where it was never there."""
    if not column.base:
        return []
    entries, known, aside = column.entries, column.base.get, column.aside
    # What was published and is forbidden now goes away there; what was forbidden always never came there.
    found = {
        number
        for number, source, target in zip(entries.ids, entries.sources, entries.targets, strict=True)
        if (known(source) == target) is (number in aside)
    }
    return [row for row, number in enumerate(column.ids) if number in found]


def forbidden_rows(column: Column) -> list[int]:
    """Rows of the table whose entry here must not be used."""
    return [row for row, number in enumerate(column.ids) if number in column.aside] if column.aside else []
