"""Connects the window and its panes to the use cases."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from termdesk.application.diagnosis import AWAY_KINDS, NO_SERVICE_KINDS, USED_UP_KINDS
from termdesk.application.session.key_limits import describe_limits
from termdesk.application.session.profile_keys import NO_SECRETS, Secrets
from termdesk.application.session.session import ConnectionState
from termdesk.application.usage.usage_monitor import UsageLevel
from termdesk.domain.key_scope import Scope
from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.profile_flow import ProfileFlow
from termdesk.ui.profiles.profiles_menu import ProfilesMenu
from termdesk.ui.program_dialogs import ProgramDialogs
from termdesk.ui.recent_files_menu import RecentFilesMenu
from termdesk.ui.recovery.start_notices import StartNotices
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.main_window import MainWindow
from termdesk.ui.shell.memory_store import MemoryStore
from termdesk.ui.widgets import theme
from termdesk.ui.words.failure_words import explain
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.service_words import provider_title, service_title
from termdesk.ui.words.wait_words import wait_words

if TYPE_CHECKING:
    from termdesk.application.lazy_use_cases import LazyUseCases
    from termdesk.application.texts.history import StoredText
    from termdesk.domain.language.language import LanguagePair
    from termdesk.domain.profile import Profile
    from termdesk.domain.settings import Settings
    from termdesk.ui.documents.documents_pane import DocumentsPane
    from termdesk.ui.glossaries.pane.glossaries_pane import GlossariesPane
    from termdesk.ui.improvement.improvement_pane import ImprovePane
    from termdesk.ui.languages.languages_pane import LanguagesPane
    from termdesk.ui.spot_check.spot_check_pane import SpotCheckPane
    from termdesk.ui.texts.text_pane import TextPaneServices
    from termdesk.ui.translation.translation_pane import TranslatePane
    from termdesk.ui.usage.usage_pane import UsagePane

log = logging.getLogger(__name__)

_TONES = {ConnectionState.READY: "good", ConnectionState.STARTING: "warning"}


class AppController(QObject):
    """Builds the window, and handles what concerns the whole program: connecting, preferences, bugs."""

    def __init__(self, use_cases: LazyUseCases, memory_store: MemoryStore) -> None:
        super().__init__()
        self.use_cases = use_cases
        self._session = use_cases.session
        self._memory_store = memory_store
        self._remembered = remembered = memory_store.memory
        self.window = MainWindow(remembered)
        self.window.window_actions.restore_keys(remembered.own_keys)
        self.closed = asyncio.Event()
        self.window.closed.connect(self.closed.set)
        self.window.jobs.bug_found.connect(self.show_bug)
        self._is_reporting = self._is_ended = False
        self._usage_level = UsageLevel.UNKNOWN
        # The name of the open glossary if it must stay on this computer.
        self._locked_name = ""
        self.start_notices = StartNotices(self.window, use_cases)
        self._dialogs = ProgramDialogs(self.window, use_cases, remembered)
        self._dialogs.text_opened.connect(self._open_text)
        self._dialogs.keeping_changed.connect(self._keep_drafts)
        self.profiles = ProfileFlow(self.window, self._session, use=self._use)
        self._offer_panes(remembered)
        self._bind()
        self.window.jobs.failed.connect(self._session.report_failure)
        self._unsubscribe = (
            self._session.state_changed.subscribe(self._show_connection),
            self._session.recovered.subscribe(partial(self.window.notices.tell_return, AWAY_KINDS)),
            self._session.service_changed.subscribe(self._forget_failures),
            self._session.profiles.changed.subscribe(self._show_connection),
            use_cases.usage_monitor.changed.subscribe(self._show_usage),
            self._session.settings_changed_elsewhere.subscribe(self._on_settings_elsewhere),
        )
        self._show_connection()
        self.window.restore()

    def _offer_panes(self, remembered: WindowMemory) -> None:
        """Add the panes in their order on the rail. Each imports its modules when it is first shown."""
        window = self.window
        shared: dict[str, Any] = {"jobs": window.jobs, "actions": window.window_actions}
        arguments: dict[str, Any] = {**shared, "remembered": remembered, "notices": window.notices}
        window.add_pane("glossaries", self.tr("Glossaries"), partial(self._make_glossaries, arguments))
        window.add_pane("translate", self.tr("Translate"), partial(self._make_translate, arguments))
        window.add_pane("spot_check", self.tr("Spot-check"), partial(self._make_spot_check, arguments))
        window.add_pane("improve", self.tr("Improve"), partial(self._make_improve, arguments))
        window.add_pane("documents", self.tr("Documents"), partial(self._make_documents, arguments))
        window.add_pane("languages", self.tr("Languages"), partial(self._make_languages, shared))
        window.add_pane("usage", self.tr("Usage"), partial(self._make_usage, arguments))

    def _make_glossaries(self, arguments: dict[str, Any]) -> GlossariesPane:
        from termdesk.ui.glossaries.pane.glossaries_pane import GlossariesPane

        pane = GlossariesPane(
            use_cases=self.use_cases,
            is_profile_elsewhere=self.profiles.is_elsewhere,
            parent=self.window.stack,
            **arguments,
        )
        pane.undo_history_changed.connect(lambda: self.window.use_undo_history_of(pane))
        pane.lock_changed.connect(self._on_lock_changed)
        pane.connect_asked.connect(self._on_connect)
        pane.opened_noted.connect(self._memory_store.save_in_background)
        pane.spot_check_asked.connect(self._check_draft)
        pane.additions.open_asked.connect(self._show_entry)
        return pane

    def _make_translate(self, arguments: dict[str, Any]) -> TranslatePane:
        from termdesk.ui.translation.translation_pane import TranslatePane

        cases, services = self.use_cases, self._text_services(arguments)
        pane = TranslatePane(cases.translator, services, unpublished=cases.unpublished_edits)
        self.glossaries.published.connect(pane.glossary_published)
        pane.open_asked.connect(self._open_glossary)
        pane.publish_asked.connect(self.glossaries.publishing.ask_publish_pair)
        pane.possible_asked.connect(self._show_tasks)
        pane.add_asked.connect(self.glossaries.additions.ask)
        pane.add_at_once_asked.connect(self.glossaries.additions.add)
        return pane

    def _make_spot_check(self, arguments: dict[str, Any]) -> SpotCheckPane:
        from termdesk.ui.spot_check.spot_check_pane import SpotCheckPane

        pane = SpotCheckPane(self.use_cases.spot_checks, usage_monitor=self.use_cases.usage_monitor, **arguments)
        pane.entry_asked.connect(self._open_entry)
        return pane

    def _make_improve(self, arguments: dict[str, Any]) -> ImprovePane:
        from termdesk.ui.improvement.improvement_pane import ImprovePane

        cases = self.use_cases
        pane = ImprovePane(
            cases.improver,
            self._text_services(arguments),
            unpublished=cases.unpublished_edits,
            find_local=lambda: cases.local_improver,
        )
        self.glossaries.published.connect(pane.glossary_published)
        pane.add_asked.connect(self.glossaries.additions.ask_phrase)
        return pane

    def _make_documents(self, arguments: dict[str, Any]) -> DocumentsPane:
        from termdesk.ui.documents.documents_pane import DocumentsPane

        cases = self.use_cases
        return DocumentsPane(
            cases.documents, unpublished=cases.unpublished_edits, usage_monitor=cases.usage_monitor, **arguments
        )

    def _make_languages(self, shared: dict[str, Any]) -> LanguagesPane:
        from termdesk.ui.languages.languages_pane import LanguagesPane

        return LanguagesPane(lists=self.use_cases.languages, tasks=self.use_cases.pair_tasks, **shared)

    def _make_usage(self, arguments: dict[str, Any]) -> UsagePane:
        from termdesk.ui.usage.usage_pane import UsagePane

        pane = UsagePane(usage_monitor=self.use_cases.usage_monitor, **arguments)
        pane.translate_asked.connect(lambda: self.window.show_pane_named("translate"))
        return pane

    def _text_services(self, arguments: dict[str, Any]) -> TextPaneServices:
        from termdesk.ui.texts.text_pane import TextPaneServices

        cases, save = self.use_cases, self._memory_store.save
        return TextPaneServices(usage_monitor=cases.usage_monitor, history=cases.texts, save_memory=save, **arguments)

    @property
    def glossaries(self) -> GlossariesPane:
        """The Glossaries pane, built on first access like the others."""
        return cast("GlossariesPane", self.window.pane_named("glossaries"))

    @property
    def translate(self) -> TranslatePane:
        """The Translate pane."""
        return cast("TranslatePane", self.window.pane_named("translate"))

    @property
    def spot_check(self) -> SpotCheckPane:
        """The Spot-check pane."""
        return cast("SpotCheckPane", self.window.pane_named("spot_check"))

    @property
    def improve(self) -> ImprovePane:
        """The Improve pane."""
        return cast("ImprovePane", self.window.pane_named("improve"))

    @property
    def documents(self) -> DocumentsPane:
        """The Documents pane."""
        return cast("DocumentsPane", self.window.pane_named("documents"))

    @property
    def languages(self) -> LanguagesPane:
        """The Languages pane."""
        return cast("LanguagesPane", self.window.pane_named("languages"))

    @property
    def usage(self) -> UsagePane:
        """The Usage pane."""
        return cast("UsagePane", self.window.pane_named("usage"))

    def _open_glossary(self, key: str, pair: LanguagePair) -> None:
        self.window.show_pane_named("glossaries")
        self.glossaries.opening.open_glossary(key, pair)

    def _show_tasks(self, source: str, target: str) -> None:
        self.window.show_pane_named("languages")
        self.languages.show_tasks(source, target)

    def _show_entry(self, key: str, pair: LanguagePair, source: str) -> None:
        self.window.show_pane_named("glossaries")
        self.glossaries.open_entry(key, pair, source)

    def _open_entry(self, key: str, pair: LanguagePair, source: str) -> None:
        """Show an entry from a spot-check. From then on, the same key leads back."""
        self._show_entry(key, pair, source)
        self.window.window_actions.allow(self.window, {"go_to_entry": True})

    def _check_draft(self, key: str, pairs: list[LanguagePair]) -> None:
        self.window.show_pane_named("spot_check")
        self.spot_check.check_draft(key, pairs)

    def _bind(self) -> None:
        handlers: dict[str, Callable[[], object]] = {
            "connect": self._on_connect,
            "profiles": self.profiles.show_profiles,
            "preferences": self._on_preferences,
            "quit": self.profiles.quit,
            **self._dialogs.handlers(),
            "add_documents": self._on_add_documents,
            "go_to_entry": partial(self.window.show_pane_named, "spot_check"),
        }
        self.window.window_actions.bind(self.window, handlers)
        no_way = self.tr("No entry was shown from a spot-check yet.")
        self.window.window_actions.allow(self.window, {"go_to_entry": False}, no_way)
        recent = RecentFilesMenu(self._remembered, lambda path: self.window.open_files([path]), self.window)
        self.window.window_actions.insert_menu(recent, before="open_sample")
        menu = ProfilesMenu(
            self._session.profiles,
            in_use=lambda: self._session.profile,
            use=self.profiles.use,
            parent=self.window,
        )
        self.window.window_actions.insert_menu(menu, before="profiles")
        self.window.status.connect_asked.connect(self._on_connect)
        self.window.limits.test_asked.connect(self.profiles.test_key)
        self.window.status.profiles_asked.connect(self.profiles.show_profiles)
        self.window.status.jobs.explain_waits(lambda: wait_words(self._session.pauses))
        self.window.notices.connect_asked.connect(self._on_connect)
        self.window.fault_injection.end_asked.connect(self._on_end_fault_injection)

    # Start and end

    def show(self) -> None:
        """Show the window. It connects later, by `connect_in_background`."""
        self.window.show()

    def come_to_front(self, files: Sequence[str]) -> None:
        """Come to the front and open files that another start handed over."""
        self.window.showNormal()
        self.window.raise_()
        self.window.activateWindow()
        self.window.open_files([Path(each) for each in files])

    def connect_in_background(self) -> None:
        """Start a job that connects. Failures become notices."""
        self.window.jobs.start(JobKind.CONNECT, self.tr("Connecting"), self.connect_now)

    async def connect_now(self) -> None:
        """Connect, then read what every pane needs first. The window is usable meanwhile.

        The last edited dictionary is opened before, because it needs no service.
        """
        if self.window.is_built("glossaries"):
            await self.glossaries.opening.reopen_draft()
        await self._session.start()
        self._refresh_panes()
        monitor, is_ready = self.use_cases.usage_monitor, self._session.state is ConnectionState.READY
        read_usage = monitor.refresh if is_ready else monitor.recall
        self.window.jobs.start(JobKind.REFRESH_USAGE, self.tr("Updating the usage"), read_usage)
        if await self.use_cases.bulk_publisher.find_unfinished():
            await self.glossaries.publishing.queue.tell_unfinished()
        else:
            await self.start_notices.tell_unfinished_calls()
        if await self.use_cases.transfer.find_unfinished():
            await self.glossaries.transfers.tell_unfinished()
        await self.start_notices.tell_open_texts()
        await self.start_notices.tell_open_documents(
            self._session.profiles.names, partial(self.window.show_pane_named, "documents")
        )
        self.window.jobs.start(JobKind.DELETE_OLD_TEXTS, self.tr("Deleting old texts"), self.use_cases.texts.tidy)
        await self.use_cases.usage_monitor.tidy()
        title = self.tr("Tidying up after spot-checks")
        self.window.jobs.start(JobKind.TIDY_SPOT_CHECKS, title, self.use_cases.spot_checks.tidy)

    def _refresh_panes(self) -> None:
        for pane in self.window.panes:
            pane.service_changed()

    async def close(self) -> None:
        """End all jobs, save and close what is open, and delete the window, once. Raises StorageFailed."""
        if self._is_ended:
            return
        self._is_ended = True
        for unsubscribe in self._unsubscribe:
            unsubscribe()
        await self.window.jobs.close()
        if self.window.is_built("glossaries"):
            from termdesk.ui.glossaries.sheet.clipboard import leave_text

            # Do this first, because saving the last edits may fail.
            leave_text()
            await self.glossaries.close_dictionary()
        self.window.deleteLater()

    # Actions of the whole window

    def _on_connect(self) -> None:
        self.profiles.connect_to_service()

    async def _use(self, profile: Profile, secrets: Secrets = NO_SECRETS, is_same_service: bool = False) -> None:
        """Switch to a profile, with the stored secrets if none are given. Save and close open dictionaries before.

        `is_same_service`: only the address of the profile has changed, not its service.
        """
        session = self._session
        if not await self.glossaries.may_close():
            return
        await self.glossaries.close_dictionary()
        profile = await session.save_profile(
            profile, secrets.key, proxy_password=secrets.proxy_password, is_same_service=is_same_service
        )
        await session.use(profile.id)
        if not profile.provider.is_local and profile.keeps_key and not session.keys.store.is_lasting:
            self.window.notices.say(
                self.tr("The key is kept for this session only"),
                self.tr(
                    "This computer has no key store that Termdesk can use, and Termdesk never writes a key into a file."
                ),
            )
        await self.connect_now()

    def _on_add_documents(self) -> None:
        self.window.show_pane_named("documents")
        self.documents.ask_add()

    def _open_text(self, text: StoredText) -> None:
        """Open a text of the history in the pane where it was made."""
        how = text.improvement
        name = "improve" if how else "translate"
        self.window.show_pane_named(name)
        if how:
            self.improve.open_text(text, how)
        else:
            self.translate.open_text(text)

    def _keep_drafts(self) -> None:
        """Save the unfinished texts, or delete them from the disk, according to the settings."""
        if not self.use_cases.texts.keeps_texts:
            self._memory_store.forget_drafts()
        self._memory_store.save()
        if self.window.is_built("translate"):
            self.translate.keep_draft()
        if self.window.is_built("improve"):
            self.improve.keep_draft()

    def _on_end_fault_injection(self) -> None:
        self.window.jobs.start(
            JobKind.END_FAULT_INJECTION, self.tr("Ending the rehearsal"), self._session.end_fault_injection
        )

    def _on_preferences(self) -> None:
        self.window.jobs.start(JobKind.SHOW_PREFERENCES, self.tr("Preferences"), self._change_preferences)

    async def _change_preferences(self) -> None:
        from termdesk.ui.preferences.preferences_dialog import ask_preferences

        texts = self.use_cases.texts
        kept_texts = texts.keeps_texts
        settings = await ask_preferences(self.window, self._session.settings)
        if settings is not None:
            needs_restart = self._session.save_settings(settings)
            self._apply_settings()
            if needs_restart:
                await self._session.reconnect()
                self._refresh_panes()
            self._keep_drafts()
            if kept_texts and not texts.keeps_texts:
                from termdesk.ui.texts.retention_line import offer_deletion

                await offer_deletion(self.window, texts, self.window.jobs)

    def _apply_settings(self) -> None:
        settings, app = self._session.settings, QApplication.instance()
        assert isinstance(app, QApplication)
        theme.apply(app, choice=settings.theme, text_size=settings.text_size)
        self._show_usage()

    def _on_settings_elsewhere(self, before: Settings, after: Settings) -> None:
        """Apply settings that a command has stored. The session has them already."""
        from termdesk.ui.preferences.settings_notice import tell_changed_settings

        self._apply_settings()
        self._keep_drafts()
        tell_changed_settings(self.window.notices, before, after)

    # Status display

    def _show_connection(self) -> None:
        session = self._session
        if session.state is ConnectionState.READY:
            self.window.notices.end(NO_SERVICE_KINDS)
            if self.window.is_built("glossaries"):
                self.glossaries.publishing.queue.go_on()
                self.glossaries.service_returned()
        self.window.status.show_connection(localize(session.sentence), tone=_TONES.get(session.state, "problem"))
        self.window.window_actions.allow(
            self.window,
            dict.fromkeys(("rehearse", "engines"), session.provider.is_local),
            self.tr("Connect to the service on this computer first."),
        )
        self.window.fault_injection.show_fault_injection(
            is_on=session.is_fault_injection_on, may_end=session.provider.is_local
        )
        service = service_title(session.provider.name) if session.provider.is_local else session.full_title
        self.window.show_profile(provider_title(session.provider), session.profile_in_use.color)
        self.window.window_actions["publish"].setText(self.tr("&Publish to {service}…").format(service=service))
        self._show_title()
        self._show_key_limits()

    def _show_key_limits(self) -> None:
        profile = self._session.profile_in_use
        limits = {scope: localize(words) for scope, words in describe_limits(profile).items()}
        self.window.show_key_limits(limits, profile.reach.found_on)
        reason = limits.get(Scope.TRANSLATE_DOCUMENT)
        self.window.window_actions.withhold(self.window, {"add_documents": reason} if reason else {})

    def _show_title(self) -> None:
        """Show the name of a remote service, and of a glossary that must stay on this computer, in the window title."""
        title, session = "Termdesk", self._session
        if not session.provider.is_local:
            title = self.tr("{service} – Termdesk").format(service=session.full_title)
        if self._locked_name:
            title = self.tr("“{name}” stays on this computer – {title}").format(name=self._locked_name, title=title)
        self.window.setWindowTitle(title)

    def _on_lock_changed(self, name: str) -> None:
        self._locked_name = name
        self._show_title()

    def _forget_failures(self) -> None:
        """Remove the messages about the previous service."""
        self.window.notices.end(NO_SERVICE_KINDS | USED_UP_KINDS)

    def _show_usage(self) -> None:
        monitor = self.use_cases.usage_monitor
        before, self._usage_level = self._usage_level, monitor.level
        # Only if it was full before: an outdated count must not hide what the service has just reported.
        if before is UsageLevel.FULL and self._usage_level is not UsageLevel.FULL:
            self.window.notices.end(USED_UP_KINDS)
        reason = explain(monitor.failure).cause if monitor.failure else ""
        self.window.status.show_usage(
            monitor.usage, last=monitor.last_sample, warn_at=monitor.warn_at, reason=reason, day=monitor.day
        )
        for pane in self.window.panes:
            pane.usage_changed()

    def show_bug(self, error: BaseException) -> None:
        """Log every bug, but open only one dialog at a time."""
        from termdesk.ui.recovery.report_dialog import ReportDialog, report_of

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
