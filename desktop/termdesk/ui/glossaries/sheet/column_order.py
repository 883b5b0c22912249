"""The visual order of the columns of a table: dragged by their headings, moved with a menu, and saved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QHeaderView


def columns_as_seen(header: QHeaderView) -> list[int]:
    """Return all columns, as numbers of the model, in visual order. Hidden ones are included."""
    return [header.logicalIndex(position) for position in range(header.count())]


def shown_columns(header: QHeaderView) -> list[int]:
    """Return the visible columns in visual order."""
    return [column for column in columns_as_seen(header) if not header.isSectionHidden(column)]


def stretches(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Return the runs of consecutive numbers, each as (first, last). `numbers` are ascending and not empty."""
    breaks = [position for position in range(1, len(numbers)) if numbers[position] != numbers[position - 1] + 1]
    for begin, end in pairwise([0, *breaks, len(numbers)]):
        yield numbers[begin], numbers[end - 1]


class ColumnOrder(QObject):
    """Lets the user reorder the columns of a table; `changed` is emitted after changes by the user.

    Only the visual order changes; the model and all column numbers stay the same.
    """

    changed = Signal()

    def __init__(self, header: QHeaderView, names: Sequence[str], *, fixed: int = 0) -> None:
        """Create the order.

        `names` are the saved names of the columns; the first `fixed` (0 or 1) columns cannot be moved.
        """
        super().__init__(header)
        self._header = header
        self._names = list(names)
        self._fixed = fixed
        self._is_restoring = False
        header.setSectionsMovable(True)
        header.setFirstSectionMovable(not fixed)
        header.sectionMoved.connect(self._on_moved)

    @property
    def names(self) -> list[str]:
        """The names of all columns in visual order, including hidden ones."""
        return [self._names[column] for column in columns_as_seen(self._header)]

    @property
    def is_usual(self) -> bool:
        """Whether the columns are in the order of the model."""
        return self.names == self._names

    def restore(self, known: object) -> None:
        """Order the columns by these names. Other columns follow; unknown names are ignored."""
        ordered = [name for name in known if name in self._names] if isinstance(known, list) else []
        fixed = self._names[: self._fixed]
        self._take(dict.fromkeys([*fixed, *ordered, *self._names]))

    def restore_usual(self) -> None:
        """Move every column back to its default position, as a change by the user."""
        if not self.is_usual:
            self._take(self._names)
            self.changed.emit()

    def neighbor(self, column: int, step: int) -> int | None:
        """Return the column to swap with when moving by `step` (1 or -1); None if the column cannot move."""
        shown = shown_columns(self._header)
        if column not in shown:
            return None
        position = shown.index(column) + step
        can_move = column >= self._fixed and 0 <= position < len(shown) and shown[position] >= self._fixed
        return shown[position] if can_move else None

    def move(self, column: int, step: int) -> None:
        """Swap a column with the next (1) or previous (-1) visible one, in reading order."""
        other = self.neighbor(column, step)
        if other is not None:
            self._header.moveSection(self._header.visualIndex(column), self._header.visualIndex(other))

    def _take(self, names: Iterable[str]) -> None:
        with self._without_signals():
            for position, name in enumerate(names):
                self._header.moveSection(self._header.visualIndex(self._names.index(name)), position)

    @contextmanager
    def _without_signals(self) -> Iterator[None]:
        self._is_restoring = True
        try:
            yield
        finally:
            self._is_restoring = False

    def _on_moved(self) -> None:
        if not self._is_restoring:
            self.changed.emit()


def merge_orders(known: Sequence[str], present: Sequence[str]) -> list[str]:
    """Merge two orders: the names of `present` take the positions that `known` has for any of them."""
    rest = iter(present)
    return [next(rest) if name in present else name for name in known] + list(rest)
