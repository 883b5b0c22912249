"""Index of all findings of one dictionary, both about single cells and about relations between entries.

Each edit updates only the rows that it affects.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from termdesk.application.glossaries.checks.cell_finding_index import CellFindingIndex, CellFindingMarks
from termdesk.application.glossaries.editing.row_edits import RowEdit
from termdesk.domain.chunks import chunks
from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.domain.entries.row_phrases import RowPhrases
from termdesk.domain.findings import kinds
from termdesk.domain.findings.comparison import CONTRADICTS, ELSEWHERE, MANY_TO_ONE, MISSING, NeighborComparison
from termdesk.domain.findings.custom_rules import CustomRule
from termdesk.domain.findings.nested import ENDANGERS, SHORTEST, NestedIndex
from termdesk.domain.gc_exemption import untrack
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress, Progress

_ROWS_A_STEP = 5_000
# Updating more rows takes over 10 ms, so a worker does it: an edit must take less than a frame.
MOST_ROWS_AT_ONCE = 600
# An edited row goes through every check. That costs as much as running one check on this many rows.
_ROWS_AN_EDIT = 20

Bits = tuple[bytes, Mapping[int, tuple[str, int]]]

_NESTED = {ENDANGERS: (kinds.NESTED_OTHERWISE, SOURCE)}
_COMPARED = {
    ELSEWHERE: (kinds.OTHER_GLOSSARY, TARGET),
    MISSING: (kinds.REVERSE_MISSING, TARGET),
    CONTRADICTS: (kinds.REVERSE_CONTRADICTS, TARGET),
    MANY_TO_ONE: (kinds.REVERSE_MANY, TARGET),
}
_ABOUT_REVERSE = (kinds.REVERSE_MISSING, kinds.REVERSE_CONTRADICTS, kinds.REVERSE_MANY)


@dataclass(frozen=True, slots=True)
class Columns:
    """A snapshot of the entries of a dictionary: phrases, row ids, and ids of forbidden entries."""

    sources: Sequence[str]
    targets: Sequence[str]
    ids: Sequence[int]
    forbidden: Collection[int]

    def as_dict(self) -> dict[str, str]:
        """Return source -> target of the published entries. Of several entries with one source, the last one wins."""
        forbidden = self.forbidden
        rows = zip(self.sources, self.targets, self.ids, strict=True)
        return {source: target for source, target, row_id in rows if row_id not in forbidden}


@dataclass(frozen=True, slots=True)
class CheckMarks:
    """A snapshot of all findings except rule violations, by row id. Created in a worker and used in a worker."""

    cell_findings: CellFindingMarks
    # Bits by row id, with the kind and side that each bit means.
    bits: Sequence[Bits]
    forbidden_uses: Mapping[int, tuple[str, ...]]
    # For the details of the findings that are shown.
    nested: NestedIndex
    comparison: NeighborComparison | None = None
    only_in_reverse: int = 0

    def inside(self, row_id: int) -> tuple[int, ...]:
        """Return the ids of entries whose source is part of this row's source."""
        return self.nested.inside(row_id)

    def details_of(self, row_id: int, kind: str, source: str, target: str) -> tuple[str, ...]:
        """Return details of a finding: the forbidden terms, or what the other dictionaries contain."""
        if kind == kinds.FORBIDDEN_TERM:
            return self.forbidden_uses.get(row_id, ())
        if self.comparison is not None and kind == kinds.OTHER_GLOSSARY:
            return self.comparison.elsewhere(source, target)
        if self.comparison is not None and kind in _ABOUT_REVERSE:
            return target, self.comparison.back(target)
        return ()


class CheckIndex:
    """Findings about cells, spellings, nested terms, forbidden terms, and other dictionaries that were read.

    It is built on demand in a worker, never when a dictionary opens: half a million rows take seconds. An edit updates
    its own rows, and the rows that contain the changed phrases or that a forbidden term concerns.
    """

    def __init__(
        self,
        columns: Columns,
        pair: LanguagePair,
        *,
        rules: Sequence[CustomRule] = (),
        progress: Progress = NoProgress(),
    ) -> None:
        # A page that opens has no index yet, and can be edited sooner without the modules that find terms.
        from termdesk.domain.findings.forbidden import ForbiddenUses

        self.phrases = RowPhrases()
        self._put(columns)
        self.cell_findings = CellFindingIndex(self.phrases, pair, rules)
        self.nested = NestedIndex(self.phrases, pair)
        self.comparison: NeighborComparison | None = None
        # False during an update. An interrupted update leaves the index unusable.
        self.is_sound = True
        ids, total = columns.ids, 3 * len(columns.ids)
        for part in _parts(ids, progress, 0, total):
            # A list, so that both indexes share the same int objects.
            rows = list(part)
            self.cell_findings.come(rows, (SOURCE, TARGET))
            self.nested.put(rows)
        for part in _parts(ids, progress, len(ids), total):
            self.nested.look(part)
        self.forbidden = ForbiddenUses(self.phrases, pair)
        if self.phrases.forbidden:
            for part in _parts(ids, progress, 2 * len(ids), total):
                self.forbidden.look(part)
        progress.step(total, total)

    def _put(self, columns: Columns) -> None:
        phrases = self.phrases
        phrases.make_room(columns.ids)
        for row_id, source, target in zip(columns.ids, columns.sources, columns.targets, strict=True):
            phrases.sources[row_id] = source
            phrases.targets[row_id] = target
        phrases.forbidden.update(columns.forbidden)

    # Updates

    def cost(self, edit: RowEdit) -> int:
        """Return how many rows an update must check; at least `MOST_ROWS_AT_ONCE` if the number is unknown."""
        phrases, reach = self.phrases, _Reach(self.nested)
        is_about_forbidden = self._is_about_forbidden(edit)
        known = [phrases.sources[row_id] for row_id in edit.ids if row_id < len(phrases.sources)]
        for source in (*known, *(edit.sources or ())):
            reach.add(source, 1 if is_about_forbidden else SHORTEST)
            # A forbidden term without a source is forbidden in every entry.
            reach.is_everything |= is_about_forbidden and not source
        count = len(reach.rows) + edit.count * _ROWS_AN_EDIT
        if is_about_forbidden:
            count += _ROWS_AN_EDIT * len(reach.rows) + len(phrases.forbidden)
        return count + MOST_ROWS_AT_ONCE if reach.common or reach.is_everything else count

    def apply(self, edit: RowEdit) -> None:
        """Update the index after an edit. Call it on the GUI thread only if `cost` is small."""
        self.is_sound = False
        ids, columns = edit.ids, edit.columns
        self.phrases.make_room(ids)
        is_about_forbidden = self._is_about_forbidden(edit)
        holding, using = _Reach(self.nested), _Reach(self.nested)
        self._reach_from(ids, holding, using)
        self.cell_findings.leave(ids, columns)
        if edit.moves_sources:
            self.nested.take(ids)
        self._write(edit)
        if not edit.are_gone:
            self.cell_findings.come(ids, columns)
        if edit.moves_sources:
            self.nested.put(ids)
        self._reach_from(ids, holding, using)
        self.nested.look({*ids, *holding.all_rows()})
        if is_about_forbidden:
            self.forbidden.renew()
            self.forbidden.look({*ids, *using.all_rows()})
        else:
            self.forbidden.look(ids)
        if self.comparison is not None:
            self.comparison.look(ids)
        self.is_sound = True

    def _is_about_forbidden(self, edit: RowEdit) -> bool:
        return bool(edit.now_allowed or edit.now_forbidden or not self.phrases.forbidden.isdisjoint(edit.ids))

    def _reach_from(self, ids: Sequence[int], holding: _Reach, using: _Reach) -> None:
        """Collect the other rows that an edit affects, given the present state of the index."""
        phrases = self.phrases
        for row_id in ids:
            source, target = phrases.sources[row_id], phrases.targets[row_id]
            if row_id not in phrases.forbidden:
                holding.add(source)
            elif not source and target:
                using.is_everything = True
            else:
                using.add(source, shortest=1)
                using.rows.update(self.nested.same(source))

    def _write(self, edit: RowEdit) -> None:
        phrases = self.phrases
        for column, texts in ((phrases.sources, edit.sources), (phrases.targets, edit.targets)):
            if texts is not None:
                for row_id, text in zip(edit.ids, texts, strict=True):
                    column[row_id] = text
        phrases.forbidden -= edit.now_allowed
        phrases.forbidden |= edit.now_forbidden

    def meet(self, comparison: NeighborComparison, progress: Progress = NoProgress()) -> None:
        """Start to compare with these other dictionaries. For a worker."""
        ids = range(len(self.phrases.sources))
        for part in _parts(ids, progress, 0, len(ids)):
            comparison.look(part)
        self.comparison = comparison

    # Reading

    def kinds_at(self, row_id: int, column: int) -> list[str]:
        """Return the kinds of the findings of one cell, without hints about nested terms and the reverse dictionary."""
        return self.cell_findings.kinds_at(row_id, column) + self._others_warn(row_id, column)

    def kinds_marked_at(self, row_id: int, column: int) -> list[str]:
        """Return the kinds of the findings that the grid marks in a cell. Called for every painted cell."""
        return self.cell_findings.kinds_marked_at(row_id, column) + self._others_warn(row_id, column)

    def _others_warn(self, row_id: int, column: int) -> list[str]:
        found = []
        if column == TARGET and row_id in self.forbidden.found:
            found.append(kinds.FORBIDDEN_TERM)
        if column == TARGET and self.comparison is not None and self.comparison.is_elsewhere(row_id):
            found.append(kinds.OTHER_GLOSSARY)
        return found

    def columns(self, ids: Sequence[int]) -> Columns:
        """Return the entries with these ids, in this order. The id -1 gives an empty entry. For a worker."""
        sources, targets = self.phrases.sources, self.phrases.targets
        if min(ids, default=0) < 0:
            shown_sources = [sources[each] if each >= 0 else "" for each in ids]
            shown_targets = [targets[each] if each >= 0 else "" for each in ids]
        else:
            shown_sources = [sources[each] for each in ids]
            shown_targets = [targets[each] for each in ids]
        return Columns(untrack(shown_sources), untrack(shown_targets), ids, self.phrases.forbidden)

    def marks(self, columns: Columns) -> CheckMarks:
        """Return a copy of the findings. `columns` has the present entries. For a worker."""
        bits: list[Bits] = [(self.nested.marks(), _NESTED)]
        uses, comparison, only_in_reverse = dict(self.forbidden.found), self.comparison, 0
        if comparison is not None:
            targets = columns.as_dict() if comparison.reverse is not None else {}
            bits.append((comparison.marks(targets), _COMPARED))
            only_in_reverse = comparison.only_in_reverse(targets)
        return CheckMarks(self.cell_findings.marks(), bits, uses, self.nested, comparison, only_in_reverse)


class _Reach:
    """The other rows that an edit affects because they contain a changed phrase."""

    def __init__(self, nested: NestedIndex) -> None:
        self._nested = nested
        self.rows: set[int] = set()
        self.common: set[str] = set()
        self.is_everything = False

    def add(self, source: str, shortest: int = SHORTEST) -> None:
        holders = self._nested.holders(source, shortest)
        if holders is None:
            self.common.add(source)
        else:
            self.rows.update(holders)

    def all_rows(self) -> Iterable[int]:
        """Return the affected rows; all rows of the dictionary if a change concerns every entry."""
        if self.is_everything:
            return range(self._nested.end)
        return self.rows.union(self._nested.holders_of_common(self.common)) if self.common else self.rows


def _parts(ids: Sequence[int], progress: Progress, done: int, total: int) -> Iterator[Sequence[int]]:
    """Yield the ids in chunks, and report the progress before each."""
    for chunk in chunks(len(ids), _ROWS_A_STEP):
        progress.step(done + chunk.start, total)
        yield ids[chunk]
