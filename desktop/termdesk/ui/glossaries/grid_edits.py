"""What can be done in the grid, each as one step that undo takes back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QUndoCommand, QUndoStack

from termdesk.application.editing import OpenDictionary
from termdesk.application.undo_steps import StepMark
from termdesk.domain.changes import Batch, Change, InsertRows, RemoveRows, SetCells, SetDetails
from termdesk.domain.entries import SOURCE, TARGET
from termdesk.domain.entry_detail import DETAIL_COLUMNS, STATUS, EntryDetail
from termdesk.ui.glossaries.detail_words import status_of_word
from termdesk.ui.glossaries.grid_model import GridModel


class ChangeCommand(QUndoCommand):
    """One step on the undo stack. Undo and redo swap the change for its inverse; the dictionary keeps which is next."""

    def __init__(self, edits: GridEdits, mark: StepMark, change: Change | None = None) -> None:
        """Without a `change` the step is one that the dictionary knows already, done or undone."""
        super().__init__(mark.title)
        self._edits = edits
        self._mark = mark
        self._first = change

    def redo(self) -> None:
        if self._first is not None:
            first, self._first = self._first, None
            self._edits.model.apply(first, self._mark)
            self._mark = replace(self._mark, is_new=False)
        else:
            self._edits.take_step(self._mark)

    def undo(self) -> None:
        self._edits.take_step(replace(self._mark, is_done=False))


class GridEdits(QObject):
    """The edits of one open dictionary, with their undo stack and the model that shows them.

    Row numbers here are those of the dictionary, never those shown.
    """

    def __init__(self, dictionary: OpenDictionary, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.dictionary = dictionary
        self.undo_stack = QUndoStack(self)
        self.model = GridModel(dictionary, edit=self.push, parent=self)
        self._is_restoring = False
        self._restore_steps()

    def _restore_steps(self) -> None:
        """The steps of earlier runs, so that they can be undone and redone; nothing is carried out here."""
        steps = self.dictionary.steps
        done = steps.done
        self._is_restoring = True
        try:
            for place, title in enumerate(steps.titles):
                self.undo_stack.push(ChangeCommand(self, StepMark(place, title)))
            self.undo_stack.setIndex(done)
        finally:
            self._is_restoring = False
        self.undo_stack.setClean()

    def push(self, change: Change, title: str) -> None:
        """Carry out a change as one step named `title`; nothing happens where it touches nothing."""
        if change.count:
            self.undo_stack.push(ChangeCommand(self, self.dictionary.steps.next(title), change))

    def take_step(self, mark: StepMark) -> None:
        """Undo or redo the step at a place; for the commands of the stack."""
        if not self._is_restoring:
            self.model.apply(self.dictionary.steps.change(mark.place, self.dictionary.entries), mark)

    def insert_row(self, row: int, *, source: str = "", target: str = "") -> None:
        """One new row at place `row`."""
        change = InsertRows.at(self.dictionary.entries, row, [(source, target)])
        self.push(change, _tr("Insert row"))

    def append_rows(self, pairs: Sequence[tuple[str, str]], title: str) -> None:
        entries = self.dictionary.entries
        self.push(InsertRows.at(entries, len(entries), pairs), title)

    def remove_rows(self, rows: Sequence[int]) -> None:
        ordered = sorted(set(rows))
        self.push(RemoveRows(ordered), _counted("Delete {count} row(s)", len(ordered)))

    def clear_cells(self, cells: Mapping[int, Sequence[int]], title: str = "") -> None:
        """Empty the cells of these rows, by column; what is empty already is left out."""
        entries = self.dictionary.entries
        changes: list[Change] = []
        for column in (SOURCE, TARGET):
            texts = entries.column(column)
            if rows := [row for row in cells.get(column, ()) if texts[row]]:
                changes.append(SetCells(column, rows, [""] * len(rows)))
        if entries.details:
            is_noted = entries.details.__contains__
            noted = [
                (row, column, "")
                for column in DETAIL_COLUMNS
                for row in cells.get(column, ())
                if is_noted(entries.ids[row])
            ]
            if details := self._details_after(noted):
                changes.append(SetDetails(list(details), list(details.values())))
        if changes:
            self.push(changes[0] if len(changes) == 1 else Batch(tuple(changes)), title or _tr("Clear cells"))

    def set_cells(self, cells: Sequence[tuple[int, int, str]], title: str) -> None:
        """Put texts into (row, column, text) cells; cells that hold the text already are left out."""
        changes = self._cell_changes(cells)
        if changes:
            self.push(changes[0] if len(changes) == 1 else Batch(tuple(changes)), title)

    def _cell_changes(self, cells: Sequence[tuple[int, int, str]]) -> list[Change]:
        changes: list[Change] = []
        for column in (SOURCE, TARGET):
            old = self.dictionary.entries.column(column)
            fresh = [(row, text) for row, at, text in cells if at == column and old[row] != text]
            if fresh:
                rows, texts = zip(*fresh, strict=True)
                changes.append(SetCells(column, rows, texts))
        details = self._details_after([each for each in cells if each[1] > TARGET])
        if details:
            changes.append(SetDetails(list(details), list(details.values())))
        return changes

    def _details_after(self, cells: Sequence[tuple[int, int, str]]) -> dict[int, EntryDetail]:
        """Details of rows that these texts change. Raises InvalidInput for a status that does not exist."""
        changed: dict[int, EntryDetail] = {}
        for row, column, text in cells:
            known = changed.get(row) or self.dictionary.entries.detail(row)
            changed[row] = known.with_text(column, status_of_word(text) if column == STATUS else text)
        return {row: each for row, each in changed.items() if each != self.dictionary.entries.detail(row)}

    def fill_down(self, rows: Sequence[int], columns: Sequence[int]) -> None:
        """Repeat the first of `rows` in the others, column by column."""
        if len(rows) < 2:
            return
        entries = self.dictionary.entries
        cells = [(row, column, entries.cell(rows[0], column)) for column in columns for row in rows[1:]]
        self.set_cells(cells, _tr("Fill down"))

    def revert(self, rows: Sequence[int]) -> int:
        """Give these rows the targets that the service has; says for how many of them it has other ones.

        Forbidden rows are left out: the service never had them, and what it has is not what is forbidden.
        """
        entries, base_target = self.dictionary.entries, self.dictionary.base_target
        known = [(row, base_target(entries.sources[row])) for row in rows if not self.dictionary.is_forbidden(row)]
        cells = [(row, TARGET, text) for row, text in known if text is not None and text != entries.targets[row]]
        self.set_cells(cells, _counted("Revert {count} row(s)", len(cells)))
        return len(cells)

    def paste(
        self,
        block: Sequence[Sequence[str]],
        *,
        rows: Sequence[int],
        column: int,
        shown: Sequence[int] = (SOURCE, TARGET),
    ) -> None:
        """Write a block of texts over `rows`, starting at `column`; what does not fit becomes new rows at the end.

        A block of one cell fills all `rows`; `shown` are the columns that can be seen, and that a row of the block
        goes on to. Raises InvalidInput for a status that does not exist, and then nothing is pasted.
        """
        if len(block) == 1 and len(block[0]) == 1 and len(rows) > 1:
            self.set_cells([(row, column, block[0][0]) for row in rows], _tr("Paste"))
            return
        inside, beyond = block[: len(rows)], block[len(rows) :]
        cells = [
            (row, place, text)
            for row, texts in zip(rows, inside, strict=False)
            for place, text in zip(_from(column, shown), texts, strict=False)
        ]
        self._push_together(cells, _padded(beyond, _from(column, shown)), _counted("Paste {count} row(s)", len(block)))

    def insert_block(
        self, block: Sequence[Sequence[str]], *, row: int, column: int, shown: Sequence[int] = (SOURCE, TARGET)
    ) -> None:
        """Bring a block in as new rows before `row`, its first column at `column`."""
        change = self._new_rows(row, _padded(block, _from(column, shown)))
        self.push(change, _counted("Insert {count} row(s)", len(block)))

    def _new_rows(self, row: int, texts: Sequence[Sequence[str]]) -> InsertRows:
        """Rows from texts of all columns: source, target, status, domain, note."""
        change = InsertRows.at(self.dictionary.entries, row, [(each[0], each[1]) for each in texts])
        details = {
            place: EntryDetail(status_of_word(status), note, domain)
            for place, (_, _, status, domain, note) in enumerate(texts)
            if status or domain or note
        }
        return replace(change, details=details)

    def _push_together(self, cells: Sequence[tuple[int, int, str]], texts: Sequence[Sequence[str]], title: str) -> None:
        changes = self._cell_changes(cells)
        if texts:
            changes.append(self._new_rows(len(self.dictionary.entries), texts))
        if changes:
            self.push(changes[0] if len(changes) == 1 else Batch(tuple(changes)), title)


def _from(column: int, shown: Sequence[int]) -> list[int]:
    """The columns that a block goes to whose first one goes to `column`."""
    return [place for place in shown if place >= column]


def _padded(block: Sequence[Sequence[str]], columns: Sequence[int]) -> list[list[str]]:
    """Rows of a block, whose texts go to `columns`, with a text for every column of the grid."""
    rows = []
    for texts in block:
        known = dict(zip(columns, texts, strict=False))
        rows.append([known.get(column, "") for column in range(2 + len(DETAIL_COLUMNS))])
    return rows


def _tr(text: str) -> str:
    return QCoreApplication.translate("GridEdits", text)


def _counted(text: str, count: int) -> str:
    return QCoreApplication.translate("GridEdits", text).format(count=f"{count:,}")
