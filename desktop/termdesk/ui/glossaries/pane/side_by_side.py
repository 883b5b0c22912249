"""Two dictionaries side by side. The one with the focus is in front, and the other follows its current row."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from termdesk.domain.entries.entries import SOURCE
from termdesk.domain.entries.row_link import find_linked_row
from termdesk.ui.glossaries.library.large_removal_dialog import ask_and_open
from termdesk.ui.glossaries.opening.copy_notice import tell_copies
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.widgets.plain_buttons import Splitter

if TYPE_CHECKING:
    from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
    from termdesk.application.glossaries.summaries import GlossarySummary, LibraryItem
    from termdesk.application.lazy_use_cases import LazyUseCases
    from termdesk.domain.language.language import LanguagePair
    from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
    from termdesk.ui.glossaries.opening.page_keeper import PageKeeper
    from termdesk.ui.glossaries.workspace import Workspace
    from termdesk.ui.shell.jobs import JobProgress, Jobs
    from termdesk.ui.shell.notices import Notices

# In pixels; two pages fit into a window on a small screen.
LEAST_WIDTH = 340


class SideBySide(QObject):
    """The pane's `page` is the one in front, and `other` is next to it. Each has its own edits and undo steps.

    The phrase of the current row in front is searched in the other dictionary; if the directions are reversed, its
    translation.
    """

    # The other page is in front now.
    front_changed = Signal()

    def __init__(
        self, pane: Workspace, use_cases: LazyUseCases, *, keeper: PageKeeper, jobs: Jobs, notices: Notices
    ) -> None:
        super().__init__(pane)
        self._pane = pane
        self._keeper = keeper
        self._use_cases = use_cases
        self._jobs = jobs
        self._notices = notices
        self.other: DictionaryPage | None = None
        self.first = QStackedWidget()
        self.first.setObjectName("dictionary_pages")
        self._second = QStackedWidget()
        self._second.setObjectName("dictionary_beside")
        self._second.hide()
        self.area = Splitter(Qt.Orientation.Horizontal)
        self.area.setObjectName("side_by_side")
        self.area.setChildrenCollapsible(False)
        self.area.addWidget(self.first)
        self.area.addWidget(self._second)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._on_focus)

    def page_of(self, item: LibraryItem) -> DictionaryPage | None:
        """Return the page for a row of the library. A glossary stands for its only dictionary."""
        row = item.row or (item.summary.rows[0] if item.summary.row_count == 1 else None)
        if row is None:
            return None
        shown = item.summary.key, row.pair.roots
        pages = [page for page in (self._pane.page, self.other) if page is not None]
        return next((page for page in pages if _shown_dictionary(page) == shown), None)

    # Opening and closing

    @property
    def is_possible(self) -> bool:
        """Whether a dictionary is open, and another one is selected in the library or open next to it."""
        return self.other is not None or self._chosen_dictionary() is not None

    def _chosen_dictionary(self) -> tuple[GlossarySummary, LanguagePair] | None:
        """Return the dictionary selected in the library, unless it is the one in front."""
        item, page = self._pane.chosen_item(), self._pane.page
        if item is None or page is None or not item.summary.rows:
            return None
        current = page.dictionary
        is_same = item.summary.key == current.draft.glossary_key
        rows = [item.row] if item.row else list(item.summary.rows)
        pairs = [row.pair for row in rows if not (is_same and row.pair.roots == current.pair.roots)]
        # If a whole glossary is chosen, prefer the reverse dictionary.
        pairs.sort(key=lambda pair: pair.roots != current.pair.roots.reverse)
        return (item.summary, pairs[0]) if pairs else None

    def toggle(self) -> None:
        """Open the selected dictionary next to the one in front. Without another one to open, close the second page."""
        chosen = self._chosen_dictionary()
        if chosen is not None and not self._is_other(*chosen):
            self._jobs.start_with_progress(
                JobKind.OPEN_BESIDE, self.tr("Opening a dictionary beside"), partial(self._open, *chosen)
            )
        elif self.other is not None:
            self._jobs.start(JobKind.OPEN_BESIDE, self.tr("Opening a dictionary beside"), self._close_and_read)

    def _is_other(self, summary: GlossarySummary, pair: LanguagePair) -> bool:
        other = self.other.dictionary if self.other is not None else None
        return other is not None and other.draft.glossary_key == summary.key and other.pair.roots == pair.roots

    async def _open(self, summary: GlossarySummary, pair: LanguagePair, progress: JobProgress) -> None:
        dictionary = await ask_and_open(self._pane, self._use_cases.library, summary, pair, progress)
        if dictionary is None:
            return
        with self._keeper.expect_pages([dictionary]):
            await self.close_other([dictionary])
        # Another page may have come to the front meanwhile.
        front = self._pane.page
        if front is None or front.dictionary is dictionary:
            return
        item = self._second if self.home(front) is self.first else self.first
        page = self._keeper.make_page(dictionary, item)
        item.addWidget(page)
        item.setCurrentWidget(page)
        self._second.show()
        for each in (page, front, self.first, self._second):
            each.setMinimumWidth(LEAST_WIDTH)
        self.area.setSizes([self.area.width(), self.area.width()])
        self.other = page
        self.follow(page)
        tell_copies(self._notices, (front.dictionary, dictionary))
        self._show_front()
        self.front_changed.emit()
        await self._pane.read_library()
        self._lead(front)
        if self.other is page:
            await self._keeper.put_back_open_cell(page)

    async def _close_and_read(self) -> None:
        await self.close_other()
        await self._pane.read_library()

    async def close_other(self, shared: Sequence[OpenDictionary] = ()) -> None:
        """Close the second page, and its dictionary too unless it is one of `shared`."""
        page, self.other = self.other, None
        if page is None:
            return
        self._gather()
        await self._keeper.close_page(page, shared)

    # Layout

    def home(self, page: QWidget) -> QStackedWidget:
        """Return the stack that contains a page."""
        return self._second if self._second.indexOf(page) >= 0 else self.first

    def follow(self, page: DictionaryPage) -> None:
        """Let the other page follow the current row of this one from now on."""
        page.grid.selectionModel().currentChanged.connect(lambda _now, _before: self._lead(page))

    def promote_other(self) -> DictionaryPage | None:
        """Move the other page to the front after the front page was closed, and return it."""
        page, self.other = self.other, None
        if page is not None:
            self.first.addWidget(page)
            self.first.setCurrentWidget(page)
            page.title.set_tone("")
            page.grid.setFocus()
        self._hide_second()
        return page

    def _gather(self) -> None:
        """Move the page in front to the first stack, when it is the only one left."""
        front = self._pane.page
        if front is not None:
            had_focus = front.isAncestorOf(QApplication.focusWidget() or self.area)
            self.first.addWidget(front)
            self.first.setCurrentWidget(front)
            front.title.set_tone("")
            if had_focus:
                front.grid.setFocus()
        self._hide_second()

    def _hide_second(self) -> None:
        self._second.hide()
        self.first.setMinimumWidth(0)

    # Focus

    def _on_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        front, other = self._pane.page, self.other
        if now is None or front is None or other is None or not other.isAncestorOf(now):
            return
        self.swap()

    def swap(self) -> None:
        """Bring the other page to the front, if there is one."""
        if self.other is not None:
            front, self.other = self.other, self._pane.page
            self._pane.bring_to_front(front)
            self._show_front()
            self.front_changed.emit()

    def _show_front(self) -> None:
        if self._pane.page is not None:
            self._pane.page.title.set_tone("")
        if self.other is not None:
            self.other.title.set_tone("muted")

    def _lead(self, page: DictionaryPage) -> None:
        """Show the entry in the other page that matches the current row in front."""
        other = self.other
        # A page that is no longer in front may have been closed meanwhile.
        if other is None or page is not self._pane.page or not (index := page.grid.currentIndex()).isValid():
            return
        row = _row_of(page, index)
        if row is None:
            return
        found = find_linked_row(
            page.dictionary.entries[row], page.dictionary.pair, other.dictionary.entries, other.dictionary.pair
        )
        if found is not None:
            other.grid.go_to(found, max(SOURCE, other.grid.currentIndex().column()))


def _shown_dictionary(page: DictionaryPage) -> tuple[str, LanguagePair]:
    return page.dictionary.draft.glossary_key, page.dictionary.pair.roots


def _row_of(page: DictionaryPage, index: QModelIndex) -> int | None:
    return page.model.row_at(index.row()) if index.row() < page.model.rowCount() else None
