"""Pages and dialogs: widgets that close before the program ends, and to which jobs belong."""

from __future__ import annotations

import inspect
from collections.abc import Coroutine
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QWidget
from shiboken6 import isValid


class Page(QWidget):
    """A widget of a pane that closes while the pane stays. Qt deletes it later; `is_open` is false at once."""

    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_open = True

    @property
    def is_open(self) -> bool:
        return self._is_open

    def close_page(self) -> None:
        """End the jobs of this page, with their questions, and delete it. What it edits is for others to save."""
        if self._is_open:
            self._is_open = False
            self.closed.emit()
            self.deleteLater()


def owners_of(work: Coroutine[Any, Any, None]) -> list[Page | QDialog]:
    """The pages and dialogs that work which has not begun was given as arguments, or parts of them.

    A method of a page, or of what has the page as parent, belongs to that page as well: `self` is an argument.
    """
    found: dict[Page | QDialog, None] = {}
    for argument in inspect.getcoroutinelocals(work).values():
        part = argument if isinstance(argument, QObject) and isValid(argument) else None
        while part is not None:
            if isinstance(part, Page | QDialog):
                found[part] = None
            part = part.parent()
    return list(found)
