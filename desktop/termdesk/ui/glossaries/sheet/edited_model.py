"""A model with editable entries: small changes are applied at once, bulk changes in a worker thread."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Generic

from PySide6.QtCore import QObject, Qt

from termdesk.application.glossaries.editing.open_sheet import C, E, OpenSheet
from termdesk.application.glossaries.editing.undo_steps import StepMark
from termdesk.domain.progress import Progress
from termdesk.ui.glossaries.sheet.row_order_model import Index, RowOrderModel

# Returns the titles of findings about a cell, by row and column.
TitlesAt = Callable[[int, int], Sequence[str]]


class EditedModel(RowOrderModel, Generic[E, C]):
    """Shows an `OpenSheet` and notifies the views of every change.

    Visible rows stay visible when rows are added or removed.
    """

    def __init__(self, sheet: OpenSheet[E, C], total: int, parent: QObject | None = None) -> None:
        super().__init__(total, parent)
        self._sheet = sheet
        # The titles of the findings that are marked in a cell; the list of findings has all.
        self.finding_titles_at: TitlesAt = lambda _row, _column: ()

    def mark_findings(self, titles_at: TitlesAt) -> None:
        """Mark the cells for which `titles_at` returns findings.

        Checks read this model, so they are created after it.
        """
        self.finding_titles_at = titles_at

    @abstractmethod
    def apply(self, change: C, step: StepMark | None = None) -> C:
        """Apply a change, notify the views, and return the inverse change."""

    @abstractmethod
    def _moves_rows(self, change: C) -> bool:
        """Whether the change inserts or removes rows."""

    @abstractmethod
    def _order_after(self, change: C, order: Sequence[int]) -> Sequence[int]:
        """Return the visible order after rows were inserted or removed. Also runs in a worker thread."""

    @abstractmethod
    def _find_affected_rows(self, change: C, entries: E) -> list[int]:
        """Return the rows where a change is visible. Also runs in a worker thread."""

    def _count(self) -> None:
        """Update counts after the entries have changed."""

    async def apply_bulk_change(self, made: Callable[[E], C], step: StepMark, progress: Progress) -> bool:
        """Apply a change of many rows, computed in a worker thread. Return whether it changes anything."""
        before = self._order
        orders: list[Sequence[int]] = []
        touched: list[int] = []

        def make_with_order(entries: E) -> C:
            change = made(entries)
            orders[:] = [before if isinstance(before, range) else self._order_after(change, before)]
            touched[:] = self._find_affected_rows(change, entries)
            return change

        @contextmanager
        def around_change(change: C) -> Iterator[None]:
            if not self._moves_rows(change):
                yield
                self._count()
                self._tell_cells_changed()
                return
            self.beginResetModel()
            # The order may have changed meanwhile.
            shown = self.order
            order = orders[0] if shown is before else self._order_after(change, shown)
            is_whole = self.is_in_file_order
            yield
            self._order = range(self.total) if is_whole else order
            self._count()
            self.endResetModel()
            self.order_changed.emit()

        if (
            await self._sheet.apply_bulk_change(make_with_order, step, around_change=around_change, progress=progress)
            is None
        ):
            return False
        self.changed.emit(touched)
        return True

    def _apply_by_reset(self, change: C, step: StepMark | None) -> C:
        self.beginResetModel()
        order = self._order
        inverse = self._sheet.apply(change, step)
        self._order = range(self.total) if isinstance(order, range) else self._order_after(change, order)
        self._count()
        self.endResetModel()
        self.order_changed.emit()
        return inverse

    # Qt overrides

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Disable editing during a bulk change, because the text would be refused."""
        flags = super().flags(index)
        return flags & ~Qt.ItemFlag.ItemIsEditable if self._sheet.is_busy else flags
