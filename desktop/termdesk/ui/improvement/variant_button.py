"""The menu of the language variants that a text can be converted to."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from termdesk.application.improvement.improvement import SWISS_GERMAN
from termdesk.domain.language.language import Language, root
from termdesk.ui.widgets.plain_buttons import MenuButton
from termdesk.ui.words.language_words import localize_language


class VariantButton(MenuButton):
    """A button that is hidden for languages without other variants. `chosen` has the code of the chosen variant."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(self.tr("Convert to"))
        self.setObjectName("improve_variant")
        self.setAccessibleName(self.tr("Convert to another variant of the language"))
        self._menu = QMenu(self)
        self.setMenu(self._menu)
        self.hide()

    def show_variants(self, language: str, variants: Sequence[Language]) -> None:
        """Offer the variants of a language."""
        self._menu.clear()
        for each in variants:
            self._add(localize_language(each.code, each.name), each.code)
        if root(language) == "de" and SWISS_GERMAN not in {language, *(each.code for each in variants)}:
            self._add(self.tr("Swiss spelling (ss for ß)"), SWISS_GERMAN)
        self.setVisible(self.can_convert)

    @property
    def can_convert(self) -> bool:
        """Whether the language has other variants."""
        return bool(self._menu.actions())

    def open_menu(self) -> None:
        """Open the menu below the button, with the first variant selected, without waiting for a choice."""
        self._menu.popup(self.mapToGlobal(self.rect().bottomLeft()))
        self._menu.setActiveAction(self._menu.actions()[0])

    def _add(self, words: str, code: str) -> None:
        self._menu.addAction(words).triggered.connect(lambda _checked=False: self.chosen.emit(code))
