"""Every pane and dialog drawn into PNG files, light and dark, with the sample that comes with the program."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QSize
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from termdesk import resources
from termdesk.ui import theme
from termdesk.ui.desk import Desk

SIZE = QSize(1240, 800)
# Enough for icons and the last layout to settle.
SECONDS_TO_SETTLE = 0.15
SECONDS_TO_OPEN = 20.0
IMPORTED = "samples/railway.en-ja.tsv"


async def take_pictures(desk: Desk, folder: Path) -> None:
    """Draw all into `folder`, and say which files were written."""
    await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
    window = desk.window
    window.resize(SIZE)
    desk.show()
    await _draw(window, folder / "start.png")
    await desk.connect_now()
    for scheme in ("light", "dark"):
        theme.apply(_application(), choice=scheme)
        for place in range(window.pane_count):
            pane = window.pane_at(place)
            window.show_pane(place)
            await pane.show_sample()
            await _draw(window, folder / f"{pane.name}-{scheme}.png")
        for name, open_dialog in _dialogs(desk).items():
            await _draw_dialog(open_dialog, folder / f"{name}-{scheme}.png")


def _dialogs(desk: Desk) -> dict[str, Callable[[], object]]:
    """What opens each dialog, by the name of its picture."""
    window = desk.window
    actions = window.window_actions
    window.show_pane(0)
    return {
        "import": lambda: window.open_files([resources.path(IMPORTED)]),
        "publish": actions["publish"].trigger,
        "connect": actions["connect"].trigger,
        "preferences": actions["preferences"].trigger,
        "shortcuts": actions["shortcuts"].trigger,
        "about": actions["about"].trigger,
    }


async def _draw_dialog(open_dialog: Callable[[], object], path: Path) -> None:
    opening = _Opening(_application())
    open_dialog()
    async with asyncio.timeout(SECONDS_TO_OPEN):
        dialog = await opening.dialog
    await _draw(dialog, path)
    dialog.reject()


class _Opening(QObject):
    """Waits for the next dialog; a job opens it, after it has looked at the service."""

    def __init__(self, app: QApplication) -> None:
        super().__init__()
        self.dialog: asyncio.Future[QDialog] = asyncio.get_running_loop().create_future()
        app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QDialog) and not self.dialog.done():
            self.dialog.set_result(watched)
        return False


def _application() -> QApplication:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    return app


async def _draw(widget: QWidget, path: Path) -> None:
    await asyncio.sleep(SECONDS_TO_SETTLE)
    if widget.grab().save(str(path)):
        sys.stdout.write(f"{path}\n")
