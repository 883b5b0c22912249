"""The left side of the Glossaries pane: the library with its filter and its buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Signal, SignalInstance
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAction, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from termdesk.application.glossaries.library.library_filter import rows_of_typed_pairs
from termdesk.application.glossaries.summaries import GlossarySummary, LibraryItem
from termdesk.ui.glossaries.library.elsewhere_list import ElsewhereList
from termdesk.ui.glossaries.library.library_filter_menu import LibraryFilterMenu, toggle_word
from termdesk.ui.glossaries.library.library_model import LibraryModel
from termdesk.ui.glossaries.library.library_tree import LibraryTree
from termdesk.ui.glossaries.library.state_words import legend
from termdesk.ui.keyboard.regions import mark_region
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.empty_state import EmptyState
from termdesk.ui.widgets.plain import PlainLabel, set_tooltip, tooltip
from termdesk.ui.widgets.plain_buttons import add_clear_button, add_picture, icon_button
from termdesk.ui.widgets.selections import choose_alone
from termdesk.ui.words.numbers import format_number

_INTO_THE_LIST = (Qt.Key.Key_Down, Qt.Key.Key_PageDown)
# Menu items that need a permission of the API key, with the window action that does the same.
_KEY_ORDERS = {
    "library_publish": "publish_chosen",
    "library_copy_to_service": "copy_to_service",
    "library_move_to_service": "move_to_service",
    "library_rename": "rename_glossary",
    "library_delete": "delete_glossary",
}
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class LibraryPanel(QWidget):
    """A click or Enter opens a dictionary; Ctrl or Shift with a click only selects.

    All other actions are in the menu.
    """

    open_asked = Signal(LibraryItem)
    rename_asked = Signal(LibraryItem)
    delete_asked = Signal(list)
    export_asked = Signal(list)
    copy_asked = Signal(LibraryItem)
    publish_asked = Signal(list)
    copy_to_service_asked = Signal(list)
    move_to_service_asked = Signal(list)
    tags_asked = Signal(list)
    matrix_asked = Signal(LibraryItem)
    versions_asked = Signal(LibraryItem)
    add_dictionary_asked = Signal(LibraryItem)
    new_asked = Signal()
    import_asked = Signal()
    refresh_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("library_panel")
        self.model = LibraryModel(self)
        self.tree = LibraryTree(self.model)
        # The empty tree could not show the focus until the library is read.
        self.tree.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.field = self._make_field()
        self.filter_menu = LibraryFilterMenu(self)
        self.filter_menu.words_toggled.connect(lambda word: self.field.setText(toggle_word(self.field.text(), word)))
        self._is_of_service = True
        self.count = PlainLabel()
        self.count.setObjectName("library_count")
        set_tooltip(self.count, legend())
        self.nothing_fits = EmptyState(
            "search", self.tr("Nothing fits"), self.tr("No glossary matches. Search by name, pair, tag or state.")
        )
        self.nothing_fits.add_button("library_clear_filter", self.tr("Show all"), "close", self.field.clear)
        self.none_yet = EmptyState(
            "glossaries",
            self.tr("No glossaries yet"),
            self.tr("Create one, or drop a file here. Each language pair becomes a dictionary."),
        )
        self.none_yet.add_button("library_first", self.tr("New glossary"), "add", self.new_asked.emit)
        self.elsewhere = ElsewhereList()
        self.lists = QStackedWidget()
        for widget in (self.tree, self.nothing_fits, self.none_yet):
            self.lists.addWidget(widget)
        self._lay_out()
        mark_region(self, first=self.tree)
        self._make_menu()
        self.tree.activated.connect(self._open)
        self.tree.clicked.connect(self._on_clicked)
        self.tree.settled.connect(self._show_count)
        self.tree.left_upwards.connect(self.field.setFocus)
        self.tree.delete_pressed.connect(self._emitter_for_all(self.delete_asked))
        self.tree.rename_pressed.connect(self._emitter(self.rename_asked))

    def _make_field(self) -> QLineEdit:
        field = QLineEdit()
        field.setObjectName("library_filter")
        field.setAccessibleName(self.tr("Filter glossaries by name, pair, tag or state"))
        field.setPlaceholderText(self.tr("Name, en-es, #tag"))
        words = self.tr(
            "Words of the name; a pair such as en-es, or one side such as en- or →es; #tag, "
            "client:name or domain:name; is:draft, is:edited, is:failed. All of them must match. "
            "Down goes into the list, Enter opens."
        )
        set_tooltip(field, words)
        add_clear_button(field)
        add_picture(field, "search", self.tr("Search"))
        field.textChanged.connect(self._on_filter)
        field.installEventFilter(self)
        return field

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
            ("library_refresh", "refresh", self.tr("Refresh the library (Ctrl+R)"), self.refresh_asked),
        ):
            button = icon_button(name, icon, words)
            button.clicked.connect(signal)
            head.addWidget(button)
        find = QHBoxLayout()
        find.setContentsMargins(12, 0, 8, 0)
        find.setSpacing(4)
        find.addWidget(self.field, 1)
        offers = icon_button("library_filters", "filter", self.tr("Filter by state, tag or pair"))
        offers.setMenu(self.filter_menu)
        offers.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        find.addWidget(offers)
        foot = QHBoxLayout()
        foot.setContentsMargins(12, 0, 12, 8)
        foot.addWidget(self.count)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(head)
        column.addLayout(find)
        column.addWidget(self.lists, 1)
        column.addWidget(self.elsewhere)
        column.addLayout(foot)

    def _make_menu(self) -> None:
        for name, words, ask, key in (
            ("library_open", self.tr("Open"), self._emitter(self.open_asked), ""),
            ("library_matrix", self.tr("Pairs of the glossary…"), self._emitter(self.matrix_asked), ""),
            ("library_versions", self.tr("Versions…"), self._emitter(self.versions_asked), ""),
            ("library_add_dictionary", self.tr("Add a dictionary…"), self._emitter(self.add_dictionary_asked), ""),
            ("library_copy", self.tr("Copy as a new glossary…"), self._emitter(self.copy_asked), ""),
            ("library_publish", self.tr("Publish…"), self._emitter_for_all(self.publish_asked), ""),
            (
                "library_copy_to_service",
                self.tr("Copy to another service…"),
                self._emitter_for_all(self.copy_to_service_asked),
                "",
            ),
            (
                "library_move_to_service",
                self.tr("Move to another service…"),
                self._emitter_for_all(self.move_to_service_asked),
                "",
            ),
            ("library_rename", self.tr("Rename glossary…"), self._emitter(self.rename_asked), "F2"),
            ("library_tags", self.tr("Tags…"), self._emitter_for_all(self.tags_asked), ""),
            ("library_export", self.tr("Export into a folder…"), self._emitter_for_all(self.export_asked), ""),
            ("library_delete", self.tr("Delete…"), self._emitter_for_all(self.delete_asked), "Del"),
        ):
            action = QAction(words, self.tree)
            action.setObjectName(name)
            if key:
                action.setShortcut(key)
                action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.triggered.connect(ask)
            self.tree.addAction(action)

    def withhold(self, reasons: Mapping[str, str]) -> None:
        """Disable the menu items that the current key does not allow; `reasons` are by name of the window's action."""
        for order, name in _KEY_ORDERS.items():
            action = self.tree.findChild(QAction, order)
            assert action is not None
            action.setEnabled(name not in reasons)
            action.setToolTip(tooltip(reasons.get(name, "")))

    def show_summaries(self, summaries: Sequence[GlossarySummary], *, is_of_service: bool = True) -> None:
        """Show the library, and keep the selected rows and the expanded glossaries.

        Without `is_of_service`, only glossaries on this computer are listed, and the count says so.
        """
        self._is_of_service = is_of_service
        self.tree.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.tree.refill(summaries)
        self.filter_menu.offer(summaries, self.field.text())
        self._show_count()

    def select(self, key: str, *, pair_text: str = "") -> None:
        """Select a glossary, or its dictionary with this pair."""
        self.tree.select(key, pair_text=pair_text)

    @property
    def has_glossaries(self) -> bool:
        """Whether there are any glossaries, local or on the service, whatever the filter shows."""
        return bool(self.model.total or self.elsewhere.list.count())

    def chosen_item(self) -> LibraryItem | None:
        """The current row; None if there is none."""
        return self.tree.chosen_item()

    def chosen_items(self) -> list[LibraryItem]:
        """All selected rows."""
        return self.tree.chosen_items()

    def focus_filter(self) -> None:
        """Move the focus to the filter, with its text selected."""
        self.field.setFocus()
        self.field.selectAll()

    def _emitter(self, signal: SignalInstance) -> Callable[[], None]:
        def ask() -> None:
            item = self.chosen_item()
            if item is not None:
                signal.emit(item)

        return ask

    def _emitter_for_all(self, signal: SignalInstance) -> Callable[[], None]:
        def ask() -> None:
            if items := self.chosen_items():
                signal.emit(items)

        return ask

    def _on_clicked(self, index: QModelIndex) -> None:
        if QGuiApplication.keyboardModifiers() == Qt.KeyboardModifier.NoModifier:
            self._open(index)

    def _open(self, index: QModelIndex) -> None:
        """Open a dictionary.

        A glossary with several dictionaries is expanded; selecting it already shows its overview.
        """
        item = self.model.item(index)
        if item is None:
            return
        if item.row is None and item.summary.row_count > 1:
            self.tree.expand(index)
            return
        self.open_asked.emit(item)

    def _on_filter(self, text: str) -> None:
        self.tree.refilter(text)
        self.filter_menu.offer(self.model.summaries, text)
        self._show_count()
        # Let screen readers announce the new count after a keystroke.
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.count, self.count.text()))

    def _show_count(self) -> None:
        shown, total = self.model.rowCount(), self.model.total
        self.lists.setCurrentWidget(self.tree if shown else self.nothing_fits if total else self.none_yet)
        words = self.tr("%Ln glossaries", "", total)
        if shown != total:
            words = self.tr("{shown} of %Ln glossaries", "", total).format(shown=format_number(shown))
        if not self._is_of_service:
            words = self.tr("{glossaries} on this computer").format(glossaries=words)
        selected = len(self.tree.selectionModel().selectedIndexes())
        if selected > 1:
            words = self.tr("{glossaries}, %Ln selected", "", selected).format(glossaries=words)
        self.count.setText(words)
        self.count.setAccessibleName(words)

    def _enter_list(self) -> None:
        """Move the focus from the filter to the tree, to the current row or else the first one."""
        if self.model.rowCount():
            if not self.tree.currentIndex().isValid():
                choose_alone(self.tree, self.model.index(0, 0))
            self.tree.setFocus()

    def _open_first(self) -> None:
        """Open the selected or first row on Enter in the filter.

        In a glossary, open the dictionary of the typed pair.
        """
        if not self.model.rowCount():
            return
        chosen = self.chosen_item()
        if chosen is None:
            choose_alone(self.tree, self.model.index(0, 0))
            chosen = self.chosen_item()
        rows = (
            rows_of_typed_pairs(chosen.summary, self.field.text()) if chosen is not None and chosen.row is None else []
        )
        if chosen is not None and len(rows) == 1:
            self.open_asked.emit(LibraryItem(chosen.summary, rows[0]))
        elif chosen is not None and chosen.row is None and chosen.summary.row_count > 1:
            self.tree.setExpanded(self.tree.currentIndex(), True)
            self.tree.setFocus()
        elif chosen is not None:
            self.open_asked.emit(chosen)

    # Qt overrides

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in _INTO_THE_LIST:
                self._enter_list()
                return True
            if event.key() in _ENTER:
                self._open_first()
                return True
            if event.key() == Qt.Key.Key_Escape and self.field.text():
                self.field.clear()
                return True
        return super().eventFilter(watched, event)
