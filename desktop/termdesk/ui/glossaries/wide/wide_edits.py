"""What can be done in the wide view, each as one step of undo over all its dictionaries."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QUndoCommand, QUndoStack

from termdesk.application.wide_editing import Marks, OpenTable
from termdesk.domain.amounts import amount
from termdesk.domain.changes import Change
from termdesk.domain.wide import WideChange
from termdesk.domain.wide_edits import RowEdit, edited, from_outside, inserted, removed
from termdesk.ui.glossaries.wide.wide_model import WideModel


class WideCommand(QUndoCommand):
    """One change on the undo stack. Undo and redo swap the change for its inverse, in all dictionaries at once."""

    def __init__(self, model: WideModel, change: WideChange, marks: Marks, title: str) -> None:
        super().__init__(title)
        self._model = model
        self._change = change
        # The first time it is a new step of each dictionary, then the same one again.
        self._marks = marks

    def redo(self) -> None:
        self._change = self._model.apply(self._change, self._marks)
        self._marks = {column: replace(mark, is_new=False, is_done=True) for column, mark in self._marks.items()}

    def undo(self) -> None:
        undone = {column: replace(mark, is_done=False) for column, mark in self._marks.items()}
        self._change = self._model.apply(self._change, undone)


class WideEdits(QObject):
    """The edits of one open table, with their undo stack and the model that shows them.

    Row numbers here are those of the table, never those shown; columns are those of the model, 0 for the source.
    """

    def __init__(self, table: OpenTable, *, rename: Callable[[int, str], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.table = table
        self.undo_stack = QUndoStack(self)
        self.model = WideModel(table, edit=self.push, rename=rename, parent=self)

    def push(self, change: WideChange, title: str) -> None:
        """Carry out a change as one step named `title`; nothing happens where it touches nothing."""
        if change.count:
            self.undo_stack.push(WideCommand(self.model, change, self.table.next_marks(change, title), title))

    def insert_row(self, row: int) -> None:
        self.push(inserted(self.table.entries, row), _tr("Insert row"))

    def removal(self, rows: Sequence[int]) -> tuple[WideChange, str]:
        """The change that takes rows out of every dictionary, and its title; not yet carried out."""
        return removed(self.table.entries, rows), amount(len(rows), _tr("Delete 1 row"), _tr("Delete {count} rows"))

    def renaming(self, row: int, text: str) -> tuple[WideChange, str]:
        """The change that gives a row another source phrase everywhere, and its title; not yet carried out."""
        return edited(self.table.entries, {row: RowEdit(text)}), _tr("Edit source")

    def take_in(self, column: int, change: Change, title: str) -> None:
        """A change of one dictionary, by its column counted from 0, that came from elsewhere."""
        self.push(from_outside(self.table.entries, column, change), title)

    def clear_cells(self, cells: Sequence[tuple[int, int]], title: str = "") -> None:
        """Take the entries of these (row, column) cells out of their dictionaries; source phrases stay."""
        edits: dict[int, RowEdit] = {}
        for row, column in cells:
            if column:
                edits.setdefault(row, RowEdit()).targets[column - 1] = ""
        self.push(self._edited(edits), title or _tr("Clear cells"))

    def revert(self, rows: Sequence[int], columns: Sequence[int]) -> int:
        """Give these cells what the service has, also where they were taken out; says for how many it is another text.

        What is new stays, and so does what is forbidden: the service never had it.
        """
        edits: dict[int, RowEdit] = {}
        for column in columns:
            if not column:
                continue
            for row, text in self.table.published_texts(rows, column - 1):
                edits.setdefault(row, RowEdit()).targets[column - 1] = text
        count = sum(len(edit.targets) for edit in edits.values())
        self.push(self._edited(edits), amount(count, _tr("Revert 1 cell"), _tr("Revert {count} cells")))
        return count

    def filling(self, rows: Sequence[int], columns: Sequence[int]) -> tuple[WideChange, str]:
        """The change that repeats the first of `rows` in the others, column by column, and its title."""
        texts = [self.model.cell(rows[0], column) for column in columns]
        edits = {row: self._row_edit(dict(zip(columns, texts, strict=True))) for row in rows[1:]}
        return self._edited(edits), _tr("Fill down")

    def pasting(
        self, block: Sequence[Sequence[str]], *, rows: Sequence[int], columns: Sequence[int]
    ) -> tuple[WideChange, str]:
        """The change that writes a block over `rows` and these `columns`, and its title.

        What does not fit becomes new rows at the end. A block of one cell fills all `rows`.
        """
        if len(block) == 1 and len(block[0]) == 1:
            block = [block[0]] * max(1, len(rows)) if len(rows) > 1 else block
        edits = [self._row_edit(dict(zip(columns, texts, strict=False))) for texts in block]
        inside = dict(zip(rows, edits, strict=False))
        change = self._edited(inside, edits[len(rows) :])
        return change, amount(len(block), _tr("Paste 1 row"), _tr("Paste {count} rows"))

    def insert_block(self, block: Sequence[Sequence[str]], *, row: int, columns: Sequence[int]) -> None:
        """Bring a block in as new rows before `row`, its texts into these `columns`."""
        new = [self._row_edit(dict(zip(columns, texts, strict=False))) for texts in block]
        change = edited(self.table.entries, {}, new, new_at=row)
        self.push(change, amount(len(new), _tr("Insert 1 row"), _tr("Insert {count} rows")))

    def _row_edit(self, texts: Mapping[int, str]) -> RowEdit:
        width = self.table.entries.width
        targets = {column - 1: text for column, text in texts.items() if 0 < column <= width}
        return RowEdit(texts.get(0), targets)

    def _edited(self, edits: Mapping[int, RowEdit], new: Sequence[RowEdit] = ()) -> WideChange:
        return edited(self.table.entries, edits, new)


def _tr(text: str) -> str:
    return QCoreApplication.translate("WideEdits", text)
