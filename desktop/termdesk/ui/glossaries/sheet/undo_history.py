"""The steps of a sheet as Edit › Undo and the history dialog show them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject, Signal

from termdesk.application.glossaries.editing.open_sheet import Steps


class UndoHistory(QObject):
    """Shows the steps that the entries keep, and moves along them. It keeps no steps of its own.

    `position` counts the steps that are done. While steps of many rows are still being undone or redone, it counts as
    if all that was asked for were done already, so that Undo pressed several times walks on. `changed` says that the
    position or the texts are others.
    """

    changed = Signal()

    def __init__(
        self, steps: Steps[Any, Any], *, position: Callable[[], int], go_to: Callable[[int], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._steps = steps
        self._position = position
        self._go_to = go_to

    @property
    def texts(self) -> Sequence[str]:
        """What each step did, in order, the undone ones as well."""
        return self._steps.titles

    @property
    def count(self) -> int:
        """The number of steps, the undone ones as well."""
        return len(self.texts)

    @property
    def position(self) -> int:
        """How many of the steps are applied."""
        return self._position()

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return self.position > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to apply again."""
        return self.position < self.count

    @property
    def undo_text(self) -> str:
        """What Undo would take back; empty where there is nothing."""
        return self.texts[self.position - 1] if self.can_undo else ""

    @property
    def redo_text(self) -> str:
        """What Redo would do again; empty where there is nothing."""
        return self.texts[self.position] if self.can_redo else ""

    def undo(self) -> None:
        """Take the last step back, if there is one."""
        if self.can_undo:
            self._go_to(self.position - 1)

    def redo(self) -> None:
        """Apply the next step again, if there is one."""
        if self.can_redo:
            self._go_to(self.position + 1)

    def go_to(self, position: int) -> None:
        """Undo or redo until this many steps are done; 0 is how the entries were before the first step."""
        self._go_to(min(max(position, 0), self.count))
