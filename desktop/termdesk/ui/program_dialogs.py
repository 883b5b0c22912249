"""The dialogs about the program as a whole. Each is opened by its own job."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from termdesk import resources
from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.main_window import MainWindow

if TYPE_CHECKING:
    from termdesk.application.lazy_use_cases import LazyUseCases


class ProgramDialogs(QObject):
    """Opens help, keys, engines, rehearsal, the history of texts and About.

    Each is imported when it is first opened.
    """

    # Emitted with a StoredText of the history, to open it in its pane.
    text_opened = Signal(object)
    # Emitted after the user turns keeping texts on or off.
    keeping_changed = Signal()

    def __init__(self, window: MainWindow, use_cases: LazyUseCases, remembered: WindowMemory) -> None:
        super().__init__(window)
        self._window = window
        self._jobs = window.jobs
        self._use_cases = use_cases
        self._session = use_cases.session
        self._remembered = remembered

    def handlers(self) -> dict[str, Callable[[], object]]:
        """Return the functions that open each dialog, by the name of its action."""
        return {
            "help": self._on_help,
            "shortcuts": self._on_shortcuts,
            "about": self._on_about,
            "diagnostics": self._on_diagnostics,
            "rehearse": self._on_inject_fault,
            "engines": self._on_engines,
            "text_history": self._on_text_history,
        }

    def _on_engines(self) -> None:
        self._jobs.start(JobKind.SHOW_ENGINES, self.tr("Engines"), self._show_engines)

    async def _show_engines(self) -> None:
        from termdesk.ui.engines.engines_dialog import EnginesDialog
        from termdesk.ui.widgets.dialogs import show_dialog

        await show_dialog(EnginesDialog(self._window, self._use_cases.engines, self._jobs))

    def _on_text_history(self) -> None:
        self._jobs.start(JobKind.SHOW_TEXT_HISTORY, self.tr("History of texts"), self._show_text_history)

    async def _show_text_history(self) -> None:
        from termdesk.ui.texts.confirmed_page import ConfirmedPage
        from termdesk.ui.texts.history_dialog import HistoryDialog
        from termdesk.ui.texts.memory_line import MemoryLine
        from termdesk.ui.widgets.dialogs import show_dialog

        cases = self._use_cases
        others = [each.provider for each in self._session.profiles.all if not each.provider.is_local]
        copying = MemoryLine(cases.memory_transfer, self._jobs, others)
        confirmed = ConfirmedPage(cases.confirmed_texts, self._jobs, copying)
        dialog = HistoryDialog(self._window, cases.texts, confirmed, self._jobs)
        dialog.keeping_changed.connect(self.keeping_changed)
        await show_dialog(dialog)
        if dialog.opened is not None:
            self.text_opened.emit(dialog.opened)

    def _on_inject_fault(self) -> None:
        self._jobs.start(JobKind.START_FAULT_INJECTION, self.tr("Rehearsing"), self._inject_fault)

    async def _inject_fault(self) -> None:
        from termdesk.ui.engines.fault_injection_dialog import ask_fault_injection

        fault = await ask_fault_injection(self._window)
        if fault is not None:
            await self._session.inject_fault(fault)

    def _on_help(self) -> None:
        self._jobs.start(JobKind.SHOW_HELP, self.tr("Help"), self._show_help)

    async def _show_help(self) -> None:
        from termdesk.ui.shell.help_dialog import HelpDialog, help_pages
        from termdesk.ui.widgets.dialogs import show_dialog

        pages, pane = await asyncio.to_thread(help_pages), self._window.pane
        await show_dialog(HelpDialog(self._window, pages, about=pane.name if pane is not None else ""))

    def _on_shortcuts(self) -> None:
        self._jobs.start(JobKind.SHOW_KEYS, self.tr("Keys"), self._show_shortcuts)

    async def _show_shortcuts(self) -> None:
        from termdesk.ui.shell.keys_dialog import KeysDialog
        from termdesk.ui.widgets.dialogs import show_dialog

        await show_dialog(KeysDialog(self._window, self._window.window_actions, self._remembered))

    def _on_diagnostics(self) -> None:
        self._jobs.start(JobKind.SHOW_DIAGNOSTICS, self.tr("Diagnostic bundle"), self._show_diagnostics)

    async def _show_diagnostics(self) -> None:
        from termdesk.ui.recovery.diagnostics_dialog import DiagnosticsDialog, facts_of_windows, save_bundle
        from termdesk.ui.widgets.dialogs import show_dialog

        files = await self._use_cases.diagnostics.collect(facts_of_windows(self._window))
        if await show_dialog(DiagnosticsDialog(self._window, files)):
            await save_bundle(self._window, files, self._remembered, self._window.notices)

    def _on_about(self) -> None:
        self._jobs.start(JobKind.SHOW_ABOUT, self.tr("About"), self._tell_about)

    async def _tell_about(self) -> None:
        from termdesk.application.session.about import describe_engines
        from termdesk.ui.shell.about_dialog import AboutDialog
        from termdesk.ui.widgets.dialogs import show_dialog

        engines = await describe_engines(self._session)
        folder = str(self._session.folders.data)
        notices = await asyncio.to_thread(resources.read_text, "THIRD_PARTY_NOTICES.txt")
        await show_dialog(AboutDialog(self._window, engines=engines, folder=folder, notices=notices))
