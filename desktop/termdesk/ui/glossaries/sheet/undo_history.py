"""The undo steps of a sheet, for the Undo menu and the history dialog."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject, Signal

from termdesk.application.glossaries.editing.open_sheet import Steps


class UndoHistory(QObject):
    """Shows the steps that the entries store, and moves along them; it stores none itself.

    `position` counts the applied steps. While large steps are being undone or redone, all requested steps count as
    done, so that repeated Undo goes further back. `changed` is emitted when the position or the texts change.
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
        """The titles of all steps in order, including undone ones."""
        return self._steps.titles

    @property
    def count(self) -> int:
        """The number of steps, including undone ones."""
        return len(self.texts)

    @property
    def position(self) -> int:
        """The number of applied steps."""
        return self._position()

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""
        return self.position > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to redo."""
        return self.position < self.count

    @property
    def undo_text(self) -> str:
        """The title of the step that Undo reverts; empty if there is none."""
        return self.texts[self.position - 1] if self.can_undo else ""

    @property
    def redo_text(self) -> str:
        """The title of the step that Redo applies; empty if there is none."""
        return self.texts[self.position] if self.can_redo else ""

    def undo(self) -> None:
        """Undo the last step, if there is one."""
        if self.can_undo:
            self._go_to(self.position - 1)

    def redo(self) -> None:
        """Redo the next step, if there is one."""
        if self.can_redo:
            self._go_to(self.position + 1)

    def go_to(self, position: int) -> None:
        """Undo or redo until this many steps are applied; 0 is the state before the first step."""
        self._go_to(min(max(position, 0), self.count))
