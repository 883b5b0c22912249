"""What the user asks the grid to show: said in several places, kept in one."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from termdesk.application.glossaries.view.view_query import ViewQuery


class ViewQueryEditor(QObject):
    """The arrangement that is wanted. `changed` follows every new wish, also the one to show everything again.

    Fields wait a moment before they ask; what is cleared here also ends their waiting, so that a filter that was
    taken back stays so.
    """

    changed = Signal()
    # Comes before `changed`: whoever waits to ask for something is to forget it.
    cleared = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wanted = ViewQuery()

    @property
    def wanted(self) -> ViewQuery:
        return self._wanted

    def ask(self, wanted: ViewQuery) -> None:
        """Want this from now on."""
        if wanted != self._wanted:
            self._wanted = wanted
            self.changed.emit()

    def go_back(self, shown: ViewQuery) -> None:
        """Want what is shown: a wish was given up before it came true. Nobody is to act on it."""
        self._wanted = shown

    def show_everything(self) -> None:
        """Leave nothing out any more; the order stays."""
        self._wanted = self._wanted.in_this_order()
        self.cleared.emit()
        self.changed.emit()

    def cycle_order(self, column: int) -> None:
        """Ascending, descending, the order of the file, and around."""
        wanted = self._wanted
        if wanted.sort_column != column:
            self.ask(wanted.in_order(column))
        elif not wanted.descending:
            self.ask(wanted.in_order(column, descending=True))
        else:
            self.ask(wanted.in_order(None))
