"""Column titles with combo boxes below them: the use of each column, and the language of its phrases."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QStyleOptionHeader, QTableWidget, QWidget

from termdesk.application.glossaries.importing.file_view import PHRASE_ROLES, ColumnRole, ColumnUse
from termdesk.ui.glossaries.importing.column_words import role_words
from termdesk.ui.widgets.language_box import LanguageBox
from termdesk.ui.widgets.leading_header import LeadingHeader
from termdesk.ui.widgets.plain import set_tooltip
from termdesk.ui.words.language_words import language_name
from termdesk.ui.words.lists import add_in_parentheses, list_facts

_MARGIN = 4


class ColumnBox(QWidget):
    """The combo boxes of one column. `chosen` carries the use that the user chose."""

    chosen = Signal(object)

    def __init__(
        self, title: str, roles: Sequence[ColumnRole], languages: Sequence[tuple[str, str]], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.role = QComboBox(self)
        self.role.setObjectName("import_column_role")
        self.role.setAccessibleName(add_in_parentheses(self.tr("Used for"), title))
        self.role.setMinimumContentsLength(6)
        self.role.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        for role in roles:
            self.role.addItem(role_words(role), role)
        # A narrow column cuts off the text; show it as a tooltip.
        self.role.currentTextChanged.connect(partial(set_tooltip, self.role))
        self._title, self._languages = title, languages
        self._language: LanguageBox | None = None
        self._code = ""
        self._line = line = QHBoxLayout(self)
        line.setContentsMargins(_MARGIN, 0, _MARGIN, _MARGIN)
        line.setSpacing(_MARGIN)
        line.addWidget(self.role, 1)
        self._is_showing = False
        self.role.activated.connect(self._tell_role)

    @property
    def language(self) -> LanguageBox:
        """The box of the language. Created when first needed: files with two languages choose them elsewhere."""
        if self._language is None:
            self._language = box = self._make_language()
            self._line.addWidget(box, 1)
            QWidget.setTabOrder(self.role, box)
            box.hide()
            self._choose(box)
            box.currentTextChanged.connect(partial(set_tooltip, box))
            box.chosen.connect(self._tell_language)
        return self._language

    def _make_language(self) -> LanguageBox:
        box = LanguageBox("import_column_language", add_in_parentheses(self.tr("Language"), self._title), self)
        box.setMinimumContentsLength(6)
        box.show_languages([("", self.tr("Language…")), *self._languages])
        return box

    def _choose(self, box: LanguageBox) -> None:
        code = self._code
        if not box.choose(code):
            box.addItem(list_facts((language_name(code), code)), code)
            box.choose(code)
        set_tooltip(box, box.currentText())

    def show_use(self, use: ColumnUse, language: str, *, asks_language: bool) -> None:
        """Show a use; `language` is the language of its phrases, as far as it is known."""
        self._is_showing = True
        self.role.setCurrentIndex(self.role.findData(use.role))
        self._code = language
        is_asked = asks_language and use.role in PHRASE_ROLES
        if is_asked or self._language is not None:
            self._choose(self.language)
            self.language.setVisible(is_asked)
        self._is_showing = False

    @property
    def last(self) -> QWidget:
        """The last of the boxes in the order of Tab."""
        return self.role if self._language is None else self._language

    def _tell_role(self) -> None:
        # Qt returns plain strings for string enumerations.
        self.chosen.emit(ColumnUse(ColumnRole(self.role.currentData())))

    def _tell_language(self, code: str) -> None:
        if not self._is_showing and code:
            self.chosen.emit(ColumnUse(ColumnRole(self.role.currentData()), code))


class ColumnHeader(LeadingHeader):
    """Creates combo boxes only for visible columns, because a file may have thousands of columns.

    `use_chosen` carries the section and its use.
    """

    use_chosen = Signal(int, object)

    def __init__(self, table: QTableWidget, languages: Sequence[tuple[str, str]] = ()) -> None:
        """Create the header. `languages` are the codes and names to choose from."""
        super().__init__(table)
        self._table = table
        self._boxes: dict[int, ColumnBox] = {}
        self._uses: Sequence[tuple[ColumnUse, str]] = ()
        self._roles: Sequence[ColumnRole] = ()
        self._languages = languages
        self._height = 0
        self.sectionResized.connect(lambda *_: self._position())
        self.geometriesChanged.connect(self._position)
        table.horizontalScrollBar().valueChanged.connect(lambda _: self._position())

    def offer_languages(self, languages: Sequence[tuple[str, str]]) -> None:
        """Let the user choose from these codes and names. Call it before a use is shown."""
        self._languages = languages

    def show_uses(self, roles: Sequence[ColumnRole], uses: Sequence[tuple[ColumnUse, str]]) -> None:
        """Show the use and the language of each section; without `roles` there is nothing to choose."""
        if list(roles) != list(self._roles) or len(uses) < len(self._uses):
            self._forget()
        self._roles, self._uses = roles, uses
        for section, box in self._boxes.items():
            box.show_use(*uses[section], asks_language=self._asks_language)
        self._table.updateGeometries()
        self.updateGeometry()
        self._position()

    def box(self, section: int) -> ColumnBox | None:
        """Return the combo boxes of a section; None if it is not visible or there is nothing to choose."""
        return self._boxes.get(section)

    @property
    def _asks_language(self) -> bool:
        """Whether more than two columns have phrases.

        The languages of only two columns are the pair, which is chosen elsewhere.
        """
        return sum(use.role in PHRASE_ROLES for use, _ in self._uses) > 2

    def _forget(self) -> None:
        for box in self._boxes.values():
            box.deleteLater()
            box.hide()
        self._boxes.clear()

    def _position(self) -> None:
        """Place the combo boxes of the visible sections below their titles."""
        if not self._roles:
            return
        title_height = super().sizeHint().height()
        for section in range(min(self.count(), len(self._uses))):
            start, width = self.sectionViewportPosition(section), self.sectionSize(section)
            if start + width <= 0 or start >= self.viewport().width():
                if box := self._boxes.get(section):
                    box.hide()
                continue
            if section not in self._boxes:
                self._boxes[section] = self._make_box(section)
            box = self._boxes[section]
            box.setGeometry(QRect(start, title_height, width, box.sizeHint().height()))
            box.show()

    def _make_box(self, section: int) -> ColumnBox:
        title = str(self.model().headerData(section, Qt.Orientation.Horizontal))
        box = ColumnBox(title, self._roles, self._languages, self.viewport())
        box.show_use(*self._uses[section], asks_language=self._asks_language)
        box.chosen.connect(lambda use: self.use_chosen.emit(section, use))
        # Tab goes from the rows to the combo boxes in their order.
        QWidget.setTabOrder(self._boxes[section - 1].last if section - 1 in self._boxes else self._table, box.role)
        if box.last is not box.role:
            QWidget.setTabOrder(box.role, box.last)
        return box

    # Qt overrides

    def initStyleOptionForIndex(self, option: QStyleOptionHeader, logicalIndex: int) -> None:
        super().initStyleOptionForIndex(option, logicalIndex)
        if self._roles:
            sideways = option.textAlignment & Qt.AlignmentFlag.AlignHorizontal_Mask
            option.textAlignment = sideways | Qt.AlignmentFlag.AlignTop

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._position()

    def sizeHint(self) -> QSize:
        size = super().sizeHint()
        if self._roles and self._uses:
            self._height = self._height or self._box_height()
            size.setHeight(size.height() + self._height)
        return size

    def _box_height(self) -> int:
        if 0 not in self._boxes:
            self._boxes[0] = self._make_box(0)
            self._boxes[0].hide()
        return self._boxes[0].sizeHint().height()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._height = 0
