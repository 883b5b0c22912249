"""Find what prevents a dictionary from being published, before sending and in the service's response."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from termdesk.application.failures import EntriesRefused, PublishViolation
from termdesk.client.errors import InvalidRequest
from termdesk.domain.entries.changes import Change, SetCells, as_one
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_rules import (
    MAX_DICTIONARY_BYTES,
    WARN_DICTIONARY_BYTES,
    Rule,
    Violation,
    name_violation,
    shorten_phrase,
    violations,
)
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import Progress
from termdesk.messages.entry_messages import PublishMessage

# Nobody reads a longer list, and the grid marks all rows anyway.
MAX_NAMED = 200

# The local service numbers entries from 1. The vendor numbers keys from 0, and names two for a duplicate.
_ENTRY = re.compile(r"\b(?:Entry|Row) (\d+)(?:[^\d\n,:]*, (source|target))?: ?([^\n]*)")
_KEY = re.compile(r"\bindex (\d+)\b")


def find_violations(
    _progress: Progress, entries: Entries, *, rows: Sequence[int] | None = None, name: str, pair: LanguagePair
) -> list[PublishViolation]:
    """Return the violations that can be found before sending, at most 200 with a row. For a worker.

    `rows` maps each entry to its row in the grid, ascending, for dictionaries with entries that are not sent.
    """
    found = list(_about_the_whole(entries, name, pair))
    for violation in violations(entries, numbers=rows):
        if len(found) > MAX_NAMED:
            found.append(PublishViolation(PublishMessage.MORE()))
            break
        number = violation.row if rows is None else bisect_left(rows, violation.row)
        found.append(_convert_violation(violation, entries.ids[number]))
    return found


def needs_only_trimming(violations: Sequence[PublishViolation]) -> bool:
    """Return whether spaces around phrases are the only violations that are named."""
    rules = [each.rule for each in violations if each.row is not None]
    others = [each for each in violations if each.row is None and each.message != PublishMessage.MORE()]
    return bool(rules) and not others and set(rules) == {Rule.OUTER_SPACE}


def trim_phrases(_progress: Progress, entries: Entries) -> Change:
    """Return the change that removes the spaces around all phrases. For a worker."""
    changes = []
    for column in (SOURCE, TARGET):
        texts = {row: text.strip() for row, text in enumerate(entries.column(column)) if text != text.strip()}
        if texts:
            changes.append(SetCells(column, list(texts), list(texts.values())))
    return as_one(changes)


def size_findings(entries: Entries) -> list[str]:
    """Return warnings about what some services may refuse. It is sent anyway."""
    size = entries.size_in_bytes()
    if WARN_DICTIONARY_BYTES < size <= MAX_DICTIONARY_BYTES:
        kind = PublishMessage.PERHAPS_TOO_LARGE
        return [kind(size, limit=WARN_DICTIONARY_BYTES, other_limit=MAX_DICTIONARY_BYTES)]
    return []


def parse_violations(detail: str, *, sent: Entries, shown: Entries) -> list[PublishViolation]:
    """Return the violations that a response of the service names, with their rows in the `shown` entries.

    Empty if the response names no entry that was `sent`.
    """
    rows = {shown.sources[row]: row for row in shown.find_published_rows()}
    found = []
    for number, column, words in _positions(detail):
        if not 0 <= number < len(sent):
            continue
        source = sent.sources[number]
        message = PublishMessage.REFUSED(phrase=shorten_phrase(source), reason=words)
        found.append(PublishViolation(message, PublishMessage.CHANGE_ENTRY(), rows.get(source), column))
    return found


def raise_by_row(error: InvalidRequest, *, sent: Entries, shown: Entries) -> None:
    """Raise EntriesRefused if the error names entries, so that their rows can be shown."""
    if found := parse_violations(error.detail, sent=sent, shown=shown):
        raise EntriesRefused(error, found) from error


def _about_the_whole(entries: Entries, name: str, pair: LanguagePair) -> Iterator[PublishViolation]:
    if violation := name_violation(name):
        yield PublishViolation(violation, PublishMessage.BAD_NAME())
    if pair.roots != pair:
        yield PublishViolation(
            PublishMessage.VARIANTS(roots=str(pair.roots), pair=str(pair)), PublishMessage.USE_ROOTS()
        )
    if pair.roots.source == pair.roots.target:
        yield PublishViolation(PublishMessage.SAME_LANGUAGE(), PublishMessage.CHOOSE_TWO())
    if not len(entries):
        yield PublishViolation(PublishMessage.NO_ENTRIES(), PublishMessage.ADD_ENTRY())
    if (size := entries.size_in_bytes()) > MAX_DICTIONARY_BYTES:
        yield PublishViolation(PublishMessage.TOO_LARGE(size, limit=MAX_DICTIONARY_BYTES), PublishMessage.DIVIDE())


def _convert_violation(violation: Violation, row_id: int) -> PublishViolation:
    found = violation
    return PublishViolation(found.message, found.remedy, found.row, found.column, found.rule, row_id)


def _positions(detail: str) -> Sequence[tuple[int, int, str]]:
    """Return number (from 0), column and message of every entry that a response names."""
    entries = [
        (int(number) - 1, TARGET if side == "target" else SOURCE, words)
        for number, side, words in _ENTRY.findall(detail)
    ]
    return entries or [(int(number), SOURCE, detail) for number in _KEY.findall(detail)]
