"""The right side of the pane: the open pages, an overview of the selection, or the first steps."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from termdesk.application.glossaries.summaries import LibraryItem
from termdesk.ui.glossaries.library.glossary_page import GlossaryPage
from termdesk.ui.widgets.empty_state import EmptyState


class PageStack(QStackedWidget):
    """Shows the open pages or one other page. `glossary_page` shows the language pairs of the selected glossary.

    The signals are those of the buttons that are shown while no page is open.
    """

    new_asked = Signal()
    import_asked = Signal()
    sample_asked = Signal()
    connect_asked = Signal()

    def __init__(self, open_pages: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page_stack")
        self._open_pages = open_pages
        self.glossary_page = GlossaryPage()
        self._first_start = self._first_start_state()
        self._nothing_open = self._nothing_open_state()
        self._several_chosen = EmptyState(
            "glossaries", "", self.tr("Delete, Tags and Export into a folder act on all of them.")
        )
        # An empty page until the library is read.
        for widget in (
            QWidget(),
            self._first_start,
            self._nothing_open,
            self.glossary_page,
            self._several_chosen,
            open_pages,
        ):
            self.addWidget(widget)

    def _first_start_state(self) -> EmptyState:
        state = EmptyState(
            "glossaries",
            self.tr("Your glossaries"),
            self.tr("Everything works on this computer, without an account. Import a file, or open a sample."),
        )
        state.add_button("start_import", self.tr("Import a file"), "import", self.import_asked.emit)
        state.add_button("start_sample", self.tr("Open a sample"), "sample", self.sample_asked.emit)
        state.add_button("start_connect", self.tr("Connect to a service"), "connect", self.connect_asked.emit)
        return state

    def _nothing_open_state(self) -> EmptyState:
        state = EmptyState(
            "glossaries",
            self.tr("No dictionary is open"),
            self.tr("Choose one in the library, or drop a file here: a table, a spreadsheet or a term base."),
        )
        state.add_button("empty_new", self.tr("New glossary"), "add", self.new_asked.emit)
        state.add_button("empty_import", self.tr("Import a file"), "import", self.import_asked.emit)
        return state

    def show_pages(self) -> None:
        """Show the open pages."""
        self.setCurrentWidget(self._open_pages)

    def show_no_page(self, chosen: Sequence[LibraryItem], *, has_glossaries: bool) -> None:
        """Show the selection instead of the open pages: a glossary, or the number of rows.

        Without one, show the next steps.
        """
        if len(chosen) > 1:
            self._several_chosen.heading.setText(self.tr("%Ln rows are selected", "", len(chosen)))
            self.setCurrentWidget(self._several_chosen)
        elif chosen:
            self.glossary_page.show_summary(chosen[0].summary)
            if (row := chosen[0].row) is not None:
                self.glossary_page.matrix.choose(row.pair)
            self.setCurrentWidget(self.glossary_page)
        else:
            self.setCurrentWidget(self._nothing_open if has_glossaries else self._first_start)
