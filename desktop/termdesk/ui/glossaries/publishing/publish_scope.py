"""What one publishing is about: the dictionaries of a page, or drafts of any number of glossaries."""

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
    """Some dictionaries as their drafts were when it began, with the pages that show them."""

    def __init__(self, pane: Workspace, drafts: Sequence[DraftRecord], *, page: SheetPage | None = None) -> None:
        """`page` is the page whose dictionaries these are; None where they were chosen in the library."""
        self._pane = pane
        self.drafts = tuple(drafts)
        self.page = page
        self.has_one_glossary = len({each.glossary_key for each in drafts}) == 1

    @property
    def is_single(self) -> bool:
        """Whether there is only one dictionary."""
        return len(self.drafts) == 1

    def label(self, draft: DraftRecord) -> str:
        """How a dictionary is called among these: by its language, or by glossary and languages."""
        return dictionary_label(draft, has_one_glossary=self.has_one_glossary)

    def page_of(self, draft: DraftRecord) -> SheetPage | None:
        """The open page that shows a dictionary; None if there is none."""
        page, _ = self.shown(draft) or (None, None)
        return page

    def shown(self, draft: DraftRecord) -> tuple[SheetPage, OpenDictionary] | None:
        """The open page that shows a dictionary, and the dictionary there; None if there is none."""
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
        """The open pages that show any of them."""
        found: list[SheetPage] = []
        for page in map(self.page_of, self.drafts):
            if page is not None and page not in found:
                found.append(page)
        return found

    async def apply(self, dictionary: OpenDictionary, change: Change, title: str, progress: Progress) -> None:
        """Apply a change as one step that can be undone."""
        page = self.page_of(dictionary.draft)
        if page is not None:
            await page.apply_to_dictionary(dictionary, change, title, progress)
        else:
            await dictionary.take(change, title, progress=progress)

    def show_published(self, dictionary: OpenDictionary) -> None:
        """Show anew what is published of a dictionary, where a page shows it."""
        page = self.page_of(dictionary.draft)
        if page is not None:
            page.show_published()
