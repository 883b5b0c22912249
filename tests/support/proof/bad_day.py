"""Runs the program on a day when everything fails. Each error message repeats the API key that was sent.

Ends with an abort. Runs as a separate process that gets the key from standard input. Prints a line for each place where
the key is visible.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from pathlib import Path
from typing import Any

import psutil
import PySide6  # noqa: F401  # First: qasync takes the first Qt binding that it finds.
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QDialog, QPushButton, QToolButton

from support.visible_texts import texts
from termdesk import main as program
from termdesk.domain.entries.entries import TARGET
from termdesk.domain.errors import TermdeskError
from termdesk.domain.provider import Provider
from termdesk.storage.files.folders import Folders
from termdesk.ui.app_controller import AppController

DIALOGS = ("connect", "preferences", "about", "notebook", "publish", "bin", "engines")


class BadDay:
    """The window with a service that rejects nearly everything, and repeats the key in each error."""

    def __init__(self, controller: AppController, url: str, key: str) -> None:
        self.controller, self.window, self.url, self.key = controller, controller.window, url, key

    async def run(self) -> None:
        self.controller.show()
        self.controller.window.showNormal()
        await self.controller.use_cases.session.use(Provider("custom", self.url), self.key)
        await self.controller.connect_now()
        await self.go_through_panes()
        await self.fail_to_publish()
        await self.fail_to_translate()
        await self.open_dialogs()
        await self.meet_bugs()
        self.look_at_processes()

    async def rest(self) -> None:
        """Wait until no job runs, then search the windows and the clipboard for the key."""
        async with asyncio.timeout(60):
            await asyncio.sleep(0.05)
            while self.window.jobs.running and not self.dialogs():
                await asyncio.sleep(0.02)
        self.look()

    def dialogs(self) -> list[QDialog]:
        return [each for each in QApplication.topLevelWidgets() if isinstance(each, QDialog) and each.isVisible()]

    def look(self) -> None:
        for each in self.window.notices.findChildren(QPushButton) + self.window.notices.findChildren(QToolButton):
            if "copy" in each.objectName() and each.isVisible():
                each.click()
                self.tell("clipboard", QGuiApplication.clipboard().text())
        for window in QApplication.topLevelWidgets():
            for where, text in texts(window):
                self.tell(where, text)

    def tell(self, where: str, text: str) -> None:
        if self.key in text:
            print("SHOWN", where, flush=True)

    async def go_through_panes(self) -> None:
        for position in range(len(self.window.panes)):
            self.window.show_pane(position)
            await self.rest()
        self.window.show_pane(0)

    async def fail_to_publish(self) -> None:
        await self.controller.glossaries.show_sample()
        page = self.controller.glossaries.page
        assert page is not None
        page.edits.set_cells([(0, TARGET, "edited")], "Edit")
        await page.dictionary.wait_until_saved()
        self.window.window_actions["publish"].trigger()
        await self.rest()
        for dialog in self.dialogs():
            getattr(dialog, "accept_button", dialog).setFocus()
            dialog.accept()
        await self.rest()

    async def fail_to_translate(self) -> None:
        api = await self.controller.use_cases.session.api()
        for call in (api.texts.translate(["a"], source="en", target="de"), api.usage.read()):
            try:
                await call
            except TermdeskError as error:
                logging.getLogger("termdesk").error("failed", exc_info=error)
        self.window.window_actions["refresh"].trigger()
        await self.rest()

    async def open_dialogs(self) -> None:
        for name in DIALOGS:
            action = self.window.window_actions[name]
            if not action.isEnabled():
                continue
            action.trigger()
            await asyncio.sleep(0.3)
            self.look()
            for dialog in self.dialogs():
                dialog.reject()
            await self.rest()

    async def meet_bugs(self) -> None:
        log = logging.getLogger("termdesk")
        log.error("sent Service-Auth-Key %s", self.key)
        error: Any = RuntimeError(f"Illegal header value b'{self.key}'")
        log.error("a bug", exc_info=error)
        self.controller.show_bug(error)
        await self.rest()

    def look_at_processes(self) -> None:
        me = psutil.Process()
        for each in [me, *me.children(recursive=True)]:
            self.tell(f"arguments of {each.name()}", " ".join(each.cmdline()))
            self.tell(f"environment of {each.name()}", str(each.environ()))


def main(folder: Path, url: str) -> None:
    """Go through all failures with everything below `folder`."""
    app = QApplication([])
    app.setQuitOnLastWindowClosed(False)
    key = sys.stdin.readline().strip()

    async def use(controller: AppController) -> None:
        await BadDay(controller, url, key).run()
        print("DONE", flush=True)
        os.abort()

    program._run(app, Folders.under(folder), use)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
