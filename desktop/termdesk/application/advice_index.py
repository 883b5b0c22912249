"""What is odd about each cell, beyond the rules of the service: kept up to date by every change at its cost alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from termdesk.application.spelling_index import SpellingIndex
from termdesk.domain.advice.characters import cell_check
from termdesk.domain.advice.kinds import KINDS, NEAR_DUPLICATE, SAME_AS_SOURCE, Severity
from termdesk.domain.advice.own_rules import OwnRule
from termdesk.domain.changes import Change, InsertRows, RemoveRows, SetCells
from termdesk.domain.entries import SOURCE, TARGET, Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language import LanguagePair
from termdesk.domain.near_duplicates import near_key
from termdesk.domain.progress import NoProgress, Progress

_ROWS_A_STEP = 10_000


@dataclass(frozen=True, slots=True)
class AdviceMarks:
    """The findings at one moment, for a worker: ids of cells by kind and side, and ids of rows by spelling."""

    cells: Mapping[str, tuple[frozenset[int], frozenset[int]]]
    spellings: Mapping[str, tuple[int, ...]]
    too_slow: tuple[str, ...]


class AdviceIndex:
    """Findings about single cells, and rows whose sources are spellings of one phrase.

    Made when somebody asks for a check, never at opening: half a million rows take some seconds, in a worker.
    """

    def __init__(
        self,
        entries: Entries,
        pair: LanguagePair,
        *,
        rules: Sequence[OwnRule] = (),
        progress: Progress = NoProgress(),
    ) -> None:
        self._entries = entries
        self._checks = tuple(cell_check(code) for code in (pair.source, pair.target))
        self._rules = [(rule, rule.check()) for rule in rules if rule.is_on]
        own = {rule.key for rule, _ in self._rules if rule.severity is Severity.WARNING}
        self._warning_kinds = own | {kind.key for kind in KINDS.values() if kind.severity is Severity.WARNING}
        # Rules whose pattern ran away; they are asked no more.
        self._too_slow: dict[str, None] = {}
        self._cells: dict[str, tuple[set[int], set[int]]] = {}
        self._spellings = SpellingIndex(near_key(pair.source))
        total = len(entries)
        for first in range(0, total, _ROWS_A_STEP):
            progress.step(first, total)
            self._come(range(first, min(first + _ROWS_A_STEP, total)))
        progress.step(total, total)

    def attach(self, entries: Entries) -> None:
        """Follow `entries` from now on, which hold at this moment what was checked."""
        self._entries = entries

    def marks(self) -> AdviceMarks:
        """A copy of what is known now."""
        cells = {kind: (frozenset(sides[0]), frozenset(sides[1])) for kind, sides in self._cells.items()}
        return AdviceMarks(cells, self._spellings.several(), tuple(self._too_slow))

    def kinds_at(self, row: int, column: int) -> list[str]:
        """What is odd about one cell. Cheap enough for every step of the cursor."""
        row_id = self._entries.ids[row]
        found = [kind for kind, sides in self._cells.items() if row_id in sides[column]]
        source = self._entries.sources[row]
        if column == SOURCE and any(self._source_of(each) != source for each in self._spellings.like(source)):
            found.append(NEAR_DUPLICATE)
        return found

    def warnings_at(self, row: int, column: int) -> list[str]:
        """Which kinds warn of a cell by itself. The grid asks for every cell that it paints."""
        row_id = self._entries.ids[row]
        return [kind for kind, sides in self._cells.items() if kind in self._warning_kinds and row_id in sides[column]]

    def _source_of(self, row_id: int) -> str:
        entries = self._entries
        return entries.sources[entries.ids.index(row_id)]

    # Keeping up

    def follow(self, change: Change, inverse: Change) -> None:
        """A single change was applied to the entries, and `inverse` takes it back."""
        match change, inverse:
            case SetCells(column=column, rows=rows), SetCells(texts=before):
                self._cells_changed(rows, column, before)
            case InsertRows(rows=rows), _:
                self._come(rows)
            case RemoveRows(), InsertRows(ids=ids, sources=sources):
                for sides in self._cells.values():
                    sides[SOURCE].difference_update(ids)
                    sides[TARGET].difference_update(ids)
                self._spellings.remove(zip(ids, sources, strict=True))

    def _cells_changed(self, rows: Sequence[int], column: int, before: Sequence[str]) -> None:
        entries = self._entries
        ids = [entries.ids[row] for row in rows]
        for kind, sides in self._cells.items():
            sides[column].difference_update(ids)
            if kind == SAME_AS_SOURCE:
                sides[TARGET].difference_update(ids)
        cells = entries.column(column)
        for row_id, row in zip(ids, rows, strict=True):
            self._check_cell(row_id, cells[row], column)
            self._check_row(row_id, row)
        if column == SOURCE:
            self._spellings.remove(zip(ids, before, strict=True))
            self._spellings.add((row_id, cells[row]) for row_id, row in zip(ids, rows, strict=True))

    def _come(self, rows: Sequence[int]) -> None:
        entries = self._entries
        for row in rows:
            row_id = entries.ids[row]
            self._check_cell(row_id, entries.sources[row], SOURCE)
            self._check_cell(row_id, entries.targets[row], TARGET)
            self._check_row(row_id, row)
        self._spellings.add((entries.ids[row], entries.sources[row]) for row in rows)

    def _check_cell(self, row_id: int, phrase: str, column: int) -> None:
        for kind in self._checks[column](phrase):
            self._mark(kind, row_id, column)
        for rule, fits in self._rules:
            if column in rule.columns and rule.key not in self._too_slow and self._fits(rule, fits, phrase):
                self._mark(rule.key, row_id, column)

    def _fits(self, rule: OwnRule, fits: Callable[[str], bool], phrase: str) -> bool:
        try:
            return fits(phrase)
        except InvalidInput:
            # One phrase that takes half a second is no reason to lose all other findings.
            self._too_slow[rule.key] = None
            return False

    def _check_row(self, row_id: int, row: int) -> None:
        source, target = self._entries[row]
        if source and source == target:
            self._mark(SAME_AS_SOURCE, row_id, TARGET)

    def _mark(self, kind: str, row_id: int, column: int) -> None:
        self._cells.setdefault(kind, (set(), set()))[column].add(row_id)
