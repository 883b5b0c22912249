"""Index of the findings about single cells. Each edit updates only the cells that it changes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from termdesk.application.glossaries.checks.spelling_index import SpellingIndex
from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.domain.entries.row_ids import Groups
from termdesk.domain.entries.row_phrases import RowPhrases
from termdesk.domain.errors import InvalidInput
from termdesk.domain.findings.characters import cell_check
from termdesk.domain.findings.custom_rules import CustomRule
from termdesk.domain.findings.kinds import KINDS, NEAR_DUPLICATE, SAME_AS_SOURCE, Severity
from termdesk.domain.gc_exemption import untrack
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.similarity.near_duplicates import near_key
from termdesk.domain.similarity.spelling_groups import SpellingGroups

# Findings at the target that depend on both phrases of a row: an edit of either side checks them again.
_ABOUT_BOTH_SIDES = frozenset((SAME_AS_SOURCE,))
# A phrase may occur in half of all rows. Moving the cursor must not compare all of them.
_MOST_COMPARED = 1_000


@dataclass(frozen=True, slots=True)
class CellFindingMarks:
    """A snapshot of all findings for a worker: cell ids by kind and side, and ids of rows that share a phrase."""

    cells: Mapping[str, tuple[frozenset[int], frozenset[int]]]
    spellings: Groups
    too_slow: tuple[str, ...]


class CellFindingIndex:
    """Findings about single cells, and rows whose sources are spellings of the same phrase.

    Call `leave` before cells change or are deleted, and `come` after cells were added or changed.
    """

    def __init__(self, phrases: RowPhrases, pair: LanguagePair, rules: Sequence[CustomRule] = ()) -> None:
        self._phrases = phrases
        self._checks = tuple(cell_check(code) for code in (pair.source, pair.target))
        self._rules = [(rule, rule.check()) for rule in rules if rule.is_on]
        own = {rule.key for rule, _ in self._rules if rule.severity is Severity.WARNING}
        self._marked_kinds = own | {kind.key for kind in KINDS.values() if kind.severity is Severity.WARNING}
        # Rules whose pattern takes too long; they are skipped.
        self._too_slow: dict[str, None] = {}
        self._cells: dict[str, tuple[set[int], set[int]]] = {}
        self._spellings = SpellingIndex(near_key(pair.source))
        self._groups = SpellingGroups(pair)

    def marks(self) -> CellFindingMarks:
        """Return a copy of the current findings. For a worker."""
        cells = {
            kind: (untrack(frozenset(sides[0])), untrack(frozenset(sides[1]))) for kind, sides in self._cells.items()
        }
        return CellFindingMarks(cells, self._spellings.several(), tuple(self._too_slow))

    def kinds_at(self, row_id: int, column: int) -> list[str]:
        """Return the kinds of the findings of one cell. Fast enough to call at every cursor step."""
        found = [kind for kind, sides in list(self._cells.items()) if row_id in sides[column]]
        sources, targets = self._phrases.sources, self._phrases.targets
        # A new row is unknown until the index is updated.
        if column == SOURCE and row_id < len(sources):
            others = self._spellings.like(sources[row_id])[:_MOST_COMPARED]
            if others and self._groups.are_reported([(sources[each], targets[each]) for each in (row_id, *others)])[0]:
                found.append(NEAR_DUPLICATE)
        return found

    def kinds_marked_at(self, row_id: int, column: int) -> list[str]:
        """Return the kinds of the findings that the grid marks in a cell. Called for every painted cell."""
        cells = list(self._cells.items())
        return [kind for kind, sides in cells if kind in self._marked_kinds and row_id in sides[column]]

    # Updates

    def leave(self, ids: Collection[int], columns: Collection[int]) -> None:
        """Remove cells that are about to be deleted or changed."""
        for kind, sides in self._cells.items():
            for column in columns:
                sides[column].difference_update(ids)
            if kind in _ABOUT_BOTH_SIDES:
                sides[TARGET].difference_update(ids)
        if SOURCE in columns:
            for row_id in ids:
                self._spellings.remove(row_id, self._phrases.sources[row_id])

    def come(self, ids: Collection[int], columns: Collection[int]) -> None:
        """Add cells that are new or were changed."""
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
            # One slow rule must not prevent all other findings.
            self._too_slow[rule.key] = None
            return False

    def _mark(self, kind: str, row_id: int, column: int) -> None:
        self._cells.setdefault(kind, (untrack(set()), untrack(set())))[column].add(row_id)
