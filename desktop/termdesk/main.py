"""Starts the program: one instance for each user, its log, its window, and choices where the start fails."""

from __future__ import annotations

import asyncio
import faulthandler
import gc
import logging
import signal
import sys
import threading
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

# PySide6 first: qasync takes the first Qt binding that it finds imported.
import PySide6
from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

import qasync  # type: ignore[import-untyped]  # isort: skip

from termdesk import __version__
from termdesk.application.redaction import Redaction
from termdesk.assembly import StartAbandoned, Windows, assembled
from termdesk.domain.errors import StorageFailed, TermdeskError
from termdesk.storage.files.crash_log import CrashLog
from termdesk.storage.files.folders import Folders
from termdesk.storage.files.private_log import PrivateLog
from termdesk.ui.app_controller import AppController
from termdesk.ui.idle_imports import IdleImports
from termdesk.ui.shell.single_instance import SingleInstance
from termdesk.ui.widgets import theme
from termdesk.ui.words.interface_language import ENGLISH, install_language

if TYPE_CHECKING:
    from termdesk.application.recovery.start_problems import StartChoice

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


def run(
    files: Sequence[str],
    *,
    pictures: Path | None = None,
    only_panes: bool = False,
    folder: Path | None = None,
    language: str = ENGLISH,
    profile: str = "",
) -> int:
    """Open the window with `files` to import, or draw all windows (or `only_panes`) into `pictures`: the exit code.

    What is kept lies under `folder`, or in the folders of the user. The windows are in `language`, one of
    `interface_language.LANGUAGES`. `profile` is the name of the one to use, by default the one that was used last;
    where the program runs already, it opens a window with that. Raises InvalidInput for a profile that there is not,
    and TermdeskError where this Python and this Qt cannot run together.
    """
    _refuse_deadly_pair()
    sys.setswitchinterval(SWITCH_SECONDS)
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    app.setApplicationName("termdesk")
    app.setApplicationDisplayName("Termdesk")
    app.setApplicationVersion(__version__)
    app.setDesktopFileName("termdesk")
    install_language(app, language)
    # The window decides when the program ends: a dialog that closes last must not.
    app.setQuitOnLastWindowClosed(False)
    if pictures is not None:
        from termdesk.ui.pictures.pictures import Album, take_pictures

        with TemporaryDirectory(prefix="termdesk-pictures-") as place:
            album = Album(pictures, only_panes=only_panes)
            return _run(app, Folders.under(Path(place)), lambda controller: take_pictures(controller, album))
    return _in_loop(app, _started(app, files, folder, profile))


def _run(app: QApplication, folders: Folders, use: Callable[[AppController], Awaitable[None]]) -> int:
    """Use the program in these folders, whoever else does, and without asking where that fails."""
    return _in_loop(app, Start(app, folders).run(use))


def _in_loop(app: QApplication, work: Coroutine[Any, Any, int]) -> int:
    """Run the program's life in Qt's own loop."""
    loop = qasync.QEventLoop(app)
    # qasync's own threads hide what runs in them from coverage tools.
    loop.set_default_executor(_workers())
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        return runner.run(_ended_by_signals(work))


async def _ended_by_signals(work: Coroutine[Any, Any, int]) -> int:
    """Do the program's work. Who is told to end while it starts, as at the end of a session, did not crash."""
    life = asyncio.current_task()
    assert life is not None
    _on_end_signals(life.cancel)
    try:
        return await work
    except asyncio.CancelledError:
        if not life.cancelling():
            raise
        return 0


async def _started(app: QApplication, files: Sequence[str], folder: Path | None, profile: str = "") -> int:
    """Start, and where that fails ask what to do instead, until it works or the user quits."""
    is_read_only = False
    while True:
        start: Start | None = None
        try:
            folders = Folders.under(folder) if folder else Folders.default()
            start = Start(app, folders, is_read_only=is_read_only, profile=profile)
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
        if instance.hand_over(files, profile=start.profile):
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
    """One attempt to start with certain folders. `is_up`: the window was made, so the start itself succeeded."""

    def __init__(self, app: QApplication, folders: Folders, *, is_read_only: bool = False, profile: str = "") -> None:
        """`profile` is the name of the one to use, by default the one that was used last."""
        self._app = app
        self.folders = folders
        self.is_read_only = is_read_only
        self.profile = profile
        self.is_up = False

    async def run(self, use: Callable[[AppController], Awaitable[None]]) -> int:
        """Build everything, give the window to `use`, and close all; the exit code of the program."""
        crash_log = CrashLog(self.folders.state)
        faulthandler.enable(crash_log.file)
        _write_log(self.folders)
        try:
            async with assembled(
                self._app, self.folders, crash_log, is_read_only=self.is_read_only, profile=self.profile
            ) as assembly:
                self.is_up = True
                await use(assembly.controller)
        except StartAbandoned:
            log.info("The saved work is damaged, and was left as it is.")
        finally:
            qInstallMessageHandler(None)
            faulthandler.disable()
            crash_log.close()
        return 0


async def _work(controller: AppController, instance: SingleInstance, files: Sequence[str]) -> None:
    """Show the window at once, connect behind it, and wait until it and those that were opened from it are closed."""
    windows = controller.profiles.windows
    assert isinstance(windows, Windows)
    instance.files_arrived.connect(lambda files: windows.front.come_to_front(files))
    instance.profile_asked.connect(windows.open_named)
    # Whoever ends the program from outside is not asked questions; edits are drafts at the next start.
    _on_end_signals(windows.close_now)
    controller.show()
    # What the start made stays to the end: the collector need not look through it.
    gc.freeze()
    controller.connect_in_background()
    IdleImports(controller.window).start()
    if files:
        controller.window.open_files([Path(each) for each in files])
    await windows.ended.wait()


def _on_end_signals(end: Callable[[], object]) -> None:
    """Call `end` in the loop when the program is ended from outside; it takes the place of what was called before."""
    loop = asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        # Windows lacks some of these signals, and its event loops handle none.
        with suppress(AttributeError, NotImplementedError):
            loop.add_signal_handler(getattr(signal, name), end)


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
