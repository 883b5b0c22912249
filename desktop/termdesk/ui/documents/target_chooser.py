"""A button with a menu in which several target languages are ticked."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from termdesk.ui.words.language_words import localize_language
from termdesk.ui.words.lists import list_facts, list_names

# With more, their number is said instead of their names.
MOST_NAMED = 3


class TargetChooser(QPushButton):
    """`chosen` has the codes in the order of the menu. `changed` is sent when they are others."""

    changed = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        # As a field: the style aligns its text with those of the fields around it.
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
    """Stays open while its entries are ticked."""

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
