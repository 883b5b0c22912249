"""The scope of one publication: the dictionaries of a page, or drafts of any number of glossaries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from termdesk.ui.glossaries.publishing.publish_words import dictionary_label

if TYPE_CHECKING:
    from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
    from termdesk.application.glossaries.publishing.run_plan import DraftRecord
    from termdesk.domain.entries.changes import Change
    from termdesk.domain.progress import Progress
    from termdesk.ui.glossaries.sheet.sheet_page import SheetPage
    from termdesk.ui.glossaries.workspace import Workspace


class PublishScope:
    """Some dictionaries with the state of their drafts at the start, and the pages that show them."""

    def __init__(self, pane: Workspace, drafts: Sequence[DraftRecord], *, page: SheetPage | None = None) -> None:
        """Create the scope. `page` is the page of the dictionaries; None if they were chosen in the library."""
        self._pane = pane
        self.drafts = tuple(drafts)
        self.page = page
        self.has_one_glossary = len({each.glossary_key for each in drafts}) == 1

    @property
    def is_single(self) -> bool:
        """Whether there is only one dictionary."""
        return len(self.drafts) == 1

    def label(self, draft: DraftRecord) -> str:
        """Return the label of a dictionary among these: its language, or glossary and languages."""
        return dictionary_label(draft, has_one_glossary=self.has_one_glossary)

    def page_of(self, draft: DraftRecord) -> SheetPage | None:
        """The open page that shows a dictionary; None if there is none."""
        page, _ = self.find_open(draft) or (None, None)
        return page

    def find_open(self, draft: DraftRecord) -> tuple[SheetPage, OpenDictionary] | None:
        """Return the open page that shows a dictionary, and its instance of the dictionary; None if there is none."""
        pages = [self.page] if self.page is not None else self._pane.open_pages
        found = (
            (page, each)
            for page in pages
            if page.is_open
            for each in page.dictionaries
            if each.draft.draft_id == draft.draft_id
        )
        return next(found, None)

    @property
    def pages(self) -> list[SheetPage]:
        """The open pages that show any of these dictionaries."""
        found: list[SheetPage] = []
        for page in map(self.page_of, self.drafts):
            if page is not None and page not in found:
                found.append(page)
        return found

    async def apply(
        self, dictionary: OpenDictionary, change: Change, title: str, progress: Progress, *, may_be_empty: bool = False
    ) -> None:
        """Apply a change as one undo step; an empty one only if it `may_be_empty`."""
        page = self.page_of(dictionary.draft)
        if page is not None:
            await page.apply_to_dictionary(dictionary, change, title, progress, may_be_empty=may_be_empty)
        else:
            await dictionary.take(change, title, may_be_empty=may_be_empty, progress=progress)

    def show_published(self, dictionary: OpenDictionary) -> None:
        """Refresh the page of a dictionary, if there is one, after publishing."""
        page = self.page_of(dictionary.draft)
        if page is not None:
            page.show_published()
