"""Quick fixes of findings in a table: one change across all dictionaries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from termdesk.application.glossaries.checks.findings import Finding
from termdesk.application.glossaries.checks.quick_fix import rows_to_go
from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.application.progress import run_in_thread
from termdesk.domain.findings.fixes import FIXES
from termdesk.domain.multilingual.columns import column_of
from termdesk.domain.multilingual.edits import remove_entries, rewrite_cells
from termdesk.domain.multilingual.entries import MultilingualEntries
from termdesk.domain.multilingual.table import MultilingualChange
from termdesk.domain.progress import NoProgress, Progress


async def compute_multilingual_quick_fix(
    table: OpenTable, findings: Sequence[Finding], progress: Progress = NoProgress()
) -> MultilingualChange | None:
    """Return the change that fixes these findings of one kind in the latest state; None if nothing would change.

    A source phrase is fixed in every dictionary that has it. Findings that were fixed meanwhile are left out.
    """
    languages = [table.language(column.number) for column in table.columns]
    while True:
        revision, copy = table.revision, table.entries.copy()
        change = await run_in_thread(progress, _fix_findings, copy, languages, findings)
        if revision == table.revision:
            return change if change.count else None


def _fix_findings(
    progress: Progress, table: MultilingualEntries, languages: Sequence[str], findings: Sequence[Finding]
) -> MultilingualChange:
    progress.step(0, 2)
    rows_of = _rows_of(table, findings)
    present = [(rows_of[each.part][each.row_id], each) for each in findings if each.row_id in rows_of[each.part]]
    texts: defaultdict[int, dict[int, str]] = defaultdict(dict)
    for row, each in present:
        if fix := FIXES.get(each.kind):
            column = column_of(each.part, each.column).number
            before = table.cell(row, column)
            fixed = fix(texts[column].get(row, before), languages[column])
            if fixed != before:
                texts[column][row] = fixed
    progress.step(1, 2)
    if any(texts.values()):
        return rewrite_cells(table, [(column, list(cells), list(cells.values())) for column, cells in texts.items()])
    return remove_entries(table, _to_go(table, present))


def _rows_of(table: MultilingualEntries, findings: Sequence[Finding]) -> dict[int, dict[int, int]]:
    """Return for each dictionary the present table row of each entry with a finding, by row id."""
    ids_by_part: defaultdict[int, set[int]] = defaultdict(set)
    for each in findings:
        ids_by_part[each.part].add(each.row_id)
    return {
        part: {number: row for row, number in enumerate(table.alignment.columns[part]) if number in ids}
        for part, ids in ids_by_part.items()
    }


def _to_go(table: MultilingualEntries, present: Sequence[tuple[int, Finding]]) -> Mapping[int, Sequence[int]]:
    """Return the entries to remove by dictionary: empty ones and duplicates.

    An empty row is removed from every dictionary that has it.
    """
    found: defaultdict[int, list[Finding]] = defaultdict(list)
    row_of: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for row, each in present:
        for part in table.holders(row):
            position = table.position(row, part)
            assert position is not None, "a holder has the phrase"
            number = table.alignment.columns[part][row]
            row_of[part][number] = position
            found[part].append(Finding(position, each.column, each.kind, number, part))
    return {part: rows_to_go(table.dictionaries[part], its, row_of[part]) for part, its in found.items()}
