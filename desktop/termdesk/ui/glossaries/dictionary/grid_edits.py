"""The edits of the grid, each as one undo step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QCoreApplication, QObject

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.domain.entries.changes import Change, InsertRows, as_one
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.ui.glossaries.dictionary.grid_changes import (
    clear_cells,
    fill_down,
    insert_block,
    paste_block,
    remove_rows,
    revert_rows,
    with_texts,
)
from termdesk.ui.glossaries.dictionary.grid_model import GridModel
from termdesk.ui.glossaries.sheet.sheet_edits import SheetEdits
from termdesk.ui.shell.jobs import Jobs


class GridEdits(SheetEdits[Entries, Change]):
    """The edits of one open dictionary. Row numbers are those of the dictionary, never those of the filtered view."""

    model: GridModel

    def __init__(self, dictionary: OpenDictionary, parent: QObject | None = None, *, jobs: Jobs | None = None) -> None:
        super().__init__(dictionary, parent, jobs=jobs)
        self.dictionary = dictionary
        self.model = GridModel(dictionary, edit=self.push, parent=self)

    # Edits

    def insert_row(self, row: int, *, source: str = "", target: str = "") -> None:
        """Insert one new row before `row`."""
        self._do(1, lambda entries: InsertRows.at(entries, row, [(source, target)]), _tr("Insert row"))

    def append_rows(self, pairs: Sequence[tuple[str, str]], title: str) -> None:
        """Add (source, target) pairs at the end, as one undo step named `title`."""
        self._do(len(pairs), lambda entries: InsertRows.at(entries, len(entries), pairs), title)

    def remove_rows(self, rows: Sequence[int]) -> None:
        """Remove these rows as one undo step."""
        title = _tr("Delete %Ln rows", "", len(rows))
        self._do(len(rows), lambda _entries: remove_rows(rows), title)

    def clear_cells(self, cells: Mapping[int, Sequence[int]], title: str = "") -> None:
        """Empty the cells of these rows, by column. Cells that are already empty are skipped."""
        size = sum(map(len, cells.values()))
        self._do(size, lambda entries: clear_cells(entries, cells), title or _tr("Clear cells"))

    def set_cells(self, cells: Sequence[tuple[int, int, str]], title: str) -> None:
        """Put texts into cells, given as (row, column, text). Cells that already have the text are skipped."""
        texts: dict[int, dict[int, str]] = {}
        for row, column, text in cells:
            texts.setdefault(column, {})[row] = text
        self._do(len(cells), lambda entries: as_one(with_texts(entries, texts)), title)

    def fill_down(self, rows: Sequence[int], columns: Sequence[int]) -> None:
        """Copy the first of `rows` to the others, column by column."""
        if len(rows) > 1:
            size = len(rows) * len(columns)
            self._do(size, lambda entries: fill_down(entries, rows, columns), _tr("Fill down"))

    def revert(self, rows: Sequence[int]) -> None:
        """Set the targets of these rows to the published ones where they differ."""
        published = self.dictionary.published
        title = _tr("Revert %Ln rows", "", len(rows))
        self._do(len(rows), lambda entries: revert_rows(entries, rows, published), title)

    def paste(
        self,
        block: Sequence[Sequence[str]],
        *,
        rows: Sequence[int],
        column: int,
        shown: Sequence[int] = (SOURCE, TARGET),
    ) -> None:
        """Write a block of texts over `rows`, as `grid_changes.paste_block` does."""
        is_fill = len(block) == 1 and len(block[0]) == 1 and len(rows) > 1
        title = _tr("Paste") if is_fill else _tr("Paste %Ln rows", "", len(block))
        size = len(rows) if is_fill else len(block) * max(map(len, block), default=0)
        self._do(size, lambda entries: paste_block(entries, block, rows=rows, column=column, shown=shown), title)

    def insert_block(
        self, block: Sequence[Sequence[str]], *, row: int, column: int, shown: Sequence[int] = (SOURCE, TARGET)
    ) -> None:
        """Insert a block as new rows before `row`, starting at `column`."""
        title = _tr("Insert %Ln rows", "", len(block))
        self._do(len(block), lambda entries: insert_block(entries, block, row=row, column=column, shown=shown), title)


def _tr(text: str, comment: str = "", n: int = -1) -> str:
    return QCoreApplication.translate("GridEdits", text, comment, n)
