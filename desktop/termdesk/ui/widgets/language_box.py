"""Boxes that find an entry by any part of it, and boxes for one or several languages."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QComboBox, QCompleter, QLineEdit, QMenu, QWidget

from termdesk.domain.language.language import canonical
from termdesk.ui.widgets.plain_buttons import MenuButton
from termdesk.ui.widgets.selections import mark_focused
from termdesk.ui.words.language_words import localize_language
from termdesk.ui.words.lists import list_facts, list_names

CODE_ROLE = Qt.ItemDataRole.UserRole
_NAME_ROLE = Qt.ItemDataRole.UserRole + 1
# With more chosen languages, the button shows their number instead of their names.
MOST_NAMED = 3


class SearchableBox(QComboBox):
    """A box whose entries have a code as data. Typed text must be part of an entry; otherwise the last choice is
    restored.

    `not_found` is then sent with the typed text.
    """

    not_found = Signal(str)

    def __init__(self, name: str, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setMaxVisibleItems(16)
        self.setMinimumContentsLength(14)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        edit = self.lineEdit()
        assert edit is not None
        edit.setObjectName(f"{name}_field")
        edit.setAccessibleName(title)
        completer = QCompleter(self.model(), self)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        self.setCompleter(completer)
        edit.editingFinished.connect(self.settle)
        self._selects_all = False
        # The widget that got the focus when the typed text was not found.
        self._left_for: QWidget | None = None
        self.currentIndexChanged.connect(self._on_index)
        edit.installEventFilter(self)
        # Qt creates the list when it is first asked for it. Until something is typed, it is not needed.
        self._has_popup = False

    def codes(self) -> list[str]:
        """Return the codes of the entries, in the order of the list."""
        return [str(self.itemData(position)) for position in range(self.count())]

    def settle(self) -> bool:
        """Choose the entry that equals or contains the typed text. Without a match, keep the old entry and return
        False.

        Called automatically when the box loses the focus. Code that acts on a key has to call it first.
        """
        typed = self.currentText().casefold()
        position = next((row for row in range(self.count()) if self.itemText(row).casefold() == typed), None)
        if position is None:
            codes = [each.casefold() for each in self.codes()]
            position = codes.index(typed) if typed in codes else None
        if position is None and typed:
            position = next((row for row in range(self.count()) if typed in self.itemText(row).casefold()), None)
        if position is not None:
            self.setCurrentIndex(position)
        elif typed:
            self._left_for = QApplication.focusWidget()
            self.not_found.emit(self.currentText())
        self.setEditText(self.itemText(self.currentIndex()))
        return position is not None or not typed

    def settle_for(self, button: QWidget) -> bool:
        """Settle the box before a button acts. Also return False if the click on `button` itself has just discarded a
        text.

        Before that click, the user could not see that the old choice stays.
        """
        left_for, self._left_for = self._left_for, None
        return self.settle() and left_for is not button

    def _on_index(self) -> None:
        self._left_for = None

    # Qt overrides

    def showPopup(self) -> None:
        view = self.view()
        # As wide as the entries and the scroll bar. By default the list is as wide as the box.
        scroll_bar = self.style().pixelMetric(self.style().PixelMetric.PM_ScrollBarExtent)
        view.setMinimumWidth(view.sizeHintForColumn(0) + scroll_bar + 2 * view.frameWidth())
        super().showPopup()

    def focusInEvent(self, event: QFocusEvent) -> None:
        # The box is the focus widget, not its field.
        self._left_for = None
        self._selects_all = event.reason() == Qt.FocusReason.MouseFocusReason
        self._make_popup()
        super().focusInEvent(event)

    def _make_popup(self) -> None:
        completer = self.completer()
        if self._has_popup or completer is None:
            return
        self._has_popup = True
        popup = completer.popup()
        assert popup is not None
        mark_focused(popup)
        popup.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        edit, kind = self.lineEdit(), event.type()
        if edit is None:
            return super().eventFilter(watched, event)
        if isinstance(event, QKeyEvent) and kind == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Escape:
            return self._restore(edit)
        if watched is edit and kind == QEvent.Type.MouseButtonRelease and self._selects_all:
            self._selects_all = False
            # Keep a selection that the user made with the mouse.
            if not edit.hasSelectedText():
                edit.selectAll()
        return super().eventFilter(watched, event)

    def _restore(self, edit: QLineEdit) -> bool:
        """Discard the typed text. Return False if there was none: Escape then closes the dialog."""
        chosen = self.itemText(self.currentIndex())
        if edit.text() == chosen:
            return False
        if (completer := self.completer()) is not None and (popup := completer.popup()) is not None:
            popup.hide()
        self.setEditText(chosen)
        edit.selectAll()
        return True


class LanguageBox(SearchableBox):
    """A box that finds a language by any part of its name or code. `chosen` is sent when the code has changed."""

    chosen = Signal(str)

    def __init__(self, name: str, title: str, parent: QWidget | None = None) -> None:
        super().__init__(name, title, parent)
        self._last = ""
        self.currentIndexChanged.connect(self._tell)

    def show_languages(self, languages: Sequence[tuple[str, str]]) -> None:
        """Offer (code, name) pairs in this order. Keep the chosen code if it is still offered."""
        code = self.code
        self.blockSignals(True)
        self.clear()
        for each, name in languages:
            shown = localize_language(each, name)
            self.addItem(list_facts((shown, each)) if each else name, each)
            self.setItemData(self.count() - 1, shown, _NAME_ROLE)
        self.blockSignals(False)
        self.choose(code)

    @property
    def code(self) -> str:
        """The chosen code. Empty if nothing or an entry without a language is chosen."""
        return str(self.currentData(CODE_ROLE) or "")

    def choose(self, code: str) -> bool:
        """Choose a code, or else a variant or the root of it. Return whether one of them is offered."""
        position = self._position_of(code)
        if position >= 0:
            self.setCurrentIndex(position)
        self._tell()
        return position >= 0

    def name_of(self, code: str) -> str:
        """Return the name of the language that `choose` would choose; "" if it is not offered."""
        return str(self.itemData(self._position_of(code), _NAME_ROLE) or "")

    def find_offered(self, code: str) -> str:
        """Return the code that `choose` would choose; "" if it is not offered."""
        return str(self.itemData(self._position_of(code), CODE_ROLE) or "")

    def _position_of(self, code: str) -> int:
        """Return the index of a code, or else of a variant or the root of it; -1 if none is offered."""
        requested = canonical(code) if code else ""
        offered = self.codes()
        fitting = (
            [requested] if requested in offered else [each for each in offered if each.startswith(f"{requested}-")]
        )
        if not fitting and requested.partition("-")[0] in offered:
            fitting = [requested.partition("-")[0]]
        return offered.index(fitting[0]) if fitting else -1

    def _tell(self) -> None:
        if self.code != self._last:
            self._last = self.code
            self.chosen.emit(self.code)


class TargetChooser(MenuButton):
    """A button with a menu in which several target languages can be ticked.

    `chosen` has the codes in the order of the menu. `changed` is sent when they change.
    """

    changed = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        # Styled as a field, so that its text is aligned with those of the fields around it.
        self.setProperty("role", "field")
        self.setAutoDefault(False)
        self._menu = _StayingMenu(self)
        self._menu.setObjectName(f"{name}_menu")
        self.setMenu(self._menu)
        self._names: dict[str, str] = {}
        self._show()

    @property
    def chosen(self) -> tuple[str, ...]:
        """The codes of the ticked languages."""
        return tuple(str(action.data()) for action in self._menu.actions() if action.isChecked())

    def show_languages(self, languages: Sequence[tuple[str, str]], *, chosen: Sequence[str]) -> None:
        """Offer (code, name) pairs, with these codes ticked as far as they are offered."""
        self._menu.clear()
        self._names = {code: localize_language(code, name) for code, name in languages}
        for code, name in self._names.items():
            action = self._menu.addAction(list_facts((name, code)))
            action.setData(code)
            action.setCheckable(True)
            action.setChecked(code in chosen)
            action.toggled.connect(self._on_toggled)
        self._on_toggled()

    def choose(self, codes: Sequence[str]) -> None:
        """Tick these languages and no others."""
        for action in self._menu.actions():
            action.setChecked(str(action.data()) in codes)

    def _on_toggled(self) -> None:
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        chosen = self.chosen
        if not chosen:
            words = self.tr("Choose languages")
        elif len(chosen) <= MOST_NAMED:
            words = list_names(self._names[code] for code in chosen)
        else:
            words = self.tr("%Ln languages", "", len(chosen))
        self.setText(words)
        self.setAccessibleName(self.tr("Target languages: {languages}").format(languages=words))


class _StayingMenu(QMenu):
    """A menu that stays open while its entries are ticked."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        action = self.actionAt(event.position().toPoint())
        if action is not None and action.isCheckable():
            action.toggle()
        else:
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        action = self.activeAction()
        if event.key() == Qt.Key.Key_Space and action is not None:
            action.toggle()
        else:
            super().keyPressEvent(event)
