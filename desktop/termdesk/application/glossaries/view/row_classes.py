"""Facet values of the rows of a dictionary.

Those of phrases are updated with every change, the others computed on demand.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from termdesk.application.glossaries.view.facets import Classes, Facet, FacetRows, Marks
from termdesk.application.glossaries.view.view_query import RowMark
from termdesk.domain.chunks import chunks
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_detail import DETAIL_COLUMNS, DOMAIN, NOTE, STATUS, EntryDetail
from termdesk.domain.entries.entry_rules import Rule, phrase_violation
from termdesk.domain.entries.phrase_classes import (
    LENGTHS,
    SCRIPTS,
    WORD_COUNTS,
    length_classes,
    script_classes,
    word_classes,
)
from termdesk.domain.entries.violation_index import rows_with_violations
from termdesk.domain.progress import Progress

# A call into C blocks the window. This many phrases take some 5 ms.
_AT_ONCE = 10_000

CHANGES = ("changed", "new", "as_published", "kept_here")
WITH_NOTE = "with_note"
SOURCE_EMPTY, TARGET_EMPTY = "source_empty", "target_empty"


@dataclass(frozen=True, slots=True)
class _OfPhrase:
    """A facet of one column's phrases: `classify` returns for each phrase an index into `values`."""

    column: int
    classify: Callable[[Sequence[str]], bytes]
    values: Sequence[str]


_OF_PHRASES = {
    Facet.SOURCE_LENGTH: _OfPhrase(SOURCE, length_classes, LENGTHS),
    Facet.TARGET_LENGTH: _OfPhrase(TARGET, length_classes, LENGTHS),
    Facet.SOURCE_WORDS: _OfPhrase(SOURCE, word_classes, WORD_COUNTS),
    Facet.TARGET_WORDS: _OfPhrase(TARGET, word_classes, WORD_COUNTS),
    Facet.SOURCE_SCRIPT: _OfPhrase(SOURCE, script_classes, SCRIPTS),
    Facet.TARGET_SCRIPT: _OfPhrase(TARGET, script_classes, SCRIPTS),
}


class RowClasses:
    """The classes of phrase facets, one byte for each row. Computed on first use, then updated with every change."""

    def __init__(self, entries: Entries) -> None:
        self._entries = entries
        self._codes: dict[Facet, bytearray] = {}

    def copy_known_classes(self, facets: Collection[Facet]) -> dict[Facet, bytes]:
        """Return copies of the known classes of these facets."""
        return {facet: bytes(codes) for facet, codes in self._codes.items() if facet in facets}

    def keep(self, made: Mapping[Facet, bytes]) -> None:
        """Store classes that a worker computed, one byte for each row."""
        for facet, codes in made.items():
            self._codes[facet] = bytearray(codes)

    def forget(self, column: int | None = None) -> None:
        """Drop the classes of a column, or of all columns (None). They are computed again when needed."""
        self._codes = {
            facet: codes
            for facet, codes in self._codes.items()
            if column is not None and _OF_PHRASES[facet].column != column
        }

    def note_changed(self, rows: Sequence[int], column: int) -> None:
        """Update the classes after the phrases of these rows have changed."""
        cells = self._entries.column(column)
        phrases = [cells[row] for row in rows]
        for facet, codes in self._codes.items():
            kind = _OF_PHRASES[facet]
            if kind.column == column:
                for row, code in zip(rows, kind.classify(phrases), strict=True):
                    codes[row] = code

    def note_inserted(self, block: slice) -> None:
        """Update the classes after this block of rows was inserted."""
        for facet, codes in self._codes.items():
            kind = _OF_PHRASES[facet]
            codes[block.start : block.start] = kind.classify(self._entries.column(kind.column)[block])

    def note_removed(self, block: slice) -> None:
        """Update the classes after this block of rows was removed."""
        for codes in self._codes.values():
            del codes[block]


@dataclass(frozen=True, slots=True)
class Rows:
    """A snapshot of the rows of a dictionary, with their violations, base and details."""

    sources: Sequence[str]
    targets: Sequence[str]
    ids: Sequence[int]
    violating: Collection[int]
    repeated: Collection[str]
    excluded: Collection[int]
    base: Mapping[str, str]
    details: Mapping[int, EntryDetail]

    def column(self, number: int) -> Sequence[str]:
        """Return the texts of a column; `STATUS`, `DOMAIN` and `NOTE` are possible, too."""
        if number not in DETAIL_COLUMNS:
            return self.targets if number == TARGET else self.sources
        known = self.details.get
        return [detail.text(number) if (detail := known(each)) else "" for each in self.ids]


def find_marked_rows(mark: RowMark, rows: Rows) -> list[int]:
    """Return the rows of a dictionary that have a mark, ascending."""
    match mark:
        case RowMark.VIOLATION:
            return with_violations(rows)
        case RowMark.CHANGED:
            return find_changed_rows(rows)
        case RowMark.FORBIDDEN:
            known, ids = rows.details, rows.ids
            return [row for row, each in enumerate(ids) if each in known and known[each].is_forbidden] if known else []
        case RowMark.INCOMPLETE:
            excluded = rows.excluded
            return [row for row, text in enumerate(rows.targets) if not text and rows.ids[row] not in excluded]


def with_violations(rows: Rows) -> list[int]:
    """Return the rows with a violation, ascending."""
    return rows_with_violations(rows.ids, rows.sources, rows.violating, rows.repeated, rows.excluded)


def find_changed_rows(rows: Rows) -> list[int]:
    """Return the rows that differ from the service, ascending; none if the dictionary was never published."""
    if not rows.base:
        return []
    known, excluded = rows.base.get, rows.excluded
    # If a published entry is now kept local, publishing would remove it. Other local-only entries are not changes.
    return [
        row
        for row, (row_id, source, target) in enumerate(zip(rows.ids, rows.sources, rows.targets, strict=True))
        if (known(source) == target) is (row_id in excluded)
    ]


def group_rows(facet: Facet, rows: Rows, codes: bytes | None, progress: Progress) -> FacetRows:
    """Return all rows by value of a facet. `codes` are the known classes of its phrases, or None."""
    match facet:
        case Facet.VIOLATION:
            return _by_violation(rows, progress)
        case Facet.CHANGE:
            return _by_change(rows, progress)
        case Facet.INCOMPLETE:
            return _by_gap(rows)
        case Facet.STATUS:
            return _by_detail(rows, STATUS)
        case Facet.DOMAIN:
            return _by_detail(rows, DOMAIN)
        case Facet.NOTE:
            return _by_detail(rows, NOTE)
    kind = _OF_PHRASES[facet]
    return (
        Classes(codes, kind.values)
        if codes is not None
        else classify_phrases(facet, rows.column(kind.column), progress)
    )


def is_kept(facet: Facet) -> bool:
    """Return whether the classes of a facet can be cached, because they depend only on the phrases."""
    return facet in _OF_PHRASES


def classify_phrases(facet: Facet, phrases: Sequence[str], progress: Progress) -> Classes:
    """Return the classes of phrases for a phrase facet."""
    kind, parts = _OF_PHRASES[facet], []
    for chunk in chunks(len(phrases), _AT_ONCE):
        progress.step(chunk.start, len(phrases))
        parts.append(kind.classify(phrases[chunk]))
    return Classes(b"".join(parts), kind.values)


def is_of_source(facet: Facet) -> bool:
    """Return whether a facet classifies source phrases."""
    return facet in _OF_PHRASES and _OF_PHRASES[facet].column == SOURCE


def _by_violation(rows: Rows, progress: Progress) -> Marks:
    found: dict[str, array[int]] = {}
    with_any = with_violations(rows)
    for position, row in enumerate(with_any):
        if position % _AT_ONCE == 0:
            progress.step(position, len(with_any))
        for rule in _rules_broken(rows, row):
            found.setdefault(rule, array("L")).append(row)
    return Marks(found, len(rows.ids))


def _rules_broken(rows: Rows, row: int) -> set[Rule]:
    if rows.ids[row] not in rows.violating:
        return {Rule.DUPLICATE}
    violations = (phrase_violation(rows.sources[row]), phrase_violation(rows.targets[row]))
    broken = {violation[0] for violation in violations if violation}
    is_repeated = rows.sources[row] in rows.repeated and rows.ids[row] not in rows.excluded
    return broken | {Rule.DUPLICATE} if is_repeated else broken


def _by_change(rows: Rows, progress: Progress) -> FacetRows:
    if not rows.base:
        # A dictionary that was never published has no published state to compare with.
        return Marks({}, len(rows.ids))
    known = rows.base.get
    codes = bytearray()
    for chunk in chunks(len(rows.sources), _AT_ONCE):
        progress.step(chunk.start, len(rows.sources))
        pairs = zip(map(known, rows.sources[chunk]), rows.targets[chunk], strict=True)
        codes += bytes([2 if before == target else 1 if before is None else 0 for before, target in pairs])
    for row in (row for row, row_id in enumerate(rows.ids) if row_id in rows.excluded) if rows.excluded else ():
        # If a published entry is now kept local, publishing would remove it. Other local-only entries are not changes.
        codes[row] = 0 if known(rows.sources[row]) == rows.targets[row] else 3
    return Classes(bytes(codes), CHANGES)


def _by_gap(rows: Rows) -> Marks:
    empty = {
        value: array("L", [row for row, phrase in enumerate(phrases) if not phrase or phrase.isspace()])
        for value, phrases in ((SOURCE_EMPTY, rows.sources), (TARGET_EMPTY, rows.targets))
    }
    return Marks(empty, len(rows.sources))


def _by_detail(rows: Rows, column: int) -> Marks:
    found: dict[str, array[int]] = {}
    known = rows.details.get
    with_details = [row for row, row_id in enumerate(rows.ids) if row_id in rows.details] if rows.details else []
    for row in with_details:
        text = detail.text(column) if (detail := known(rows.ids[row])) else ""
        if text:
            found.setdefault(WITH_NOTE if column == NOTE else text, array("L")).append(row)
    return Marks(found, len(rows.ids))
