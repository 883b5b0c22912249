"""Restore a version of a dictionary, completely or by source phrase: rows return to their places with their details."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Sequence
from itertools import accumulate

from termdesk.domain.entries.changes import Batch, Change, InsertRows, RemoveRows, SetCells, SetDetails
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.merging.row_difference import RowsBySource, longest_rise, match_rows


def restore(present: Entries, version: Entries, *, is_whole: bool, sources: Collection[str] | None = None) -> Change:
    """The change that makes `present` equal to the version, or only the rows with these `sources`.

    A complete version (`is_whole`) has all rows with their details and their order. Any other version has only what the
    service had: existing rows keep their details, restored rows have none, and forbidden terms and synonyms are kept. A
    restored row follows the nearest row above it in the version that still exists. If none exists, it precedes the
    nearest row below it; if neither exists, it comes last. Only restoring all of a complete version moves existing
    rows; they keep their ids. For a worker; `present` is only used to create ids.
    """
    rows = range(len(present)) if is_whole else present.find_published_rows()
    present_rows, version_rows = RowsBySource(present, rows), RowsBySource(version, range(len(version)))
    found = match_rows(present_rows, version_rows)
    stays = _find_kept_rows(present, rows, found, sources)
    if is_whole and sources is None:
        _take_out_of_order(stays, found)
    cells: dict[int, str] = {}
    details: dict[int, EntryDetail] = {}
    for number, row in enumerate(found):
        if row is None or not stays[row] or not _is_chosen(version.sources[number], sources):
            continue
        if present.targets[row] != version.targets[number]:
            cells[row] = version.targets[number]
        if is_whole and (detail := version.detail(number)) != present.detail(row):
            details[row] = detail
    changes: list[Change] = []
    if cells:
        changes.append(SetCells(TARGET, list(cells), list(cells.values())))
    if details:
        changes.append(SetDetails(list(details), list(details.values())))
    if removed := [row for row in rows if not stays[row]]:
        changes.append(RemoveRows(removed))
    if inserted := _insertions(version, found, stays, sources):
        changes.append(_insertion(present, version, found, inserted))
    return Batch(tuple(changes))


def _is_chosen(source: str, sources: Collection[str] | None) -> bool:
    return sources is None or source in sources


def _find_kept_rows(
    present: Entries, rows: Iterable[int], found: Sequence[int | None], sources: Collection[str] | None
) -> bytearray:
    """For each present row whether it is kept; rows that are not in the version are not."""
    is_found = bytearray(len(present))
    for row in found:
        if row is not None:
            is_found[row] = True
    stays = bytearray(b"\1") * len(present)
    for row in rows:
        stays[row] = is_found[row] or not _is_chosen(present.sources[row], sources)
    return stays


def _take_out_of_order(stays: bytearray, found: Sequence[int | None]) -> None:
    """Remove and insert again the rows whose order differs from the version, as few as possible."""
    rows = [row for row in found if row is not None]
    for row in rows:
        stays[row] = False
    for position in longest_rise(rows):
        stays[rows[position]] = True


def _insertions(
    version: Entries, found: Sequence[int | None], stays: bytearray, sources: Collection[str] | None
) -> list[tuple[int, int]]:
    """The rows of the version to insert, in order, each with the number of kept rows above it."""
    above = array("L", accumulate(stays))
    inserted: list[tuple[int, int]] = []
    # Rows at the start of the version wait for the first row that still exists.
    waiting: list[int] = []
    gap: int | None = None
    for number, row in enumerate(found):
        if row is not None and stays[row]:
            gap = above[row]
            inserted += [(gap - 1, each) for each in waiting]
            waiting.clear()
        elif _is_chosen(version.sources[number], sources):
            if gap is None:
                waiting.append(number)
            else:
                inserted.append((gap, number))
    inserted += [(above[-1] if above else 0, each) for each in waiting]
    return sorted(inserted, key=lambda each: each[0])


def _insertion(
    present: Entries, version: Entries, found: Sequence[int | None], inserted: Sequence[tuple[int, int]]
) -> Change:
    """The change that inserts these rows of the version. Rows that existed before keep their ids."""
    numbers = [number for _, number in inserted]
    ids = present.new_ids(len(numbers))
    for position, number in enumerate(numbers):
        if (row := found[number]) is not None:
            ids[position] = present.ids[row]
    return InsertRows(
        [gap + position for position, (gap, _) in enumerate(inserted)],
        [version.sources[number] for number in numbers],
        [version.targets[number] for number in numbers],
        ids,
        {
            position: detail
            for position, number in enumerate(numbers)
            if not (detail := version.detail(number)).is_empty
        },
    )
