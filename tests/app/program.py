"""The whole program in the process of the tests: real window, real service, separate folders."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QLineEdit, QWidget

from support.campaign import HANGING_SECONDS
from support.fixtures.patient_bot import PatientBot
from support.fixtures.ready_database import ready_database
from termdesk.application.session.session import ConnectionState
from termdesk.assembly import Windows, assemble
from termdesk.domain.settings import engine_options
from termdesk.storage.files.crash_log import CrashLog
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.records import Records
from termdesk.ui.app_controller import AppController
from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
from termdesk.ui.glossaries.importing.import_dialog import ImportDialog
from termdesk.ui.glossaries.importing.review_dialog import ReviewDialog
from termdesk.ui.shell.main_window import FIRST_SIZE

T = TypeVar("T")
D = TypeVar("D", bound=QDialog)
Key = Qt.Key
Control = Qt.KeyboardModifier.ControlModifier
ControlShift = Control | Qt.KeyboardModifier.ShiftModifier
# Only guards against hanging: a corrector that starts on a busy computer takes half a minute.
MILLISECONDS = int(HANGING_SECONDS * 1_000)


class Program:
    """The program as a user sees and operates it."""

    def __init__(self, qtbot: PatientBot, loop: asyncio.AbstractEventLoop, folder: Path) -> None:
        self.qtbot = qtbot
        self.loop = loop
        self.folder = folder
        self.controller: AppController
        self.records: Records
        self.windows: Windows
        self.bugs: list[BaseException] = []
        self.has_ended = False
        self.start_count = 0
        # Whether it is for the next tests, too (support/fixtures/shared_program.py).
        self.is_shared = False
        self._stack = AsyncExitStack()

    # Starting and ending

    def start(self) -> None:
        self.has_ended = False
        self.start_count += 1
        self.wait_for(self._build())
        # The screen of the tests is smaller than that of most users.
        self.controller.window.resize(FIRST_SIZE)
        self.controller.show()
        self.qtbot.waitUntil(self.controller.window.isVisible)
        self.controller.window.activateWindow()
        self.controller.connect_in_background()
        self.until(lambda: self.controller.use_cases.session.state is ConnectionState.READY)
        self.until(lambda: not self.controller.window.jobs.running)

    async def _build(self) -> None:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        folders = Folders.under(self.folder)
        if not any(folders.data.iterdir()):
            ready_database(folders.data / "termdesk.db")
        crash_log = CrashLog(folders.state)
        self._stack.callback(crash_log.close)
        built = await self._stack.enter_async_context(
            assemble(app, folders, crash_log, key_store=KeyStore(), report_bug=self.bugs.append)
        )
        self.controller, self.records, self.windows = built.controller, built.records, built.windows
        self.controller.window.jobs.bug_found.disconnect(self.controller.show_bug)
        self.controller.window.jobs.bug_found.connect(self.bugs.append)

    def end(self) -> None:
        """Close the program, and raise the first bug that no wait has raised."""
        self.has_ended = True
        self.wait_for(self._stack.aclose())

    def keep_service(self) -> None:
        """Let the service of this computer run until the end of the program, also while another one is in use."""
        session = self.controller.use_cases.session
        address = session.profiles.local_service.address(engine_options(session.settings))
        self.wait_for(self._stack.enter_async_context(address))

    def leave_service(self) -> None:
        """Disconnect from the service of a test, which is about to end."""
        session = self.controller.use_cases.session
        if self.is_shared:
            # The next test uses the service of this computer.
            session.provider = session.profiles.local.provider
        self.wait_for(session.reconnect() if self.is_shared else session.stop())

    # Waiting

    def wait_for(self, work: Coroutine[Any, Any, T]) -> T:
        task = self.loop.create_task(work)
        task.add_done_callback(lambda _: self.qtbot.end_pause())
        self.until(task.done)
        return task.result()

    def until(self, is_so: Callable[[], object]) -> None:
        """Wait until `is_so()` is true. Raises the error of a job that failed by a bug."""
        self.qtbot.waitUntil(lambda: bool(self.bugs or is_so()), timeout=MILLISECONDS)
        for bug in self.bugs:
            raise bug

    def dialog(self, kind: type[D]) -> D:
        """Return the dialog of this kind, after waiting until it is open."""
        found: list[D] = []

        def is_open() -> bool:
            found[:] = self.open_dialogs(kind)
            return bool(found)

        self.until(is_open)
        return found[0]

    def open_dialogs(self, kind: type[D]) -> list[D]:
        """Return the open dialogs of this kind."""
        return [each for each in QApplication.topLevelWidgets() if isinstance(each, kind) and each.isVisible()]

    # User actions

    def click(self, widget: QWidget) -> None:
        assert widget.isVisible(), f"{widget.objectName()} is hidden"
        assert widget.isEnabled(), f"{widget.objectName()} cannot be clicked"
        self.qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Press a key in the widget that has the focus."""
        self.qtbot.keyClick(self._focused(), key, modifiers)

    def type(self, text: str) -> None:
        for character in text:
            # The first character may open an editor, which receives the others.
            self.qtbot.keyClicks(self._focused(), character)

    def _focused(self) -> QWidget:
        """Return the widget with the focus. After a dialog, activate a window first, as a window manager would.

        A dialog that has just opened gets the focus a moment later. Until then, the window behind it ignores keys.
        One that has just closed loses it a moment later. Until then, it would swallow the key.
        """
        self.until(lambda: (active := QApplication.activeWindow()) is None or active.isVisible())
        if QApplication.activeWindow() is None:
            # The next dialog may be open already, but not active yet. It would not take the focus back from the window.
            (QApplication.activeModalWidget() or self.controller.window).activateWindow()
            self.until(lambda: QApplication.activeWindow() is not None)
        self.until(lambda: QApplication.activeWindow() not in self._blocked_windows())
        return QApplication.focusWidget() or self.controller.window

    def _blocked_windows(self) -> list[QWidget]:
        """Return the windows behind the front dialog: the main window, and other dialogs if it belongs to one."""
        dialog = QApplication.activeModalWidget()
        if dialog is None:
            return []
        blocked: list[QWidget] = [self.controller.window]
        parent = dialog.parentWidget()
        while parent is not None:
            blocked.append(parent.window())
            parent = parent.window().parentWidget()
        return blocked

    def drop(self, *paths: Path) -> None:
        """Drag files onto the window and drop them."""
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
        button, held = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        position, window = QPoint(400, 300), self.controller.window
        # Qt delivers a drop only after an enter event.
        QApplication.sendEvent(window, QDragEnterEvent(position, Qt.DropAction.CopyAction, mime, button, held))
        QApplication.sendEvent(window, QDropEvent(QPointF(position), Qt.DropAction.CopyAction, mime, button, held))

    def import_text(self, file: Path, text: str, *, has_violations: bool = False) -> None:
        """Write a file, drag it onto the window, and accept what the dialogs propose, until its page is open."""
        file.write_text(text, "utf-8")
        self.drop(file)
        dialog = self.dialog(ImportDialog)
        self.until(dialog.accept_button.isEnabled)
        self.click(dialog.accept_button)
        if has_violations:
            self.click(self.dialog(ReviewDialog).accept_button)
        self.until(lambda: self.controller.glossaries.page is not None and at_rest(self))

    def open_text(self, file: Path, text: str) -> None:
        """Import like `import_text`, but without dialogs: for tests that are not about the import."""
        file.write_text(text, "utf-8")
        self.wait_for(self._open_file(file))
        self.until(lambda: at_rest(self))

    async def _open_file(self, file: Path) -> None:
        importer = self.controller.use_cases.importer
        preview = await importer.preview(file)
        (part,) = await importer.parts(preview)
        dictionary = await importer.import_new(await importer.review(part), name=preview.suggested_name)
        await self.controller.glossaries.show_dictionary(dictionary)
        await self.controller.glossaries.read_library()

    def save_as(self, path: Path) -> None:
        """Answer the dialog for a file name."""
        dialog = self.dialog(QFileDialog)
        dialog.setDirectory(str(path.parent))
        field = dialog.findChild(QLineEdit, "fileNameEdit")
        assert field is not None
        field.setText(path.name)
        self.qtbot.keyClick(field, Key.Key_Return)

    # What the user sees

    @property
    def app(self) -> QApplication:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        return app

    @property
    def page(self) -> DictionaryPage:
        page = self.controller.glossaries.page
        assert page is not None
        return page

    def says(self, words: str) -> bool:
        return any(words in text for text in self.controller.window.notices.texts())

    def picture(self, name: str, widget: QWidget | None = None) -> None:
        """Save a picture of the window, or of another one, if TERMDESK_PICTURES names a folder."""
        folder = os.environ.get("TERMDESK_PICTURES")
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            (widget or self.controller.window).grab().save(f"{folder}/{name}.png")


def at_rest(program: Program) -> bool:
    """Whether no job runs."""
    return not program.controller.window.jobs.running


def run(program: Program, action: str) -> None:
    """Run an action of the window, which must be enabled."""
    assert program.controller.window.window_actions[action].isEnabled(), action
    program.controller.window.window_actions[action].trigger()
