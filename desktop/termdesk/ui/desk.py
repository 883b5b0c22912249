"""The window with its panes, joined to what the program can do."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from termdesk.application.session import ConnectionState
from termdesk.domain.amounts import amount
from termdesk.ui import theme
from termdesk.ui.actions import OWN_KEYS
from termdesk.ui.main_window import MainWindow, Remembered
from termdesk.ui.pane import Pane
from termdesk.ui.use_cases import UseCases

if TYPE_CHECKING:
    from termdesk.domain.provider import Provider
    from termdesk.ui.glossaries.glossaries_pane import GlossariesPane
    from termdesk.ui.improve.improve_pane import ImprovePane
    from termdesk.ui.languages.languages_pane import LanguagesPane
    from termdesk.ui.translate.translate_pane import TranslatePane
    from termdesk.ui.usage.usage_pane import UsagePane

log = logging.getLogger(__name__)

CONNECTING = "Connecting"
_TONES = {ConnectionState.READY: "good", ConnectionState.STARTING: "warning"}


class Desk(QObject):
    """Builds the window, and answers what concerns the whole of it: connecting, preferences, bugs."""

    def __init__(self, use_cases: UseCases, remembered: Remembered) -> None:
        super().__init__()
        self.use_cases = use_cases
        self._session = use_cases.session
        self._remembered = remembered
        self.window = MainWindow(remembered)
        self.window.window_actions.restore_keys(remembered.get(OWN_KEYS))
        self.closed = asyncio.Event()
        self.window.closed.connect(self.closed.set)
        self.window.jobs.bug_found.connect(self.show_bug)
        self._is_reporting = False
        self._offer_panes(remembered)
        self._bind()
        self.window.jobs.failed.connect(self._session.heard)
        self._session.state_changed.append(self._show_connection)
        use_cases.metering.changed.append(self._show_usage)
        self._show_connection()
        self.window.restore()

    def _offer_panes(self, remembered: Remembered) -> None:
        """The panes in their order on the rail. Each imports what it needs when it is first shown."""
        cases, window = self.use_cases, self.window
        shared: dict[str, Any] = {"jobs": window.jobs, "actions": window.window_actions}
        telling: dict[str, Any] = {**shared, "remembered": remembered, "notices": window.notices}

        def glossaries() -> Pane:
            from termdesk.ui.glossaries.glossaries_pane import GlossariesPane

            pane = GlossariesPane(use_cases=cases, **telling)
            pane.undo_stack_changed.connect(lambda: window.use_undo_stack_of(pane))
            pane.connect_asked.connect(self._on_connect)
            return pane

        def translate() -> Pane:
            from termdesk.ui.translate.translate_pane import TranslatePane

            pane = TranslatePane(translating=cases.translating, metering=cases.metering, **telling)
            self.glossaries.published.connect(cases.translating.forget_terms)
            return pane

        def improve() -> Pane:
            from termdesk.ui.improve.improve_pane import ImprovePane

            return ImprovePane(improving=cases.improving, metering=cases.metering, **telling)

        def languages() -> Pane:
            from termdesk.ui.languages.languages_pane import LanguagesPane

            return LanguagesPane(lists=cases.languages, **shared)

        def usage() -> Pane:
            from termdesk.ui.usage.usage_pane import UsagePane

            return UsagePane(metering=cases.metering, **shared)

        window.add_pane("glossaries", self.tr("Glossaries"), glossaries)
        window.add_pane("translate", self.tr("Translate"), translate)
        window.add_pane("improve", self.tr("Improve"), improve)
        window.add_pane("languages", self.tr("Languages"), languages)
        window.add_pane("usage", self.tr("Usage"), usage)

    @property
    def glossaries(self) -> GlossariesPane:
        return cast("GlossariesPane", self.window.pane_named("glossaries"))

    @property
    def translate(self) -> TranslatePane:
        return cast("TranslatePane", self.window.pane_named("translate"))

    @property
    def improve(self) -> ImprovePane:
        return cast("ImprovePane", self.window.pane_named("improve"))

    @property
    def languages(self) -> LanguagesPane:
        return cast("LanguagesPane", self.window.pane_named("languages"))

    @property
    def usage(self) -> UsagePane:
        return cast("UsagePane", self.window.pane_named("usage"))

    def _bind(self) -> None:
        handlers: dict[str, Callable[[], object]] = {
            "connect": self._on_connect,
            "preferences": self._on_preferences,
            "shortcuts": self._on_shortcuts,
            "about": self._on_about,
            "rehearse": self._on_rehearse,
            "engines": self._on_engines,
        }
        self.window.window_actions.bind(self.window, handlers)
        self.window.status.connect_asked.connect(self._on_connect)
        self.window.rehearsal.end_asked.connect(self._on_end_rehearsal)

    # Starting and ending

    def show(self) -> None:
        self.window.show()

    def come_to_front(self, files: Sequence[str]) -> None:
        """Another start handed its files over."""
        self.window.showNormal()
        self.window.raise_()
        self.window.activateWindow()
        self.window.open_files([Path(each) for each in files])

    def connect_in_background(self) -> None:
        self.window.jobs.start(CONNECTING, self.connect_now())

    async def connect_now(self) -> None:
        """Connect, then read what every pane needs first. The window is usable before and meanwhile."""
        await self._session.start()
        await self.use_cases.metering.tidy()
        if self._session.state is ConnectionState.READY:
            await self.use_cases.metering.read()
        self._refresh_panes()
        await self._tell_unfinished()

    async def _tell_unfinished(self) -> None:
        """Calls of an earlier run whose outcome nobody saw: said before anything is sent."""
        count = await self.use_cases.publishing.unfinished()
        if count:
            self.window.notices.say(
                self.tr("The last publishing was cut off"),
                amount(
                    count, self.tr("1 call may have arrived or not."), self.tr("{count} calls may have arrived or not.")
                )
                + " "
                + self.tr("Open the dictionary and publish again: it looks first, and sends only what is missing."),
                kind="warning",
            )

    def tell_damaged(self, path: Path) -> None:
        """A damaged file was set aside at the start."""
        self.window.notices.say(
            self.tr("A file of Termdesk was damaged"),
            self.tr("It was set aside as {path}, and a new one begun. What was published is on the service.").format(
                path=path
            ),
            kind="warning",
        )

    def _refresh_panes(self) -> None:
        for pane in self.window.panes:
            pane.service_changed()

    async def close(self) -> None:
        self._session.state_changed.remove(self._show_connection)
        self.use_cases.metering.changed.remove(self._show_usage)
        await self.window.jobs.close()
        if self.window.is_built("glossaries"):
            from termdesk.ui.glossaries.clipboard import leave_text

            # First: a disk that refuses the last edits must not keep it from the end.
            leave_text()
            await self.glossaries.close_dictionary()
        self.window.deleteLater()

    # The whole window's own actions

    def _on_connect(self) -> None:
        self.window.jobs.start("Choosing a service", self._choose_service())

    async def _choose_service(self) -> None:
        from termdesk.application.trial import try_connection
        from termdesk.ui.connect_dialog import KeptKeys, ask_connection

        session = self._session

        async def trial(provider: Provider, key: str) -> str:
            return await try_connection(provider, key or await session.kept_key(provider))

        async def has_key(provider: Provider) -> bool:
            return bool(await session.kept_key(provider))

        chosen = await ask_connection(
            self.window,
            session.providers(),
            current=session.provider.name,
            jobs=self.window.jobs,
            trial=trial,
            kept=KeptKeys(has_key, session.forget_key),
        )
        if chosen is None:
            return
        if not await self.glossaries.may_close():
            return
        await self.glossaries.close_dictionary()
        provider, key = chosen
        await session.use(provider, key)
        if not provider.is_local and not session.keys.is_lasting:
            self.window.notices.say(
                self.tr("The key is kept for this session only"),
                self.tr("This computer has no key store that could be used; a key is never written into a file."),
            )
        await self.connect_now()

    def _on_engines(self) -> None:
        self.window.jobs.start("Engines", self._show_engines())

    async def _show_engines(self) -> None:
        from termdesk.ui.dialogs import answered
        from termdesk.ui.engines_dialog import EnginesDialog

        await answered(EnginesDialog(self.window, self.use_cases.engines, self.window.jobs))

    def _on_rehearse(self) -> None:
        self.window.jobs.start("Rehearsing", self._rehearse())

    async def _rehearse(self) -> None:
        from termdesk.ui.rehearsal_dialog import ask_rehearsal

        fault = await ask_rehearsal(self.window)
        if fault is not None:
            await self._session.rehearse(fault)

    def _on_end_rehearsal(self) -> None:
        self.window.jobs.start("Ending the rehearsal", self._session.end_rehearsal())

    def _on_preferences(self) -> None:
        self.window.jobs.start("Preferences", self._change_preferences())

    async def _change_preferences(self) -> None:
        from termdesk.ui.preferences import ask_preferences

        settings = await ask_preferences(self.window, self._session.settings)
        if settings is not None:
            needs_restart = self._session.save_settings(settings)
            app = QApplication.instance()
            assert isinstance(app, QApplication)
            theme.apply(app, choice=settings.theme, text_size=settings.text_size)
            self._show_usage()
            if needs_restart:
                await self._session.reconnect()
                self._refresh_panes()

    def _on_shortcuts(self) -> None:
        self.window.jobs.start("Keys", self._show_shortcuts())

    async def _show_shortcuts(self) -> None:
        from termdesk.ui.dialogs import answered
        from termdesk.ui.keys_dialog import KeysDialog

        await answered(KeysDialog(self.window, self.window.window_actions, self._remembered))

    def _on_about(self) -> None:
        self.window.jobs.start("About", self._tell_about())

    async def _tell_about(self) -> None:
        from termdesk.application.about import describe_engines
        from termdesk.ui.about_dialog import AboutDialog
        from termdesk.ui.dialogs import answered

        engines = await describe_engines(self._session)
        folder = str(self._session.folders.data)
        await answered(AboutDialog(self.window, engines=engines, folder=folder))

    # What is shown all the time

    def _show_connection(self) -> None:
        session = self._session
        self.window.status.show_connection(session.sentence, tone=_TONES.get(session.state, "problem"))
        self.window.window_actions.allow(
            self.window, {"rehearse": session.provider.is_local, "engines": session.provider.is_local}
        )
        self.window.rehearsal.show_rehearsal(is_on=session.is_rehearsing, may_end=session.provider.is_local)
        title = "Termdesk" if session.provider.is_local else f"{session.title} – Termdesk"
        self.window.setWindowTitle(title)

    def _show_usage(self) -> None:
        warn_at = self._session.settings.warn_at_percent / 100
        self.window.status.show_usage(self.use_cases.metering.usage, warn_at=warn_at)

    def show_bug(self, error: BaseException) -> None:
        """Log every bug, and tell of it; not again and again while the dialog is open."""
        from termdesk.ui.report_dialog import ReportDialog, report_of

        report = report_of(error)
        log.error("unexpected: %s", report)
        if not self._is_reporting:
            self._is_reporting = True
            dialog = ReportDialog(self.window, report)
            dialog.finished.connect(self._on_reported)
            dialog.finished.connect(dialog.deleteLater)
            dialog.open()

    def _on_reported(self) -> None:
        self._is_reporting = False
