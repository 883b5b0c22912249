"""Pages and dialogs: widgets that own jobs, and close before the program ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QWidget
from shiboken6 import isValid


class Page(QWidget):
    """A widget of a pane that closes while the pane stays. Qt deletes it later, but `is_open` is false immediately."""

    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_open = True

    @property
    def is_open(self) -> bool:
        """Whether `close_page` has not been called yet."""
        return self._is_open

    def close_page(self) -> None:
        """Cancel the jobs of this page, close their dialogs, and delete the page. The caller has to save its edits."""
        if self._is_open:
            self._is_open = False
            self.closed.emit()
            self.deleteLater()


def owners_of(work: Callable[[], object]) -> list[Page | QDialog]:
    """Return the pages and dialogs that `work` uses, directly or through one of their children.

    `work` uses the object that it is a method of, the arguments of a `partial`, and the closure variables of an inner
    function. A child at any depth counts for its page or dialog.
    """
    found: dict[Page | QDialog, None] = {}
    for value in _find_arguments(work):
        part = value if isinstance(value, QObject) and isValid(value) else None
        while part is not None:
            if isinstance(part, Page | QDialog):
                found[part] = None
            part = part.parent()
    return list(found)


def _find_arguments(work: Callable[..., object]) -> Iterator[object]:
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
