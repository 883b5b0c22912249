"""Comparison of the rows of a file with a dictionary, for a review before the import."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Sequence

from termdesk.domain.chunks import dict_of, distinct, has_repeats, make_growing_dict
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import NO_DETAIL, EntryDetail
from termdesk.domain.entries.synonyms import synonym_ids
from termdesk.domain.merging.review import NO_LOCAL_ROW, IncomingRows, Review, ReviewKind, merge_details


def review_of(local: Entries, incoming: IncomingRows) -> Review:
    """Compare the rows of a file with a dictionary."""
    return _Comparison(local, incoming).review()


class _Comparison:
    """Determines the kind of each row.

    Forbidden rows and synonyms are matched by both phrases, other rows by the source.
    """

    def __init__(self, local: Entries, incoming: IncomingRows) -> None:
        self._local = local
        self._incoming = incoming
        self._kept_ids = local.find_unpublished_ids()
        items = range(len(incoming.sources))
        self._synonyms = synonym_ids(incoming.sources, items, incoming.details)
        self._first: dict[str, int] = {}
        self._others: dict[str, list[int]] = {}
        self._find_rows()
        self._targets_of = _find_repeated(incoming, self._synonyms)
        self._seen: dict[tuple[str, str], list[int]] = {}
        self._twins: dict[int, int] = {}
        self._claimed: set[int] = set()

    def review(self) -> Review:
        local, incoming = self._local, self._incoming
        local_targets, targets = local.targets, incoming.targets
        kinds, rows = bytearray(len(incoming.sources)), array("l", [NO_LOCAL_ROW]) * len(incoming.sources)
        looks_closer = bool(local.details or incoming.details or incoming.reasons)
        # In an empty dictionary everything is new, except contradictions inside the file.
        compared = incoming.sources if looks_closer or len(local) or self._targets_of else ()
        for item, source in enumerate(compared):
            if looks_closer or source in self._targets_of or source in self._others:
                kinds[item], rows[item] = self._compare_closely(item, source, targets[item])
            elif (row := self._first.get(source, NO_LOCAL_ROW)) != NO_LOCAL_ROW:
                rows[item] = row
                kinds[item] = ReviewKind.SAME if local_targets[row] == targets[item] else ReviewKind.CHANGED
        found = distinct(rows)
        only_local = [row for row in range(len(local)) if row not in found]
        kinds += bytes([ReviewKind.ONLY_LOCAL]) * len(only_local)
        rows.extend(only_local)
        return Review(local, incoming, kinds, rows, self._twins)

    def _find_rows(self) -> None:
        """The first row of each source that may be published, and all other rows."""
        local = self._local
        if not self._kept_ids:
            self._first = dict_of(local.sources, range(len(local)))
            if len(self._first) == len(local):
                return
            self._first = make_growing_dict()
        for row, source in enumerate(local.sources):
            is_kept = local.ids[row] in self._kept_ids
            if is_kept or self._first.setdefault(source, row) != row:
                self._others.setdefault(source, []).append(row)

    def _compare_closely(self, item: int, source: str, target: str) -> tuple[ReviewKind, int]:
        """The kind of a row that its source alone does not determine, and the row of the dictionary to which it
        applies.
        """
        local, incoming = self._local, self._incoming
        if item in incoming.reasons:
            return ReviewKind.REJECTED, NO_LOCAL_ROW
        first = self._first.get(source)
        candidates = ([] if first is None else [first]) + self._others.get(source, [])
        remote = incoming.details.get(item, NO_DETAIL)
        if equal := [row for row in candidates if local.targets[row] == target]:
            return self._against_equal(equal, remote)
        if self._has_twin(item, (source, target), remote):
            return ReviewKind.SAME, NO_LOCAL_ROW
        if remote.is_forbidden or item in self._synonyms:
            return ReviewKind.NEW, NO_LOCAL_ROW
        plain = [row for row in candidates if local.ids[row] not in self._kept_ids]
        row = plain[0] if plain else NO_LOCAL_ROW
        if len(plain) > 1 or len(self._targets_of.get(source, ())) > 1 or item in self._twins:
            return ReviewKind.CLASH, row
        return (ReviewKind.CHANGED if plain else ReviewKind.NEW), row

    def _against_equal(self, rows: Sequence[int], remote: EntryDetail) -> tuple[ReviewKind, int]:
        """The kind of a row whose phrases are in the dictionary; in doubt if only the dictionary forbids it."""
        local = self._local
        allowed = rows if remote.is_forbidden else [row for row in rows if not local.detail(row).is_forbidden]
        if not allowed:
            return ReviewKind.CLASH, rows[0]
        same = [row for row in allowed if merge_details(local.detail(row), remote) == local.detail(row)]
        # Rows that occur several times in both are matched one by one.
        same.sort(key=lambda row: (row in self._claimed, local.detail(row) != remote))
        row = same[0] if same else allowed[0]
        self._claimed.add(row)
        return (ReviewKind.SAME if same else ReviewKind.CHANGED), row

    def _has_twin(self, item: int, phrases: tuple[str, str], remote: EntryDetail) -> bool:
        """Whether an earlier row of the file has the same content or more; if it has less, this row is in doubt."""
        if phrases[0] not in self._targets_of and not remote.is_forbidden:
            return False
        earlier = self._seen.setdefault(phrases, [])
        details = self._incoming.details
        is_repeated = any(merge_details(known := details.get(each, NO_DETAIL), remote) == known for each in earlier)
        if earlier:
            self._twins[item] = earlier[0]
        earlier.append(item)
        return is_repeated


def _find_repeated(incoming: IncomingRows, synonyms: Collection[int]) -> dict[str, set[str]]:
    """The targets of each source that several rows have, without forbidden and rejected rows and synonyms."""
    sources, targets = incoming.sources, incoming.targets
    if not has_repeats(sources):
        return {}
    excluded = {item for item, detail in incoming.details.items() if detail.is_forbidden}
    excluded |= incoming.reasons.keys() | set(synonyms)
    once: set[str] = set()
    found: dict[str, set[str]] = {}
    for item, source in enumerate(sources):
        if item in excluded:
            continue
        if source in once:
            found[source] = set()
        once.add(source)
    for item, source in enumerate(sources):
        if source in found and item not in excluded:
            found[source].add(targets[item])
    return found
