"""The findings of all dictionaries of a table in one list, with rows of the table."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from termdesk.application.glossaries.checks.check_index import CheckIndex, Columns
from termdesk.application.glossaries.checks.findings import (
    KINDS_AT_MOST,
    Finding,
    FindingGroup,
    Listing,
    ListingInput,
    in_order,
    list_findings,
    split_findings,
    unpack_finding,
)
from termdesk.application.glossaries.multilingual.table_rows import DictionaryColumn
from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.domain.entries.entry_rules import Rule
from termdesk.domain.findings.kinds import NESTED_OTHERWISE, REFUSED, SHADOWED, FindingKind, Severity
from termdesk.domain.gc_exemption import untrack
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.multilingual.columns import column_of
from termdesk.domain.multilingual.table import NONE
from termdesk.domain.progress import Progress

# Row, shown column, dictionary and kind of a finding are packed into one number.
_PARTS = 1_024
_COLUMN = _PARTS * KINDS_AT_MOST
_ROW = _PARTS * _COLUMN
# Findings about a source phrase that depend on its target or on other entries of the dictionary. All other findings
# about a source phrase apply to every dictionary that has it, and are listed once.
_OF_ONE_LANGUAGE = frozenset({Rule.DUPLICATE, SHADOWED, NESTED_OTHERWISE, REFUSED})


@dataclass(frozen=True, slots=True)
class MultilingualListing:
    """The findings of several dictionaries, with the interface of `Listing`.

    Each of the `parts` lists one dictionary with rows of the table.
    """

    parts: Sequence[Listing]
    open: FindingGroup
    ignored: FindingGroup

    def __len__(self) -> int:
        return len(self.open.all)

    def finding(self, packed: int) -> Finding:
        """Return the finding that an item of the list stands for."""
        row, column, part, number = _unpack(packed)
        listing = self.parts[part]
        return Finding(
            row, SOURCE if column == SOURCE else TARGET, listing.kinds[number], listing.looked.ids[row], part
        )

    def pack(self, finding: Finding) -> int:
        """Pack a finding. If its kind is unknown in this listing, return the lowest number of its cell."""
        _, _, number = unpack_finding(self.parts[finding.part].pack(finding))
        return _pack(finding.row, column_of(finding.part, finding.column).number, finding.part, number)

    def position_of(self, row: int, column: int) -> tuple[int, int]:
        """Return the lowest and the highest packed number of a finding in this cell of the table."""
        first = row * _ROW + column * _COLUMN
        return first, first + _COLUMN - 1

    def severity(self, packed: int) -> Severity:
        """Return the severity of a packed finding. HINT if it comes from an older listing whose rule was deleted."""
        return self.parts[0].severity(packed)

    def kind(self, key: str) -> FindingKind:
        """Return the kind with this key, which may be that of a custom rule."""
        return self.parts[0].kind(key)

    def part(self, finding: Finding) -> Listing:
        """Return the listing of the dictionary that a finding belongs to."""
        return self.parts[finding.part]

    def language(self, finding: Finding) -> str:
        """Return the language code of the phrase that a finding concerns."""
        return self.parts[finding.part].language(finding)

    def phrase(self, finding: Finding) -> str:
        """Return the phrase that a finding concerns."""
        return self.parts[finding.part].phrase(finding)

    def of_all(self, finding: Finding) -> bool:
        """Return whether a finding applies to every dictionary that has this phrase."""
        return finding.column == SOURCE and finding.kind not in _OF_ONE_LANGUAGE

    @property
    def own_kinds(self) -> Mapping[str, FindingKind]:
        """The kinds of the custom rules."""
        return self.parts[0].own_kinds

    @property
    def too_slow(self) -> Collection[str]:
        """Keys of rules that are no longer used because they took too long."""
        return {rule: None for part in self.parts for rule in part.too_slow}


AnyListing = Listing | MultilingualListing


def join_listings(progress: Progress, parts: Sequence[Listing]) -> MultilingualListing:
    """Join the findings of all dictionaries by rows of the table. All parts know the same kinds. For a worker."""
    found = []
    for number, all_of_them in enumerate(([each.open for each in parts], [each.ignored for each in parts])):
        progress.step(number, 2)
        row_count = len(parts[0].looked.ids)
        found.append(split_findings(parts[0], in_order(_numbers(parts[0].kinds, all_of_them), row_count, _ROW)))
    return MultilingualListing(parts, *found)


def _numbers(kinds: Sequence[str], all_of_them: Sequence[FindingGroup]) -> Iterator[int]:
    of_one = {number for number, kind in enumerate(kinds) if kind in _OF_ONE_LANGUAGE}
    counted: set[int] = set()
    for part, found in enumerate(all_of_them):
        target = column_of(part).number
        for packed in found.all:
            row, side, number = unpack_finding(packed)
            if side:
                yield _pack(row, target, part, number)
            elif number in of_one or packed not in counted:
                counted.add(packed)
                yield _pack(row, SOURCE, part, number)


def _pack(row: int, column: int, part: int, number: int) -> int:
    return row * _ROW + column * _COLUMN + part * KINDS_AT_MOST + number


def _unpack(packed: int) -> tuple[int, int, int, int]:
    return packed // _ROW, packed % _ROW // _COLUMN, packed % _COLUMN // KINDS_AT_MOST, packed % KINDS_AT_MOST


def list_violations(
    progress: Progress, columns: Sequence[DictionaryColumn], pairs: Sequence[LanguagePair]
) -> MultilingualListing:
    """Return the violations of the service's rules, which need no index. For a worker."""
    parts = []
    for column, pair in zip(columns, pairs, strict=True):
        entries, positions = column.entries, column.positions()
        sources = untrack(["" if position == NONE else entries.sources[position] for position in positions])
        targets = untrack(["" if position == NONE else entries.targets[position] for position in positions])
        nothing = Columns((), (), (), ())
        looked = ListingInput(
            pair=pair,
            sources=sources,
            targets=targets,
            ids=column.ids,
            violating=column.violating,
            repeated=column.repeated,
            checks=replace(CheckIndex(nothing, pair).marks(nothing), bits=()),
            ignored=frozenset(),
            own_kinds={},
            forbidden=column.excluded,
        )
        parts.append(list_findings(progress, looked))
    return join_listings(progress, parts)


def in_part(finding: Finding, part: int, listing: Listing) -> Finding:
    """Return the same finding in another dictionary that has the phrase."""
    return replace(finding, part=part, row_id=listing.looked.ids[finding.row])
