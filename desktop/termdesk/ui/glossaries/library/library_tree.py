"""The tree of the library. It keeps expanded, selected and visible rows when the library is read again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QEvent, QItemSelection, QItemSelectionModel, QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QMenu, QTreeView, QWidget

from termdesk.application.glossaries.summaries import GlossarySummary, LibraryItem
from termdesk.domain.window_memory import LibraryMemory
from termdesk.ui.glossaries.library.library_delegate import LibraryDelegate
from termdesk.ui.glossaries.library.library_model import LibraryModel
from termdesk.ui.widgets.selections import choose_alone

_ASKING = (Qt.Key.Key_Delete, Qt.Key.Key_F2)
_Flag = QItemSelectionModel.SelectionFlag


@dataclass(frozen=True, slots=True)
class _Spot:
    """A row identified by its content: the key of a glossary, and a pair if it is a dictionary."""

    key: str
    pair_text: str = ""


class LibraryTree(QTreeView):
    """Emits `settled` when the selection or the rows change, `chosen_changed` when other items are selected."""

    settled = Signal()
    chosen_changed = Signal()
    left_upwards = Signal()
    delete_pressed = Signal()
    rename_pressed = Signal()

    def __init__(self, model: LibraryModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("library_tree")
        self.setAccessibleName(self.tr("Glossaries"))
        self._model = model
        self._expanded: set[str] = set()
        # The selection when `settled` was last emitted.
        self._settled_spots: list[_Spot | None] = []
        self._is_pressed = False
        # The row to select, and the row to scroll to, from an earlier run, as soon as the library lists them.
        self._remembered_spot: _Spot | None = None
        self._remembered_top: _Spot | None = None
        self.setModel(model)
        self.setItemDelegate(LibraryDelegate(self))
        self.setHeaderHidden(True)
        self.setUniformRowHeights(False)
        self.setExpandsOnDoubleClick(False)
        self.setIndentation(16)
        self.setFrameShape(QTreeView.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.expanded.connect(lambda index: self._note(index, is_open=True))
        self.collapsed.connect(lambda index: self._note(index, is_open=False))
        # One click emits several signals; update what depends on the selection only once.
        self._settling = QTimer(self)
        self._settling.setSingleShot(True)
        self._settling.timeout.connect(self._settle)
        self.selectionModel().selectionChanged.connect(lambda _now, _before: self._start_settling())
        self.selectionModel().currentChanged.connect(lambda _now, _before: self._start_settling())

    def _start_settling(self) -> None:
        # During a click, wait for the mouse button to be released: only then is it known whether the row is opened.
        if not self._is_pressed:
            self._settling.start()

    def _settle(self) -> None:
        spots = [self._spot(index) for index in [self.currentIndex(), *self.selectionModel().selectedIndexes()]]
        if spots != self._settled_spots:
            self._settled_spots = spots
            self.chosen_changed.emit()
        self.settled.emit()

    # Selection

    def chosen_item(self) -> LibraryItem | None:
        """Return the selected row; if several or none are selected, the current row."""
        rows = self.selectionModel().selectedIndexes()
        return self._model.item(rows[0] if len(rows) == 1 else self.currentIndex())

    def chosen_items(self) -> list[LibraryItem]:
        """Return the selected rows from top to bottom; without a selection, the current row."""
        rows = self.selectionModel().selectedIndexes()
        rows.sort(
            key=lambda index: (index.parent().row(), index.row()) if index.parent().isValid() else (index.row(), -1)
        )
        items = [item for item in map(self._model.item, rows) if item is not None]
        current = self.chosen_item()
        return items or ([current] if current else [])

    def select(self, key: str, *, pair_text: str = "") -> None:
        """Make a glossary, or its dictionary with this pair, the current row."""
        index = self._model.find(key, pair_text=pair_text)
        if index.isValid():
            self._remembered_spot = None
            if index.parent().isValid():
                self.expand(index.parent())
            choose_alone(self, index)

    # Keeping the state of the view

    def refill(self, summaries: Sequence[GlossarySummary]) -> None:
        """Show a library, and keep the expanded glossaries, the selected rows and the top row."""
        with _TreeState(self, keeps_top=True) as state:
            state.follow(_find_moved_keys(self._model.summaries, summaries))
            self._model.show(summaries)

    def refilter(self, typed: str) -> None:
        """Show the rows that match. Selected rows stay selected as long as they are visible."""
        with _TreeState(self, keeps_top=False):
            self._model.filter(typed)

    def memory(self) -> LibraryMemory:
        """Return the expanded, current and top rows, for `restore` in a later run."""
        chosen, top = self._spot(self.currentIndex()) or self._remembered_spot, self._top() or self._remembered_top
        return LibraryMemory(
            open=sorted(self._expanded),
            chosen=[chosen.key, chosen.pair_text] if chosen else [],
            top=[top.key, top.pair_text] if top else [],
        )

    def restore(self, memory: LibraryMemory) -> None:
        """Expand and select the rows of `memory` as soon as the library has them."""
        self._expanded = set(memory.open)
        self._remembered_spot, self._remembered_top = _read_spot(memory.chosen), _read_spot(memory.top)

    def _find(self, spot: _Spot) -> QModelIndex:
        return self._model.find(spot.key, pair_text=spot.pair_text)

    def _spot(self, index: QModelIndex) -> _Spot | None:
        item = self._model.item(index)
        return _Spot(item.summary.key, str(item.row.pair) if item.row else "") if item else None

    def _top(self) -> _Spot | None:
        # A tree scrolled to the top stays there, even if rows are inserted at the top.
        return self._spot(self.indexAt(self.viewport().rect().topLeft())) if self.verticalScrollBar().value() else None

    def _note(self, index: QModelIndex, *, is_open: bool) -> None:
        item = self._model.item(index)
        if item is not None:
            (self._expanded.add if is_open else self._expanded.discard)(item.summary.key)

    # Qt overrides

    def event(self, event: QEvent) -> bool:
        # While the tree has the focus, these shortcuts apply to glossaries, not to the cells of an open dictionary.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _is_own(event):
            event.accept()
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._is_pressed = event.button() == Qt.MouseButton.LeftButton
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        self._is_pressed = False
        self._start_settling()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setObjectName("library_menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        # Tooltips say why the current key does not allow an action.
        menu.setToolTipsVisible(True)
        menu.addActions(self.actions())
        # Use popup() instead of exec(): a nested event loop would break tasks that resume meanwhile.
        menu.popup(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ASKING and not event.modifiers():
            (self.delete_pressed if event.key() == Qt.Key.Key_Delete else self.rename_pressed).emit()
            return
        if event.key() == Qt.Key.Key_Up and not self.indexAbove(self.currentIndex()).isValid():
            self.left_upwards.emit()
            return
        super().keyPressEvent(event)


class _TreeState:
    """Saves the expanded, selected and top rows, and restores them after the rows were rebuilt."""

    def __init__(self, tree: LibraryTree, *, keeps_top: bool) -> None:
        self._tree = tree
        self._keeps_top = keeps_top

    def __enter__(self) -> _TreeState:
        tree = self._tree
        self._current = tree._spot(tree.currentIndex())
        self._selected = [tree._spot(index) for index in tree.selectionModel().selectedIndexes()]
        self._top = tree._top() if self._keeps_top else None
        self._expanded = tree._expanded
        return self

    def follow(self, moved: Mapping[str, str]) -> None:
        """Transfer the saved state of glossaries to their new keys."""
        tree = self._tree
        self._expanded = tree._expanded = {moved.get(key, key) for key in self._expanded}
        self._current, self._top = _move_spot(self._current, moved), _move_spot(self._top, moved)
        self._selected = [_move_spot(spot, moved) for spot in self._selected]

    def __exit__(self, *_error: object) -> None:
        tree = self._tree
        for key in self._expanded:
            index = tree._model.find(key)
            if index.isValid():
                tree.setExpanded(index, True)
        self._choose(tree)
        self._scroll(tree)

    def _choose(self, tree: LibraryTree) -> None:
        spot = self._current or tree._remembered_spot
        index = tree._find(spot) if spot else QModelIndex()
        tree._remembered_spot = None if index.isValid() else spot
        if not index.isValid():
            return
        choose_alone(tree, index)
        if len(self._selected) > 1:
            selection = QItemSelection()
            for each in self._selected:
                found = tree._find(each) if each else QModelIndex()
                selection.select(found, found)
            tree.selectionModel().select(selection, _Flag.ClearAndSelect | _Flag.Rows)

    def _scroll(self, tree: LibraryTree) -> None:
        if not self._keeps_top and not tree.currentIndex().isValid():
            tree.scrollToTop()
        top = self._top or tree._remembered_top
        index = tree._find(top) if top else QModelIndex()
        if index.isValid():
            tree._remembered_top = None
            tree.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtTop)


def _move_spot(spot: _Spot | None, moved: Mapping[str, str]) -> _Spot | None:
    return replace(spot, key=moved.get(spot.key, spot.key)) if spot is not None else None


def _find_moved_keys(before: Sequence[GlossarySummary], now: Sequence[GlossarySummary]) -> dict[str, str]:
    """Return the new keys of glossaries: a draft gets the key of the service when it is published."""
    gone = {each.key for each in before if each.drafts} - {each.key for each in now}
    if not gone:
        return {}
    # A copy of a dictionary on the service has no draft.
    keys = {row.draft_id: each.key for each in now for row in each.drafts if row.draft_id}
    return {
        each.key: keys[row.draft_id]
        for each in before
        if each.key in gone
        for row in each.drafts
        if row.draft_id in keys
    }


def _is_own(event: QKeyEvent) -> bool:
    return event.matches(QKeySequence.StandardKey.SelectAll) or (event.key() in _ASKING and not event.modifiers())


def _read_spot(value: Sequence[str]) -> _Spot | None:
    return _Spot(*value) if len(value) == 2 else None
