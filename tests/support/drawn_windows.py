"""Draws every window in a separate process, so that the screen can have another scale, and prints all faults.

In the pseudo-language, which is longer than English and mirrored, all checks run. In other languages, only cut texts
and controls are checked.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path

import PySide6  # noqa: F401  # First: qasync takes the first Qt binding that it finds.
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication, QDialog, QMainWindow, QWidget

from support.fork_server import ForkServer, forked_services
from support.visible_texts import cut_texts, location_of, untranslated
from support.window_checks import all_checks, crooked, cut_lists, overlapping_rows, squeezed
from termdesk.main import Start
from termdesk.storage.files.folders import Folders
from termdesk.ui.app_controller import AppController
from termdesk.ui.pictures.pictures import Album, take_pictures
from termdesk.ui.words.interface_language import PSEUDO, install_language

import qasync  # type: ignore[import-untyped]  # isort: skip


class StrayWindows(QObject):
    """Reports widgets that are shown as separate windows because they have no parent."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # The class is compared because `event.type()` takes longer, and this sees every event of the program.
        if type(event) is QShowEvent and isinstance(watched, QWidget) and watched.isWindow():
            is_popup = watched.windowType() in (Qt.WindowType.Popup, Qt.WindowType.ToolTip)
            if not (is_popup or isinstance(watched, QDialog | QMainWindow)):
                print(f"FAULT stray window: {location_of(watched)}")
        return False


def checks_in(language: str) -> tuple[Callable[[QWidget], Iterator[str]], ...]:
    """Return the checks for windows in this language."""
    cut = (cut_texts, squeezed, crooked, overlapping_rows, cut_lists)
    if language != PSEUDO:
        return cut
    return (*dict.fromkeys((*cut, untranslated, *all_checks().values())),)


def main(folder: Path, language: str, text_size: int, server: ForkServer | None) -> int:
    """Draw all windows, with text that is `text_size` points larger. The files of the program are in `folder`.

    The service is forked by `server`, or started anew. One line is printed for each fault, after the word FAULT.
    """
    app = QApplication([])
    app.setQuitOnLastWindowClosed(False)
    install_language(app, language)
    strays = StrayWindows()
    app.installEventFilter(strays)
    checks = checks_in(language)

    def look(widget: QWidget, name: str) -> None:
        for check in checks:
            for fault in check(widget):
                print(f"FAULT {name}: {fault}")

    async def use(controller: AppController) -> None:
        controller.window.jobs.bug_found.connect(lambda bug: print(f"FAULT bug: {bug!r}"))
        print(f"SCALE {controller.window.devicePixelRatio()}")
        if language == PSEUDO:
            # Load the library first: the focus cannot be seen in its tree while that is empty.
            controller.show()
            await controller.connect_now()
        await take_pictures(controller, Album(None, ("light",), look, text_size))
        app.removeEventFilter(strays)
        print("DONE")

    loop = qasync.QEventLoop(app)
    services = forked_services(server) if server else nullcontext()
    with services, asyncio.Runner(loop_factory=lambda: loop) as runner:
        return runner.run(Start(app, Folders.under(folder / "home")).run(use))


if __name__ == "__main__":
    folder, language, text_size, descriptor = sys.argv[1:]
    server = ForkServer(socket.socket(fileno=int(descriptor))) if int(descriptor) >= 0 else None
    sys.exit(main(Path(folder), language, int(text_size), server))
