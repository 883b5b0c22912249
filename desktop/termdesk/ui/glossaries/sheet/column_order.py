"""The order in which the columns of a table are seen: dragged by their headings, moved by a menu, remembered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QHeaderView


def columns_as_seen(header: QHeaderView) -> list[int]:
    """All columns by their numbers in the model, in the order in which they are seen. Hidden ones are included."""
    return [header.logicalIndex(place) for place in range(header.count())]


def shown_as_seen(header: QHeaderView) -> list[int]:
    """As `columns_as_seen`, without those that are hidden."""
    return [column for column in columns_as_seen(header) if not header.isSectionHidden(column)]


def stretches(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The runs of consecutive numbers, each as its first and last. `numbers` are ascending and not empty."""
    breaks = [place for place in range(1, len(numbers)) if numbers[place] != numbers[place - 1] + 1]
    for begin, end in pairwise([0, *breaks, len(numbers)]):
        yield numbers[begin], numbers[end - 1]


class ColumnOrder(QObject):
    """Lets the columns of one table change places; `changed` follows what the user does.

    The model keeps its order, and so does everything that knows columns by their numbers.
    """

    changed = Signal()

    def __init__(self, header: QHeaderView, names: Sequence[str], *, fixed: int = 0) -> None:
        """`names` are those of the columns in what is remembered; the first `fixed` (0 or 1) stay where they are."""
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
        """The columns as they stand, hidden ones too."""
        return [self._names[column] for column in columns_as_seen(self._header)]

    @property
    def is_usual(self) -> bool:
        """Whether the columns stand in the order of the model."""
        return self.names == self._names

    def restore(self, known: object) -> None:
        """Put the columns in the order of these names. Other columns follow; unknown names are ignored."""
        ordered = [name for name in known if name in self._names] if isinstance(known, list) else []
        fixed = self._names[: self._fixed]
        self._take(dict.fromkeys([*fixed, *ordered, *self._names]))

    def restore_usual(self) -> None:
        """Move every column back to its usual place, and tell that the user did it."""
        if not self.is_usual:
            self._take(self._names)
            self.changed.emit()

    def neighbour(self, column: int, step: int) -> int | None:
        """The column with which this one would swap, `step` (1, -1) places further; None if it cannot move."""
        shown = shown_as_seen(self._header)
        if column not in shown:
            return None
        place = shown.index(column) + step
        can_move = column >= self._fixed and 0 <= place < len(shown) and shown[place] >= self._fixed
        return shown[place] if can_move else None

    def move(self, column: int, step: int) -> None:
        """Swap a column with the next shown one (1) or the previous one (-1), in reading order."""
        other = self.neighbour(column, step)
        if other is not None:
            self._header.moveSection(self._header.visualIndex(column), self._header.visualIndex(other))

    def _take(self, names: Iterable[str]) -> None:
        with self._restoring():
            for place, name in enumerate(names):
                self._header.moveSection(self._header.visualIndex(self._names.index(name)), place)

    @contextmanager
    def _restoring(self) -> Iterator[None]:
        self._is_restoring = True
        try:
            yield
        finally:
            self._is_restoring = False

    def _on_moved(self) -> None:
        if not self._is_restoring:
            self.changed.emit()


def merged(known: Sequence[str], here: Sequence[str]) -> list[str]:
    """Merge two orders: names of `here` in their order, at the places where `known` has any of them."""
    rest = iter(here)
    return [next(rest) if name in here else name for name in known] + list(rest)
