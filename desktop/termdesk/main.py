"""Builds every object once, opens the window, and closes all in reverse."""

from __future__ import annotations

import asyncio
import faulthandler
import logging
import logging.handlers
import signal
import sys
import threading
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, suppress
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

# PySide6 first: qasync takes the first Qt binding that it finds imported.
import PySide6
from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

import qasync  # type: ignore[import-untyped]  # isort: skip

from termdesk import __version__
from termdesk.application.redaction import Redaction
from termdesk.application.session import Session
from termdesk.domain.errors import TermdeskError
from termdesk.resources import read_icons
from termdesk.storage.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.records import Records
from termdesk.storage.settings_file import SettingsFile
from termdesk.storage.window_state import WindowState
from termdesk.ui import theme
from termdesk.ui.collecting import collects_when_idle
from termdesk.ui.desk import Desk
from termdesk.ui.single_instance import SingleInstance
from termdesk.ui.uncaught import uncaught_go_to

if TYPE_CHECKING:
    from termdesk.application.bin import Bin
    from termdesk.application.bookkeeping import Bookkeeping
    from termdesk.application.checks import Checking
    from termdesk.application.exchange import Exchange
    from termdesk.application.improving import Improving
    from termdesk.application.languages import LanguageLists
    from termdesk.application.library import Library
    from termdesk.application.library_batches import LibraryBatches
    from termdesk.application.local_engines import LocalEngines
    from termdesk.application.metering import Metering
    from termdesk.application.publishing import Publishing
    from termdesk.application.translating import Translating

log = logging.getLogger("termdesk")

WORKER_THREADS = 4
LOG_BYTES, LOG_FILES = 1024 * 1024, 4
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


def run(files: Sequence[str], *, pictures: Path | None = None) -> int:
    """Open the window with `files` to import, or draw every pane into `pictures`; gives the exit code.

    Raises TermdeskError where this Python and this Qt cannot run together.
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
        from termdesk.ui.pictures import take_pictures

        with TemporaryDirectory(prefix="termdesk-pictures-") as folder:
            return _run(app, Folders.under(Path(folder)), lambda desk: take_pictures(desk, pictures))
    folders = Folders.default()
    instance = SingleInstance(folders.state)
    if not instance.is_first():
        return 0 if instance.hand_over(files) else _already_running()
    try:
        return _run(app, folders, lambda desk: _work(desk, instance, files))
    finally:
        instance.close()


def _run(app: QApplication, folders: Folders, use: Callable[[Desk], Awaitable[None]]) -> int:
    """Run the program's life in Qt's own loop."""
    crash_log = (folders.state / "crash.log").open("a", encoding="utf-8")
    with crash_log:
        faulthandler.enable(crash_log)
        _write_log(folders)
        loop = qasync.QEventLoop(app)
        # qasync's own threads hide what runs in them from coverage tools.
        loop.set_default_executor(_workers())
        try:
            with asyncio.Runner(loop_factory=lambda: loop) as runner:
                runner.run(_live(app, folders, use))
        finally:
            qInstallMessageHandler(None)
            faulthandler.disable()
    return 0


def _workers() -> ThreadPoolExecutor:
    """Threads that are there already: starting one beside another that computes keeps the window waiting."""
    workers = ThreadPoolExecutor(WORKER_THREADS, thread_name_prefix="worker")
    all_there = threading.Barrier(WORKER_THREADS)
    for _ in range(WORKER_THREADS):
        workers.submit(all_there.wait)
    return workers


async def _live(app: QApplication, folders: Folders, use: Callable[[Desk], Awaitable[None]]) -> None:
    """Everything there is, built once; what is built last is closed first."""
    async with AsyncExitStack() as stack:
        session = Session(folders, SettingsFile(folders.config / "settings.json"), KeyStore())
        theme.apply(app, choice=session.settings.theme, text_size=session.settings.text_size)
        theme.follow_system(app)
        records = await stack.enter_async_context(Records(folders.data / "termdesk.db"))
        stack.push_async_callback(session.stop)
        window_state = WindowState(folders.state / "window.json")
        stack.callback(window_state.save)
        desk = Desk(LazyUseCases(session, records), window_state)
        stack.push_async_callback(desk.close)
        stack.enter_context(uncaught_go_to(desk.show_bug))
        asyncio.get_running_loop().run_in_executor(None, read_icons)
        stack.enter_context(collects_when_idle(lambda: bool(desk.window.jobs.running)))
        if records.damaged:
            desk.tell_damaged(records.damaged)
        await use(desk)


class LazyUseCases:
    """`ui.use_cases.UseCases`: every use case once, made when it is first asked for, with what it imports."""

    def __init__(self, session: Session, records: Records) -> None:
        self.session = session
        self._records = records

    @cached_property
    def library(self) -> Library:
        from termdesk.application.library import Library

        return Library(self.session, self._records)

    @cached_property
    def bin(self) -> Bin:
        from termdesk.application.bin import Bin

        return Bin(self.session, self._records, self.library)

    @cached_property
    def batches(self) -> LibraryBatches:
        from termdesk.application.library_batches import LibraryBatches

        return LibraryBatches(self.library, self.exchange)

    @cached_property
    def exchange(self) -> Exchange:
        from termdesk.application.exchange import Exchange

        return Exchange(self.library)

    @cached_property
    def publishing(self) -> Publishing:
        from termdesk.application.publishing import Publishing

        return Publishing(self.session, self._records)

    @cached_property
    def checking(self) -> Checking:
        from termdesk.application.checks import Checking

        return Checking(self.library, self._records)

    @cached_property
    def translating(self) -> Translating:
        from termdesk.application.term_marks import TermMarks
        from termdesk.application.translating import Translating

        return Translating(self.session, self.languages, TermMarks(self.session), self._books)

    @cached_property
    def improving(self) -> Improving:
        from termdesk.application.improving import Improving

        return Improving(self.session, self.languages, self._books)

    @cached_property
    def languages(self) -> LanguageLists:
        from termdesk.application.languages import LanguageLists

        return LanguageLists(self.session)

    @cached_property
    def metering(self) -> Metering:
        from termdesk.application.metering import Metering

        return Metering(self.session, self._records.history)

    @cached_property
    def engines(self) -> LocalEngines:
        from termdesk.application.local_engines import LocalEngines

        return LocalEngines(self.session)

    @cached_property
    def _books(self) -> Bookkeeping:
        from termdesk.application.bookkeeping import Bookkeeping

        return Bookkeeping(self.session, self._records.history)


async def _work(desk: Desk, instance: SingleInstance, files: Sequence[str]) -> None:
    """Show the window at once, connect behind it, and wait until it is closed."""
    instance.files_arrived.connect(desk.come_to_front)
    _end_by_signal(desk)
    desk.show()
    desk.connect_in_background()
    if files:
        desk.window.open_files([Path(each) for each in files])
    await desk.closed.wait()


def _end_by_signal(desk: Desk) -> None:
    """Whoever ends the program from outside is not asked questions; edits are drafts at the next start."""
    loop = asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        # Windows has not all of them, and its loops take none.
        with suppress(AttributeError, NotImplementedError):
            loop.add_signal_handler(getattr(signal, name), desk.window.close_now)


def _already_running() -> int:
    sys.stderr.write("termdesk: another Termdesk runs but does not answer; end it, then start again.\n")
    return 2


def _write_log(folders: Folders) -> None:
    """Warnings and worse go to a file of limited size, without keys; texts are never logged."""
    handler = logging.handlers.RotatingFileHandler(
        folders.state / "termdesk.log", maxBytes=LOG_BYTES, backupCount=LOG_FILES, encoding="utf-8", delay=True
    )
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    handler.addFilter(Redaction())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    qInstallMessageHandler(_log_qt_message)


def _log_qt_message(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    levels = {QtMsgType.QtDebugMsg: logging.DEBUG, QtMsgType.QtInfoMsg: logging.INFO}
    log.log(levels.get(kind, logging.WARNING), "Qt: %s", message)
