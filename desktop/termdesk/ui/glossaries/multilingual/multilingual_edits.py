"""The edits of the multilingual table, each as one undo step for all dictionaries together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QCoreApplication, QObject

from termdesk.application.glossaries.editing.bulk_change import MOST_AT_ONCE
from termdesk.application.glossaries.multilingual.affected_dictionaries import AffectedDictionary, find_affected
from termdesk.application.glossaries.multilingual.bulk_change import MultilingualChangeMaker
from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.application.progress import run_in_thread
from termdesk.domain.entries.changes import Change
from termdesk.domain.entries.entries import SOURCE
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.multilingual.edits import (
    TableRowEdit,
    edit_rows,
    from_outside,
    insert_row,
    remove_rows,
    with_detail,
)
from termdesk.domain.multilingual.entries import MultilingualEntries
from termdesk.domain.multilingual.table import MultilingualChange
from termdesk.domain.progress import NoProgress, Progress
from termdesk.ui.glossaries.multilingual.multilingual_changes import (
    Block,
    clear_cells,
    fill_down,
    insert_block,
    paste_block,
    revert_cells,
)
from termdesk.ui.glossaries.multilingual.multilingual_model import MultilingualModel
from termdesk.ui.glossaries.sheet.sheet_edits import SheetEdits
from termdesk.ui.shell.jobs import Jobs


@dataclass(frozen=True, slots=True)
class Intent:
    """An edit that is not applied yet: how to compute its change, and roughly how many cells it affects."""

    made: MultilingualChangeMaker
    size: int
    title: str


class MultilingualEdits(SheetEdits[MultilingualEntries, MultilingualChange]):
    """The edits of one open table.

    Row numbers are those of the table, never those of the filtered view; columns are those of the model, 0 for the
    source.
    """

    model: MultilingualModel

    def __init__(
        self,
        table: OpenTable,
        *,
        rename: Callable[[int, str], None],
        parent: QObject | None = None,
        jobs: Jobs | None = None,
    ) -> None:
        super().__init__(table, parent, jobs=jobs)
        self.table = table
        self.model = MultilingualModel(table, edit=self.push, rename=rename, parent=self)

    def do(self, intent: Intent) -> None:
        """Apply an edit as one undo step."""
        self._do(intent.size, intent.made, intent.title)

    async def compute(
        self, intent: Intent, progress: Progress = NoProgress()
    ) -> tuple[MultilingualChange, Sequence[AffectedDictionary]]:
        """Return the change of an edit, and its effect on each dictionary, without applying it."""
        dictionaries = self.table.dictionaries

        def work(entries: MultilingualEntries) -> tuple[MultilingualChange, Sequence[AffectedDictionary]]:
            change = intent.made(entries)
            return change, find_affected(dictionaries, entries, change)

        if intent.size <= MOST_AT_ONCE:
            return work(self.table.entries)
        copy = self.table.entries.copy()
        return await run_in_thread(progress, lambda _progress: work(copy))

    # Edits

    def insert_row(self, row: int) -> None:
        """Insert one empty row before `row`, in every dictionary."""
        self._do(1, lambda entries: insert_row(entries, row), _tr("Insert row"))

    def removal(self, rows: Sequence[int]) -> Intent:
        """Return the edit that removes rows from every dictionary."""
        title = _tr("Delete %Ln rows", "", len(rows))
        return Intent(lambda entries: remove_rows(entries, rows), len(rows) * self._width, title)

    def source_edit(self, row: int, text: str) -> Intent:
        """Return the edit that changes the source phrase of a row everywhere."""
        return Intent(lambda entries: edit_rows(entries, {row: TableRowEdit(text)}), self._width, _tr("Edit source"))

    def set_detail(self, row: int, column: int, detail: EntryDetail, title: str) -> None:
        """Set the details of an entry in one language, as one undo step named `title`."""
        part = self.table.columns[column].part
        if part is None:
            raise ValueError("source phrases have no details")
        self._do(1, lambda entries: with_detail(entries, row, part, detail), title)

    async def apply_to_column(
        self,
        part: int,
        change: Change,
        title: str,
        progress: Progress = NoProgress(),
        *,
        may_be_empty: bool = False,
    ) -> None:
        """Apply a change of one dictionary, given by its index, as one undo step, and wait for it.

        Raises InvalidInput if the entries change before it is applied.
        """
        await self._apply_next_bulk_change(
            lambda entries: from_outside(entries, part, change), title, progress, may_be_empty=may_be_empty
        )

    def clear_cells(self, cells: Mapping[int, Sequence[int]], title: str = "") -> None:
        """Remove the entries of these rows, by column, from their dictionaries. Source phrases are kept."""
        size = sum(map(len, cells.values()))
        self._do(size, lambda entries: clear_cells(entries, cells), title or _tr("Clear cells"))

    def revert(self, rows: Sequence[int], columns: Sequence[int]) -> None:
        """Set these cells to the published texts, including removed entries. New entries are kept."""
        title = _tr("Revert %Ln rows", "", len(rows))
        bases = [each.published for each in self.table.dictionaries]
        made = partial(revert_cells, rows=rows, columns=columns, bases=bases)
        # Finding the cells that differ takes most of the time, however few they are.
        self._do(len(rows) * len(columns), made, title)

    def fill_edit(self, rows: Sequence[int], columns: Sequence[int]) -> Intent:
        """Return the edit that copies the first of `rows` to the others, column by column."""
        made = partial(fill_down, rows=rows, columns=columns)
        return Intent(made, len(rows) * self._cells(columns), _tr("Fill down"))

    def paste_edit(self, block: Block, *, rows: Sequence[int], columns: Sequence[int]) -> Intent:
        """Return the edit that writes a block over `rows` and `columns`; see `multilingual_changes.paste_block`."""
        is_fill = len(block) == 1 and len(block[0]) == 1 and len(rows) > 1
        count = len(rows) if is_fill else len(block)
        width = self._cells(columns[: max(map(len, block), default=0)])
        title = _tr("Paste %Ln rows", "", len(block))
        return Intent(partial(paste_block, block=block, rows=rows, columns=columns), count * width, title)

    def insert_block(self, block: Block, *, row: int, columns: Sequence[int]) -> None:
        """Insert a block as new rows before `row`, with its texts in these `columns`."""
        size = len(block) * self._cells(columns[: max(map(len, block), default=0)])
        title = _tr("Insert %Ln rows", "", len(block))
        self._do(size, partial(insert_block, block=block, row=row, columns=columns), title)

    @property
    def _width(self) -> int:
        return len(self.table.dictionaries)

    def _cells(self, columns: Sequence[int]) -> int:
        """Return how many dictionary cells these columns have in each row; every dictionary has the source."""
        return len(columns) + (self._width if SOURCE in columns else 0)


def _tr(text: str, comment: str = "", n: int = -1) -> str:
    return QCoreApplication.translate("MultilingualEdits", text, comment, n)
