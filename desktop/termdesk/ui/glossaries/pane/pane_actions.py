"""What each action does in the Glossaries pane, and which of them make sense at the moment."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication

from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.ui.glossaries.library.library_model import Place
from termdesk.ui.glossaries.rewriting.rewrite_flow import clean, replace, settle_similar
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs

if TYPE_CHECKING:
    from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
    from termdesk.ui.glossaries.multilingual.multilingual_page import MultilingualPage
    from termdesk.ui.glossaries.pane.glossaries_pane import GlossariesPane
    from termdesk.ui.glossaries.sheet.sheet_page import PageChecks

Handlers = dict[str, Callable[[], object]]

# What can be done with one dictionary and with all of a glossary side by side.
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
    *("history", "replace", "clean", "revert_rows"),
)
WITH_ONE_DICTIONARY = (
    "details",
    "filter_row",
    "filter_column",
    "facets",
    "similar",
    "sort_target",
    "reverse_dictionary",
)
WITH_A_CHOSEN_GLOSSARY = (
    *("rename_glossary", "delete_glossary", "add_dictionary", "copy_glossary", "glossary_tags", "export_glossaries"),
    "pair_matrix",
)


class PaneActions:
    """Binds the window's actions to the pane and to what is in front there."""

    def __init__(self, pane: GlossariesPane, jobs: Jobs) -> None:
        self._pane = pane
        self._jobs = jobs

    def bind(self) -> None:
        self._pane.bind({**self._library(), **self._files(), **self._cells(), **self._looks(), **self._finding()})

    def show_possible(self) -> None:
        """Allow what makes sense with what is open and chosen."""
        pane = self._pane
        pane.allow(
            bin=True,
            **dict.fromkeys(IN_EVERY_VIEW, pane.front is not None),
            **dict.fromkeys(WITH_ONE_DICTIONARY, pane.page is not None),
            **dict.fromkeys(WITH_A_CHOSEN_GLOSSARY, pane.panel.chosen() is not None),
            multilingual_view=pane.table.is_possible,
            open_beside=pane.beside.is_possible,
        )

    # What is bound

    def _library(self) -> Handlers:
        pane, chosen, all_chosen = self._pane, self._on_chosen, self._on_all_chosen
        return {
            "new_glossary": pane.housekeeping.ask_new,
            "refresh": pane.refresh,
            "rename_glossary": chosen(pane.housekeeping.ask_rename),
            "delete_glossary": all_chosen(pane.batches.ask_delete),
            "export_glossaries": all_chosen(pane.batches.ask_export),
            "glossary_tags": all_chosen(pane.batches.ask_tags),
            "copy_glossary": chosen(pane.batches.ask_copy),
            "pair_matrix": chosen(pane.batches.show_matrix),
            "find_glossary": pane.panel.focus_filter,
            "add_dictionary": chosen(pane.housekeeping.ask_add_dictionary),
            "bin": pane.housekeeping.show_bin,
            "reverse_dictionary": pane.housekeeping.ask_reverse,
            "history": pane.housekeeping.show_history,
        }

    def _files(self) -> Handlers:
        pane = self._pane
        return {
            "import_file": pane.ask_import,
            "open_sample": pane.open_sample,
            "export_file": pane.ask_export,
            "publish": pane.ask_publish,
            "multilingual_view": pane.table.toggle,
            "open_beside": pane.beside.toggle,
            "close_dictionary": pane.ask_close,
        }

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
            "similar": self._on_page(
                lambda page: jobs.start(
                    JobKind.SHOW_SIMILAR, _tr("Similar entries"), partial(settle_similar, page, jobs)
                )
            ),
        }

    def _settle_similar(self, page: DictionaryPage) -> None:
        work = partial(settle_similar, page, self._jobs)
        self._jobs.start(JobKind.SHOW_SIMILAR, _tr("Similar entries"), work)

    def _looks(self) -> Handlers:
        front, page = self._on_front, self._on_page
        return {
            "zoom_in": front(lambda page: page.looks.zoom(1), in_cell=True),
            "zoom_out": front(lambda page: page.looks.zoom(-1), in_cell=True),
            "zoom_reset": front(lambda page: page.looks.zoom(0), in_cell=True),
            "show_hidden": front(lambda page: page.looks.switch_hidden(), in_cell=True),
            "columns": front(lambda page: page.looks.open_column_menu()),
            "details": page(lambda page: page.looks.show_details(not page.looks.shows_details)),
            "filter_row": page(lambda page: page.view_controller.switch_row()),
            "facets": page(lambda page: page.view_controller.switch_panel()),
            "sort_source": front(lambda page: page.sort_by(SOURCE)),
            "sort_target": page(lambda page: page.sort_by(TARGET)),
            "file_order": front(lambda page: page.sort_by(None)),
        }

    def _finding(self) -> Handlers:
        return {
            "filter": self._filter,
            "filter_column": self._on_page(lambda page: page.view_controller.filter_column()),
            "clear_filter": self._on_front(lambda page: page.filter_bar.clear()),
            "go_to_row": self._job(JobKind.GO_TO_ROW, _tr("Go to row"), lambda page: page.ask_row()),
            "check": self._on_checks(lambda checks: checks.open()),
            "next_violation": self._on_checks(lambda checks: checks.step(1)),
            "previous_violation": self._on_checks(lambda checks: checks.step(-1)),
        }

    # What they are bound to

    def _on_front(
        self, do: Callable[[DictionaryPage | MultilingualPage], object], *, in_cell: bool = False
    ) -> Callable[[], None]:
        """`in_cell`: the open cell stays open meanwhile; otherwise what was typed there is taken over first."""

        def act() -> None:
            if not in_cell:
                self._pane.finish_editing()
            if self._pane.front is not None:
                do(self._pane.front)

        return act

    def _on_page(self, do: Callable[[DictionaryPage], object]) -> Callable[[], None]:
        def act() -> None:
            self._pane.finish_editing()
            if self._pane.page is not None:
                do(self._pane.page)

        return act

    def _paste(self) -> None:
        # Where it is pasted is decided now, not when the job takes its first step.
        if self._pane.front is not None:
            self._jobs.start(JobKind.PASTE, _tr("Pasting"), self._pane.front.paste())

    def _job(
        self, kind: JobKind, title: str, work: Callable[[DictionaryPage | MultilingualPage], Coroutine[Any, Any, None]]
    ) -> Callable[[], None]:
        """Starts what takes time, or asks; it takes over by itself what is typed."""

        def act() -> None:
            if self._pane.front is not None:
                self._jobs.start(kind, title, partial(work, self._pane.front))

        return act

    def _on_checks(self, do: Callable[[PageChecks], None]) -> Callable[[], None]:
        def act() -> None:
            if (front := self._pane.front) is not None and front.checks is not None:
                do(front.checks)

        return act

    def _on_chosen(self, do: Callable[[Place], None]) -> Callable[[], None]:
        def act() -> None:
            if (place := self._pane.panel.chosen()) is not None:
                do(place)

        return act

    def _on_all_chosen(self, do: Callable[[list[Place]], None]) -> Callable[[], None]:
        def act() -> None:
            if places := self._pane.panel.chosen_places():
                do(places)

        return act

    def _filter(self) -> None:
        """Ctrl+L filters what one is at: the library, or the dictionary that is open."""
        pane, focus = self._pane, QApplication.focusWidget()
        if pane.front is None or (focus is not None and pane.panel.isAncestorOf(focus)):
            pane.panel.focus_filter()
        else:
            pane.front.filter_bar.focus()


def _tr(text: str) -> str:
    return QCoreApplication.translate("PaneActions", text)
