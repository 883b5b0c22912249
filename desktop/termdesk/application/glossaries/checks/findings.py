"""The list of all findings of one dictionary at one moment."""

from __future__ import annotations

import re
from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from termdesk.application.glossaries.checks.check_index import Bits, CheckMarks
from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.domain.entries.entry_rules import Rule, phrase_violation
from termdesk.domain.entries.row_ids import Groups
from termdesk.domain.findings.kinds import (
    FORBIDDEN_TERM,
    KINDS,
    NEAR_DUPLICATE,
    REFUSED,
    SHADOWED,
    FindingKind,
    Severity,
)
from termdesk.domain.language.composition import compose, fold
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import Progress
from termdesk.domain.similarity.spelling_groups import SpellingGroups

Ignored = frozenset[tuple[str, int, str]]

_TOKEN = re.compile(r"\w+|[^\w\s]")
# Row, side and kind of a finding are packed into one number. Numbers sort by row, and a million of them take 8 MB.
_ROW, _SIDE = 4096, 2048
KINDS_AT_MOST = _SIDE
_ROWS_AT_ONCE = 20_000
_SEVERITIES = frozenset(Severity)
_NONE = array("Q")


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding. `row` counts from 0 in the listed dictionary; `row_id` stays the same when rows move.

    `part` is the index of the dictionary if several are listed together.
    """

    row: int
    column: int
    kind: str
    row_id: int
    part: int = 0


@dataclass(frozen=True, slots=True)
class ListingInput:
    """The input of a listing, a snapshot: columns of phrases, and row ids by kind."""

    pair: LanguagePair
    sources: Sequence[str]
    targets: Sequence[str]
    ids: Sequence[int]
    violating: Collection[int]
    repeated: Collection[str]
    checks: CheckMarks
    ignored: Ignored
    own_kinds: Mapping[str, FindingKind]
    forbidden: Collection[int] = ()
    # The service's messages by row id, and the side that they concern.
    refused: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    refused_side: int = SOURCE
    # Kinds that are not reported. Violations are always reported, because the service would refuse the entry.
    switched_off: frozenset[str] = frozenset()


@dataclass(slots=True)
class FindingGroup:
    """Findings that are shown together: either the open or the ignored ones. A worker splits them by kind."""

    all: array[int] = field(default_factory=lambda: array("Q"))
    by_kind: dict[str, array[int]] = field(default_factory=dict)
    by_severity: dict[Severity, array[int]] = field(default_factory=dict)

    @property
    def counts(self) -> dict[str, int]:
        """The number of findings of each kind, the most severe kinds first."""
        return {kind: len(found) for kind, found in self.by_kind.items()}

    def of(self, which: str | None) -> array[int]:
        """Return the findings of a kind or of a severity; all for None. Sorted by row."""
        if which is None:
            return self.all
        if which in _SEVERITIES:
            return self.by_severity.get(Severity(which), _NONE)
        return self.by_kind.get(which, _NONE)

    def gravest_first(self, which: str | None) -> list[array[int]]:
        """Return the findings grouped as they are shown: problems, then warnings, then hints.

        Each group is sorted by row.
        """
        return [self.of(which)] if which is not None else [found for found in self.by_severity.values() if found]


@dataclass(slots=True)
class Listing:
    """The findings of one moment, packed into numbers. Created by `list_findings`, and never changed afterwards."""

    looked: ListingInput
    kinds: list[str]
    open: FindingGroup = field(default_factory=FindingGroup)
    ignored: FindingGroup = field(default_factory=FindingGroup)
    rows: RowPositions = field(default_factory=lambda: RowPositions(()))
    # The rows of each source that occurs more than once.
    duplicates: dict[str, list[int]] = field(default_factory=dict)
    # Groups of rows with spellings of the same phrase, and for each row the index of its group.
    spellings: Groups = field(default_factory=Groups)
    group_of: dict[int, int] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.open.all)

    def finding(self, packed: int) -> Finding:
        """Return the finding that `pack` packed into this number."""
        row = packed // _ROW
        return Finding(row, packed % _ROW // _SIDE, self.kinds[packed % _SIDE], self.looked.ids[row])

    def pack(self, finding: Finding) -> int:
        """Pack a finding. If its kind is unknown in this listing, return the lowest number of its cell."""
        number = self.kinds.index(finding.kind) if finding.kind in self.kinds else 0
        return position_of(finding.row, finding.column)[0] + number

    def severity(self, packed: int) -> Severity:
        """Return the severity of a packed finding. HINT if it comes from an older listing whose rule was deleted."""
        number = packed % _SIDE
        return self.kind(self.kinds[number]).severity if number < len(self.kinds) else Severity.HINT

    def position_of(self, row: int, column: int) -> tuple[int, int]:
        """Return the lowest and the highest packed number of a finding in this cell."""
        return position_of(row, column)

    def part(self, _finding: Finding) -> Listing:
        """Return the listing of the dictionary that a finding belongs to."""
        return self

    def language(self, finding: Finding) -> str:
        """Return the language code of the phrase that a finding concerns."""
        return self.looked.pair.target if finding.column else self.looked.pair.source

    @property
    def own_kinds(self) -> Mapping[str, FindingKind]:
        """The kinds of the custom rules."""
        return self.looked.own_kinds

    @property
    def too_slow(self) -> Collection[str]:
        """Keys of rules that are no longer used because they took too long."""
        return self.looked.checks.cell_findings.too_slow

    def phrase(self, finding: Finding) -> str:
        """Return the phrase that a finding concerns."""
        return (self.looked.targets if finding.column else self.looked.sources)[finding.row]

    def kind(self, key: str) -> FindingKind:
        """Return the kind with this key, which may be that of a custom rule."""
        return self.looked.own_kinds.get(key) or KINDS[key]

    def alike(self, row: int) -> Sequence[int]:
        """Return the rows with spellings of the same phrase as this row, including the row itself."""
        group = self.group_of.get(row)
        return self.spellings[group] if group is not None else ()

    def inside(self, finding: Finding) -> list[int]:
        """Return the rows of the entries that a finding about nested terms names."""
        held = self.looked.checks.inside(finding.row_id)
        return [row for row_id in held if (row := self.rows.of(row_id)) is not None]

    def details_of(self, finding: Finding) -> tuple[str, ...]:
        """Return the details of a finding that comes from a comparison or from the service."""
        looked = self.looked
        if finding.kind == REFUSED:
            return looked.refused.get(finding.row_id, ())
        source, target = looked.sources[finding.row], looked.targets[finding.row]
        return looked.checks.details_of(finding.row_id, finding.kind, source, target)


class RowPositions:
    """Maps row ids to row numbers."""

    def __init__(self, ids: Sequence[int]) -> None:
        self._rows = array("I", bytes(4 * (max(ids, default=-1) + 1)))
        for row, row_id in enumerate(ids, 1):
            # A dictionary of a multilingual table may have no entry in a row.
            if row_id >= 0:
                self._rows[row_id] = row

    def of(self, row_id: int) -> int | None:
        """Return the row with this id; None if there is none."""
        row = self._rows[row_id] if row_id < len(self._rows) else 0
        return row - 1 if row else None

    def all_of(self, row_ids: Iterable[int]) -> Iterator[int]:
        """Yield the rows of these ids. All ids must exist."""
        rows = self._rows
        return (rows[row_id] - 1 for row_id in row_ids)


def position_of(row: int, column: int) -> tuple[int, int]:
    """Return the lowest and the highest packed number of a finding in this cell."""
    first = row * _ROW + column * _SIDE
    return first, first + _SIDE - 1


def list_findings(progress: Progress, looked: ListingInput) -> Listing:
    """Return all findings of one moment. For a worker: 0.25 s for 400,000 rows with 100,000 findings."""
    listing = Listing(looked, [*KINDS, *looked.own_kinds])
    listing.rows = RowPositions(looked.ids)
    _find_duplicates(listing)
    progress.step(1, 4)
    packed = in_order(_drop_switched_off(listing, _pack_findings(listing, progress)), len(looked.ids), _ROW)
    progress.step(3, 4)
    if looked.forbidden:
        # Forbidden entries are never published, so they may break rules.
        packed = [each for each in packed if looked.ids[each // _ROW] not in looked.forbidden]
    is_ignored = _IgnoreFilter(listing)
    ignored = list(filter(is_ignored, packed)) if looked.ignored else []
    gone = set(ignored)
    listing.ignored = split_findings(listing, ignored)
    listing.open = split_findings(listing, [each for each in packed if each not in gone] if gone else packed)
    progress.step(4, 4)
    return listing


def unpack_finding(packed: int) -> tuple[int, int, int]:
    """Return the row, side and kind number of a packed finding."""
    return packed // _ROW, packed % _ROW // _SIDE, packed % _SIDE


def in_order(packed: Iterable[int], row_count: int, numbers_a_row: int) -> list[int]:
    """Return the numbers sorted, in chunks of 20,000 rows: a single sort of half a million would block the GUI for 50
    ms.
    """
    parts: list[list[int]] = [[] for _ in range(row_count // _ROWS_AT_ONCE + 1)]
    span = _ROWS_AT_ONCE * numbers_a_row
    for each in packed:
        parts[each // span].append(each)
    for part in parts:
        part.sort()
    return list(chain.from_iterable(parts))


def split_findings(listing: Listing, packed: Sequence[int]) -> FindingGroup:
    """Split the numbers by kind and by severity.

    Only the lowest bits of a number, which hold its kind, are read; callers may use the others as they like.
    """
    by_number = [array("Q") for _ in listing.kinds]
    severities = [listing.kind(kind).severity for kind in listing.kinds]
    by_severity = {severity: array("Q") for severity in Severity}
    grave = [by_severity[severity] for severity in severities]
    for each in packed:
        number = each % _SIDE
        by_number[number].append(each)
        grave[number].append(each)
    by_kind = {kind: found for kind, found in zip(listing.kinds, by_number, strict=True) if found}
    return FindingGroup(array("Q", packed), by_kind, by_severity)


def _find_duplicates(listing: Listing) -> None:
    looked = listing.looked
    if looked.repeated:
        for row, source in enumerate(looked.sources):
            if source in looked.repeated and looked.ids[row] not in looked.forbidden:
                listing.duplicates.setdefault(source, []).append(row)


def _pack_findings(listing: Listing, progress: Progress) -> Iterator[int]:
    looked, rows = listing.looked, listing.rows
    number = {kind: position for position, kind in enumerate(listing.kinds)}
    for row in rows.all_of(looked.violating):
        for column, phrases in ((SOURCE, looked.sources), (TARGET, looked.targets)):
            if violation := phrase_violation(phrases[row]):
                yield row * _ROW + column * _SIDE + number[violation[0]]
    for repeated in listing.duplicates.values():
        yield from (row * _ROW + number[Rule.DUPLICATE] for row in repeated)
    checks = looked.checks
    for kind, sides in checks.cell_findings.cells.items():
        for column, ids in enumerate(sides):
            yield from (row * _ROW + column * _SIDE + number[kind] for row in rows.all_of(ids))
    progress.step(2, 4)
    spellings = SpellingGroups(looked.pair)
    for group in checks.cell_findings.spellings:
        alike = sorted(rows.all_of(each for each in group if each not in looked.forbidden))
        yield from _spellings(listing, spellings, alike, number)
    for row_ids, column, kind in (
        (checks.forbidden_uses, TARGET, FORBIDDEN_TERM),
        (looked.refused, looked.refused_side, REFUSED),
    ):
        yield from (row * _ROW + column * _SIDE + number[kind] for row in rows.all_of(row_ids))
    for bits in checks.bits:
        yield from _of_bits(looked.ids, bits, number)


def _drop_switched_off(listing: Listing, packed: Iterable[int]) -> Iterable[int]:
    """Remove findings whose kinds are switched off."""
    off = {number for number, kind in enumerate(listing.kinds) if kind in listing.looked.switched_off}
    off = {number for number in off if listing.kind(listing.kinds[number]).severity is not Severity.VIOLATION}
    return (each for each in packed if each % _SIDE not in off) if off else packed


def _of_bits(ids: Sequence[int], bits: Bits, number: Mapping[str, int]) -> Iterator[int]:
    """Yield the findings that are stored as bits by row id."""
    by_id, meanings = bits
    added = [
        tuple(column * _SIDE + number[kind] for bit, (kind, column) in meanings.items() if value & bit)
        for value in range(2 * max(meanings))
    ]
    for row, row_id in enumerate(ids):
        if row_id >= 0 and (found := by_id[row_id]):
            for each in added[found]:
                yield row * _ROW + each


def _spellings(
    listing: Listing, spellings: SpellingGroups, rows: Sequence[int], number: Mapping[str, int]
) -> Iterator[int]:
    """Yield near-duplicates among rows with the same key.

    A row that lookups cannot reach is reported as shadowed instead.
    """
    sources, targets = listing.looked.sources, listing.looked.targets
    are_reported = spellings.are_reported([(sources[row], targets[row]) for row in rows])
    if not any(are_reported):
        return
    near = number[NEAR_DUPLICATE]
    shadowed = _find_shadowed(rows, sources, targets)
    group = len(listing.spellings)
    listing.spellings.append(rows)
    for row, is_reported in zip(rows, are_reported, strict=True):
        listing.group_of[row] = group
        if is_reported or row in shadowed:
            yield row * _ROW + (number[SHADOWED] if row in shadowed else near)


def _find_shadowed(rows: Sequence[int], sources: Sequence[str], targets: Sequence[str]) -> set[int]:
    """Return rows that lookups never find, because an earlier row has an equal source and another target."""
    # Most groups differ in more than case and spaces. This is quick to see without splitting the phrases into words.
    if len({"".join(fold(sources[row]).split()) for row in rows}) == len(rows):
        return set()
    first_of: dict[str, int] = {}
    found = set()
    for row in rows:
        first = first_of.setdefault(fold_tokens(sources[row]), row)
        if sources[first] != sources[row] and compose(targets[first]) != compose(targets[row]):
            found.add(row)
    return found


def fold_tokens(phrase: str) -> str:
    """Return the tokens that a case-insensitive lookup compares. Of entries with equal tokens only one is used."""
    return " ".join(_TOKEN.findall(fold(phrase)))


class _IgnoreFilter:
    """Returns whether a packed finding is ignored. Violations never are, because the service would refuse the entry."""

    def __init__(self, listing: Listing) -> None:
        self._looked = listing.looked
        self._kinds = listing.kinds
        kinds = {kind for kind, _, _ in self._looked.ignored if kind in self._kinds}
        self._numbers = {
            self._kinds.index(kind) for kind in kinds if listing.kind(kind).severity is not Severity.VIOLATION
        }

    def __call__(self, packed: int) -> bool:
        if packed % _SIDE not in self._numbers:
            return False
        column, kind = packed % _ROW // _SIDE, self._kinds[packed % _SIDE]
        phrases = self._looked.targets if column else self._looked.sources
        return (kind, column, phrases[packed // _ROW]) in self._looked.ignored
