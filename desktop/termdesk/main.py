"""Starts the program: a single instance for each user, its log, its window, and remedies if the start fails."""

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

# Import PySide6 first: qasync uses the first Qt binding that it finds imported.
import PySide6
from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

import qasync  # type: ignore[import-untyped]  # isort: skip

from termdesk import __version__
from termdesk.application.redaction import Redaction
from termdesk.application.released_memory import freeze_expected, freeze_once
from termdesk.assembly import StartAbandoned, Windows, assemble
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

# The exit code if the user gives up a failed start.
NOT_STARTED = 2
WORKER_THREADS = 4
# Computing threads release the GIL to the window after this time. With Python's 5 ms, dragging stutters. A turn of the
# window may have to wait for it fifty times: with 0.5 ms, publishing five large dictionaries had a pause of over 30 ms
# in every fifth run. Three threads that compute at the same time take three percent longer than with 0.5 ms.
SWITCH_SECONDS = 0.0002


def is_deadly_pair(python: tuple[int, ...], qt: tuple[int, ...]) -> bool:
    """Return whether these versions (major, minor) crash together.

    PySide6 6.12 on Python before 3.12 loses a reference to None in every call, and aborts after some thousands
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
    """Open the window with `files` to import, or draw all windows (or `only_panes`) into `pictures`. Return the exit
    code.

    Data is stored under `folder`, or in the user's folders. `language` is a key of `interface_language.TRANSLATORS`.
    `profile` is the name of the profile to use, by default the last one; if the program already runs, it opens a window
    for it. Raises InvalidInput for an unknown profile, and TermdeskError if this Python and this Qt cannot run
    together.
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
    # The window decides when the program ends, not the last dialog that closes.
    app.setQuitOnLastWindowClosed(False)
    if pictures is not None:
        from termdesk.ui.pictures.pictures import Album, take_pictures

        with TemporaryDirectory(prefix="termdesk-pictures-") as home:
            album = Album(pictures, only_panes=only_panes)
            return _run(app, Folders.under(Path(home)), lambda controller: take_pictures(controller, album))
    return _in_loop(app, _start_program(app, files, folder, profile))


def _run(app: QApplication, folders: Folders, use: Callable[[AppController], Awaitable[None]]) -> int:
    """Run the program in these folders. Ignore other instances, and ask nothing if that fails."""
    return _in_loop(app, Start(app, folders).run(use))


def _in_loop(app: QApplication, work: Coroutine[Any, Any, int]) -> int:
    """Run the whole program in Qt's event loop."""
    loop = qasync.QEventLoop(app)
    # Coverage tools do not see the code that runs in qasync's own threads.
    loop.set_default_executor(_workers())
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        return runner.run(_run_until_signal(work))


async def _run_until_signal(work: Coroutine[Any, Any, int]) -> int:
    """Run the program. A signal during the start, for example at the end of the desktop session, is not a crash."""
    life = asyncio.current_task()
    assert life is not None
    # A session that ends sends several signals: the first one's clean-up must not be cut short.
    _on_end_signals(lambda: life.cancelling() or life.cancel())
    try:
        return await work
    except asyncio.CancelledError:
        if not life.cancelling():
            raise
        return 0


async def _start_program(app: QApplication, files: Sequence[str], folder: Path | None, profile: str = "") -> int:
    """Start the program. After a failure, ask what to do, until the start succeeds or the user quits."""
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
        # Imported only after a failure: a start that hands over its files must end immediately.
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
    """Ask what to do after a failed start. If the user chose a backup, it has been restored on return."""
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
    """Run, or hand the files to an instance that already runs. Raises OtherInstance if it does not answer."""
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
    """Another instance runs on the same folders, and does not answer."""

    def __init__(self, folder: Path) -> None:
        from termdesk.application.recovery.start_problems import ProblemKind, StartProblem

        super().__init__(str(folder))
        self.problem = StartProblem(ProblemKind.RUNNING, folder)


def _workers() -> ThreadPoolExecutor:
    """Return a pool whose threads already run: starting one while others compute would block the window."""
    workers = ThreadPoolExecutor(WORKER_THREADS, thread_name_prefix="worker")
    all_started = threading.Barrier(WORKER_THREADS)
    for _ in range(WORKER_THREADS):
        workers.submit(all_started.wait)
    return workers


class Start:
    """An attempt to start with certain folders. `is_up`: the window was built, so the start itself succeeded."""

    def __init__(self, app: QApplication, folders: Folders, *, is_read_only: bool = False, profile: str = "") -> None:
        """Prepare a start. `profile` is the name of the profile to use, by default the last one."""
        self._app = app
        self.folders = folders
        self.is_read_only = is_read_only
        self.profile = profile
        self.is_up = False

    async def run(self, use: Callable[[AppController], Awaitable[None]]) -> int:
        """Build everything, pass the window to `use`, and close everything. Return the exit code."""
        crash_log = CrashLog(self.folders.state)
        faulthandler.enable(crash_log.file)
        _write_log(self.folders)
        try:
            async with assemble(
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
    """Show the window, connect in the background, and wait until all windows are closed."""
    windows = controller.profiles.windows
    assert isinstance(windows, Windows)
    instance.files_arrived.connect(lambda files: windows.front.come_to_front(files))
    instance.profile_asked.connect(windows.open_named)
    # A signal closes without questions; edits are drafts at the next start.
    _on_end_signals(windows.close_now)
    show_first(controller)
    controller.connect_in_background()
    import_when_idle(controller)
    if files:
        controller.window.open_files([Path(each) for each in files])
    await windows.ended.wait()


def show_first(controller: AppController) -> None:
    """Show the first window, and hide everything that exists from the garbage collector for good.

    It lives until the end of the program. A collection takes 60 ms with it, and one to ten without.
    """
    controller.show()
    gc.freeze()


def import_when_idle(controller: AppController) -> IdleImports:
    """Start to import what the first window did not need, one module after the other."""
    imports = IdleImports(controller.window)
    imports.finished.connect(freeze_once)
    freeze_expected.set()
    imports.start()
    return imports


def _on_end_signals(end: Callable[[], object]) -> None:
    """Call `end` in the event loop on SIGINT, SIGTERM or SIGHUP. It replaces an earlier handler."""
    loop = asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        # Windows lacks some of these signals, and its event loops support none.
        with suppress(AttributeError, NotImplementedError):
            loop.add_signal_handler(getattr(signal, name), end)


def _write_log(folders: Folders) -> None:
    """Log warnings and errors to a file of limited size, without keys. Texts are never logged."""
    handler = PrivateLog(folders.state / "termdesk.log")
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    handler.addFilter(Redaction())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    qInstallMessageHandler(_log_qt_message)


def _log_qt_message(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    levels = {QtMsgType.QtDebugMsg: logging.DEBUG, QtMsgType.QtInfoMsg: logging.INFO}
    log.log(levels.get(kind, logging.WARNING), "Qt: %s", message)
