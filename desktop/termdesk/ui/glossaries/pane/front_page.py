"""The right side of the pane: the open pages, or an overview of another selection in the library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QStackedWidget

from termdesk.ui.glossaries.library.library_panel import LibraryPanel
from termdesk.ui.glossaries.multilingual.multilingual_workspace import MultilingualWorkspace
from termdesk.ui.glossaries.pane.page_stack import PageStack
from termdesk.ui.glossaries.pane.side_by_side import SideBySide
from termdesk.ui.glossaries.workspace import Workspace

if TYPE_CHECKING:
    from termdesk.application.glossaries.summaries import LibraryItem
    from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
    from termdesk.ui.glossaries.multilingual.multilingual_page import MultilingualPage
    from termdesk.ui.glossaries.sheet.sheet_page import SheetPage


class FrontPage(QObject):
    """Keeps the library selection and the open pages consistent.

    Selecting something that is not open hides the open pages.
    """

    # Commands act on another page now.
    changed = Signal()
    # The selection was updated, possibly to the same items.
    settled = Signal()

    def __init__(
        self,
        pane: Workspace,
        *,
        panel: LibraryPanel,
        pages: PageStack,
        beside: SideBySide,
        table: MultilingualWorkspace,
    ) -> None:
        super().__init__(pane)
        self._pane = pane
        self._panel = panel
        self._pages = pages
        self._beside = beside
        self._table = table
        # The selection in the library is not open, so its overview hides the open page.
        self._is_elsewhere = False
        # Until the library is first read, it is unknown whether it has any glossaries.
        self._is_library_read = False
        self._opening: LibraryItem | None = None
        beside.front_changed.connect(self._on_swapped)

    @property
    def page(self) -> DictionaryPage | MultilingualPage | None:
        """The page that commands act on: for one dictionary, or for all languages of a glossary."""
        return None if self._is_elsewhere else self.open_page

    @property
    def open_page(self) -> DictionaryPage | MultilingualPage | None:
        """The page in front, even if an overview hides it."""
        return self._table.page or self._pane.page

    @property
    def open_pages(self) -> list[DictionaryPage | MultilingualPage]:
        """The page in front, then the one next to it."""
        return [page for page in (self.open_page, self._beside.other) if page is not None]

    def settle(self) -> None:
        """Show the open pages, or the overview of the selection."""
        if self.open_pages and not self._is_elsewhere:
            self._pages.show_pages()
        elif self._opening is None and self._is_library_read:
            # While a dictionary is being opened, an overview would only flash up.
            self._pages.show_no_page(self._panel.chosen_items(), has_glossaries=self._panel.has_glossaries)
        self.settled.emit()

    def show_library_read(self) -> None:
        """Show the open pages or an overview, now that the library was read."""
        self._is_library_read = True
        self.settle()

    @property
    def opening(self) -> LibraryItem | None:
        """The place in the library that is being opened."""
        return self._opening

    def begin_opening(self, item: LibraryItem) -> None:
        """Note that a dictionary is being opened; until then, no overview is shown."""
        self._opening = item

    def end_opening(self, item: LibraryItem) -> None:
        """Note that the opening of a dictionary has ended, unless another one has begun."""
        if self._opening is item:
            self._opening = None
            self.settle()

    def follow_library(self) -> None:
        """Show the selection of the library: an open page, or an overview."""
        chosen, other = self._panel.chosen_items(), self._beside.other
        page = self._beside.page_of(chosen[0]) if len(chosen) == 1 else None
        if page is not None and page is other:
            self._beside.swap()
        is_shown = not chosen or page is not None or (len(chosen) == 1 and self._table.shows(chosen[0]))
        self._go_elsewhere(bool(self.open_pages) and not is_shown)

    def come_back(self) -> None:
        """Show the open pages, whatever is selected in the library."""
        self._go_elsewhere(False)

    def _go_elsewhere(self, is_elsewhere: bool) -> None:
        focus = QApplication.focusWidget()
        if is_elsewhere and focus is not None and self._pages.isAncestorOf(focus):
            self._panel.tree.setFocus()
        self._is_elsewhere = is_elsewhere
        self.changed.emit()
        self.settle()

    def put(self, page: SheetPage, item: QStackedWidget | None = None) -> None:
        """Put a page in front, in its own stack or in that of another page."""
        item = item or self._beside.first
        item.addWidget(page)
        item.setCurrentWidget(page)
        page.grid.draw_first_gradually()
        self.come_back()
        page.grid.setFocus()

    def select_in_library(self) -> None:
        """Select the shown dictionary in the library; a glossary may be selected instead of its only dictionary."""
        chosen, page = self._panel.chosen_items(), self._pane.page
        if page is None or (len(chosen) == 1 and self._beside.page_of(chosen[0]) is page):
            return
        dictionary = page.dictionary
        self._panel.select(dictionary.draft.glossary_key, pair_text=str(dictionary.pair))

    def _on_swapped(self) -> None:
        self.select_in_library()
        self.come_back()
