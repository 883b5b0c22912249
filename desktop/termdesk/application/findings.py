"""The list of findings of one dictionary as it stood at one moment, with words for each."""

from __future__ import annotations

import re
from array import array
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from termdesk.application.advice_index import AdviceMarks
from termdesk.domain.advice.kinds import KINDS, NEAR_DUPLICATE, SHADOWED, Kind, Severity
from termdesk.domain.entries import SOURCE, TARGET
from termdesk.domain.entry_rules import Rule, phrase_fault
from termdesk.domain.language import LanguagePair
from termdesk.domain.progress import Progress

# What somebody said about a row by its id: row ids, or words.
Details = Mapping[int, tuple[int, ...] | tuple[str, ...]]
# The side that it is about, what was said, and ids of rows that are no longer what was compared.
Across = tuple[int, Details, Collection[int]]
Ignored = frozenset[tuple[str, int, str]]

_TOKEN = re.compile(r"\w+|[^\w\s]")
# Row, side and kind of a finding in one number: they sort by row, and a million of them are eight megabytes.
_ROW, _SIDE = 4096, 2048


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding. `row` counts from 0 in the dictionary as it was listed; `row_id` stays when rows move."""

    row: int
    column: int
    kind: str
    row_id: int


@dataclass(frozen=True, slots=True)
class Looked:
    """All that is listed from, as it stood at one moment: columns of pointers, and ids by kind."""

    pair: LanguagePair
    sources: Sequence[str]
    targets: Sequence[str]
    ids: Sequence[int]
    faulty: Collection[int]
    repeated: Collection[str]
    advice: AdviceMarks
    across: Mapping[str, Across]
    ignored: Ignored
    own_kinds: Mapping[str, Kind]
    forbidden: Collection[int] = ()


@dataclass(slots=True)
class Listing:
    """Findings by row, those that count and those that are ignored. Made by `listed`, then never changed."""

    looked: Looked
    kinds: list[str]
    open: array[int] = field(default_factory=lambda: array("Q"))
    ignored: array[int] = field(default_factory=lambda: array("Q"))
    row_of: dict[int, int] = field(default_factory=dict)
    # Rows of each source that stands more than once, and of all spellings of one phrase.
    duplicates: dict[str, list[int]] = field(default_factory=dict)
    alike: dict[int, tuple[int, ...]] = field(default_factory=dict)
    # Parted by kind in the worker, so that the window has only to show them.
    _open_by_kind: dict[str, array[int]] = field(default_factory=dict)
    _ignored_by_kind: dict[str, array[int]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.open)

    def part(self) -> None:
        """Part the findings by kind, once all are there."""
        self._open_by_kind = _parted(self.open, self.kinds)
        self._ignored_by_kind = _parted(self.ignored, self.kinds)

    @property
    def counts(self) -> dict[str, int]:
        """How many of each kind count, the gravest kinds first."""
        return {kind: len(found) for kind, found in self._open_by_kind.items()}

    @property
    def ignored_counts(self) -> dict[str, int]:
        return {kind: len(found) for kind, found in self._ignored_by_kind.items()}

    def of(self, kinds: Collection[str] | None, *, is_ignored: bool = False) -> array[int]:
        """The findings of these kinds, or all, by row; each to be given to `finding`."""
        if kinds is None:
            return self.ignored if is_ignored else self.open
        by_kind = self._ignored_by_kind if is_ignored else self._open_by_kind
        found = [by_kind[kind] for kind in kinds if kind in by_kind]
        return found[0] if len(found) == 1 else array("Q", sorted(chain.from_iterable(found)))

    def finding(self, packed: int) -> Finding:
        row = packed // _ROW
        return Finding(row, packed % _ROW // _SIDE, self.kinds[packed % _SIDE], self.looked.ids[row])

    def phrase(self, finding: Finding) -> str:
        return (self.looked.targets if finding.column else self.looked.sources)[finding.row]

    def kind(self, key: str) -> Kind:
        return self.looked.own_kinds.get(key) or KINDS[key]

    def detail(self, finding: Finding) -> tuple[int, ...] | tuple[str, ...]:
        """What was said about a finding that came of comparing."""
        across = self.looked.across.get(finding.kind)
        return across[1].get(finding.row_id, ()) if across else ()


def place_of(row: int, column: int) -> tuple[int, int]:
    """The first and the last number that a finding in this cell can have among packed ones."""
    first = row * _ROW + column * _SIDE
    return first, first + _SIDE - 1


def listed(progress: Progress, looked: Looked) -> Listing:
    """All findings by row. For a worker: a quarter of a second for 400,000 rows with 100,000 findings."""
    listing = Listing(looked, [*KINDS, *looked.own_kinds])
    _find_rows(listing)
    progress.step(1, 4)
    packed = sorted(_packed(listing, progress))
    progress.step(3, 4)
    if looked.forbidden:
        # What is never published may be as it likes.
        packed = [each for each in packed if looked.ids[each // _ROW] not in looked.forbidden]
    is_ignored = _Ignoring(listing)
    listing.ignored.extend(filter(is_ignored, packed) if looked.ignored else ())
    gone = set(listing.ignored)
    listing.open.extend((each for each in packed if each not in gone) if gone else packed)
    listing.part()
    progress.step(4, 4)
    return listing


def _parted(packed: array[int], kinds: Sequence[str]) -> dict[str, array[int]]:
    found: dict[int, array[int]] = {}
    for each in packed:
        number = each % _SIDE
        if number not in found:
            found[number] = array("Q")
        found[number].append(each)
    return {kinds[number]: found[number] for number in sorted(found)}


def _find_rows(listing: Listing) -> None:
    looked = listing.looked
    ids: set[int] = set(looked.faulty)
    for sides in looked.advice.cells.values():
        ids.update(*sides)
    for group in looked.advice.spellings.values():
        ids.update(group)
    for _, details, _ in looked.across.values():
        ids.update(details)
        for about in details.values():
            ids.update(each for each in about if isinstance(each, int))
    if ids:
        listing.row_of = {row_id: row for row, row_id in enumerate(looked.ids) if row_id in ids}
    if looked.repeated:
        for row, source in enumerate(looked.sources):
            if source in looked.repeated and looked.ids[row] not in looked.forbidden:
                listing.duplicates.setdefault(source, []).append(row)


def _packed(listing: Listing, progress: Progress) -> Iterator[int]:
    looked, row_of = listing.looked, listing.row_of
    number = {kind: place for place, kind in enumerate(listing.kinds)}
    for row_id in looked.faulty:
        row = row_of[row_id]
        for column, phrases in ((SOURCE, looked.sources), (TARGET, looked.targets)):
            if fault := phrase_fault(phrases[row]):
                yield row * _ROW + column * _SIDE + number[fault[0]]
    for rows in listing.duplicates.values():
        yield from (row * _ROW + number[Rule.DUPLICATE] for row in rows)
    for kind, sides in looked.advice.cells.items():
        for column, ids in enumerate(sides):
            yield from (row_of[each] * _ROW + column * _SIDE + number[kind] for each in ids)
    progress.step(2, 4)
    for group in looked.advice.spellings.values():
        rows = sorted(row_of[each] for each in group if each not in looked.forbidden)
        yield from _spellings(listing, rows, number)
    for kind, (column, details, gone) in looked.across.items():
        yield from (
            row_of[each] * _ROW + column * _SIDE + number[kind]
            for each in details
            if each in row_of and each not in gone
        )


def _spellings(listing: Listing, rows: Sequence[int], number: Mapping[str, int]) -> Iterator[int]:
    """Near-duplicates among rows with one key; those that another one shadows are that instead."""
    sources, targets = listing.looked.sources, listing.looked.targets
    if len({sources[row] for row in rows}) < 2:
        return
    alike = tuple(rows)
    near = number[NEAR_DUPLICATE]
    shadowed = _shadowed(rows, sources, targets)
    for row in rows:
        listing.alike[row] = alike
        yield row * _ROW + (number[SHADOWED] if row in shadowed else near)


def _shadowed(rows: Sequence[int], sources: Sequence[str], targets: Sequence[str]) -> set[int]:
    """Rows that are looked up like one before them, which has another target."""
    # Nearly all groups differ in more than case and blanks, and that is told without cutting them into words.
    if len({"".join(sources[row].casefold().split()) for row in rows}) == len(rows):
        return set()
    first_of: dict[str, int] = {}
    found = set()
    for row in rows:
        first = first_of.setdefault(folded_tokens(sources[row]), row)
        if sources[first] != sources[row] and targets[first] != targets[row]:
            found.add(row)
    return found


def folded_tokens(phrase: str) -> str:
    """What is looked up in a text that is written in another case: where this is equal, only one entry is used."""
    return " ".join(_TOKEN.findall(phrase.casefold()))


class _Ignoring:
    """Says of a packed finding whether somebody ignored it. A problem is never ignored: the service would refuse it."""

    def __init__(self, listing: Listing) -> None:
        self._looked = listing.looked
        self._kinds = listing.kinds
        kinds = {kind for kind, _, _ in self._looked.ignored if kind in self._kinds}
        self._numbers = {
            self._kinds.index(kind) for kind in kinds if listing.kind(kind).severity is not Severity.PROBLEM
        }

    def __call__(self, packed: int) -> bool:
        if packed % _SIDE not in self._numbers:
            return False
        column, kind = packed % _ROW // _SIDE, self._kinds[packed % _SIDE]
        phrases = self._looked.targets if column else self._looked.sources
        return (kind, column, phrases[packed // _ROW]) in self._looked.ignored
