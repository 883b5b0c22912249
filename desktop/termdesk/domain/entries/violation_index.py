"""Which cells break a rule, kept up to date by every change at the cost of that change alone."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from copy import copy

from termdesk.domain.chunks import chunks
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_rules import (
    MOST_ROWS_NAMED,
    Rule,
    Violation,
    duplicate_message,
    phrase_violation,
    utf8_length,
    violating_rows,
)

# A change of more phrases than this, and of a quarter of all, is followed by counting all of them by calls in C.
_COUNTED_ANEW = 20_000


class ViolationIndex:
    """Problems of one dictionary's entries.

    Faults of a phrase by itself are kept by row id, since rows move. For duplicates it is enough to know which source
    phrases stand more than once; their rows are looked up when somebody asks.

    Rows of `aside`, by id, break no rule, because the service never sees them: the forbidden ones.

    `base` maps sources to targets of the version on the service. Most phrases stand once in it and once here, so only
    those are counted where that differs: one dictionary of half a million phrases instead of two.

    `size` is the number of UTF-8 bytes of what is published as plain TSV, which has a limit too.
    """

    def __init__(self, entries: Entries, base: Mapping[str, str]) -> None:
        """Check everything. For a worker: half a million rows take a third of a second."""
        self._entries = entries
        self._base = base
        self.aside: set[int] = set()
        self._violating = tuple(
            {entries.ids[row] for row in violating_rows(entries.column(side))} for side in (SOURCE, TARGET)
        )
        self._is_count_due = False
        self._count_all(entries.sources)
        self.size = entries.size_in_bytes()
        forbidden = entries.forbidden_ids()
        self.set_aside([row for row, row_id in enumerate(entries.ids) if row_id in forbidden] if forbidden else ())

    def _count_all(self, sources: Sequence[str]) -> None:
        counts = _counts(sources)
        # Each with how often it stands; those that are violating anyway are left out.
        self._repeated: dict[str, int] = {}
        if len(counts) != len(sources):
            repeated = {source: count for source, count in counts.items() if count > 1}
            self._repeated = {source: count for source, count in repeated.items() if not phrase_violation(source)}
        self._difference = _difference(counts, self._base)
        self._repeated_rows = sum(self._repeated.values())

    def copied_for(self, entries: Entries) -> ViolationIndex:
        """Another index with the same findings, for a copy of the entries that were checked."""
        twin = copy(self)
        twin._entries = entries
        twin.aside = set(self.aside)
        twin._violating = tuple(set(ids) for ids in self._violating)
        twin._difference, twin._repeated = dict(self._difference), dict(self._repeated)
        return twin

    def attach(self, entries: Entries) -> None:
        """Follow `entries` from now on, which hold at this moment what was checked."""
        self._entries = entries

    @property
    def count(self) -> int:
        """Cells with a problem; a violating phrase that stands twice is no duplicate besides."""
        return len(self._violating[SOURCE]) + len(self._violating[TARGET]) + self._repeated_rows

    def at(self, row: int, column: int) -> Violation | None:
        """The problem of one cell in words, or None. A duplicate's rows are looked up: 4 ms at 500,000 rows."""
        entries = self._entries
        phrase = entries.cell(row, column)
        if entries.ids[row] in self._violating[column] and (violation := phrase_violation(phrase)):
            return Violation(row, column, *violation)
        if column == SOURCE and self._is_repeated(row):
            return Violation(row, column, Rule.DUPLICATE, duplicate_message(phrase, self._first_rows(phrase)))
        return None

    def _first_rows(self, source: str) -> list[int]:
        """Rows with a source phrase, of those that are not set aside: as many as a message names, and one more."""
        sources, ids = self._entries.sources, self._entries.ids
        rows: list[int] = []
        row = -1
        with suppress(ValueError):
            while len(rows) <= MOST_ROWS_NAMED:
                row = sources.index(source, row + 1)
                if ids[row] not in self.aside:
                    rows.append(row)
        return rows

    def has_violation(self, row: int, column: int) -> bool:
        """Whether a cell has a problem. Cheap: the grid asks for every cell that it paints."""
        entries = self._entries
        if entries.ids[row] in self._violating[column]:
            return True
        return column == SOURCE and bool(self._repeated) and self._is_repeated(row)

    def _is_repeated(self, row: int) -> bool:
        entries = self._entries
        return entries.sources[row] in self._repeated and entries.ids[row] not in self.aside

    def marks(self) -> tuple[frozenset[int], frozenset[str], frozenset[int]]:
        """Arguments for `rows_with_violations`: ids of violating rows, repeated sources, ids set aside."""
        return (
            frozenset(self._violating[SOURCE] | self._violating[TARGET]),
            frozenset(self._repeated),
            frozenset(self.aside),
        )

    def rows(self) -> list[int]:
        """All rows with a problem, ascending. One pass over the dictionary."""
        return rows_with_violations(self._entries.ids, self._entries.sources, *self.marks())

    def violations(self, limit: int | None = None) -> list[Violation]:
        """All problems by row and column, or the first ones."""
        found: list[Violation] = []
        for row in self.rows():
            if limit is not None and len(found) >= limit:
                break
            found += [violation for column in (SOURCE, TARGET) if (violation := self.at(row, column))]
        return found[:limit]

    def next_after(self, row: int, column: int, step: int) -> tuple[int, int] | None:
        """The next cell with a problem in file order (`step` 1) or before (`-1`), around the end."""
        if not self.count:
            return None
        rows = self.rows()
        here = rows[bisect_left(rows, row) : bisect_right(rows, row)]
        cells = [(row, side) for side in (SOURCE, TARGET) if here and self.has_violation(row, side)]
        if step > 0:
            ahead = [cell for cell in cells if cell[1] > column]
            return ahead[0] if ahead else self._first_cell(rows[bisect_right(rows, row) % len(rows)])
        behind = [cell for cell in cells if cell[1] < column]
        return behind[-1] if behind else self._last_cell(rows[bisect_left(rows, row) - 1])

    def _first_cell(self, row: int) -> tuple[int, int]:
        return row, SOURCE if self.has_violation(row, SOURCE) else TARGET

    def _last_cell(self, row: int) -> tuple[int, int]:
        return row, TARGET if self.has_violation(row, TARGET) else SOURCE

    # Keeping up: a cell that leaves, a cell that comes; `settle` when the entries are as they shall be

    def set_aside(self, rows: Sequence[int]) -> None:
        """These rows are published no more."""
        entries, ids = self._entries, [self._entries.ids[row] for row in rows]
        for column in (SOURCE, TARGET):
            self.leave(ids, [entries.cell(row, column) for row in rows], column)
        self.aside.update(ids)
        self.settle()

    def take_back(self, rows: Sequence[int]) -> None:
        """These rows are published again."""
        entries, ids = self._entries, [self._entries.ids[row] for row in rows]
        self.aside.difference_update(ids)
        for column in (SOURCE, TARGET):
            self.come(ids, [entries.cell(row, column) for row in rows], column)
        self.settle()

    def settle(self) -> None:
        """Count all sources anew after a change of so many that counting one by one would take longer."""
        if self._is_count_due:
            self._is_count_due = False
            entries = self._entries
            self._count_all([entries.sources[row] for row in entries.published_rows()])

    def leave(self, ids: Iterable[int], phrases: Sequence[str], column: int) -> None:
        """These cells are gone, or about to hold another phrase."""
        if self.aside:
            ids, phrases = self._seen(ids, phrases)
        self.size -= _bytes(phrases)
        self._violating[column].difference_update(ids)
        if column == SOURCE:
            self._count_each(phrases, -1)

    def come(self, ids: Sequence[int], phrases: Sequence[str], column: int) -> None:
        """These cells are new, or hold a new phrase."""
        if self.aside:
            ids, phrases = self._seen(ids, phrases)
        self.size += _bytes(phrases)
        self._violating[column].update(ids[number] for number in violating_rows(phrases))
        if column == SOURCE:
            self._count_each(phrases, 1)

    def _seen(self, ids: Iterable[int], phrases: Iterable[str]) -> tuple[list[int], list[str]]:
        """Those that are not set aside."""
        kept = [(row_id, phrase) for row_id, phrase in zip(ids, phrases, strict=True) if row_id not in self.aside]
        return [row_id for row_id, _ in kept], [phrase for _, phrase in kept]

    def _count_each(self, phrases: Sequence[str], step: int) -> None:
        if len(phrases) > max(_COUNTED_ANEW, len(self._entries) // 4):
            self._is_count_due = True
            return
        difference, base = self._difference, self._base
        # Phrases that stand nowhere else are the rule, and take a third of the time.
        for phrase in phrases:
            if step > 0 and phrase not in difference and phrase not in base:
                difference[phrase] = 1
            elif step < 0 and difference.get(phrase) == 1 and phrase not in base:
                del difference[phrase]
            else:
                self._count(phrase, step)

    def _count(self, phrase: str, step: int) -> None:
        in_base = phrase in self._base
        difference = self._difference.get(phrase, 0) + step
        if difference:
            self._difference[phrase] = difference
        else:
            self._difference.pop(phrase, None)
        self._repeated_rows -= self._repeated.pop(phrase, 0)
        count = difference + in_base
        if count > 1 and not phrase_violation(phrase):
            self._repeated[phrase] = count
            self._repeated_rows += count


def rows_with_violations(
    ids: Sequence[int],
    sources: Sequence[str],
    violating: Collection[int],
    repeated: Collection[str],
    aside: Collection[int] = (),
) -> list[int]:
    """Rows, ascending, whose id is violating or whose source is repeated, without repeated ones set aside."""
    if not repeated:
        return [row for row, each in enumerate(ids) if each in violating] if violating else []
    if aside:
        return [
            row for row, each in enumerate(ids) if each in violating or (sources[row] in repeated and each not in aside)
        ]
    return [row for row, each in enumerate(ids) if each in violating or sources[row] in repeated]


def _bytes(phrases: Sequence[str]) -> int:
    """With the tab or line feed that follows each of them."""
    return utf8_length("".join(phrases)) + len(phrases)


def _counts(sources: Sequence[str]) -> dict[str, int]:
    # `fromkeys` counts nothing but runs in C, and data without duplicates is the rule.
    counts: dict[str, int] = {}
    for chunk in chunks(len(sources)):
        counts.update(dict.fromkeys(sources[chunk], 1))
    return counts if len(counts) == len(sources) else dict(Counter(sources))


def _difference(counts: dict[str, int], base: Mapping[str, str]) -> dict[str, int]:
    """How much more often each source stands here than in `base`, where it stands once or not at all."""
    if not base:
        return counts
    missing = {source: -1 for source in base if source not in counts}
    more = {source: count - (source in base) for source, count in counts.items() if count > 1 or source not in base}
    return missing | more
