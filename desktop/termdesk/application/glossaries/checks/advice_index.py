"""What is odd about each cell, beyond the rules of the service: kept up to date by every change at its cost alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from termdesk.application.glossaries.checks.spelling_index import SpellingIndex
from termdesk.domain.advice.characters import cell_check
from termdesk.domain.advice.custom_rules import CustomRule
from termdesk.domain.advice.kinds import KINDS, NEAR_DUPLICATE, SAME_AS_SOURCE, Severity
from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.domain.entries.row_ids import Groups
from termdesk.domain.entries.row_phrases import RowPhrases
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.similarity.near_duplicates import near_key

# Where one phrase stands in half of all rows, a step of the cursor must not look at each of them.
_MOST_COMPARED = 1_000


@dataclass(frozen=True, slots=True)
class AdviceMarks:
    """The findings at one moment, for a worker: ids of cells by kind and side, and ids of rows with one phrase."""

    cells: Mapping[str, tuple[frozenset[int], frozenset[int]]]
    spellings: Groups
    too_slow: tuple[str, ...]


class AdviceIndex:
    """Findings about single cells, and rows whose sources are spellings of one phrase.

    Cells `come` when they are new or hold a new phrase, and `leave` while their phrases are still the old ones.
    """

    def __init__(self, phrases: RowPhrases, pair: LanguagePair, rules: Sequence[CustomRule] = ()) -> None:
        self._phrases = phrases
        self._checks = tuple(cell_check(code) for code in (pair.source, pair.target))
        self._rules = [(rule, rule.check()) for rule in rules if rule.is_on]
        own = {rule.key for rule, _ in self._rules if rule.severity is Severity.WARNING}
        self._warning_kinds = own | {kind.key for kind in KINDS.values() if kind.severity is Severity.WARNING}
        # Rules whose pattern ran away; they are asked no more.
        self._too_slow: dict[str, None] = {}
        self._cells: dict[str, tuple[set[int], set[int]]] = {}
        self._spellings = SpellingIndex(near_key(pair.source))

    def marks(self) -> AdviceMarks:
        """A copy of what is known now. For a worker."""
        cells = {kind: (frozenset(sides[0]), frozenset(sides[1])) for kind, sides in self._cells.items()}
        return AdviceMarks(cells, self._spellings.several(), tuple(self._too_slow))

    def kinds_at(self, row_id: int, column: int) -> list[str]:
        """What is odd about one cell. Cheap enough for every step of the cursor."""
        found = [kind for kind, sides in list(self._cells.items()) if row_id in sides[column]]
        sources = self._phrases.sources
        # A row that has just come is unknown until somebody follows that.
        if column == SOURCE and row_id < len(sources):
            source = sources[row_id]
            if any(sources[each] != source for each in self._spellings.like(source)[:_MOST_COMPARED]):
                found.append(NEAR_DUPLICATE)
        return found

    def warnings_at(self, row_id: int, column: int) -> list[str]:
        """Which kinds warn of a cell by itself. The grid asks for every cell that it paints."""
        cells = list(self._cells.items())
        return [kind for kind, sides in cells if kind in self._warning_kinds and row_id in sides[column]]

    # Keeping up

    def leave(self, ids: Collection[int], columns: Collection[int]) -> None:
        """These cells are gone, or about to hold other phrases."""
        for kind, sides in self._cells.items():
            for column in columns:
                sides[column].difference_update(ids)
            if kind == SAME_AS_SOURCE:
                sides[TARGET].difference_update(ids)
        if SOURCE in columns:
            for row_id in ids:
                self._spellings.remove(row_id, self._phrases.sources[row_id])

    def come(self, ids: Collection[int], columns: Collection[int]) -> None:
        """These cells are new, or hold new phrases."""
        sources, targets = self._phrases.sources, self._phrases.targets
        for row_id in ids:
            source, target = sources[row_id], targets[row_id]
            if SOURCE in columns:
                self._check_cell(row_id, source, SOURCE)
                self._spellings.add(row_id, source)
            if TARGET in columns:
                self._check_cell(row_id, target, TARGET)
            if source and source == target:
                self._mark(SAME_AS_SOURCE, row_id, TARGET)

    def _check_cell(self, row_id: int, phrase: str, column: int) -> None:
        for kind in self._checks[column](phrase):
            self._mark(kind, row_id, column)
        for rule, fits in self._rules:
            if column in rule.columns and rule.key not in self._too_slow and self._fits(rule, fits, phrase):
                self._mark(rule.key, row_id, column)

    def _fits(self, rule: CustomRule, fits: Callable[[str], bool], phrase: str) -> bool:
        try:
            return fits(phrase)
        except InvalidInput:
            # One phrase that takes half a second is no reason to lose all other findings.
            self._too_slow[rule.key] = None
            return False

    def _mark(self, kind: str, row_id: int, column: int) -> None:
        self._cells.setdefault(kind, (set(), set()))[column].add(row_id)
