"""The actions of the Glossaries pane: their handlers, and when they are enabled."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication

from termdesk.application.glossaries.summaries import LibraryItem, select_dictionaries
from termdesk.domain.entries.entries import SOURCE
from termdesk.domain.key_scope import Scope
from termdesk.ui.glossaries.library.lock_flow import is_locked
from termdesk.ui.glossaries.rewriting.rewrite_flow import clean, replace, settle_similar
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs

if TYPE_CHECKING:
    from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
    from termdesk.ui.glossaries.exporting.export_many_flow import ExportManyFlow
    from termdesk.ui.glossaries.library.batch_flow import BatchFlow
    from termdesk.ui.glossaries.library.housekeeping import Housekeeping
    from termdesk.ui.glossaries.library.library_panel import LibraryPanel
    from termdesk.ui.glossaries.library.lock_flow import LockFlow
    from termdesk.ui.glossaries.multilingual.multilingual_page import MultilingualPage
    from termdesk.ui.glossaries.multilingual.multilingual_workspace import MultilingualWorkspace
    from termdesk.ui.glossaries.notebook.notebook_flow import NotebookFlow
    from termdesk.ui.glossaries.pane.side_by_side import SideBySide
    from termdesk.ui.glossaries.publishing.publish_flow import PublishFlow
    from termdesk.ui.glossaries.releases.folder_flow import FolderFlow
    from termdesk.ui.glossaries.releases.release_flow import ReleaseFlow
    from termdesk.ui.glossaries.sheet.sheet_page import PageChecks
    from termdesk.ui.glossaries.transfer.transfer_flow import TransferFlow
    from termdesk.ui.glossaries.versions.versions_flow import VersionsFlow
    from termdesk.ui.glossaries.workspace import Workspace

Handlers = dict[str, Callable[[], object]]

# Enabled for one dictionary and for a multilingual table.
IN_EVERY_VIEW = (
    *("copy", "cut", "paste", "select_all", "clear_cells", "insert_row", "delete_rows", "fill_down", "ditto"),
    *("zoom_in", "zoom_out", "zoom_reset", "show_hidden", "columns", "clear_filter", "go_to_row", "check"),
    *(
        "next_violation",
        "previous_violation",
        "sort_source",
        "file_order",
        "export_file",
        "publish",
        "close_dictionary",
    ),
    *("history", "replace", "clean", "revert_rows", "filter_row", "filter_column", "facets", "sort_target"),
    *("details", "similar", "find_next", "find_previous", "entry_panel", "wrap"),
)
# The actions that change glossaries on the current service.
PUBLISHING = ("publish", "publish_everything", "publish_chosen", "move_to_service")
WITH_ONE_DICTIONARY = ("reverse_dictionary",)
WITH_A_CHOSEN_GLOSSARY = (
    *("rename_glossary", "delete_glossary", "add_dictionary", "copy_glossary", "glossary_tags", "export_glossaries"),
    *(
        "pair_matrix",
        "publish_chosen",
        "copy_to_service",
        "move_to_service",
        "lock_glossary",
        "write_release",
        "watched_folder",
    ),
)


class PaneActions:
    """Connects the actions of the window with the pane and its page in front."""

    def __init__(
        self,
        pane: Workspace,
        jobs: Jobs,
        *,
        front: Callable[[], DictionaryPage | MultilingualPage | None],
        panel: LibraryPanel,
        housekeeping: Housekeeping,
        batches: BatchFlow,
        publishing: PublishFlow,
        transfers: TransferFlow,
        export_many: ExportManyFlow,
        table: MultilingualWorkspace,
        beside: SideBySide,
        versions: VersionsFlow,
        notebook: NotebookFlow,
        locks: LockFlow,
        releases: ReleaseFlow,
        folders: FolderFlow,
    ) -> None:
        self._pane = pane
        self._jobs = jobs
        self._get_front = front
        self._panel = panel
        self._housekeeping = housekeeping
        self._batches = batches
        self._publishing = publishing
        self._transfers = transfers
        self._export_many = export_many
        self._table = table
        self._beside = beside
        self._versions = versions
        self._notebook = notebook
        self._locks = locks
        self._releases = releases
        self._folders = folders

    def bind(self, files: Handlers) -> None:
        """Bind all actions; `files` are the handlers of the pane itself."""
        self._pane.bind({**files, **self._library(), **self._views(), **self._cells()})
        self._pane.bind({**self._looks(), **self._search()})

    def withheld_actions(self, limits: Mapping[Scope, str]) -> dict[str, str]:
        """Return actions that the key does not allow for the selection.

        Drafts can be renamed and deleted without the service.
        """
        reason, item = limits.get(Scope.WRITE_GLOSSARIES), self._pane.chosen_item()
        if reason is None or item is None:
            return {}
        found = {"rename_glossary": reason} if item.summary.is_on_service else {}
        refusal = self.refusal_to_delete(limits, self._panel.chosen_items())
        return {**found, "delete_glossary": refusal} if refusal else found

    def refusal_to_delete(self, limits: Mapping[Scope, str], items: Sequence[LibraryItem]) -> str:
        """Return why the key does not allow deleting these dictionaries; empty if it does, or if all are local."""
        parts = select_dictionaries((each.summary, each.row) for each in items)
        return limits.get(Scope.WRITE_GLOSSARIES, "") if any(part.is_on_service for part in parts) else ""

    def show_possible(self) -> None:
        """Enable the actions that apply to the open page and the selection."""
        allow, front = self._pane.allow, self._front
        allow(_tr("Open a dictionary first."), **dict.fromkeys(IN_EVERY_VIEW, front is not None))
        has_one = front is not None and front is self._pane.page
        allow(_tr("Open one dictionary first."), **dict.fromkeys(WITH_ONE_DICTIONARY, has_one))
        choose = _tr("Select a glossary in the library first.")
        allow(choose, **dict.fromkeys(WITH_A_CHOSEN_GLOSSARY, self._pane.chosen_item() is not None))
        # Applies to the page in front, or else to the selection.
        can_list = front is not None or self._pane.chosen_item() is not None
        allow(_tr("Open a dictionary or select one in the library first."), versions=can_list)
        allow(choose, multilingual_view=self._table.is_possible)
        item = self._pane.chosen_item()
        self._pane.window_actions["lock_glossary"].setChecked(is_locked(self._panel.chosen_items()))
        has_id = item is not None and item.summary.glossary_id is not None
        allow(_tr("Select a published glossary in the library first."), copy_glossary_id=has_id)
        both = _tr("Open a dictionary, and select another one in the library.")
        allow(both, open_beside=self._beside.is_possible)

    @property
    def _front(self) -> DictionaryPage | MultilingualPage | None:
        return self._get_front()

    # The actions

    def _library(self) -> Handlers:
        chosen, all_chosen = self._on_chosen, self._on_all_chosen
        housekeeping, batches = self._housekeeping, self._batches
        return {
            "new_glossary": housekeeping.ask_new,
            "refresh": self._pane.refresh,
            "rename_glossary": chosen(housekeeping.ask_rename),
            "delete_glossary": all_chosen(batches.ask_delete),
            "export_glossaries": all_chosen(self._export_many.ask_export),
            "glossary_tags": all_chosen(batches.ask_tags),
            "lock_glossary": all_chosen(self._locks.ask),
            "copy_glossary": chosen(batches.ask_copy),
            "publish_chosen": all_chosen(self._publishing.ask_publish_items),
            "publish_everything": self._publishing.ask_publish_everything,
            "unfinished_publishing": self._publishing.queue.show_unfinished,
            "copy_to_service": all_chosen(self._transfers.ask_copy),
            "move_to_service": all_chosen(self._transfers.ask_move),
            "pair_matrix": chosen(batches.show_matrix),
            "find_glossary": self._panel.focus_filter,
            "add_dictionary": chosen(housekeeping.ask_add_dictionary),
            "bin": housekeeping.show_bin,
            "write_release": chosen(self._releases.ask_write),
            "watched_folder": chosen(self._folders.ask_folder),
            "take_over_release": self._releases.ask_take_over,
            "notebook": self._notebook.show,
            "copy_glossary_id": chosen(self._notebook.copy_id),
            "reverse_dictionary": housekeeping.ask_reverse,
            "history": self._show_history,
            "versions": self._show_versions,
        }

    def _views(self) -> Handlers:
        return {"multilingual_view": self._table.toggle, "open_beside": self._beside.toggle}

    def _show_history(self) -> None:
        from termdesk.ui.glossaries.pane.undo_history_dialog import show_undo_history

        history = self._pane.undo_history()
        if history is not None:
            self._pane.finish_editing()
            self._jobs.start(JobKind.SHOW_UNDO_HISTORY, _tr("History"), partial(show_undo_history, self._pane, history))

    def _show_versions(self) -> None:
        self._pane.finish_editing()
        if (front := self._front) is not None:
            self._versions.ask_versions(front)
        elif (item := self._pane.chosen_item()) is not None:
            self._versions.ask_versions_of(item)

    def _cells(self) -> Handlers:
        front, jobs = self._on_front, self._jobs
        return {
            "cut": front(lambda page: page.cut()),
            "copy": front(lambda page: page.copy()),
            "paste": self._paste,
            "select_all": front(lambda page: page.grid.selectAll()),
            "clear_cells": front(lambda page: page.clear_cells()),
            "insert_row": front(lambda page: page.insert_row()),
            "delete_rows": front(lambda page: page.delete_rows()),
            "fill_down": front(lambda page: page.fill_down()),
            "ditto": front(lambda page: page.ditto(), in_cell=True),
            "revert_rows": front(lambda page: page.revert_rows()),
            "replace": self._job(JobKind.REPLACE, _tr("Replacing"), lambda page: replace(page, jobs)),
            "clean": self._job(JobKind.CLEAN, _tr("Cleaning"), lambda page: clean(page, jobs)),
            "similar": self._job(JobKind.SHOW_SIMILAR, _tr("Similar entries"), lambda page: settle_similar(page, jobs)),
        }

    def _looks(self) -> Handlers:
        front = self._on_front
        return {
            "zoom_in": front(lambda page: page.looks.zoom(1), in_cell=True),
            "zoom_out": front(lambda page: page.looks.zoom(-1), in_cell=True),
            "zoom_reset": front(lambda page: page.looks.zoom(0), in_cell=True),
            "show_hidden": front(lambda page: page.looks.switch_hidden(), in_cell=True),
            "columns": front(lambda page: page.looks.open_column_menu()),
            "entry_panel": front(lambda page: page.entry_panel.switch()),
            "wrap": front(lambda page: page.looks.switch_wrap()),
            "details": front(lambda page: page.switch_details()),
            "filter_row": front(lambda page: page.view_controller.switch_row()),
            "facets": front(lambda page: page.view_controller.switch_panel()),
            "sort_source": front(lambda page: page.sort_by(SOURCE)),
            "sort_target": front(lambda page: page.sort_by_target()),
            "file_order": front(lambda page: page.sort_by(None)),
        }

    def _search(self) -> Handlers:
        return {
            "find": self._find,
            "find_next": self._on_front(lambda page: page.view_controller.find_bar.step(1)),
            "find_previous": self._on_front(lambda page: page.view_controller.find_bar.step(-1)),
            "filter": self._filter,
            "filter_column": self._on_front(lambda page: page.view_controller.filter_column()),
            "clear_filter": self._on_front(lambda page: page.filter_bar.clear()),
            "go_to_row": self._job(JobKind.GO_TO_ROW, _tr("Go to row"), lambda page: page.ask_row()),
            "check": self._on_checks(lambda checks: checks.open()),
            "next_violation": self._on_checks(lambda checks: checks.step(1)),
            "previous_violation": self._on_checks(lambda checks: checks.step(-1)),
        }

    # Handlers

    def _on_front(
        self, do: Callable[[DictionaryPage | MultilingualPage], object], *, in_cell: bool = False
    ) -> Callable[[], None]:
        """Return a handler for the page in front.

        `in_cell` keeps the open cell open; otherwise its text is committed first.
        """

        def act() -> None:
            if not in_cell:
                self._pane.finish_editing()
            if (front := self._front) is not None:
                do(front)

        return act

    def _paste(self) -> None:
        # Use the current selection, not that at the first step of the job.
        if (front := self._front) is not None:
            self._jobs.start(JobKind.PASTE, _tr("Pasting"), front.paste())

    def _job(
        self, kind: JobKind, title: str, work: Callable[[DictionaryPage | MultilingualPage], Coroutine[Any, Any, None]]
    ) -> Callable[[], None]:
        """Return a handler that starts a job, for work that takes time or asks.

        The work itself commits an open cell.
        """

        def act() -> None:
            if (front := self._front) is not None:
                self._jobs.start(kind, title, partial(work, front))

        return act

    def _on_checks(self, do: Callable[[PageChecks], None]) -> Callable[[], None]:
        def act() -> None:
            if (front := self._front) is not None and front.checks is not None:
                do(front.checks)

        return act

    def _on_chosen(self, do: Callable[[LibraryItem], None]) -> Callable[[], None]:
        def act() -> None:
            if (item := self._pane.chosen_item()) is not None:
                do(item)

        return act

    def _on_all_chosen(self, do: Callable[[list[LibraryItem]], None]) -> Callable[[], None]:
        def act() -> None:
            if items := self._panel.chosen_items():
                do(items)

        return act

    def _find(self) -> None:
        """Open the find bar of the page in front, or else focus the filter of the library (Ctrl+F)."""
        if (front := self._front) is None:
            self._panel.focus_filter()
        else:
            self._pane.finish_editing()
            front.view_controller.find_bar.open()

    def _filter(self) -> None:
        """Focus the filter of the library or of the page in front, whichever has the focus (Ctrl+L)."""
        front, focus = self._front, QApplication.focusWidget()
        if front is None or (focus is not None and self._panel.isAncestorOf(focus)):
            self._panel.focus_filter()
        else:
            front.filter_bar.focus()


def _tr(text: str) -> str:
    return QCoreApplication.translate("PaneActions", text)
