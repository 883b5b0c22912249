"""Remembers where the user dragged the splitters of the window, from run to run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray
from PySide6.QtWidgets import QSplitter

if TYPE_CHECKING:
    from termdesk.domain.window_memory import WindowMemory


def keep_place(splitter: QSplitter, remembered: WindowMemory) -> None:
    """Restore the sizes of a splitter by its object name, and remember when the user drags it."""
    name = splitter.objectName()
    if name in remembered.splitters:
        splitter.restoreState(QByteArray.fromBase64(remembered.splitters[name].encode()))

    def keep_sizes(_position: int, _index: int) -> None:
        state = bytes(splitter.saveState().toBase64().data()).decode()
        remembered.splitters = {**remembered.splitters, name: state}

    splitter.splitterMoved.connect(keep_sizes)
