"""Where the user drew the borders between parts of the window, kept from run to run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray
from PySide6.QtWidgets import QSplitter

if TYPE_CHECKING:
    from termdesk.ui.shell.main_window import Remembered


def keep_place(splitter: QSplitter, remembered: Remembered) -> None:
    """Put a splitter where it was left the last time, by its object name, and remember where it is drawn to."""
    name = splitter.objectName()
    state = remembered.get(name)
    if isinstance(state, str):
        splitter.restoreState(QByteArray.fromBase64(state.encode()))

    def moved(_place: int, _index: int) -> None:
        remembered.set(name, bytes(splitter.saveState().toBase64().data()).decode())

    splitter.splitterMoved.connect(moved)
