"""Details of entries beside the TSV of a dictionary: a line of JSON for each entry or term that has any.

An entry is named by its source. A line with a target as well is a term that is never published, which is in no TSV.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from termdesk.domain.entries.entry_detail import STATUSES, EntryDetail
from termdesk.domain.merging.term_records import TermRecords, detail_of, detail_texts, sorted_phrases


@dataclass(frozen=True, slots=True)
class DetailLine:
    """One line. `target` is None for the published entry of the source."""

    source: str
    target: str | None
    detail: EntryDetail


def write_details(records: TermRecords) -> Iterator[str]:
    """The lines of all phrases with details, in the order of the sources."""
    for source in sorted_phrases(records.records):
        record = records.records[source]
        if not record.detail.is_empty:
            yield _line({"source": source}, record.detail)
        for target, detail in record.kept:
            yield _line({"source": source, "target": target}, detail)


def _line(named: dict[str, Any], detail: EntryDetail) -> str:
    return json.dumps(named | {"details": dict(detail_texts(detail))}, ensure_ascii=False) + "\n"


def read_details(text: str) -> Iterator[DetailLine | int]:
    """Each line that is not empty; instead of one that holds no details, its number from 1."""
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
    detail = detail_of(details)
    if detail.status not in STATUSES or (target is not None and not detail.status):
        return None
    return DetailLine(source, target, detail)
