"""The bar to find text in a table: it goes from match to match while all rows stay visible."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from termdesk.application.glossaries.view.conditions import Condition, Match, fits_of
from termdesk.application.glossaries.view.row_finder import QueriedTable
from termdesk.application.glossaries.view.view_query import ViewQuery
from termdesk.domain.errors import TermdeskError
from termdesk.ui.glossaries.sheet.grid_view import GridView
from termdesk.ui.glossaries.sheet.item_roles import LANGUAGE_ROLE
from termdesk.ui.glossaries.view.filter_field import FilterField
from termdesk.ui.keyboard.regions import mark_region
from termdesk.ui.shell.job_keys import JobKey
from termdesk.ui.shell.jobs import JobProgress, Jobs
from termdesk.ui.widgets.grid_keys import has, is_enter
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_buttons import add_picture, icon_button
from termdesk.ui.words.message_words import localize


class FindField(FilterField):
    """The text to find. Enter goes to the next match, Shift+Enter to the previous one, Escape back to the table."""

    stepped = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if is_enter(event):
            self.stepped.emit(-1 if has(event, Qt.KeyboardModifier.ShiftModifier) else 1)
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class FindBar(QWidget):
    """Goes through the visible cells that contain a text. `changed` is emitted when other text must be highlighted."""

    changed = Signal()

    # Set once, by `use_grid`.
    _grid: GridView

    def __init__(
        self, table: QueriedTable, *, jobs: Jobs, key: JobKey, name: str, parent: QWidget | None = None
    ) -> None:
        """Create the bar. Searches are jobs with this key; `name` is the name of the table."""
        super().__init__(parent)
        self.setObjectName("find_bar")
        mark_region(self)
        self._table = table
        self._jobs = jobs
        self._key = key
        self._name = name
        # The rows found, with the condition and the revision of the search.
        self._found: tuple[Condition, int, Sequence[int]] | None = None
        title = self.tr("Find in source and target phrases")
        self.field = FindField(None, title, placeholder=self.tr("Find"), parent=self)
        self.field.setObjectName("find_field")
        add_picture(self.field, "search", self.tr("Search"))
        self.field.negation.setVisible(False)
        self.words = PlainLabel("", self, tone="muted")
        self.words.setObjectName("find_words")
        self.previous = icon_button("find_previous", "up", self.tr("Previous match (Shift+F3)"))
        self.next = icon_button("find_next", "down", self.tr("Next match (F3)"))
        self.close_button = icon_button("find_close", "close", self.tr("Close (Esc)"))
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        for part in (self.field, self.words, self.previous, self.next, self.close_button):
            line.addWidget(part, int(part is self.field))
        self.field.asked.connect(lambda _condition: self._on_asked())
        self.field.stepped.connect(self.step)
        self.field.left.connect(self.leave)
        self.previous.clicked.connect(lambda: self.step(-1))
        self.next.clicked.connect(lambda: self.step(1))
        self.close_button.clicked.connect(self.leave)
        self.hide()

    def use_grid(self, grid: GridView) -> None:
        """Search in the cells of this grid. Call it once: the bar above a grid is created before it."""
        self._grid = grid

    def open(self) -> None:
        """Show the bar and focus its field."""
        self.show()
        self.field.take_focus()
        self.changed.emit()

    def leave(self) -> None:
        """Hide the bar and focus the table. F3 continues the search."""
        self.hide()
        self.changed.emit()
        self._grid.setFocus()

    def conditions(self) -> list[Condition]:
        """Return the current search as conditions to highlight."""
        condition = self.field.condition()
        return [condition] if condition.asks and not self.isHidden() else []

    def _on_asked(self) -> None:
        self.changed.emit()
        self.words.setText("")
        self._search(0)

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (-1) match; open the bar if there is no text to find."""
        if self.field.condition().asks:
            self._search(by)
        else:
            self.open()

    def _search(self, by: int) -> None:
        if not (condition := self.field.condition()).asks:
            self._jobs.cancel(self._key)
            return
        self._grid.finish_editing()

        async def search(progress: JobProgress) -> None:
            await self._find(condition, by, progress)

        title = self.tr("Finding: {name}").format(name=self._name)
        self._jobs.start_with_progress(self._key, title, search, on_failure=self._refuse)

    async def _find(self, condition: Condition, by: int, progress: JobProgress) -> None:
        if self._found is None or self._found[:2] != (condition, self._table.revision):
            revision = self._table.revision
            rows = await self._table.find_rows(ViewQuery(conditions=(condition,)), progress)
            self._found = condition, revision, [] if rows is None else rows
        index = self._nearest(condition, self._grid.row_order_model().to_shown_rows(self._found[2]), by)
        self.words.set_tone("muted" if index.isValid() else "warning")
        count = self._grid.row_order_model().to_shown_rows(self._found[2])
        self.words.setText(self.tr("in %Ln rows", "", len(count)) if index.isValid() else self.tr("No match"))
        self._grid.go(index)

    def _nearest(self, condition: Condition, rows: Sequence[int], by: int) -> QModelIndex:
        """Return the next or previous matching cell, or with `by` 0 also the current one; wraps around."""
        fits, model = fits_of(condition), self._grid.row_order_model()
        columns = self._columns()
        current = self._grid.currentIndex()
        cell = (current.row(), columns.index(current.column()) if current.column() in columns else -1)
        for row in _from(rows, cell[0], is_back=by < 0):
            for position in range(len(columns)) if by >= 0 else reversed(range(len(columns))):
                is_behind = row == cell[0] and (position < cell[1] + by if by >= 0 else position > cell[1] + by)
                if not is_behind and fits(model.cell(model.row_at(row), columns[position])):
                    return model.index(row, columns[position])
            if row == cell[0]:
                cell = -1, 0
        return QModelIndex()

    def _columns(self) -> list[int]:
        """Return the visible columns with phrases, in visual order."""
        model = self._grid.row_order_model()
        is_phrase = [
            bool(model.headerData(column, Qt.Orientation.Horizontal, LANGUAGE_ROLE))
            for column in range(model.columnCount())
        ]
        return [column for column in self._grid.shown_columns() if is_phrase[column]]

    def _refuse(self, error: TermdeskError) -> None:
        if self.field.match is Match.PATTERN:
            self.field.show_error(localize(error.message))
        self.words.set_tone("problem")
        self.words.setText(localize(error.message))


def _from(rows: Sequence[int], start: int, *, is_back: bool) -> Iterator[int]:
    """Yield rows from `start` to the end, then from the beginning up to `start` again; or the same backwards."""
    if is_back:
        position = bisect_left(rows, start + 1)
        chosen = [*reversed(rows[:position]), *reversed(rows[position:])]
    else:
        position = bisect_left(rows, start)
        chosen = [*rows[position:], *rows[:position]]
    yield from chosen
    if chosen and chosen[0] == start:
        yield start
