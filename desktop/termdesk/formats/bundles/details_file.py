"""Details of entries, stored next to the TSV file of a dictionary: a line of JSON for each entry that has details.

An entry is identified by its source. A line that also has a target is a term that is never published and therefore not
in the TSV file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from termdesk.domain.entries.entry_detail import STATUSES, EntryDetail
from termdesk.domain.merging.term_records import TermRecords, sort_phrases


@dataclass(frozen=True, slots=True)
class DetailLine:
    """One line. `target` is None for the published entry with this source."""

    source: str
    target: str | None
    detail: EntryDetail


def write_details(records: TermRecords) -> Iterator[str]:
    """Return the lines of all entries with details, sorted by source."""
    for source in sort_phrases(records.records):
        record = records.records[source]
        if not record.detail.is_empty:
            yield _line({"source": source}, record.detail)
        for target, detail in record.kept:
            yield _line({"source": source, "target": target}, detail)


def _line(named: dict[str, Any], detail: EntryDetail) -> str:
    return json.dumps(named | {"details": dict(detail.as_texts())}, ensure_ascii=False) + "\n"


def read_details(text: str) -> Iterator[DetailLine | int]:
    """Yield the details on each line that is not empty; for an invalid line, yield its number, from 1, instead."""
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield _read_line(line) or number


def _read_line(line: str) -> DetailLine | None:
    try:
        plain = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(plain, dict) or not plain.keys() <= {"source", "target", "details"}:
        return None
    source, target, details = plain.get("source"), plain.get("target"), plain.get("details")
    if (
        not isinstance(source, str)
        or not isinstance(target, str | None)
        or not isinstance(details, dict)
        or not details
    ):
        return None
    if not all(isinstance(text, str) and text for text in details.values()):
        return None
    detail = EntryDetail.from_texts(details)
    if detail.status not in STATUSES or (target is not None and not detail.status):
        return None
    return DetailLine(source, target, detail)
