"""Findings of a file, by line: rejected rows, and entries that break a rule."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter

from termdesk.domain.entries.entries import SOURCE
from termdesk.domain.entries.entry_rules import MAX_DICTIONARY_BYTES, violations
from termdesk.formats.read_result import ReadResult
from termdesk.messages.format_messages import ContentMessage

UNREADABLE_ROW = "unreadable_row"
TOO_LARGE = "dictionary_too_large"


@dataclass(frozen=True, slots=True)
class FileFinding:
    """One finding. `rule` is a value of `entry_rules.Rule`, or one of the two constants of this module.

    `line` counts lines of the file, `row` its entries, both from 1; 0 if unknown. `side` is "source", "target" or "".
    """

    line: int
    row: int
    side: str
    rule: str
    message: str
    remedy: str


def findings(result: ReadResult) -> list[FileFinding]:
    """Return the findings of a file in line order; those about the whole file come last."""
    found = [FileFinding(each.line, 0, "", UNREADABLE_ROW, each.reason, each.remedy) for each in result.rejected_rows]
    found += [
        FileFinding(
            result.lines[each.row],
            each.row + 1,
            "source" if each.column == SOURCE else "target",
            each.rule.value,
            each.message,
            each.remedy,
        )
        for each in violations(result.entries)
    ]
    found.sort(key=attrgetter("line"))
    if (size := result.entries.size_in_bytes()) > MAX_DICTIONARY_BYTES:
        message = ContentMessage.TOO_LARGE(size, limit=MAX_DICTIONARY_BYTES)
        found.append(FileFinding(0, 0, "", TOO_LARGE, message, ContentMessage.SPLIT()))
    return found
