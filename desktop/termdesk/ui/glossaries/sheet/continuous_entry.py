"""Continuous typing: adds rows with a button below the last row, or with Enter and Tab in the last row."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QPushButton

from termdesk.ui.glossaries.sheet.sheet_page import SheetPage
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.plain import set_tooltip


class ContinuousEntry(QObject):
    """Adds rows at the end of a page, with the button below its last row or with keys.

    An empty row is a violation that the user did not ask for: if the new row is left empty, or its first cell is closed
    empty, the insertion is undone. If rows are filtered or sorted, keys add nothing, and the button adds the row below
    the last visible one.
    """

    def __init__(self, page: SheetPage) -> None:
        super().__init__(page)
        self._page = page
        self._edits = page.sheet_edits
        # The number of the new row, and the revision of the entries after its insertion.
        self._fresh: tuple[int, int] | None = None
        # Fires after the cell has closed and the current cell has changed.
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._look)
        self.button = self._make_button()
        page.grid.put_below(self.button)
        page.grid.row_requested.connect(self._go_on_soon)
        page.grid.selectionModel().currentChanged.connect(self._look_soon)
        for delegate in page.delegates:
            delegate.closeEditor.connect(self._look_soon)
        page.paste_started.connect(self._keep)
        page.typing_ended.connect(self._end)

    def _make_button(self) -> QPushButton:
        button = QPushButton(self.tr("New entry"))
        button.setObjectName("new_entry")
        button.setIcon(theme.icon("add", tint="muted"))
        button.setFlat(True)
        # Keyboard users press Enter in the last row instead.
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        words = self.tr(
            "Opens a new row. Enter in the last row does the same. A block from the clipboard can be pasted."
        )
        set_tooltip(button, words)
        button.clicked.connect(self._add)
        return button

    def _go_on_soon(self) -> None:
        """Add a row after the key was handled, unless the entries have changed until then."""
        revision = self._edits.sheet.revision
        QTimer.singleShot(0, self, lambda: self._go_on() if self._edits.sheet.revision == revision else None)

    def _go_on(self) -> None:
        """Add a row, unless that would drop steps that can be redone."""
        is_coming = self._fresh is not None and self._is_as_it_came()
        if self._edits.model.is_in_file_order and not self._edits.history.can_redo and not is_coming:
            self._add()

    def _add(self) -> None:
        page, edits = self._page, self._edits
        page.finish_editing()
        order, total = edits.model.order, edits.model.total
        position = order[-1] + 1 if len(order) else total
        page.open_new_row(position)
        if edits.model.total > total:
            self._fresh = position, edits.sheet.revision

    def _keep(self) -> None:
        """Keep the row, because text is pasted into it."""
        self._fresh = None

    def _look_soon(self) -> None:
        if self._fresh is not None:
            self._timer.start()

    def _look(self) -> None:
        """Forget the new row after it was edited. Undo it if it was left empty."""
        if not self._is_as_it_came() or not self._is_typing():
            self._end()

    def _end(self) -> None:
        """Remove a new row that is still empty, before a command reads the entries."""
        was_left_empty, self._fresh = self._is_as_it_came(), None
        if was_left_empty:
            with self._page.keep_selection():
                self._edits.history.undo()

    def _is_as_it_came(self) -> bool:
        return self._fresh is not None and self._edits.sheet.revision == self._fresh[1] and self._edits.is_settled

    def _is_typing(self) -> bool:
        """Whether the user types in the first cell of the new row, or moved to another of its cells."""
        assert self._fresh is not None
        grid = self._page.grid
        row, column = grid.current_cell() or (-1, -1)
        return row == self._fresh[0] and (grid.is_editing or column != grid.entry_column())
