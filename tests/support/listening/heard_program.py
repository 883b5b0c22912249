"""Runs the program with a long dictionary, for a test that observes it like a screen reader.

It reads commands from standard input, one per line, and prints READY after each.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

import PySide6  # noqa: F401  # First: qasync takes the first Qt binding that it finds.
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.main import Start
from termdesk.storage.files.folders import Folders
from termdesk.ui.app_controller import AppController
from termdesk.ui.glossaries.pane.glossaries_pane import GlossariesPane

import qasync  # type: ignore[import-untyped]  # isort: skip

ROWS, CURRENT = 400_000, 200_000


def press(key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    widget = QApplication.focusWidget()
    assert widget is not None, "nothing has the focus"
    QTest.keyClick(widget, key, held)


async def obey(controller: AppController) -> None:
    """Show the dictionary, then carry out the commands."""
    dictionary = await controller.use_cases.library.new(
        "Long", LanguagePair("en", "de"), Entries.of((f"term {row}", f"Wort {row}") for row in range(ROWS))
    )
    window = controller.window
    controller.show()
    await controller.connect_now()
    window.show_pane(0)
    pane = window.pane_at(0)
    assert isinstance(pane, GlossariesPane)
    await pane.show_dictionary(dictionary)
    assert pane.page is not None
    grid = pane.page.grid
    grid.go_to(CURRENT, TARGET)
    window.activateWindow()
    grid.setFocus()
    orders: dict[str, Callable[[], object]] = {
        "open the cell": lambda: press(Qt.Key.Key_F2),
        "escape": lambda: press(Qt.Key.Key_Escape),
        "other pane": lambda: window.show_pane(1),
        "back to the pane": lambda: window.show_pane(0),
        "select all": lambda: press(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier),
    }
    order = ""
    while order != "end":
        if order:
            orders[order]()
        # Let the queued events of Qt and the program come first.
        for _ in range(20):
            await asyncio.sleep(0.01)
        print("READY", flush=True)
        order = (await asyncio.to_thread(sys.stdin.readline)).strip() or "end"


def main(folder: Path) -> int:
    """Run in the folders below `folder` until standard input ends."""
    app = QApplication([])
    app.setQuitOnLastWindowClosed(False)
    loop = qasync.QEventLoop(app)
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        return runner.run(Start(app, Folders.under(folder)).run(obey))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
