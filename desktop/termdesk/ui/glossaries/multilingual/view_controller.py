"""Filtering and sorting of the wide view, and the ways to a cell of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, Signal

from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.application.glossaries.view.view_query import ViewQuery
from termdesk.domain.errors import TermdeskError
from termdesk.ui.glossaries.multilingual.multilingual_bar import MultilingualBar
from termdesk.ui.glossaries.multilingual.multilingual_grid import MultilingualGrid
from termdesk.ui.glossaries.multilingual.multilingual_model import MultilingualModel
from termdesk.ui.glossaries.sheet.column_order import columns_as_seen
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import JobProgress, Jobs


class MultilingualViewController(QObject):
    """Shows the rows that bar and headers ask for, and goes to rows and problems. `arranged` follows what is shown.

    `refused` has the words for a pattern that cannot be used; what was shown stays. `column_wanted` asks for a language
    that is hidden to be shown.
    """

    arranged = Signal()
    refused = Signal(str)
    column_wanted = Signal(int)

    def __init__(
        self, table: OpenTable, grid: MultilingualGrid, bar: MultilingualBar, *, jobs: Jobs, parent: QObject
    ) -> None:
        super().__init__(parent)
        model = grid.model()
        assert isinstance(model, MultilingualModel)
        self._table = table
        self._grid = grid
        self._model = model
        self._bar = bar
        self._jobs = jobs
        self._sort: tuple[int, bool] | None = None
        grid.sort_asked.connect(self.cycle_sort)
        bar.filter_changed.connect(self.arrange)
        bar.violation_asked.connect(self.go_to_violation)
        bar.field.left.connect(grid.setFocus)

    def arrange(self) -> None:
        """Filter and sort as the bar and the headers say; the newest wish wins."""
        self._jobs.start_with_progress(
            JobKind.ARRANGE_ROWS, self.tr("Filtering and sorting"), self._arrange, on_failure=self._refuse
        )

    def _refuse(self, error: TermdeskError) -> None:
        self._bar.field.show_error(error.message)
        self.refused.emit(error.message)

    async def _arrange(self, progress: JobProgress) -> None:
        query = self.query
        while True:
            order = await self._table.find_rows(query, progress)
            # The answer may come while one is typing already; filling the table anew would lose that.
            revision = self._table.revision
            self._grid.finish_editing()
            if revision == self._table.revision:
                break
        current = self._grid.current_cell()
        self._model.set_order(order)
        self._show_sort()
        if current is not None and self._model.shown_row(current[0]) is not None:
            self._grid.go_to(*current)
        elif self._model.rowCount():
            self._grid.setCurrentIndex(self._model.index(0, self._grid.shown_columns()[1]))
        self.arranged.emit()

    @property
    def query(self) -> ViewQuery:
        """What bar and headers ask for."""
        column, descending = self._sort or (None, False)
        return self._bar.query(column, descending=descending)

    def close(self) -> None:
        """End what runs: its answer would come to widgets that are gone."""
        self._jobs.cancel(JobKind.ARRANGE_ROWS)

    def cycle_sort(self, column: int) -> None:
        """Ascending, descending, file order, and around."""
        match self._sort:
            case (same, False) if same == column:
                self._sort = (column, True)
            case (same, True) if same == column:
                self._sort = None
            case _:
                self._sort = (column, False)
        self.arrange()

    def sort_by(self, column: int | None) -> None:
        self._sort = None if column is None else (column, False)
        self.arrange()

    def _show_sort(self) -> None:
        for header in (self._grid.horizontalHeader(), self._grid.frozen.horizontalHeader()):
            header.setSortIndicatorShown(self._sort is not None)
            if self._sort is not None:
                order = Qt.SortOrder.DescendingOrder if self._sort[1] else Qt.SortOrder.AscendingOrder
                header.setSortIndicator(self._sort[0], order)

    def go_to_violation(self, step: int) -> None:
        """To the next or previous cell with a problem; a filter that hides it is cleared."""
        rows = self._table.violation_rows()
        if not rows:
            return
        row, column = self._grid.current_cell() or (-1, 0)
        columns = columns_as_seen(self._grid.horizontalHeader())
        here = row, columns.index(column)
        cells = [(each, place) for each in _around(rows, row) for place in self._violation_places(each, columns)]
        ahead = [cell for cell in cells if (cell > here if step > 0 else cell < here)]
        found, place = (ahead or cells)[0 if step > 0 else -1]
        # Beyond the last one it begins again at the first, and the other way round.
        if not ahead:
            found = rows[0 if step > 0 else -1]
            place = self._violation_places(found, columns)[0 if step > 0 else -1]
        self.show_cell(found, columns[place])

    def _violation_places(self, row: int, columns: Sequence[int]) -> list[int]:
        """Which of the `columns` have a problem in a row of the table, by their places."""
        return [
            place
            for place, column in enumerate(columns)
            if (self._table.has_violation(row, column - 1) if column else self._table.source_has_violation(row))
        ]

    def show_cell(self, row: int, column: int) -> None:
        """Go to a cell of the table; a filter that hides it is cleared."""
        if self._model.shown_row(row) is None:
            self._bar.clear()
            self._sort = None
            self._jobs.cancel(JobKind.ARRANGE_ROWS)
            self._model.set_order(None)
            self._show_sort()
        if self._grid.isColumnHidden(column):
            self.column_wanted.emit(column)
        self._grid.go_to(row, column)
        self._grid.setFocus()


def _around(rows: Sequence[int], here: int) -> list[int]:
    """The rows nearest to one: the last before it, itself, and the first behind it."""
    before = [row for row in rows if row < here][-1:]
    return [*before, *([here] if here in rows else []), *[row for row in rows if row > here][:1]]
