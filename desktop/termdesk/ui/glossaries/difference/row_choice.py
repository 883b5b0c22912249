"""The chosen rows of a difference."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from PySide6.QtCore import QObject, Qt, Signal


class RowChoice(QObject):
    """Rows are identified by their source phrase. All rows are chosen at first."""

    changed = Signal()

    def __init__(self, sources: Collection[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sources = frozenset(sources)
        self.left_out: frozenset[str] = frozenset()

    @property
    def chosen(self) -> frozenset[str]:
        """The source phrases of the chosen rows."""
        return self._sources - self.left_out if self.left_out else self._sources

    @property
    def has_any(self) -> bool:
        """Whether any row is chosen."""
        return len(self.left_out) < len(self._sources)

    @property
    def state(self) -> Qt.CheckState | None:
        """The check state for all rows together; None without rows."""
        if not self._sources:
            return None
        if not self.has_any:
            return Qt.CheckState.Unchecked
        return Qt.CheckState.PartiallyChecked if self.left_out else Qt.CheckState.Checked

    def is_chosen(self, source: str) -> bool:
        """Whether a row is chosen."""
        return source not in self.left_out

    def choose(self, sources: Iterable[str], *, is_on: bool) -> None:
        """Choose or exclude these rows."""
        self.left_out = self.left_out.difference(sources) if is_on else self.left_out.union(sources)
        self.changed.emit()

    def choose_all(self, *, is_on: bool) -> None:
        """Choose all rows, or none."""
        self.left_out = frozenset() if is_on else self._sources
        self.changed.emit()
