"""The entries of one dictionary: two parallel columns with stable row ids, edited only by a `Change`."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from termdesk.domain.chunks import chunks, is_same_column, is_same_mapping, release
from termdesk.domain.entries.entry_detail import DETAIL_COLUMNS, NO_DETAIL, EntryDetail

SOURCE, TARGET = 0, 1


class Change(Protocol):
    """What can be done to entries and taken back."""

    @property
    def count(self) -> int:
        """How many cells or rows are touched."""
        ...

    def apply_to(self, entries: Entries) -> Change:
        """Change `entries` in place and give back the inverse."""
        ...


class Entries:
    """Source and target phrases of one dictionary, in file order.

    Two lists rather than a list of pairs: at 500,000 rows they take 105 MB and are built in 0.17 s
    (a model of items: 615 MB and 4.6 s). A row keeps its id for as long as it lives, also when it is
    removed and comes back by undo; a row number is only its present place.

    Few rows have a status, a domain or a note, so `details` has those alone, by row id. Two sets of entries are equal
    where their phrases are: details are nobody's business but this computer's.

    Read the columns freely; change them through `apply` only, which gives back the inverse.
    """

    __slots__ = ("_next_id", "details", "ids", "sources", "targets")

    def __init__(self, sources: Iterable[str] = (), targets: Iterable[str] = ()) -> None:
        self.sources: list[str] = list(sources)
        self.targets: list[str] = list(targets)
        if len(self.sources) != len(self.targets):
            raise ValueError(f"{len(self.sources)} sources but {len(self.targets)} targets")
        self.ids = array("L")
        numbers = range(len(self.sources))
        for chunk in chunks(len(numbers)):
            self.ids.extend(numbers[chunk])
        self.details: dict[int, EntryDetail] = {}
        self._next_id = len(self.sources)

    @classmethod
    def of(cls, pairs: Iterable[tuple[str, str]]) -> Entries:
        """Entries from (source, target) pairs."""
        rows = list(pairs)
        return cls((source for source, _ in rows), (target for _, target in rows))

    def __len__(self) -> int:
        return len(self.sources)

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return zip(self.sources, self.targets, strict=True)

    def __getitem__(self, row: int) -> tuple[str, str]:
        return self.sources[row], self.targets[row]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Entries):
            return NotImplemented
        return is_same_column(self.sources, other.sources) and is_same_column(self.targets, other.targets)

    __hash__ = None  # type: ignore[assignment]  # mutable, so never a key

    def __repr__(self) -> str:
        return f"Entries({len(self)} rows)"

    def column(self, number: int) -> list[str]:
        """The live list of one column: `SOURCE` or `TARGET`."""
        return self.targets if number == TARGET else self.sources

    def cell(self, row: int, column: int) -> str:
        """The text of a cell, also of the columns `STATUS`, `DOMAIN` and `NOTE`."""
        if column in DETAIL_COLUMNS:
            return self.detail(row).text(column)
        return self.column(column)[row]

    def texts(self, column: int) -> list[str]:
        """A copy of one column; also of a detail column, most of whose texts are empty."""
        if column not in DETAIL_COLUMNS:
            return self.column(column).copy()
        known = self.details.get
        return [detail.text(column) if (detail := known(each)) else "" for each in self.ids]

    def detail(self, row: int) -> EntryDetail:
        return self.details.get(self.ids[row], NO_DETAIL)

    def set_detail(self, row: int, detail: EntryDetail) -> None:
        """For changes, and for readers that make new entries."""
        if detail.is_empty:
            self.details.pop(self.ids[row], None)
        else:
            self.details[self.ids[row]] = detail

    def forbidden_ids(self) -> set[int]:
        """Ids of the rows that are never published."""
        return {row_id for row_id, detail in self.details.items() if detail.is_forbidden}

    def published_rows(self) -> Sequence[int]:
        """The rows that the service may see: all but the forbidden ones."""
        forbidden = self.forbidden_ids()
        if not forbidden:
            return range(len(self))
        return [row for row, row_id in enumerate(self.ids) if row_id not in forbidden]

    def published_part(self) -> Entries:
        """A copy of what the service may see, with the row ids that it has here; without details."""
        rows = self.published_rows()
        twin = self.copy()
        twin.details = {}
        if len(rows) < len(self):
            twin.sources = [self.sources[row] for row in rows]
            twin.targets = [self.targets[row] for row in rows]
            twin.ids = array("L", (self.ids[row] for row in rows))
        return twin

    def copy(self) -> Entries:
        """An independent copy that shares the texts and keeps the row ids."""
        twin = Entries()
        twin.sources, twin.targets = self.sources.copy(), self.targets.copy()
        twin.ids, twin._next_id = self.ids[:], self._next_id
        twin.details = self.details.copy()
        return twin

    def become(self, other: Entries) -> None:
        """Hold what another one holds, which is to be used no more; whoever knows this one goes on knowing it."""
        self.sources, self.targets, self.ids, self.details = other.sources, other.targets, other.ids, other.details
        self._next_id = max(self._next_id, other._next_id)

    def release(self) -> None:
        """Forget all rows, in a worker: to free half a million texts at once would hold every window for 50 ms."""
        release((self.sources, self.targets))
        self.ids, self.details = array("L"), {}

    def renumbered(self) -> Entries:
        """The same rows with ids from 0; the lists are shared, so this one is to be used no more."""
        twin = Entries()
        twin.sources, twin.targets = self.sources, self.targets
        twin.ids, twin._next_id = array("L", range(len(self))), len(self)
        if self.details:
            known = self.details.get
            twin.details = {row: detail for row, row_id in enumerate(self.ids) if (detail := known(row_id))}
        return twin

    def as_dict(self) -> dict[str, str]:
        """Source -> target; of duplicate sources the last one wins."""
        found: dict[str, str] = {}
        for chunk in chunks(len(self)):
            found.update(zip(self.sources[chunk], self.targets[chunk], strict=True))
        return found

    def holds_as(self, other: Entries) -> bool:
        """Whether both map the same sources to the same targets, in whatever order. For a worker if they are large."""
        return self == other or is_same_mapping(self.as_dict(), other.as_dict())

    def new_ids(self, count: int) -> array[int]:
        """Ids no row ever had. Who inserts rows asks for them once and keeps them in the change."""
        first = self._next_id
        self._next_id += count
        return array("L", range(first, first + count))

    def reserve_ids(self, ids: Sequence[int]) -> None:
        """Never hand out these ids again; for rows that come from a journal."""
        if ids:
            self._next_id = max(self._next_id, max(ids) + 1)

    def apply(self, change: Change) -> Change:
        """Carry out a change and give back the one that takes it back."""
        return change.apply_to(self)

    def fingerprint(self) -> str:
        """SHA-256 over the sorted lines `source TAB target` as exact UTF-8: the content, whatever its order."""
        digest = hashlib.sha256()
        for line in sorted(f"{source}\t{target}\n" for source, target in self):
            digest.update(line.encode("utf-8", "surrogatepass"))
        digest.update(str(len(self)).encode("ascii"))
        return digest.hexdigest()

    def size_in_bytes(self) -> int:
        """UTF-8 bytes of the entries as plain TSV: every phrase, one tab and one line feed a row."""
        found = 2 * len(self)
        for column in (self.sources, self.targets):
            for chunk in chunks(len(self)):
                found += len("".join(column[chunk]).encode("utf-8", "surrogatepass"))
        return found
