"""The page of the dictionary in front: shows it in place of the earlier page, and closes it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QStackedWidget

from termdesk.ui.glossaries.library.library_panel import LibraryPanel
from termdesk.ui.glossaries.multilingual.multilingual_workspace import MultilingualWorkspace
from termdesk.ui.glossaries.opening.page_keeper import PageKeeper
from termdesk.ui.glossaries.pane.front_page import FrontPage
from termdesk.ui.glossaries.pane.side_by_side import SideBySide
from termdesk.ui.glossaries.workspace import Workspace

if TYPE_CHECKING:
    from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
    from termdesk.domain.window_memory import WindowMemory
    from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage


class ShownPages(QObject):
    """Shows one dictionary at a time in front. `note_opened` is called when another one is shown."""

    def __init__(
        self,
        pane: Workspace,
        *,
        panel: LibraryPanel,
        front: FrontPage,
        beside: SideBySide,
        table: MultilingualWorkspace,
        keeper: PageKeeper,
        remembered: WindowMemory,
        note_opened: Callable[[], object],
    ) -> None:
        super().__init__(pane)
        self._pane = pane
        self._panel = panel
        self._front = front
        self._beside = beside
        self._table = table
        self._keeper = keeper
        self._remembered = remembered
        self._note_opened = note_opened

    async def show(self, dictionary: OpenDictionary, *, reads_library: bool = True) -> None:
        """Show an open dictionary in front. If a page already shows it, focus that page."""
        if self._beside.other is not None and self._beside.other.dictionary is dictionary:
            self._beside.swap()
        item = self._beside.home(self._pane.page) if self._pane.page is not None else self._beside.first
        with self._keeper.expect_pages([dictionary]):
            page = await self._make_only_page(dictionary, item)
            if page is None:
                return
        await self._show_in(page, item)
        if not reads_library:
            # The selection from the last run may differ; its overview would hide this page.
            chosen = [dictionary.draft.glossary_key, str(dictionary.pair)]
            self._panel.tree.restore(replace(self._remembered.library, chosen=chosen))
            return
        await self._pane.read_library()
        # The library is drawn before the rest.
        await asyncio.sleep(0)
        self._front.select_in_library()
        self._note_opened()

    async def _make_only_page(self, dictionary: OpenDictionary, item: QStackedWidget) -> DictionaryPage | None:
        """Close the page in front, then create one for this dictionary. Return None if a page already shows it."""
        page: DictionaryPage | None = None
        revision = dictionary.revision
        try:
            while page is None or self._pane.page is not page:
                # Another job may show a page while this one waits.
                while self._pane.page is not None or self._table.page is not None:
                    if self._come_back_to(dictionary):
                        return None
                    await self._table.close(keep=dictionary)
                    await self.give_up([dictionary], is_replaced=True)
                if page is not None and dictionary.revision != revision:
                    # Another page has edited the dictionary meanwhile, so this one shows rows that have moved.
                    self._keeper.discard(page)
                    page = None
                if page is None:
                    # The earlier page is closed first: PySide would take parts of the new page with it.
                    revision = dictionary.revision
                    page = await self._keeper.make_page_in_frames(dictionary, item)
                else:
                    self._pane.bring_to_front(page)
        finally:
            if page is not None and self._pane.page is not page:
                self._keeper.discard(page)
        return page

    def _come_back_to(self, dictionary: OpenDictionary) -> bool:
        """Focus the page in front if it shows this dictionary. Return whether it does."""
        if self._pane.page is None or self._pane.page.dictionary is not dictionary:
            return False
        self._front.select_in_library()
        self._front.come_back()
        self._pane.page.grid.setFocus()
        return True

    async def _show_in(self, page: DictionaryPage, item: QStackedWidget) -> None:
        self._beside.follow(page)
        try:
            # Create the page in one frame, and show it in the next.
            await asyncio.sleep(0)
        finally:
            if self._pane.page is page:
                page.draw_in_turns()
                self._front.put(page, item)
        if self._pane.page is page:
            await self._keeper.put_back_open_cell(page)

    async def give_up(self, shared: Sequence[OpenDictionary] = (), *, is_replaced: bool = False) -> None:
        """Close the page in front, and its dictionary too unless it is one of `shared`.

        The page next to it comes to the front, unless `is_replaced`: then another page follows.
        """
        page = self._pane.page
        self._pane.bring_to_front(None)
        if page is not None:
            if not is_replaced:
                self._pane.bring_to_front(self._beside.promote_other())
            await self._keeper.close_page(page, shared)
