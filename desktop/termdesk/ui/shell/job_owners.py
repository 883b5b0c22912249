"""Pages and dialogs: widgets that close before the program ends, and that own jobs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

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
        """Whether `close_page` was not called yet."""
        return self._is_open

    def close_page(self) -> None:
        """End the jobs of this page, with their questions, and delete it. What it edits is for others to save."""
        if self._is_open:
            self._is_open = False
            self.closed.emit()
            self.deleteLater()


def owners_of(work: Callable[[], object]) -> list[Page | QDialog]:
    """The pages and dialogs that `work` has been given, or parts of which it has been given.

    `work` has been given the object that it is a method of, the arguments of a `partial`, and the variables that an
    inner function uses from outside. A part belongs to the page that is its parent, at any distance.
    """
    found: dict[Page | QDialog, None] = {}
    for value in _given(work):
        part = value if isinstance(value, QObject) and isValid(value) else None
        while part is not None:
            if isinstance(part, Page | QDialog):
                found[part] = None
            part = part.parent()
    return list(found)


def _given(work: Callable[..., object]) -> Iterator[object]:
    while isinstance(work, partial):
        yield from work.args
        yield from work.keywords.values()
        work = work.func
    yield getattr(work, "__self__", None)
    for cell in getattr(work, "__closure__", None) or ():
        try:
            yield cell.cell_contents
        except ValueError:
            # The variable has no value yet.
            continue
