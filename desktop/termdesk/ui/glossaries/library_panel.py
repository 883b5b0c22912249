"""The left side of the Glossaries pane: the library with its filter and its buttons."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLineEdit,
    QToolButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from termdesk.application.library import Shelf
from termdesk.ui import theme
from termdesk.ui.glossaries.library_delegate import LibraryDelegate
from termdesk.ui.glossaries.library_model import LibraryModel, Place
from termdesk.ui.plain import PlainLabel, tooltip


class LibraryPanel(QWidget):
    """Opens a dictionary by Enter or double click; what else can be done stands in the menu of a row."""

    open_asked = Signal(Place)
    rename_asked = Signal(Place)
    delete_asked = Signal(Place)
    add_dictionary_asked = Signal(Place)
    new_asked = Signal()
    import_asked = Signal()
    refresh_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("library_panel")
        self.model = LibraryModel(self)
        self._expanded: set[str] = set()
        self.tree = self._made_tree()
        self.field = QLineEdit()
        self.field.setObjectName("library_filter")
        self.field.setAccessibleName(self.tr("Filter glossaries by name or pair"))
        self.field.setPlaceholderText(self.tr("Name or pair, like en-es"))
        self.field.setClearButtonEnabled(True)
        self.field.addAction(theme.icon("search"), QLineEdit.ActionPosition.LeadingPosition)
        self.field.textChanged.connect(self._on_filter)
        self.count = PlainLabel()
        self.count.setObjectName("library_count")
        self._lay_out()
        self._make_menu()

    def _made_tree(self) -> QTreeView:
        tree = QTreeView()
        tree.setObjectName("library_tree")
        tree.setAccessibleName(self.tr("Glossaries"))
        tree.setModel(self.model)
        tree.setItemDelegate(LibraryDelegate(tree))
        tree.setHeaderHidden(True)
        tree.setUniformRowHeights(False)
        tree.setExpandsOnDoubleClick(False)
        tree.setIndentation(16)
        tree.setFrameShape(QTreeView.Shape.NoFrame)
        tree.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        tree.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        tree.activated.connect(self._on_activated)
        tree.expanded.connect(lambda index: self._note(index, is_open=True))
        tree.collapsed.connect(lambda index: self._note(index, is_open=False))
        tree.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        return tree

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(12, 12, 8, 0)
        head.setSpacing(4)
        title = PlainLabel(self.tr("Glossaries"))
        title.setObjectName("library_title")
        theme.make_heading(title)
        head.addWidget(title, 1)
        for name, icon, words, signal in (
            ("library_new", "add", self.tr("New glossary (Ctrl+N)"), self.new_asked),
            ("library_import", "import", self.tr("Import a file (Ctrl+O)"), self.import_asked),
            ("library_refresh", "refresh", self.tr("Read the library again (Ctrl+R)"), self.refresh_asked),
        ):
            button = QToolButton()
            button.setObjectName(name)
            button.setIcon(theme.icon(icon))
            button.setAccessibleName(words)
            button.setToolTip(tooltip(words))
            button.setAutoRaise(True)
            button.clicked.connect(signal)
            head.addWidget(button)
        find = QHBoxLayout()
        find.setContentsMargins(12, 0, 12, 0)
        find.addWidget(self.field)
        foot = QHBoxLayout()
        foot.setContentsMargins(12, 0, 12, 8)
        foot.addWidget(self.count)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(head)
        column.addLayout(find)
        column.addWidget(self.tree, 1)
        column.addLayout(foot)

    def _make_menu(self) -> None:
        for name, words, signal, key in (
            ("library_open", self.tr("Open"), self.open_asked, ""),
            ("library_add_dictionary", self.tr("Add a dictionary…"), self.add_dictionary_asked, ""),
            ("library_rename", self.tr("Rename glossary…"), self.rename_asked, "F2"),
            ("library_delete", self.tr("Delete…"), self.delete_asked, "Del"),
        ):
            action = QAction(words, self.tree)
            action.setObjectName(name)
            if key:
                action.setShortcut(key)
                action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.triggered.connect(lambda _checked=False, ask=signal: self._ask(ask))
            self.tree.addAction(action)

    def show_shelves(self, shelves: Sequence[Shelf]) -> None:
        """Show the library, with the same row selected and the same glossaries open as before."""
        chosen = self.chosen()
        # Asking the tree about a thousand rows would take as long as all the rest; filling it again tells nothing.
        expanded = self._expanded.copy()
        self.model.show(shelves)
        for key in expanded:
            index = self.model.find(key)
            if index.isValid():
                self.tree.setExpanded(index, True)
        if chosen:
            self.select(chosen.shelf.key, pair_text=str(chosen.row.pair) if chosen.row else "")
        self._show_count()

    def select(self, key: str, *, pair_text: str = "") -> None:
        index = self.model.find(key, pair_text=pair_text)
        if index.isValid():
            self.tree.expand(index.parent() if index.parent().isValid() else index)
            self.tree.setCurrentIndex(index)

    def _note(self, index: QModelIndex, *, is_open: bool) -> None:
        place = self.model.place(index)
        if place is not None:
            (self._expanded.add if is_open else self._expanded.discard)(place.shelf.key)

    def chosen(self) -> Place | None:
        return self.model.place(self.tree.currentIndex())

    def _ask(self, signal: Signal) -> None:
        place = self.chosen()
        if place is not None:
            signal.emit(place)  # type: ignore[attr-defined]  # bound signals have emit; the stubs type the class

    def _on_activated(self, index: QModelIndex) -> None:
        place = self.model.place(index)
        if place is None:
            return
        if place.row is None and len(place.shelf.rows) > 1:
            self.tree.setExpanded(index, not self.tree.isExpanded(index))
            return
        self.open_asked.emit(place)

    def _on_filter(self, text: str) -> None:
        self.model.filter(text)
        self._show_count()

    def _show_count(self) -> None:
        shown, total = self.model.rowCount(), self.model.total
        words = self.tr("{total} glossaries") if shown == total else self.tr("{shown} of {total} glossaries")
        self.count.setText(self.tr("1 glossary") if total == shown == 1 else words.format(shown=shown, total=total))
