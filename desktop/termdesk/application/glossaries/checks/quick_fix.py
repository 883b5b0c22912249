"""Quick fixes of findings: one change for one finding or for all of a kind, computed in a worker."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from termdesk.application.glossaries.checks.findings import Finding
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.progress import run_in_thread
from termdesk.domain.entries.changes import Change, RemoveRows, SetCells, as_one
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_detail import NOTE
from termdesk.domain.entries.entry_rules import Rule
from termdesk.domain.findings.fixes import FIX_WORDS, FIXES
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.review import merge_details
from termdesk.domain.progress import NoProgress, Progress

__all__ = ["FIX_WORDS", "compute_quick_fix", "fix_findings"]


async def compute_quick_fix(
    dictionary: OpenDictionary, findings: Sequence[Finding], progress: Progress = NoProgress()
) -> Change | None:
    """Return the change that fixes these findings in the latest state of the entries; None if nothing would change.

    Findings without a fix, and findings that were fixed meanwhile, are skipped.
    """
    while True:
        revision = dictionary.revision
        change = await run_in_thread(progress, fix_findings, dictionary.entries.copy(), dictionary.pair, findings)
        if revision == dictionary.revision:
            return change


def fix_findings(
    progress: Progress, entries: Entries, pair: LanguagePair, findings: Sequence[Finding]
) -> Change | None:
    """Return the change that fixes these findings; None if nothing would change. The entries stay. For a worker."""
    progress.step(0, 2)
    row_ids = {each.row_id for each in findings}
    row_of = {row_id: row for row, row_id in enumerate(entries.ids) if row_id in row_ids}
    present = [each for each in findings if each.row_id in row_of]
    texts = _texts(entries, pair, present, row_of)
    changes: list[Change] = [
        SetCells(column, rows := sorted(cells), [cells[row] for row in rows])
        for column, cells in enumerate(texts)
        if cells
    ]
    progress.step(1, 2)
    if gone := rows_to_go(entries, present, row_of):
        changes.append(RemoveRows(gone))
    return as_one(changes) if changes else None


def _texts(
    entries: Entries, pair: LanguagePair, findings: Iterable[Finding], row_of: Mapping[int, int]
) -> tuple[dict[int, str], dict[int, str]]:
    """Return the new texts of cells by row, for each side. A cell with two findings gets both fixes."""
    texts: tuple[dict[int, str], dict[int, str]] = ({}, {})
    for each in findings:
        if fix := FIXES.get(each.kind):
            row = row_of[each.row_id]
            language = pair.target if each.column == TARGET else pair.source
            before = entries.cell(row, each.column)
            fixed = fix(texts[each.column].get(row, before), language)
            if fixed != before:
                texts[each.column][row] = fixed
    return texts


def rows_to_go(entries: Entries, findings: Iterable[Finding], row_of: Mapping[int, int]) -> list[int]:
    """Return the rows to remove: empty rows, and duplicates that add no details."""
    gone: set[int] = set()
    repeated: set[str] = set()
    for each in findings:
        row = row_of[each.row_id]
        if each.kind == Rule.EMPTY and not any(text.strip() for text in (*entries[row], entries.cell(row, NOTE))):
            gone.add(row)
        elif each.kind == Rule.DUPLICATE:
            repeated.add(entries.cell(row, SOURCE))
    if repeated:
        alike: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        for row in entries.find_published_rows():
            if entries.sources[row] in repeated:
                alike[entries[row]].append(row)
        for rows in alike.values():
            gone.update(_that_say_no_more(entries, rows))
    return sorted(gone)


def _that_say_no_more(entries: Entries, rows: Sequence[int]) -> list[int]:
    """Return the duplicates to remove.

    The first row with details stays, or else the first row. Rows with different details stay as well.
    """
    kept = next((row for row in rows if not entries.detail(row).is_empty), rows[0])
    known = entries.detail(kept)
    return [row for row in rows if row != kept and merge_details(known, entries.detail(row)) == known]
