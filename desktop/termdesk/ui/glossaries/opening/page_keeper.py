"""Creates the pages of open dictionaries, keeps the text of their open cells, and closes them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget

from termdesk.application.completion import complete
from termdesk.ui.glossaries.opening.open_states import OpenStates
from termdesk.ui.glossaries.workspace import PanePart, Workspace
from termdesk.ui.words.lists import list_names

if TYPE_CHECKING:
    from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
    from termdesk.application.lazy_use_cases import LazyUseCases
    from termdesk.domain.window_memory import WindowMemory
    from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
    from termdesk.ui.glossaries.sheet.sheet_page import SheetPage
    from termdesk.ui.shell.jobs import Jobs
    from termdesk.ui.shell.notices import Notices


class PageKeeper(PanePart):
    """Opens and closes pages. The pane decides which page is in front, and where it is placed."""

    # `page_close_started` is emitted before a page is removed, `left` afterwards.
    page_close_started = Signal()
    left = Signal()

    def __init__(
        self, pane: Workspace, use_cases: LazyUseCases, *, remembered: WindowMemory, jobs: Jobs, notices: Notices
    ) -> None:
        super().__init__(pane, use_cases, remembered=remembered, jobs=jobs, notices=notices)
        self.open_states = OpenStates(pane, jobs)
        self._coming: list[OpenDictionary] = []

    def make_page(self, dictionary: OpenDictionary, stack: QStackedWidget | None = None) -> DictionaryPage:
        """Return a page for an open dictionary, with its checks. Failures to save are shown as notices.

        `stack` is where it will be shown: reparenting a page styles everything in it again.
        """
        page = self._begin_page(dictionary, stack)
        page.complete()
        return self._set_up_page(page)

    async def make_page_in_frames(self, dictionary: OpenDictionary, stack: QStackedWidget) -> DictionaryPage:
        """Same as `make_page`, but the window responds between the steps."""
        page = self._begin_page(dictionary, stack)
        try:
            for _ in page.steps:
                await asyncio.sleep(0)
        except asyncio.CancelledError:
            # Complete the page and let the caller show it, then cancel: otherwise nothing would close its dictionary.
            page.complete()
            task = asyncio.current_task()
            assert task is not None
            task.uncancel()
            task.cancel()
        return self._set_up_page(page)

    def _begin_page(self, dictionary: OpenDictionary, stack: QStackedWidget | None) -> DictionaryPage:
        from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage

        return DictionaryPage(
            dictionary,
            actions=self._pane.window_actions,
            jobs=self._jobs,
            remembered=self._remembered,
            parent=stack,
            in_steps=True,
        )

    def _set_up_page(self, page: DictionaryPage) -> DictionaryPage:
        from termdesk.ui.glossaries.checks.grid_checks import GridChecks

        dictionary = page.dictionary
        checks = self._use_cases.check_factory.create(dictionary)
        page.use_checks(GridChecks(page, checks, jobs=self._jobs, remembered=self._remembered))
        dictionary.saving.failed.subscribe(self._notices.fail)
        self.open_states.follow(page)
        self.keep_open_cell(page, dictionary.draft.draft_id, list_names((dictionary.name, str(dictionary.pair))))
        return page

    def keep_open_cell(self, page: SheetPage, owner: str, title: str) -> None:
        """Keep the text of a page's open cell under the key `owner`. `title` tells the user where that cell is."""
        from termdesk.application.glossaries.editing.open_cell import OpenCell
        from termdesk.ui.glossaries.sheet.open_cell_keeper import OpenCellKeeper

        cases = self._use_cases
        cell = OpenCell(
            cases.open_texts, owner=owner, profile=cases.session.profile, title=title, saved=page.wait_until_saved
        )
        page.keep_open_cell(OpenCellKeeper(page, page.delegates, cell, page))

    async def put_back_open_cell(self, page: SheetPage) -> None:
        """Reopen the cell that was being edited when the program ended unexpectedly."""
        text = await page.open_cell.put_back() if page.open_cell is not None else ""
        if text:
            words = self.tr("Its row is no longer there. The text was: {text}").format(text=text)
            self._notices.say(self.tr("Unfinished text was kept"), words, kind="warning")

    @contextmanager
    def expect_pages(self, dictionaries: Sequence[OpenDictionary]) -> Iterator[None]:
        """Within the block, pages of these dictionaries are expected, so closing other pages leaves them open."""
        self._coming += dictionaries
        try:
            yield
        finally:
            for each in dictionaries:
                self._coming.remove(each)

    def is_coming(self, dictionary: OpenDictionary) -> bool:
        """Whether a page of this dictionary is expected."""
        return any(each is dictionary for each in self._coming)

    async def close_page(self, page: DictionaryPage, shared: Sequence[OpenDictionary] = ()) -> None:
        """Close a page after its edits are applied, and its dictionary too unless it is one of `shared`.

        The caller has already removed the page from the front. This cannot be cancelled.
        """
        # Read the number before the first await: if the dictionary is opened again from now on, it stays open.
        times_opened = self._use_cases.library.times_opened(page.dictionary)
        await complete(self._close_page(page, shared, times_opened))

    def discard(self, page: DictionaryPage) -> None:
        """Delete a page that was never shown. Its dictionary stays open."""
        if page.checks is not None:
            page.checks.close()
        page.view_controller.close()
        page.close_page()

    async def _close_page(self, page: DictionaryPage, shared: Sequence[OpenDictionary], times_opened: int) -> None:
        library, is_coming = self._use_cases.library, partial(self.is_coming, page.dictionary)
        await page.edits.wait_until_settled()
        if page.checks is not None:
            page.checks.close()
        if page.open_cell is not None:
            await page.open_cell.close()
        self.take_away(page)
        if not any(each is page.dictionary for each in shared):
            await library.close_unshown(page.dictionary, times_opened=times_opened, is_shown=is_coming)

    def take_away(self, page: SheetPage) -> None:
        """Delete a page. The caller closes its dictionaries."""
        from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage

        self.page_close_started.emit()
        stack = page.parentWidget()
        if isinstance(stack, QStackedWidget):
            stack.removeWidget(page)
        if isinstance(page, DictionaryPage):
            page.view_controller.close()
        page.close_page()
        self.left.emit()
