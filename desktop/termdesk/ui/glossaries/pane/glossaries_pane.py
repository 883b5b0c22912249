"""The Glossaries pane: the library on the left, the open dictionary on the right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from termdesk import resources
from termdesk.application.failures import OutdatedSummary
from termdesk.application.file_uses import FileUse
from termdesk.application.glossaries.summaries import LibraryItem
from termdesk.domain.key_scope import Scope
from termdesk.ui.glossaries.exporting.export_flow import DictionaryExportFlow
from termdesk.ui.glossaries.exporting.export_many_flow import ExportManyFlow
from termdesk.ui.glossaries.importing.import_flow import ImportFlow
from termdesk.ui.glossaries.library.batch_flow import BatchFlow
from termdesk.ui.glossaries.library.housekeeping import Housekeeping
from termdesk.ui.glossaries.library.large_removal_dialog import ask_and_open
from termdesk.ui.glossaries.library.library_panel import LibraryPanel
from termdesk.ui.glossaries.library.library_reader import LibraryReader
from termdesk.ui.glossaries.library.lock_flow import LockFlow
from termdesk.ui.glossaries.multilingual.multilingual_workspace import MultilingualWorkspace
from termdesk.ui.glossaries.notebook.notebook_flow import NotebookFlow
from termdesk.ui.glossaries.opening.copy_notice import UsedCopiesNotice, tell_copies
from termdesk.ui.glossaries.opening.page_keeper import PageKeeper
from termdesk.ui.glossaries.pane.entry_addition import EntryAddition
from termdesk.ui.glossaries.pane.front_page import FrontPage
from termdesk.ui.glossaries.pane.opening_flow import OpeningFlow
from termdesk.ui.glossaries.pane.page_stack import PageStack
from termdesk.ui.glossaries.pane.pane_actions import PUBLISHING, PaneActions
from termdesk.ui.glossaries.pane.shown_pages import ShownPages
from termdesk.ui.glossaries.pane.side_by_side import SideBySide
from termdesk.ui.glossaries.publishing.publish_flow import PublishFlow
from termdesk.ui.glossaries.releases.folder_flow import FolderFlow
from termdesk.ui.glossaries.releases.release_flow import ReleaseFlow
from termdesk.ui.glossaries.transfer.transfer_flow import TransferFlow
from termdesk.ui.glossaries.versions.versions_flow import VersionsFlow
from termdesk.ui.glossaries.workspace import Workspace
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.splitter_memory import keep_place
from termdesk.ui.widgets.plain_buttons import Splitter

if TYPE_CHECKING:
    from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
    from termdesk.application.glossaries.multilingual.open_table import OpenTable
    from termdesk.application.glossaries.summaries import GlossarySummary
    from termdesk.application.lazy_use_cases import LazyUseCases
    from termdesk.domain.errors import TermdeskError
    from termdesk.domain.language.language import LanguagePair
    from termdesk.domain.progress import Progress
    from termdesk.domain.window_memory import WindowMemory
    from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
    from termdesk.ui.glossaries.multilingual.multilingual_page import MultilingualPage
    from termdesk.ui.glossaries.sheet.sheet_page import SheetPage
    from termdesk.ui.glossaries.sheet.undo_history import UndoHistory
    from termdesk.ui.shell.actions import Actions
    from termdesk.ui.shell.notices import Notices

SAMPLE = "samples/solar-energy.en-es.tsv"


class GlossariesPane(Workspace):
    """Shows one dictionary in front. Its edits are saved before the next one opens."""

    name = "glossaries"
    needed_scopes: ClassVar = {
        # Publishing also reads: it compares with the service before, and verifies afterwards.
        Scope.READ_GLOSSARIES: (*PUBLISHING, "copy_to_service"),
        Scope.WRITE_GLOSSARIES: PUBLISHING,
    }
    icon_name = "glossaries"
    file_use = FileUse.GLOSSARY
    file_jobs = (JobKind.IMPORT,)

    undo_history_changed = Signal()
    # Carries the name of the glossary in front if it is locked to this computer, otherwise an empty string.
    lock_changed = Signal(str)
    connect_asked = Signal()
    # Emitted when another dictionary is opened or closed, so that the session can be restored after a crash.
    opened_noted = Signal()

    def __init__(
        self,
        *,
        use_cases: LazyUseCases,
        remembered: WindowMemory,
        jobs: Jobs,
        notices: Notices,
        actions: Actions,
        is_profile_elsewhere: Callable[[str], bool] = lambda _profile_id: False,
        parent: QWidget | None = None,
    ) -> None:
        """Create the pane. `is_profile_elsewhere` returns whether another window shows the profile with this id."""
        super().__init__(actions, parent)
        self.title = self.tr("Glossaries")
        self._use_cases = use_cases
        self._remembered = remembered
        self._jobs = jobs
        self._notices = notices
        self.page = None
        # Parts are created in the place where they stay: Qt styles a widget with all its parts again when it moves.
        self.splitter = self._make_splitter()
        self.panel = LibraryPanel(self.splitter)
        shared: dict[str, Any] = {"remembered": remembered, "jobs": jobs, "notices": notices}
        self._reader = LibraryReader(self, use_cases, **shared)
        self.housekeeping = Housekeeping(self, use_cases, **shared)
        self.batches = BatchFlow(self, use_cases, **shared)
        self.transfers = TransferFlow(self, use_cases, is_elsewhere=is_profile_elsewhere, **shared)
        self.export_many = ExportManyFlow(self, use_cases, **shared)
        self.releases = ReleaseFlow(self, use_cases, **shared)
        self.folders = FolderFlow(self, use_cases, releases=self.releases, **shared)
        self.publishing = PublishFlow(self, use_cases, **shared)
        self._export_flow = DictionaryExportFlow(self, use_cases, **shared)
        self._import_flow = ImportFlow(self, use_cases, **shared)
        self._versions = VersionsFlow(self, use_cases, **shared)
        self._keeper = PageKeeper(self, use_cases, **shared)
        self.table = MultilingualWorkspace(self, use_cases, keeper=self._keeper, **shared)
        self.additions = EntryAddition(self, use_cases, **shared)
        self.beside = SideBySide(self, use_cases, keeper=self._keeper, jobs=jobs, notices=notices)
        self.pages = PageStack(self.beside.area, self.splitter)
        self.glossary_page = self.pages.glossary_page
        self._front = FrontPage(self, panel=self.panel, pages=self.pages, beside=self.beside, table=self.table)
        self._shown_pages = ShownPages(
            self,
            panel=self.panel,
            front=self._front,
            beside=self.beside,
            table=self.table,
            keeper=self._keeper,
            remembered=remembered,
            note_opened=self._note_opened,
        )
        self.opening = OpeningFlow(self, use_cases, front=self._front, table=self.table, **shared)
        self._used_copies = UsedCopiesNotice(self._notices)
        self._lay_out()
        self._connect()
        self._actions = self._make_actions(
            notebook=NotebookFlow(self, use_cases, ask_undo=self.transfers.ask_undo, **shared),
            locks=LockFlow(self, use_cases, **shared),
        )
        self._show_possible()

    def _make_actions(self, *, notebook: NotebookFlow, locks: LockFlow) -> PaneActions:
        actions = PaneActions(
            self,
            self._jobs,
            front=lambda: self.front,
            panel=self.panel,
            housekeeping=self.housekeeping,
            batches=self.batches,
            publishing=self.publishing,
            transfers=self.transfers,
            export_many=self.export_many,
            table=self.table,
            beside=self.beside,
            versions=self._versions,
            notebook=notebook,
            locks=locks,
            releases=self.releases,
            folders=self.folders,
        )
        actions.bind(
            {
                "import_file": self.ask_import,
                "open_sample": self.open_sample,
                "export_file": self.ask_export,
                "publish": self.ask_publish,
                "close_dictionary": self.ask_close,
            }
        )
        return actions

    def _make_splitter(self) -> Splitter:
        splitter = Splitter(Qt.Orientation.Horizontal, self)
        splitter.setObjectName("glossaries_splitter")
        splitter.setChildrenCollapsible(False)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(splitter)
        return splitter

    def _lay_out(self) -> None:
        self.splitter.addWidget(self.panel)
        self.splitter.addWidget(self.pages)
        self.splitter.setStretchFactor(0, 0)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([300, 780])
        keep_place(self.splitter, self._remembered)
        self.panel.tree.restore(self._remembered.library)
        self.panel.tree.insertAction(self.panel.tree.actions()[1], self.window_actions["open_beside"])
        rename = next(each for each in self.panel.tree.actions() if each.objectName() == "library_rename")
        self.panel.tree.insertAction(rename, self.window_actions["lock_glossary"])

    def _connect(self) -> None:
        self.pages.new_asked.connect(self.housekeeping.ask_new)
        self.pages.import_asked.connect(self.ask_import)
        self.pages.sample_asked.connect(self.open_sample)
        self.pages.connect_asked.connect(self.connect_asked)
        self.panel.open_asked.connect(self.opening.open_item)
        self.panel.copy_asked.connect(self.batches.ask_copy)
        self.reach_changed.connect(self._withhold_orders)
        self.panel.publish_asked.connect(self.publishing.ask_publish_items)
        self.panel.copy_to_service_asked.connect(self.transfers.ask_copy)
        self.panel.move_to_service_asked.connect(self.transfers.ask_move)
        self.panel.elsewhere.bring_asked.connect(self.batches.ask_bring)
        self.panel.tags_asked.connect(self.batches.ask_tags)
        self.panel.export_asked.connect(self.export_many.ask_export)
        self.panel.matrix_asked.connect(self.batches.show_matrix)
        self.panel.versions_asked.connect(self._versions.ask_versions_of)
        self.glossary_page.open_asked.connect(self.opening.open_item)
        self.glossary_page.add_asked.connect(self.batches.add_pair)
        self.glossary_page.add_language_asked.connect(self.housekeeping.ask_add_dictionary)
        self.glossary_page.multilingual_asked.connect(self.table.toggle)
        self.glossary_page.publish_asked.connect(self.publishing.ask_publish_items)
        self.panel.rename_asked.connect(self._ask_rename)
        self.panel.delete_asked.connect(self._ask_delete)
        self.releases.delete_asked.connect(self._ask_delete)
        self.panel.add_dictionary_asked.connect(self.housekeeping.ask_add_dictionary)
        self.panel.new_asked.connect(self.housekeeping.ask_new)
        self.panel.import_asked.connect(self.ask_import)
        self.panel.refresh_asked.connect(self.refresh)
        self.panel.tree.chosen_changed.connect(self._front.follow_library)
        self.panel.tree.settled.connect(self._front.settle)
        self.batches.open_asked.connect(self.opening.open_item)
        # Save the open pages: a published draft has a new key, and the old one would not be found after a crash.
        # Once for all glossaries of a run: saving takes some milliseconds.
        self._noting = QTimer(self, singleShot=True, interval=0)
        self._noting.timeout.connect(self._note_opened)
        self.published.connect(lambda _key: self._noting.start())
        self.batches.add_language_asked.connect(self.housekeeping.ask_add_dictionary)
        self.batches.bin_asked.connect(self.housekeeping.show_bin)
        self._front.changed.connect(self.undo_history_changed)
        self._front.settled.connect(self._show_possible)
        self._keeper.page_close_started.connect(self.undo_history_changed)
        self._keeper.left.connect(self._front.settle)
        self._keeper.open_states.changed.connect(self.panel.model.bring_up)
        self._jobs.failed.connect(self._on_failed)
        self._use_cases.copy_used.subscribe(self._used_copies.note)

    @property
    def front(self) -> DictionaryPage | MultilingualPage | None:
        """The page that commands act on: for one dictionary, or for all languages of a glossary."""
        return self._front.page

    def finish_editing(self) -> None:
        """Commit the text of the open cell."""
        if self._front.open_page is not None:
            self._front.open_page.grid.finish_editing()

    def _end_typing(self) -> None:
        """Commit the text of the open cell before a command, and remove a new row that is still empty."""
        if self._front.open_page is not None:
            self._front.open_page.finish_editing()

    def _withhold_orders(self) -> None:
        self.panel.withhold(self.withheld)
        self.glossary_page.withhold_publishing(self.withheld.get("publish_chosen", ""))

    @property
    def withheld(self) -> dict[str, str]:
        """The actions that the current key does not allow for the selection, each with the reason."""
        return {**super().withheld, **self._actions.withheld_actions(self.key_limits)}

    def _ask_rename(self, item: LibraryItem) -> None:
        """Rename a glossary, or say why the current key does not allow it."""
        if reason := self.withheld.get("rename_glossary"):
            self._notices.hint(self.window_actions.title("rename_glossary"), reason)
        else:
            self.housekeeping.ask_rename(item)

    def _ask_delete(self, items: Sequence[LibraryItem]) -> None:
        """Delete dictionaries, selected or not, or say why the current key does not allow it."""
        if reason := self._actions.refusal_to_delete(self.key_limits, items):
            self._notices.hint(self.window_actions.title("delete_glossary"), reason)
        else:
            self.batches.ask_delete(items)

    def _show_possible(self) -> None:
        self._actions.show_possible()
        self.window_actions.withhold(self, self.withheld)
        self._withhold_orders()
        self.lock_changed.emit(self._find_locked_name())

    def _find_locked_name(self) -> str:
        item, opened = self.chosen_item(), [each for each in map(self.summary, self.open_keys) if each is not None]
        in_front = opened or ([item.summary] if item is not None else [])
        return next((each.name for each in in_front if each.is_local_only), "")

    # The library

    def refresh(self) -> None:
        """Start to read the library again."""
        self._jobs.start(JobKind.READ_LIBRARY, self.tr("Reading the library"), self.read_library)

    def service_returned(self) -> None:
        """Read the library again if that failed last time: the service responds again."""
        if self._reader.has_failed:
            self.refresh()

    def service_changed(self) -> None:
        """Read the library of the new service, and report unfinished publishing and transfers there."""
        self.refresh()
        title = self.tr("Looking for what waits to be published")
        self._jobs.start(JobKind.FIND_UNFINISHED, title, self._tell_unfinished)

    async def _tell_unfinished(self) -> None:
        await self.publishing.queue.tell_unfinished()
        await self.transfers.tell_of_service()

    def _on_failed(self, error: TermdeskError) -> None:
        if isinstance(error, OutdatedSummary):
            self.refresh()

    async def read_library(self) -> None:
        """Read the library, and show it with the states of open pages."""
        summaries = await self._reader.summaries()
        if not self._reader.has_failed:
            self._used_copies.end()
        names = self._use_cases.session.profiles.names
        self.panel.elsewhere.show_glossaries(await self._reader.elsewhere(), names)
        summaries = self._keeper.open_states.add_open_states(summaries)
        self.panel.show_summaries(summaries, is_of_service=self._reader.is_of_service)
        for page in self.open_pages:
            # Somebody may have renamed its glossary.
            page.show_names()
        self._front.show_library_read()
        self.opening.reopen()
        self.folders.note_library()

    @property
    def summaries(self) -> Sequence[GlossarySummary]:
        """All glossaries as last read, whatever the filter shows."""
        return self.panel.model.summaries

    def chosen_item(self) -> LibraryItem | None:
        """The current row of the library; None if there is none."""
        return self.panel.chosen_item()

    def select(self, key: str, *, pair_text: str = "") -> None:
        """Select a glossary in the library, or one of its dictionaries."""
        self.panel.select(key, pair_text=pair_text)
        # Update now, because a command may follow before the tree emits its signal.
        self._front.follow_library()

    # Opening and closing

    def open_entry(self, key: str, pair: LanguagePair, source: str, *, cell: tuple[int, int] | None = None) -> None:
        """Start to open a dictionary, and go to `cell`, or else to the first entry with this source phrase."""
        self.opening.open_entry(key, pair, source, cell=cell)

    async def open_unshown(
        self, summary: GlossarySummary, pair: LanguagePair, progress: Progress
    ) -> OpenDictionary | None:
        """Open a dictionary without showing it, and ask if it lost many entries on the service.

        Return None if the user cancels.
        """
        return await ask_and_open(self, self._use_cases.library, summary, pair, progress)

    def shows(self, dictionary: OpenDictionary) -> bool:
        """Whether a page shows this dictionary, or will soon."""
        pages = [page for page in (self.page, *self.open_pages) if page is not None]
        return self._keeper.is_coming(dictionary) or any(dictionary in page.dictionaries for page in pages)

    def bring_to_front(self, page: DictionaryPage | None) -> None:
        """Make an open page the one that commands act on; None for no page."""
        self.page = page

    async def show_dictionary(self, dictionary: OpenDictionary, *, reads_library: bool = True) -> None:
        """Show an open dictionary in front. If a page already shows it, focus that page."""
        await self._shown_pages.show(dictionary, reads_library=reads_library)
        tell_copies(self._notices, [each for page in self.open_pages for each in page.dictionaries])

    def ask_close(self) -> None:
        """Close the page in front."""
        self._end_typing()
        self._jobs.start(JobKind.CLOSE_DICTIONARY, self.tr("Closing a dictionary"), self._close_and_read)

    async def _close_and_read(self) -> None:
        """Close the page in front. The page next to it stays open."""
        await self.table.close()
        await self._shown_pages.give_up()
        # Otherwise the focus would go to the next widget in the window, such as the button of a notice.
        (self.front.grid if self.front is not None else self.panel.tree).setFocus()
        self._front.select_in_library()
        await self.read_library()
        self._note_opened()

    def show_page(self, page: SheetPage) -> None:
        """Put a page in front, in its own stack."""
        self._front.put(page)

    async def close_dictionary(self, shared: Sequence[OpenDictionary] = ()) -> None:
        """Close every page, and the dictionaries that are not `shared` with an expected page."""
        await self.table.close()
        await self.beside.close_other(shared)
        await self._shown_pages.give_up(shared)

    @property
    def open_table(self) -> OpenTable | None:
        """The multilingual table in front; None for a single dictionary."""
        return self.table.page.table if self.table.page is not None else None

    async def leave_table(self) -> None:
        """Show one dictionary of the table instead of the table."""
        await self.table.leave()

    def show_table(self, summary: GlossarySummary, source: str) -> None:
        """Start to open the multilingual table of a glossary."""
        self.table.show(summary, source)

    @property
    def open_pages(self) -> list[DictionaryPage | MultilingualPage]:
        """The page in front, then the one next to it."""
        return self._front.open_pages

    @property
    def open_keys(self) -> set[str]:
        """The keys of the glossaries of all open pages."""
        if self.table.page is not None:
            return {self.table.page.table.dictionaries[0].draft.glossary_key}
        return {page.dictionary.draft.glossary_key for page in (self.page, self.beside.other) if page is not None}

    def undo_history(self) -> UndoHistory | None:
        """The undo history of the page in front; None without a page."""
        return self.front.edits.history if self.front is not None else None

    async def may_close(self) -> bool:
        """Wait until all edits are saved. The user is not asked, because edits stay as drafts. Raises StorageFailed."""
        self._remember_library()
        for page in self.open_pages:
            await page.wait_until_saved()
        return True

    def _note_opened(self) -> None:
        self._remember_library()
        self.opened_noted.emit()

    def _remember_library(self) -> None:
        page = self.page
        opened = [page.dictionary.draft.glossary_key, str(page.dictionary.pair)] if page is not None else []
        self._remembered.library = replace(self.panel.tree.memory(), opened=opened)

    # Files and the service

    def ask_publish(self) -> None:
        """Publish the page in front, after the user has seen the plan."""
        self._end_typing()
        if self.front is not None:
            self.publishing.ask_publish(self.front)

    def open_files(self, paths: Sequence[Path]) -> None:
        """Import these files and folders one after the other; for a release, take over its changes."""
        self.releases.take_over_or(paths, self._import_flow.import_files)

    def ask_import(self) -> None:
        """Ask for files, and import them."""
        self._import_flow.ask_files()

    def open_sample(self) -> None:
        """Open the sample glossary that comes with the program."""
        self._import_flow.open_sample(resources.path(SAMPLE))

    def ask_export(self) -> None:
        """Export the page in front."""
        self._end_typing()
        if self.front is None:
            return
        if self.table.page is not None:
            self.table.ask_export()
        elif self.page is not None:
            self._export_flow.ask_export(self.page)

    async def show_sample(self) -> None:
        """Open the sample, unless something is open."""
        if self._front.open_page is None:
            await self._import_flow.take_sample(resources.path(SAMPLE))
