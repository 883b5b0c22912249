"""Continuous typing: a row for new entries below the last one, which Enter and Tab at the very end go on to as well."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QPushButton

from termdesk.ui.glossaries.sheet.sheet_page import SheetPage
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.plain import set_tooltip


class ContinuousEntry(QObject):
    """Adds rows at the end of a page, by the button below its last row and by keys.

    An empty row is a problem, and here nobody asked for one in its own right: a row that is left empty, or whose first
    cell is closed empty, is the end of typing, and its step is undone. Where rows are filtered or sorted, keys add
    nothing, and the button adds the row below those shown.
    """

    def __init__(self, page: SheetPage) -> None:
        super().__init__(page)
        self._page = page
        self._edits = page.sheet_edits
        # The new row, and the revision of the entries that it came with.
        self._fresh: tuple[int, int] | None = None
        # Wait until the cell has closed and the current cell has changed.
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._look)
        self.button = self._made_button()
        page.grid.put_below(self.button)
        page.grid.row_requested.connect(self._go_on_soon)
        page.grid.selectionModel().currentChanged.connect(self._look_soon)
        for delegate in page.delegates:
            delegate.closeEditor.connect(self._look_soon)
        page.pasting.connect(self._keep)
        page.typing_ended.connect(self._end)

    def _made_button(self) -> QPushButton:
        button = QPushButton(self.tr("New entry"))
        button.setObjectName("new_entry")
        button.setIcon(theme.icon("add", tint="muted"))
        button.setFlat(True)
        # Keys get there by Enter in the last row.
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        words = self.tr(
            "Opens a new row. Enter in the last row does the same. A block from the clipboard can be pasted."
        )
        set_tooltip(button, words)
        button.clicked.connect(self._add)
        return button

    def _go_on_soon(self) -> None:
        """Add a row when the key has been handled, unless another command came first."""
        revision = self._edits.sheet.revision
        QTimer.singleShot(0, self, lambda: self._go_on() if self._edits.sheet.revision == revision else None)

    def _go_on(self) -> None:
        """Add a row as a key asks, but never at the cost of steps that could be redone."""
        is_coming = self._fresh is not None and self._is_as_it_came()
        if self._edits.model.is_in_file_order and not self._edits.history.can_redo and not is_coming:
            self._add()

    def _add(self) -> None:
        page, edits = self._page, self._edits
        page.finish_editing()
        order, total = edits.model.order, edits.model.total
        place = order[-1] + 1 if len(order) else total
        page.open_new_row(place)
        if edits.model.total > total:
            self._fresh = place, edits.sheet.revision

    def _keep(self) -> None:
        """The row gets pasted texts: it stays."""
        self._fresh = None

    def _look_soon(self) -> None:
        if self._fresh is not None:
            self._timer.start()

    def _look(self) -> None:
        """Forget the new row once it was edited. Undo it if it was left empty."""
        if not self._is_as_it_came() or not self._is_there():
            self._end()

    def _end(self) -> None:
        """A new row that is still empty goes before a command takes the entries as they are."""
        was_left_empty, self._fresh = self._is_as_it_came(), None
        if was_left_empty:
            with self._page.staying():
                self._edits.history.undo()

    def _is_as_it_came(self) -> bool:
        return self._fresh is not None and self._edits.sheet.revision == self._fresh[1] and self._edits.is_settled

    def _is_there(self) -> bool:
        """Whether the user types in the first cell of the new row, or moved on to another of its cells."""
        assert self._fresh is not None
        grid = self._page.grid
        row, column = grid.current_cell() or (-1, -1)
        return row == self._fresh[0] and (grid.is_editing or column != grid.entry_column())
