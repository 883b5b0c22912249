"""Builds every object once, opens the window, and closes all in reverse."""

from __future__ import annotations

import asyncio
import faulthandler
import logging
import signal
import sys
import threading
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, suppress
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

# PySide6 first: qasync takes the first Qt binding that it finds imported.
import PySide6
from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

import qasync  # type: ignore[import-untyped]  # isort: skip

from termdesk import __version__
from termdesk.application.recovery.upkeep import upkeep
from termdesk.application.redaction import Redaction
from termdesk.application.session.session import Session
from termdesk.domain.errors import StorageFailed, TermdeskError
from termdesk.resources import read_icons
from termdesk.storage.files.atomic_file import atomic_write
from termdesk.storage.files.crash_log import CrashLog
from termdesk.storage.files.folders import Folders
from termdesk.storage.files.private_log import PrivateLog
from termdesk.storage.integrity.damage import DatabaseDamaged
from termdesk.storage.keys import KeyStore
from termdesk.storage.records import Records
from termdesk.storage.settings_file import SettingsFile
from termdesk.storage.window_state import WindowState
from termdesk.ui.app_controller import AppController
from termdesk.ui.shell.idle_gc import collects_when_idle
from termdesk.ui.shell.single_instance import SingleInstance
from termdesk.ui.shell.uncaught import uncaught_go_to
from termdesk.ui.widgets import theme

if TYPE_CHECKING:
    from termdesk.application.glossaries.checks.checks import Checking
    from termdesk.application.glossaries.editing.open_cell import OpenTexts
    from termdesk.application.glossaries.importing.exchange import Exchange
    from termdesk.application.glossaries.library.batches import LibraryBatches
    from termdesk.application.glossaries.library.bin import Bin
    from termdesk.application.glossaries.library.library import Library
    from termdesk.application.glossaries.publishing.publishing import Publishing
    from termdesk.application.improvement.improvement import Improving
    from termdesk.application.languages.languages import LanguageLists
    from termdesk.application.recovery.database_repair import Repaired
    from termdesk.application.recovery.start_problems import StartChoice
    from termdesk.application.session.local_engines import LocalEngines
    from termdesk.application.texts.confirmed_texts import ConfirmedTexts
    from termdesk.application.texts.history import TextHistory
    from termdesk.application.translation.translation import Translating
    from termdesk.application.translation.unpublished_edits import UnpublishedEdits
    from termdesk.application.usage.usage_ledger import UsageLedger
    from termdesk.application.usage.usage_monitor import UsageMonitor

log = logging.getLogger("termdesk")

# The exit code of a start that the user gave up.
NOT_STARTED = 2
WORKER_THREADS = 4
# Threads that compute give way to the window after this; with Python's 5 ms a drag stutters.
SWITCH_SECONDS = 0.0005


def is_deadly_pair(python: tuple[int, ...], qt: tuple[int, ...]) -> bool:
    """Whether these versions (major, minor) must not run together.

    PySide6 6.12 under a Python before 3.12 loses a reference to None in every call and aborts after some thousands
    (design/platform.md 1.1).
    """
    return python < (3, 12) and qt >= (6, 12)


def _refuse_deadly_pair() -> None:
    python, qt = sys.version_info[:2], PySide6.__version_info__[:2]
    if is_deadly_pair(python, qt):
        raise TermdeskError(
            f"PySide6 {PySide6.__version__} aborts under Python {python[0]}.{python[1]}, in the middle of your work.",
            remedy="Install PySide6-Essentials 6.11.3, or use Python 3.12 or newer.",
        )


def run(files: Sequence[str], *, pictures: Path | None = None, folder: Path | None = None) -> int:
    """Open the window with `files` to import, or draw every pane into `pictures`; gives the exit code.

    What is kept lies under `folder`, or in the folders of the user. Raises TermdeskError where this Python and this Qt
    cannot run together.
    """
    _refuse_deadly_pair()
    sys.setswitchinterval(SWITCH_SECONDS)
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    app.setApplicationName("termdesk")
    app.setApplicationDisplayName("Termdesk")
    app.setApplicationVersion(__version__)
    app.setDesktopFileName("termdesk")
    # The window decides when the program ends: a dialog that closes last must not.
    app.setQuitOnLastWindowClosed(False)
    if pictures is not None:
        from termdesk.ui.pictures.pictures import take_pictures

        with TemporaryDirectory(prefix="termdesk-pictures-") as place:
            return _run(app, Folders.under(Path(place)), lambda controller: take_pictures(controller, pictures))
    return _in_loop(app, _started(app, files, folder))


def _run(app: QApplication, folders: Folders, use: Callable[[AppController], Awaitable[None]]) -> int:
    """Use the program in these folders, whoever else does, and without asking where that fails."""
    return _in_loop(app, Start(app, folders).run(use))


def _in_loop(app: QApplication, work: Coroutine[Any, Any, int]) -> int:
    """Run the program's life in Qt's own loop."""
    loop = qasync.QEventLoop(app)
    # qasync's own threads hide what runs in them from coverage tools.
    loop.set_default_executor(_workers())
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        return runner.run(work)


async def _started(app: QApplication, files: Sequence[str], folder: Path | None) -> int:
    """Start, and where that fails ask what to do instead, until it works or the user quits."""
    is_read_only = False
    while True:
        start: Start | None = None
        try:
            folders = Folders.under(folder) if folder else Folders.default()
            start = Start(app, folders, is_read_only=is_read_only)
            return await _run_first(start, files)
        except StorageFailed as error:
            if start is not None and start.is_up:
                raise
            log.error("%s %s", error.message, error.remedy)
            failure: StorageFailed | OtherInstance = error
        except OtherInstance as error:
            failure = error
        # Only for a start that fails: one that hands its files over ends at once.
        from termdesk.application.recovery.start_problems import StartChoice

        choice, chosen = await _choice_after(failure, app)
        match choice:
            case StartChoice.QUIT:
                return NOT_STARTED
            case StartChoice.OTHER_FOLDER:
                folder, is_read_only = chosen, False
            case StartChoice.READ_ONLY:
                is_read_only = True


async def _choice_after(failure: StorageFailed | OtherInstance, app: QApplication) -> tuple[StartChoice, Path | None]:
    """What the user wants after a start that failed. A backup that was chosen is restored already."""
    from termdesk.application.recovery.start_problems import StartChoice, problem_of, restore
    from termdesk.ui.recovery.start_problem_dialog import ask_start_problem

    while True:
        problem = failure.problem if isinstance(failure, OtherInstance) else await problem_of(failure)
        theme.apply(app, choice="system")
        choice, chosen = await ask_start_problem(problem)
        if choice is not StartChoice.RESTORE:
            return choice, chosen
        try:
            await restore(problem)
        except StorageFailed as error:
            log.error("%s %s", error.message, error.remedy)
            failure = error
        else:
            return StartChoice.RETRY, None


async def _run_first(start: Start, files: Sequence[str]) -> int:
    """Run, unless another program does already, which gets the files. Raises OtherInstance where it does not answer."""
    instance = SingleInstance(start.folders.state)
    if not instance.is_first():
        if instance.hand_over(files):
            return 0
        raise OtherInstance(start.folders.state)
    try:
        return await start.run(lambda controller: _work(controller, instance, files))
    finally:
        instance.close()


class OtherInstance(Exception):
    """Another Termdesk runs on the same folders, and does not answer."""

    def __init__(self, folder: Path) -> None:
        from termdesk.application.recovery.start_problems import ProblemKind, StartProblem

        super().__init__(str(folder))
        self.problem = StartProblem(ProblemKind.RUNNING, folder)


def _workers() -> ThreadPoolExecutor:
    """Threads that are there already: starting one beside another that computes keeps the window waiting."""
    workers = ThreadPoolExecutor(WORKER_THREADS, thread_name_prefix="worker")
    all_there = threading.Barrier(WORKER_THREADS)
    for _ in range(WORKER_THREADS):
        workers.submit(all_there.wait)
    return workers


class Start:
    """One try to start in some folders. `is_up` tells whether the window was made: what fails then is no start."""

    def __init__(self, app: QApplication, folders: Folders, *, is_read_only: bool = False) -> None:
        self._app = app
        self.folders = folders
        self.is_read_only = is_read_only
        self.is_up = False

    async def run(self, use: Callable[[AppController], Awaitable[None]]) -> int:
        crash_log = CrashLog(self.folders.state)
        faulthandler.enable(crash_log.file)
        _write_log(self.folders)
        try:
            await _live(self, self._app, crash_log, use)
        finally:
            qInstallMessageHandler(None)
            faulthandler.disable()
            crash_log.close()
        return 0


async def _live(
    start: Start, app: QApplication, crash_log: CrashLog, use: Callable[[AppController], Awaitable[None]]
) -> None:
    """Everything there is, built once; what is built last is closed first."""
    folders = start.folders
    async with AsyncExitStack() as stack:
        session = Session(folders, SettingsFile(folders.config / "settings.json"), KeyStore())
        theme.apply(app, choice=session.settings.theme, text_size=session.settings.text_size)
        theme.follow_system(app)
        opened = await _open_records(stack, folders, is_read_only=start.is_read_only)
        if opened is None:
            return
        records, repaired = opened
        use_cases = LazyUseCases(session, records)
        stack.push_async_callback(use_cases.close)
        stack.push_async_callback(session.stop)
        memory = folders.state / "window.json"
        is_safe = crash_log.is_looping
        window_state = WindowState.set_aside(memory) if is_safe else WindowState(memory)
        stack.callback(window_state.save)
        controller = AppController(use_cases, window_state)
        start.is_up = True
        stack.push_async_callback(controller.close)
        stack.enter_context(uncaught_go_to(controller.show_bug))
        asyncio.get_running_loop().run_in_executor(None, read_icons)
        stack.enter_context(collects_when_idle(lambda: bool(controller.window.jobs.running)))
        await stack.enter_async_context(upkeep(records, controller.window.notices.fail))
        if records.is_read_only:
            controller.tell_read_only()
        if repaired is not None:
            controller.tell_repaired(repaired)
        _tell_crashes(controller, crash_log, window_state if is_safe else None)
        await use(controller)


def _tell_crashes(controller: AppController, crash_log: CrashLog, set_aside: WindowState | None) -> None:
    """Offer the report of the last crash; after several say that nothing was brought back, and offer to do so."""
    if set_aside is not None:

        def go_on() -> None:
            crash_log.forget_crashes()
            set_aside.take_back()

        controller.tell_safe_mode(go_on)
    if crash_log.report:
        controller.offer_crash_report(
            crash_log.report,
            write=lambda path, text: atomic_write(path, [text.encode()]),
            delete=crash_log.delete_report,
        )


async def _open_records(
    stack: AsyncExitStack, folders: Folders, *, is_read_only: bool
) -> tuple[Records, Repaired | None] | None:
    """Open the saved work, after a repair where it is damaged; None where the user quits instead."""
    repaired, path = None, folders.data / "termdesk.db"
    while True:
        try:
            return await stack.enter_async_context(Records(path, read_only=is_read_only)), repaired
        except DatabaseDamaged as error:
            log.error("%s %s", error.message, error.remedy)
            repaired = await _repair(error)
            if repaired is None:
                return None


async def _repair(error: DatabaseDamaged) -> Repaired | None:
    from termdesk.application.recovery.database_repair import DatabaseRepair
    from termdesk.ui.recovery.damage_dialog import repair_damage

    return await repair_damage(DatabaseRepair(error))


class LazyUseCases:
    """`ui.use_cases.UseCases`: every use case once, made when it is first asked for, with what it imports."""

    def __init__(self, session: Session, records: Records) -> None:
        self.session = session
        self._records = records

    async def close(self) -> None:
        """Wait for what still has to be noted. After the session has stopped, before the records close."""
        await self._books.close()

    @cached_property
    def library(self) -> Library:
        from termdesk.application.glossaries.library.library import Library

        return Library(self.session, self._records)

    @cached_property
    def bin(self) -> Bin:
        from termdesk.application.glossaries.library.bin import Bin

        return Bin(self.session, self._records, self.library)

    @cached_property
    def batches(self) -> LibraryBatches:
        from termdesk.application.glossaries.library.batches import LibraryBatches

        return LibraryBatches(self.library, self.exchange)

    @cached_property
    def exchange(self) -> Exchange:
        from termdesk.application.glossaries.importing.exchange import Exchange

        return Exchange(self.library)

    @cached_property
    def publishing(self) -> Publishing:
        from termdesk.application.glossaries.publishing.publishing import Publishing

        return Publishing(self.session, self._records, self.languages)

    @cached_property
    def checking(self) -> Checking:
        from termdesk.application.glossaries.checks.checks import Checking

        return Checking(self.library, self._records)

    @cached_property
    def translating(self) -> Translating:
        from termdesk.application.translation.term_marks import TermMarks
        from termdesk.application.translation.translation import Translating

        return Translating(self.session, self.languages, TermMarks(self.session), self._books)

    @cached_property
    def unpublished_edits(self) -> UnpublishedEdits:
        from termdesk.application.translation.unpublished_edits import UnpublishedEdits

        return UnpublishedEdits(self.library)

    @cached_property
    def improving(self) -> Improving:
        from termdesk.application.improvement.improvement import Improving

        return Improving(self.session, self.languages, self._books)

    @property
    def open_texts(self) -> OpenTexts:
        return self._records.open_texts

    @cached_property
    def languages(self) -> LanguageLists:
        from termdesk.application.languages.languages import LanguageLists

        return LanguageLists(self.session)

    @cached_property
    def texts(self) -> TextHistory:
        from termdesk.application.texts.history import TextHistory

        return TextHistory(self.session, self._records.texts)

    @cached_property
    def confirmed_texts(self) -> ConfirmedTexts:
        from termdesk.application.texts.confirmed_texts import ConfirmedTexts

        return ConfirmedTexts(self.session)

    @cached_property
    def usage_monitor(self) -> UsageMonitor:
        from termdesk.application.usage.usage_monitor import UsageMonitor

        return UsageMonitor(self.session, self._records.history)

    @cached_property
    def engines(self) -> LocalEngines:
        from termdesk.application.session.local_engines import LocalEngines

        return LocalEngines(self.session)

    @cached_property
    def _books(self) -> UsageLedger:
        from termdesk.application.usage.usage_ledger import UsageLedger

        return UsageLedger(self.session, self._records.history, self.texts)


async def _work(controller: AppController, instance: SingleInstance, files: Sequence[str]) -> None:
    """Show the window at once, connect behind it, and wait until it is closed."""
    instance.files_arrived.connect(controller.come_to_front)
    _end_by_signal(controller)
    controller.show()
    controller.connect_in_background()
    if files:
        controller.window.open_files([Path(each) for each in files])
    await controller.closed.wait()


def _end_by_signal(controller: AppController) -> None:
    """Whoever ends the program from outside is not asked questions; edits are drafts at the next start."""
    loop = asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        # Windows has not all of them, and its loops take none.
        with suppress(AttributeError, NotImplementedError):
            loop.add_signal_handler(getattr(signal, name), controller.window.close_now)


def _write_log(folders: Folders) -> None:
    """Warnings and worse go to a file of limited size, without keys; texts are never logged."""
    handler = PrivateLog(folders.state / "termdesk.log")
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    handler.addFilter(Redaction())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    qInstallMessageHandler(_log_qt_message)


def _log_qt_message(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    levels = {QtMsgType.QtDebugMsg: logging.DEBUG, QtMsgType.QtInfoMsg: logging.INFO}
    log.log(levels.get(kind, logging.WARNING), "Qt: %s", message)
