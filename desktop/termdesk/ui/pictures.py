"""Every pane drawn into PNG files, light and dark, with the sample that comes with the program."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication

from termdesk.ui import theme
from termdesk.ui.desk import Desk

SIZE = QSize(1240, 800)
# Enough for fonts, icons and the last layout to settle.
SECONDS_TO_SETTLE = 0.3


async def take_pictures(desk: Desk, folder: Path) -> None:
    """Draw all panes into `folder`, and say which files were written."""
    await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    window = desk.window
    window.resize(SIZE)
    desk.show()
    await _draw(desk, folder / "start.png", place=0)
    await desk.connect_now()
    for scheme in ("light", "dark"):
        theme.apply(app, choice=scheme)
        for place in range(window.pane_count):
            pane = window.pane_at(place)
            window.show_pane(place)
            await pane.show_sample()
            await _draw(desk, folder / f"{pane.name}-{scheme}.png", place=place)


async def _draw(desk: Desk, path: Path, *, place: int) -> None:
    desk.window.show_pane(place)
    await asyncio.sleep(SECONDS_TO_SETTLE)
    if desk.window.grab().save(str(path)):
        sys.stdout.write(f"{path}\n")
