"""Draws every window in a process of its own, where the scale of the screen can be another, and prints what is cut."""

from __future__ import annotations

import asyncio
import socket
import sys
from contextlib import nullcontext
from pathlib import Path

import PySide6  # noqa: F401  # First: qasync takes the first Qt binding that it finds.
from PySide6.QtWidgets import QApplication, QWidget

from support.fork_server import ForkServer, forked_services
from support.visible_texts import cut_texts
from support.window_checks import crooked, cut_lists, overlapping_rows, squeezed
from termdesk.main import Start
from termdesk.storage.files.folders import Folders
from termdesk.ui.app_controller import AppController
from termdesk.ui.pictures.pictures import Album, take_pictures

import qasync  # type: ignore[import-untyped]  # isort: skip


def main(folder: Path, text_size: int, server: ForkServer | None) -> int:
    """Draw, with text that is `text_size` points larger. The program has its files in `folder`.

    Its service is forked by `server`, or started anew. One line is printed for each fault, after its mark.
    """
    app = QApplication([])
    app.setQuitOnLastWindowClosed(False)

    def look(widget: QWidget, name: str) -> None:
        for check in (cut_texts, squeezed, crooked, overlapping_rows, cut_lists):
            for fault in check(widget):
                print(f"FAULT {name}: {fault}")

    async def use(controller: AppController) -> None:
        print(f"SCALE {controller.window.devicePixelRatio()}")
        await take_pictures(controller, Album(None, ("light",), look, text_size))
        print("DONE")

    loop = qasync.QEventLoop(app)
    services = forked_services(server) if server else nullcontext()
    with services, asyncio.Runner(loop_factory=lambda: loop) as runner:
        return runner.run(Start(app, Folders.under(folder / "home")).run(use))


if __name__ == "__main__":
    descriptor = int(sys.argv[3])
    server = ForkServer(socket.socket(fileno=descriptor)) if descriptor >= 0 else None
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2]), server))
