"""Index of the cells that break a rule. Each edit updates only the cells that it changes."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from itertools import repeat

from termdesk.domain.chunks import count_values, make_growing_dict, release_dict
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_rules import (
    MOST_ROWS_NAMED,
    Rule,
    Violation,
    check_column,
    duplicate_message,
    phrase_violation,
    utf8_length,
    violating_rows,
)
from termdesk.domain.entries.synonyms import synonyms_among
from termdesk.domain.gc_exemption import untrack

# After a change of more phrases than this, and more than a quarter of all, recount everything at C speed.
_COUNTED_ANEW = 20_000
_SEARCHED_ONE_BY_ONE = 8


class ViolationIndex:
    """The rule violations in the entries of one dictionary.

    Violations of a single phrase are stored by row id, because rows move. For duplicates the repeated source phrases
    are stored; their rows are found on demand. Rows in `excluded`, by id, break no rule because the service never sees
    them: forbidden ones and admitted synonyms.

    `base` maps sources to targets of the version on the service. Most phrases occur once in both versions, so only
    differences are counted, which saves a dictionary of half a million phrases. `size` is the UTF-8 bytes of the
    published entries as plain TSV, which has a limit, too.
    """

    def __init__(self, entries: Entries, base: Mapping[str, str]) -> None:
        """Check everything. For a worker: half a million rows take 0.3 s."""
        self._entries = entries
        self._base = base
        self.excluded: set[int] = set()
        checked = [check_column(entries.column(side)) for side in (SOURCE, TARGET)]
        self._violating = tuple(untrack({entries.ids[row] for row in rows}) for rows, _ in checked)
        # As `Entries.size_in_bytes` counts: each row has a tab and a line feed.
        self.size = sum(size for _, size in checked) + 2 * len(entries)
        self._is_count_due = False
        self._count_all(entries.sources)
        # The ids of admitted synonyms by their source phrase.
        self._synonyms: dict[str, list[int]] = {}
        for row_id, source in entries.synonym_ids().items():
            self._synonyms.setdefault(source, []).append(row_id)
        kept = entries.find_unpublished_ids()
        self.exclude([row for row, row_id in enumerate(entries.ids) if row_id in kept] if kept else ())

    def _count_all(self, sources: Sequence[str]) -> None:
        counts = count_values(sources)
        # Duplicate source, with its number of occurrences. Phrases that break another rule are left out.
        self._repeated: dict[str, int] = {}
        if len(counts) != len(sources):
            repeated = {source: count for source, count in counts.items() if count > 1}
            self._repeated = {source: count for source, count in repeated.items() if not phrase_violation(source)}
        self._difference = _difference(counts, self._base)
        self._repeated_rows = sum(self._repeated.values())

    def copy_for(self, entries: Entries) -> ViolationIndex:
        """An index with the same violations for a copy of the checked entries."""
        twin = copy(self)
        twin._entries = entries
        twin.excluded = set(self.excluded)
        twin._violating = tuple(untrack(set(ids)) for ids in self._violating)
        twin._difference, twin._repeated = dict(self._difference), dict(self._repeated)
        twin._synonyms = dict(self._synonyms)
        return twin

    def attach(self, entries: Entries) -> None:
        """Follow `entries` from now on; they must equal the checked entries."""
        self._entries = entries

    def release(self) -> None:
        """Drop the counts of an unused index, in a worker: freeing half a million at once takes 20 ms."""
        release_dict(self._difference)

    @property
    def count(self) -> int:
        """The number of cells with a violation.

        A phrase that breaks another rule does not count as a duplicate as well.
        """
        if self._is_still_empty:
            return 0
        return len(self._violating[SOURCE]) + len(self._violating[TARGET]) + self._repeated_rows

    @property
    def _is_still_empty(self) -> bool:
        """Whether there is only one empty row. A new glossary starts this way and should show no violation."""
        entries = self._entries
        return len(entries) == 1 and not entries.sources[0] and not entries.targets[0]

    @property
    def synonym_count(self) -> int:
        """The number of admitted synonyms, which are not published."""
        return sum(map(len, self._synonyms.values()))

    def at(self, row: int, column: int) -> Violation | None:
        """The violation of a cell; None if there is none. Finding a duplicate's rows takes 4 ms for 500,000 rows."""
        entries = self._entries
        phrase = entries.cell(row, column)
        if self.has_violation(row, column) and (violation := phrase_violation(phrase)):
            return Violation(row, column, *violation)
        if column == SOURCE and self._is_repeated(row):
            return Violation(row, column, Rule.DUPLICATE, duplicate_message(phrase, self._first_rows(phrase)))
        return None

    def _first_rows(self, source: str) -> list[int]:
        """The rows of a source phrase that are published; one more than a message names."""
        sources, ids = self._entries.sources, self._entries.ids
        rows: list[int] = []
        row = -1
        with suppress(ValueError):
            while len(rows) <= MOST_ROWS_NAMED:
                row = sources.index(source, row + 1)
                if ids[row] not in self.excluded:
                    rows.append(row)
        return rows

    def has_violation(self, row: int, column: int) -> bool:
        """Whether a cell breaks a rule. Fast: the grid asks for every cell that it paints."""
        entries = self._entries
        if entries.ids[row] in self._violating[column]:
            return not self._is_still_empty
        return column == SOURCE and bool(self._repeated) and self._is_repeated(row)

    def _is_repeated(self, row: int) -> bool:
        entries = self._entries
        return entries.sources[row] in self._repeated and entries.ids[row] not in self.excluded

    def marks(self) -> tuple[frozenset[int], frozenset[str], frozenset[int]]:
        """Arguments for `rows_with_violations`: ids of violating rows, repeated sources, excluded ids."""
        return (
            frozenset(() if self._is_still_empty else self._violating[SOURCE] | self._violating[TARGET]),
            frozenset(self._repeated),
            frozenset(self.excluded),
        )

    def rows(self) -> list[int]:
        """All rows with a violation, ascending. One pass over the dictionary."""
        return rows_with_violations(self._entries.ids, self._entries.sources, *self.marks())

    def violations(self, limit: int | None = None) -> list[Violation]:
        """All violations by row and column, or the first ones."""
        found: list[Violation] = []
        for row in self.rows():
            if limit is not None and len(found) >= limit:
                break
            found += [violation for column in (SOURCE, TARGET) if (violation := self.at(row, column))]
        return found[:limit]

    def next_after(self, row: int, column: int, step: int) -> tuple[int, int] | None:
        """The next cell with a violation after this one (`step` 1) or before it (`step` -1) in file order, wrapping
        around.
        """
        if not self.count:
            return None
        rows = self.rows()
        same_row = rows[bisect_left(rows, row) : bisect_right(rows, row)]
        cells = [(row, side) for side in (SOURCE, TARGET) if same_row and self.has_violation(row, side)]
        if step > 0:
            ahead = [cell for cell in cells if cell[1] > column]
            return ahead[0] if ahead else self._first_cell(rows[bisect_right(rows, row) % len(rows)])
        behind = [cell for cell in cells if cell[1] < column]
        return behind[-1] if behind else self._last_cell(rows[bisect_left(rows, row) - 1])

    def _first_cell(self, row: int) -> tuple[int, int]:
        return row, SOURCE if self.has_violation(row, SOURCE) else TARGET

    def _last_cell(self, row: int) -> tuple[int, int]:
        return row, TARGET if self.has_violation(row, TARGET) else SOURCE

    # Following edits: `ungroup` the phrases, `leave` and `come` for cells, `settle` after the change, then `group` the
    # phrases again

    def exclude(self, rows: Sequence[int]) -> None:
        """Stop checking these rows, because they are no longer published."""
        entries, ids = self._entries, [self._entries.ids[row] for row in rows]
        for column in (SOURCE, TARGET):
            self.leave(ids, [entries.cell(row, column) for row in rows], column)
        self.excluded.update(ids)
        self.settle()

    def include(self, rows: Sequence[int]) -> None:
        """Check these rows again, because they are published again."""
        entries, ids = self._entries, [self._entries.ids[row] for row in rows]
        self.excluded.difference_update(ids)
        for column in (SOURCE, TARGET):
            self.come(ids, [entries.cell(row, column) for row in rows], column)
        self.settle()

    def ungroup(self, sources: Collection[str]) -> None:
        """Check the synonyms of these source phrases again, because their rows are about to change."""
        known = [source for source in sources if source in self._synonyms] if self._synonyms else []
        if known:
            ids = {row_id for source in known for row_id in self._synonyms.pop(source)}
            self.include([row for row in self._rows_of(known) if self._entries.ids[row] in ids])

    def group(self, sources: Iterable[str]) -> None:
        """Stop checking the synonyms of these source phrases, after their rows changed."""
        entries = self._entries
        repeated = {source for source in sources if self._occurrences(source) > 1} if entries.details else set()
        groups: dict[str, list[int]] = {source: [] for source in repeated}
        rows = self._rows_of(repeated)
        for row in rows:
            groups[entries.sources[row]].append(entries.ids[row])
        found = {source: synonyms_among(ids, entries.details) for source, ids in groups.items()}
        self._synonyms.update((source, ids) for source, ids in found.items() if ids)
        if ids := {row_id for group in found.values() for row_id in group}:
            self.exclude([row for row in rows if entries.ids[row] in ids])

    def _occurrences(self, source: str) -> int:
        return self._difference.get(source, 0) + (source in self._base)

    def _rows_of(self, phrases: Collection[str]) -> list[int]:
        """All rows of these source phrases, ascending. Searching for one phrase takes 4 ms in 500,000 rows."""
        sources = self._entries.sources
        if len(phrases) > _SEARCHED_ONE_BY_ONE:
            return [row for row, source in enumerate(sources) if source in phrases]
        rows: list[int] = []
        for phrase in phrases:
            row = -1
            with suppress(ValueError):
                while True:
                    row = sources.index(phrase, row + 1)
                    rows.append(row)
        return sorted(rows)

    def settle(self) -> None:
        """Count all sources again if the change was too large to count them one by one."""
        if self._is_count_due:
            self._is_count_due = False
            entries = self._entries
            rows = zip(entries.sources, entries.ids, strict=True)
            self._count_all([source for source, row_id in rows if row_id not in self.excluded])

    def leave(self, ids: Iterable[int], phrases: Sequence[str], column: int) -> None:
        """Remove cells that are deleted or are about to hold other phrases."""
        if self.excluded:
            ids, phrases = self._find_published_cells(ids, phrases)
        self.size -= _bytes(phrases)
        self._violating[column].difference_update(ids)
        if column == SOURCE:
            self._count_each(phrases, -1)

    def come(self, ids: Sequence[int], phrases: Sequence[str], column: int) -> None:
        """Add cells that are new or have new phrases."""
        if self.excluded:
            ids, phrases = self._find_published_cells(ids, phrases)
        self.size += _bytes(phrases)
        self._violating[column].update(ids[number] for number in violating_rows(phrases))
        if column == SOURCE:
            self._count_each(phrases, 1)

    def _find_published_cells(self, ids: Iterable[int], phrases: Iterable[str]) -> tuple[list[int], list[str]]:
        """The cells that are published."""
        kept = [(row_id, phrase) for row_id, phrase in zip(ids, phrases, strict=True) if row_id not in self.excluded]
        return [row_id for row_id, _ in kept], [phrase for _, phrase in kept]

    def _count_each(self, phrases: Sequence[str], step: int) -> None:
        if len(phrases) > max(_COUNTED_ANEW, len(self._entries) // 4):
            self._is_count_due = True
            return
        if step < 0 and self._remove_unique(phrases):
            return
        difference, base = self._difference, self._base
        # Fast path for phrases that occur nowhere else, which are most.
        for phrase in phrases:
            if step > 0 and phrase not in difference and phrase not in base:
                difference[phrase] = 1
            elif step < 0 and difference.get(phrase) == 1 and phrase not in base:
                del difference[phrase]
            else:
                self._count(phrase, step)

    def _remove_unique(self, phrases: Sequence[str]) -> bool:
        """Remove phrases all at once if none of them occurs elsewhere, and return whether that was so."""
        difference = self._difference
        counts = list(map(difference.pop, phrases, repeat(0)))
        if counts.count(1) == len(counts) and not any(map(self._base.__contains__, phrases)):
            return True
        difference.update((phrase, count) for phrase, count in zip(phrases, counts, strict=True) if count)
        return False

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
    excluded: Collection[int] = (),
) -> list[int]:
    """Rows, ascending, whose id is violating or whose source is repeated, except repeated rows in `excluded`."""
    if not repeated:
        return [row for row, each in enumerate(ids) if each in violating] if violating else []
    if excluded:
        return [
            row
            for row, each in enumerate(ids)
            if each in violating or (sources[row] in repeated and each not in excluded)
        ]
    return [row for row, each in enumerate(ids) if each in violating or sources[row] in repeated]


def _bytes(phrases: Sequence[str]) -> int:
    """The bytes of phrases, each with the tab or line feed that follows it."""
    return utf8_length("".join(phrases)) + len(phrases)


def _difference(counts: dict[str, int], base: Mapping[str, str]) -> dict[str, int]:
    """How many more times each source occurs here than in `base`, where it occurs at most once."""
    if not base:
        return counts
    found: dict[str, int] = make_growing_dict()
    for source in base:
        if source not in counts:
            found[source] = -1
    for source, count in counts.items():
        if count > 1 or source not in base:
            found[source] = count - (source in base)
    return found
