"""The entries of one dictionary: two parallel columns with stable row ids, edited only by a `Change`."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Protocol

from termdesk.domain.chunks import (
    chunks,
    dict_of,
    is_same_column,
    is_same_mapping,
    make_growing_dict,
    release,
    use_texts,
)
from termdesk.domain.entries.entry_detail import DETAIL_COLUMNS, NO_DETAIL, EntryDetail
from termdesk.domain.entries.synonyms import synonym_ids
from termdesk.domain.gc_exemption import untrack
from termdesk.domain.progress import Progress
from termdesk.domain.shared_use import SharedUse

SOURCE, TARGET = 0, 1
_ROWS_A_STEP = 1_000


class Change(Protocol):
    """An edit of entries that can be undone."""

    @property
    def count(self) -> int:
        """The number of cells or rows that it changes."""
        ...

    def apply_to(self, entries: Entries) -> Change:
        """Change `entries` in place and return the inverse."""
        ...


class Entries:
    """Source and target phrases of one dictionary, in file order.

    Two lists instead of a list of pairs: 500,000 rows take 105 MB and 0.17 s (a model of items: 615 MB and 4.6 s). A
    row keeps its id for life, even if it is removed and restored by undo; a row number is only its current position.
    Few rows have a status, a domain or a note, so `details` has only those, by row id. Two sets of entries are equal if
    their phrases are; details do not count. Read the columns freely, but edit them only with `apply`, which returns the
    inverse. A copy shares the columns until one of both is edited.
    """

    __slots__ = ("_next_id", "_use", "details", "ids", "sources", "targets")

    def __init__(self, sources: Iterable[str] = (), targets: Iterable[str] = ()) -> None:
        self.sources: list[str] = untrack(list(sources))
        self.targets: list[str] = untrack(list(targets))
        self._number_rows()

    @classmethod
    def take(cls, sources: list[str], targets: list[str]) -> Entries:
        """Entries from two lists that nothing else uses from now on. This is faster than a copy of them."""
        entries = cls()
        entries.sources, entries.targets = untrack(sources), untrack(targets)
        entries._number_rows()
        return entries

    def _number_rows(self) -> None:
        if len(self.sources) != len(self.targets):
            raise ValueError(f"{len(self.sources)} sources but {len(self.targets)} targets")
        self.ids = _numbers(len(self.sources))
        self.details: dict[int, EntryDetail] = {}
        self._next_id = len(self.sources)
        self._use = SharedUse()

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

    def with_progress(self, progress: Progress) -> Iterator[tuple[str, str]]:
        """The entries as pairs, with progress reported every thousand rows, so that the work can be cancelled."""
        for row, pair in enumerate(self):
            if row % _ROWS_A_STEP == 0:
                progress.step(row, len(self))
            yield pair

    def column(self, number: int) -> list[str]:
        """The column itself, not a copy: `SOURCE` or `TARGET`."""
        return self.targets if number == TARGET else self.sources

    def cell(self, row: int, column: int) -> str:
        """The text of a cell, also of the columns `STATUS`, `DOMAIN` and `NOTE`."""
        if column in DETAIL_COLUMNS:
            return self.detail(row).text(column)
        return self.column(column)[row]

    def texts(self, column: int) -> list[str]:
        """A copy of one column; also of a detail column, most of whose texts are empty."""
        if column not in DETAIL_COLUMNS:
            return untrack(self.column(column).copy())
        known = self.details.get
        return [detail.text(column) if (detail := known(each)) else "" for each in self.ids]

    def detail(self, row: int) -> EntryDetail:
        """Status, domain and note of a row; empty if it has none."""
        return self.details.get(self.ids[row], NO_DETAIL)

    def set_detail(self, row: int, detail: EntryDetail) -> None:
        """Set the details of a row. Only for changes, and for readers that create entries."""
        self.end_sharing()
        if detail.is_empty:
            self.details.pop(self.ids[row], None)
        else:
            self.details[self.ids[row]] = detail

    def forbidden_ids(self) -> set[int]:
        """Ids of the rows whose target must not be used."""
        return {row_id for row_id, detail in self.details.items() if detail.is_forbidden}

    def synonym_ids(self) -> dict[int, str]:
        """Ids of the admitted synonyms of preferred rows, with their source phrases."""
        return synonym_ids(self.sources, self.ids, self.details)

    def find_unpublished_ids(self) -> set[int]:
        """Ids of the rows that are not published: forbidden ones, and admitted synonyms."""
        return self.forbidden_ids() | self.synonym_ids().keys()

    def find_published_rows(self) -> Sequence[int]:
        """The rows that the service may see: all except forbidden ones and admitted synonyms."""
        kept = self.find_unpublished_ids()
        if not kept:
            return range(len(self))
        return [row for row, row_id in enumerate(self.ids) if row_id not in kept]

    def copy_published_part(self) -> Entries:
        """A copy of the rows that the service may see, with the same row ids and without details."""
        rows = self.find_published_rows()
        twin = self.copy()
        twin.details = {}
        if len(rows) < len(self):
            twin.sources = untrack([self.sources[row] for row in rows])
            twin.targets = untrack([self.targets[row] for row in rows])
            twin.ids = array("L", (self.ids[row] for row in rows))
            twin._use = SharedUse()
        return twin

    def copy(self) -> Entries:
        """An independent copy that shares the texts and keeps the row ids. Takes no time at any size."""
        twin = Entries()
        twin._take_over(self, self._use.share())
        twin._next_id = self._next_id
        return twin

    def end_sharing(self) -> None:
        """Stop sharing columns with copies. Call it before each change of a column or of the details."""
        if self._use.is_shared:
            self.sources, self.targets = untrack(self.sources.copy()), untrack(self.targets.copy())
            self.ids, self.details = self.ids[:], self.details.copy()
            # Only now: another user of the old columns may change them once nobody else uses them.
            self._use = SharedUse()

    def become(self, other: Entries) -> None:
        """Take over the contents of other entries, which must not be used afterwards.

        References to this object stay valid.
        """
        self._take_over(other, other._use)
        self._next_id = max(self._next_id, other._next_id)

    def _take_over(self, other: Entries, use: SharedUse) -> None:
        self.sources, self.targets, self.ids, self.details = other.sources, other.targets, other.ids, other.details
        self._use = use

    def share_texts(self, other: Entries) -> None:
        """Use the text objects of other entries for equal texts, so that both take little more memory than one.

        For a worker.
        """
        self.end_sharing()
        # Mostly the rows are the same ones. A dictionary of all texts would take more memory than it saves.
        unknown: set[str] = set()
        for texts, others in ((self.sources, other.sources), (self.targets, other.targets)):
            for chunk in chunks(len(texts)):
                texts[chunk] = use_texts(texts[chunk], others[chunk])
                unknown.update(
                    text for text, known in zip_longest(texts[chunk], others[chunk]) if text is not known and text
                )
        if not unknown:
            return
        known: dict[str, str] = make_growing_dict()
        for texts in (other.sources, other.targets):
            for chunk in chunks(len(texts)):
                known.update((text, text) for text in texts[chunk] if text in unknown)
        for texts in (self.sources, self.targets):
            for chunk in chunks(len(texts)):
                texts[chunk] = [known.get(text, text) for text in texts[chunk]]

    def release(self) -> None:
        """Drop all rows, in a worker: freeing half a million texts at once would block the GUI for 50 ms."""
        if not self._use.is_shared:
            release((self.sources, self.targets))
        self._take_over(Entries(), SharedUse())

    def renumber(self) -> Entries:
        """The same rows with ids from 0. The lists are shared, so do not use this object afterwards."""
        twin = Entries()
        twin._take_over(self, self._use)
        twin.ids, twin._next_id, twin.details = _numbers(len(self)), len(self), {}
        if self.details:
            known = self.details.get
            twin.details = {row: detail for row, row_id in enumerate(self.ids) if (detail := known(row_id))}
        return twin

    def as_dict(self) -> dict[str, str]:
        """Source -> target; of duplicate sources the last one wins."""
        return dict_of(self.sources, self.targets)

    def holds_as(self, other: Entries) -> bool:
        """Whether both map the same sources to the same targets, in any order. For a worker if they are large."""
        return self == other or is_same_mapping(self.as_dict(), other.as_dict())

    def new_ids(self, count: int) -> array[int]:
        """New ids that no row has had before. The change that inserts the rows keeps them."""
        first = self._next_id
        self._next_id += count
        return array("L", range(first, first + count))

    def reserve_ids(self, ids: Sequence[int]) -> None:
        """Never give these ids to new rows; for rows from a journal."""
        if ids:
            self._next_id = max(self._next_id, max(ids) + 1)

    def apply(self, change: Change) -> Change:
        """Apply a change and return its inverse."""
        return change.apply_to(self)

    def fingerprint(self) -> str:
        """SHA-256 of the sorted lines `source TAB target` in exact UTF-8. It does not depend on the order."""
        digest = hashlib.sha256()
        for line in sorted(f"{source}\t{target}\n" for source, target in self):
            digest.update(line.encode("utf-8", "surrogatepass"))
        digest.update(str(len(self)).encode("ascii"))
        return digest.hexdigest()

    def size_in_bytes(self) -> int:
        """The UTF-8 bytes of the entries as plain TSV: for each row its phrases, a tab and a line feed."""
        found = 2 * len(self)
        for column in (self.sources, self.targets):
            for chunk in chunks(len(self)):
                found += len("".join(column[chunk]).encode("utf-8", "surrogatepass"))
        return found


def _numbers(count: int) -> array[int]:
    """The numbers from 0."""
    found, numbers = array("L"), range(count)
    for chunk in chunks(count):
        found.extend(numbers[chunk])
    return found
