"""The interface of the Glossaries pane for its features: the selection, the open pages, and how to show more."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.notices import Notices
from termdesk.ui.shell.pane import Pane

if TYPE_CHECKING:
    from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
    from termdesk.application.glossaries.multilingual.open_table import OpenTable
    from termdesk.application.glossaries.summaries import GlossarySummary, LibraryItem
    from termdesk.application.lazy_use_cases import LazyUseCases
    from termdesk.domain.language.language import LanguagePair
    from termdesk.domain.progress import Progress
    from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
    from termdesk.ui.glossaries.sheet.sheet_page import SheetPage
    from termdesk.ui.glossaries.sheet.undo_history import UndoHistory


class Workspace(Pane):
    """The Glossaries pane as its features see it, and the parent of their dialogs."""

    # The key of a published glossary.
    published = Signal(str)

    # The key of a glossary whose drafts the user wants to try before they are published, and their pairs.
    spot_check_asked = Signal(str, object)

    # The dictionary in front; None if nothing or a multilingual table is in front.
    page: DictionaryPage | None
    # The library

    @property
    @abstractmethod
    def summaries(self) -> Sequence[GlossarySummary]:
        """The glossaries of the library as it was last read."""

    def summary(self, key: str) -> GlossarySummary | None:
        """Return the glossary with this key, as the library was last read."""
        return next((summary for summary in self.summaries if summary.key == key), None)

    @abstractmethod
    def chosen_item(self) -> LibraryItem | None:
        """Return the glossary or dictionary selected in the library."""

    @abstractmethod
    def select(self, key: str, *, pair_text: str = "") -> None:
        """Select a glossary in the library, or one of its dictionaries."""

    @abstractmethod
    def refresh(self) -> None:
        """Start to read the library again."""

    @abstractmethod
    async def read_library(self) -> None:
        """Read the library again and show it. A failure is shown as a notice."""

    # Open pages

    @property
    @abstractmethod
    def open_pages(self) -> Sequence[SheetPage]:
        """The open pages, the one in front first."""

    def page_of(self, dictionary: OpenDictionary) -> SheetPage | None:
        """Return the open page with this dictionary, which may also be the table of all languages."""
        return next((page for page in self.open_pages if dictionary in page.dictionaries), None)

    def dictionary_page_of(self, dictionary: OpenDictionary | None) -> DictionaryPage | None:
        """Return the open page with only this dictionary."""
        from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage

        pages = (page for page in self.open_pages if isinstance(page, DictionaryPage))
        return next((page for page in pages if page.dictionary is dictionary), None)

    @abstractmethod
    def undo_history(self) -> UndoHistory | None:
        """The undo history of the page in front, for the Undo menu and the history dialog."""

    @property
    @abstractmethod
    def open_keys(self) -> set[str]:
        """The keys of the glossaries of all open pages."""

    @property
    @abstractmethod
    def open_table(self) -> OpenTable | None:
        """The multilingual table whose page is open; None if there is none."""

    @abstractmethod
    def shows(self, dictionary: OpenDictionary) -> bool:
        """Whether a page shows this dictionary, or will soon. Such a dictionary must not be closed."""

    @abstractmethod
    async def open_unshown(
        self, summary: GlossarySummary, pair: LanguagePair, progress: Progress
    ) -> OpenDictionary | None:
        """Open a dictionary without showing it, and ask if it lost many entries on the service.

        Return None if the user cancels.
        """

    @abstractmethod
    def bring_to_front(self, page: DictionaryPage | None) -> None:
        """Make an open page the one that commands act on."""

    @abstractmethod
    async def show_dictionary(self, dictionary: OpenDictionary, *, reads_library: bool = True) -> None:
        """Show an open dictionary in front, after the edits of the previous one are saved.

        Then read the library again, which waits for the service. Without `reads_library`, the dictionary is selected
        when the library is first read.
        """

    @abstractmethod
    def open_entry(self, key: str, pair: LanguagePair, source: str, *, cell: tuple[int, int] | None = None) -> None:
        """Start to open a dictionary, and go to `cell` (row and column) if that row has this source phrase.

        Otherwise go to the target of the first entry with this source phrase.
        """

    @abstractmethod
    def show_page(self, page: SheetPage) -> None:
        """Put a page in front, and let Edit › Undo work on it."""

    @abstractmethod
    async def close_dictionary(self, shared: Sequence[OpenDictionary] = ()) -> None:
        """Close every page, and its dictionaries too unless they are `shared` with an expected page.

        Edits are saved, and stay drafts until they are published.
        """

    @abstractmethod
    async def leave_table(self) -> None:
        """Close the multilingual table, and show one dictionary of its glossary."""

    @abstractmethod
    def show_table(self, summary: GlossarySummary, source: str) -> None:
        """Start to open the multilingual table of a glossary, for one source language."""


class PanePart(QObject):
    """One feature of the pane: asks the user, starts jobs, and reports results. The pane shows them."""

    def __init__(
        self, pane: Workspace, use_cases: LazyUseCases, *, remembered: WindowMemory, jobs: Jobs, notices: Notices
    ) -> None:
        super().__init__(pane)
        self._pane = pane
        self._use_cases = use_cases
        self._remembered = remembered
        self._jobs = jobs
        self._notices = notices
