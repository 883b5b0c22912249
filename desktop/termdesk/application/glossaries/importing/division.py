"""Divide the rows of a file into parts that a service accepts. All rows of a source stay together."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_rules import MAX_DICTIONARY_BYTES, MAX_NAME_BYTES, utf8_length
from termdesk.domain.progress import Progress
from termdesk.formats.read_result import ReadResult

_STEP = 4_096
# The tab and the line feed of a row.
_BYTES_BETWEEN = 2


def divide(progress: Progress, result: ReadResult, limit: int = MAX_DICTIONARY_BYTES) -> list[ReadResult]:
    """Divide the rows into parts of at most `limit` bytes, in their order. For a worker.

    Rows with the same source stay together at the place of the first, so that synonyms are not separated. A part may
    exceed the limit only if it holds a single source. A rejected row goes to the part that contains the lines around
    it. Rows within the limit are returned as one part.
    """
    parts = _rows_of_parts(progress, result.entries, limit)
    if len(parts) < 2:
        return [result]
    first_lines = [min(result.lines[row] for row in rows) for rows in parts]
    rejected_rows: list[list[int]] = [[] for _ in parts]
    order = sorted(range(len(parts)), key=first_lines.__getitem__)
    sorted_lines = [first_lines[part] for part in order]
    for number, rejected in enumerate(result.rejected_rows):
        rejected_rows[order[max(0, bisect_right(sorted_lines, rejected.line) - 1)]].append(number)
    return [
        replace(
            result,
            entries=_pick_rows(result.entries, rows),
            lines=array("L", (result.lines[row] for row in rows)),
            rejected_rows=tuple(result.rejected_rows[number] for number in rejected),
        )
        for rows, rejected in zip(parts, rejected_rows, strict=True)
    ]


def make_numbered_name(name: str, number: int) -> str:
    """Return the name of a part, such as “Terms 2”, shortened to the maximum length of names."""
    behind = f" {number}"
    return name.encode()[: MAX_NAME_BYTES - utf8_length(behind)].decode("utf-8", "ignore") + behind


def _rows_of_parts(progress: Progress, entries: Entries, limit: int) -> list[list[int]]:
    groups: dict[str, list[int]] = {}
    for row, source in enumerate(entries.sources):
        groups.setdefault(source, []).append(row)
    parts: list[list[int]] = [[]]
    size = 0
    for number, (source, rows) in enumerate(groups.items()):
        if number % _STEP == 0:
            progress.step(number, len(groups))
        length = (utf8_length(source) + _BYTES_BETWEEN) * len(rows)
        length += sum(utf8_length(entries.targets[row]) for row in rows)
        if parts[-1] and size + length > limit:
            parts.append([])
            size = 0
        parts[-1] += rows
        size += length
    return parts


def _pick_rows(entries: Entries, rows: Sequence[int]) -> Entries:
    picked = Entries([entries.sources[row] for row in rows], [entries.targets[row] for row in rows])
    if entries.details:
        details = ((position, entries.detail(row)) for position, row in enumerate(rows))
        picked.details = {position: detail for position, detail in details if not detail.is_empty}
    return picked
