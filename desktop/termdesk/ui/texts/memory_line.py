"""Fetches translation memories from files and other services, and sends confirmed translations to services."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from termdesk.application.texts.confirmed_texts import ConfirmedPair
from termdesk.application.texts.memory_transfer import MemoryTransfer, SendResult
from termdesk.domain.provider import Provider
from termdesk.ui.preferences.service_question import ask_service
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import JobProgress, Jobs
from termdesk.ui.texts.memory_dialogs import FetchMemoryDialog, MemoryChoiceDialog, SendMemoryDialog
from termdesk.ui.widgets.dialogs import show_dialog
from termdesk.ui.widgets.plain import PlainLabel, set_tooltip
from termdesk.ui.widgets.plain_buttons import text_button
from termdesk.ui.words.lists import list_sentences
from termdesk.ui.words.service_words import provider_title


class MemoryLine(QWidget):
    """Two buttons, and the result of the last fetch or send."""

    # Emitted when the confirmed translations have changed.
    fetched = Signal()

    def __init__(self, transfer: MemoryTransfer, jobs: Jobs, services: Sequence[Provider]) -> None:
        """Build the line. `services` are those that the user knows; the one in use is not offered."""
        super().__init__()
        self._transfer = transfer
        self._jobs = jobs
        self._services = services
        self._pair: ConfirmedPair | None = None
        self.fetch_button = text_button(
            "memory_fetch",
            _tr("Fetc&h from a service…"),
            meaning=_tr("Fetch a translation memory from another service"),
        )
        self.send_button = text_button(
            "memory_send",
            _tr("Se&nd to a service…"),
            meaning=_tr("Send the translations of this pair to another service"),
        )
        self.words = PlainLabel(wraps=True, tone="muted")
        self.words.setObjectName("memory_words")
        line = QHBoxLayout()
        for button in (self.fetch_button, self.send_button):
            line.addWidget(button)
        line.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(line)
        column.addWidget(self.words)
        self.words.hide()
        self.fetch_button.clicked.connect(self.ask_fetch)
        self.send_button.clicked.connect(self.ask_send)
        self.show_possible(is_available=False, pair=None)

    def show_possible(self, *, is_available: bool, pair: ConfirmedPair | None) -> None:
        """Enable the possible actions. `is_available`: the service in use stores confirmed translations."""
        self._pair = pair
        others = self._transfer.without_own(self._services)
        self.fetch_button.setEnabled(is_available and bool(others))
        self.send_button.setEnabled(is_available and bool(others) and pair is not None)
        words = "" if others else _tr("Connect to the other service once; after that it is offered here by its name.")
        for button in (self.fetch_button, self.send_button):
            set_tooltip(button, words)

    def _say(self, words: str) -> None:
        self.words.setText(words)
        self.words.setVisible(bool(words))

    # From another service

    def ask_fetch(self) -> None:
        """Ask for a service and a memory, preview the changes, and confirm the translations of the memory."""
        self._jobs.start_with_progress(
            JobKind.FETCH_CONFIRMED_TRANSLATIONS, self.tr("Fetching a translation memory"), self._fetch
        )

    async def _fetch(self, progress: JobProgress) -> None:
        title = _tr("Fetch from a service")
        provider = await ask_service(self, self._transfer.without_own(self._services), title=title)
        if provider is None:
            return
        self._say("")
        service = provider_title(provider)
        async with self._transfer.connect(provider) as other:
            memories = await self._transfer.memories(other)
            if not memories:
                self._say(_tr("{service} has no translation memories.").format(service=service))
                return
            choice = MemoryChoiceDialog(self, memories, service=service)
            if not await show_dialog(choice):
                return
            plan = await self._transfer.plan_fetch(other, choice.chosen, progress)
        if await show_dialog(FetchMemoryDialog(self, plan, service=service)):
            skipped = await self._transfer.fetch(plan, progress)
            done = _tr("%Ln translations were fetched and are used from now on.", "", plan.change_count)
            self._tell_brought(done, skipped)

    async def import_file(self, path: Path, progress: JobProgress) -> None:
        """Preview the changes by a TMX file, and confirm its translations. Raises TermdeskError."""
        self._say("")
        plan = await self._transfer.plan_file(path, progress)
        if await show_dialog(FetchMemoryDialog(self, plan)):
            await self._transfer.fetch(plan, progress)
            done = _tr("%Ln translations were imported and are used from now on.", "", plan.change_count)
            self._tell_brought(done, len(plan.rejected))

    def _tell_brought(self, done: str, skipped: int) -> None:
        left = _tr("%Ln segments were left out.", "", skipped) if skipped else ""
        self._say(list_sentences((done, left)))
        self.fetched.emit()

    # To another service

    def ask_send(self) -> None:
        """Ask for a service and a name, and create a memory there with the confirmed translations of the chosen
        pair.
        """
        if self._pair is not None:
            self._jobs.start_with_progress(
                JobKind.SEND_CONFIRMED_TRANSLATIONS,
                self.tr("Sending confirmed translations"),
                partial(self._send, self._pair),
            )

    async def _send(self, confirmed: ConfirmedPair, progress: JobProgress) -> None:
        title = _tr("Send to a service")
        provider = await ask_service(self, self._transfer.without_own(self._services), title=title)
        if provider is None:
            return
        self._say("")
        service = provider_title(provider)
        async with self._transfer.connect(provider) as other:
            plan = await self._transfer.plan_send(other, confirmed)
            dialog = SendMemoryDialog(self, plan, service=service)
            if await show_dialog(dialog):
                name, replaces = dialog.name, dialog.replaces
                result = await self._transfer.send(other, plan, name=name, replaces=replaces, progress=progress)
                self._tell_sent(result, service, replaces=replaces)

    def _tell_sent(self, result: SendResult, service: str, *, replaces: bool) -> None:
        done = _tr("{service} has %Ln of these translations now.", "", result.arrived_count).format(service=service)
        left = _tr("%Ln segments were left out.", "", result.skipped_count) if result.skipped_count else ""
        if result.deleted_count:
            earlier = _tr("%Ln earlier memories of this name were deleted.", "", result.deleted_count)
        elif replaces:
            earlier = _tr("The earlier memory of this name was kept, because not everything arrived.")
        else:
            earlier = ""
        self._say(list_sentences((done, left, earlier)))


def _tr(text: str, comment: str = "", n: int = -1) -> str:
    return QCoreApplication.translate("MemoryLine", text, comment, n)
