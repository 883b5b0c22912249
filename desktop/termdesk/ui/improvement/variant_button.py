"""The menu of the language variants that a text can be converted to."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from termdesk.application.improvement.improvement import SWISS_GERMAN
from termdesk.domain.language.language import Language, root
from termdesk.ui.widgets.plain_buttons import MenuButton
from termdesk.ui.words.language_words import localize_language


class VariantButton(MenuButton):
    """A button that is hidden for languages without other variants. `chosen` has the code of the chosen variant.

    `opened` is sent before the menu is shown, so that `show_costs` can say what each conversion costs.
    """

    chosen = Signal(str)
    opened = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # The name of each variant, by its code.
        self._names: dict[str, str] = {}
        self.setText(self.tr("Convert to"))
        self.setObjectName("improve_variant")
        self.setAccessibleName(self.tr("Convert to another variant of the language"))
        self._menu = QMenu(self)
        self.setMenu(self._menu)
        self._menu.aboutToShow.connect(self.opened)
        self.hide()

    def show_variants(self, language: str, variants: Sequence[Language]) -> None:
        """Offer the variants of a language."""
        self._menu.clear()
        self._names.clear()
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
        self._names[code] = words
        self._menu.addAction(words).triggered.connect(lambda _checked=False: self.chosen.emit(code))

    def show_costs(self, count_billed: Callable[[str], int]) -> None:
        """Show the characters that a conversion into each variant would be billed."""
        for action, (code, name) in zip(self._menu.actions(), self._names.items(), strict=True):
            count = count_billed(code)
            words = self.tr("{variant} (%Ln characters will be billed)", "", count).format(variant=name)
            action.setText(words if count else name)
