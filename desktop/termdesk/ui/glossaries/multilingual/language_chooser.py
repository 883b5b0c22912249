"""A menu for the languages that the filters of the multilingual table apply to: all, or the checked ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from termdesk.ui.widgets import theme
from termdesk.ui.words.lists import add_title, list_facts


class LanguageChooser(QToolButton):
    """Emits `changed`. `chosen` has language indexes from 0, and is empty for all languages."""

    changed = Signal()

    def __init__(
        self, languages: Sequence[str], missing: Callable[[], Sequence[int]], parent: QWidget | None = None
    ) -> None:
        """Create the menu. `missing` returns how many phrases each language lacks; it is called when the menu opens."""
        super().__init__(parent)
        self.setObjectName("multilingual_languages")
        self._languages = languages
        self._missing = missing
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setIcon(theme.icon("languages"))
        self.setToolTip(self.tr("Languages to filter"))
        menu = QMenu(self)
        menu.setObjectName("multilingual_languages_menu")
        self._all = self._action(menu, self.tr("All languages"))
        self._all.triggered.connect(self.choose_all)
        menu.addSeparator()
        self._actions = [self._action(menu, language) for language in languages]
        for action in self._actions:
            action.toggled.connect(self._on_toggled)
        menu.aboutToShow.connect(self._count)
        self.setMenu(menu)
        self._show()

    def _action(self, menu: QMenu, words: str) -> QAction:
        action = menu.addAction(words)
        action.setCheckable(True)
        return action

    @property
    def chosen(self) -> frozenset[int]:
        """The indexes of the checked languages, from 0; empty for all."""
        return frozenset(number for number, action in enumerate(self._actions) if action.isChecked())

    def choose(self, languages: frozenset[int]) -> None:
        """Check these languages; an empty set means all."""
        before = self.chosen
        for number, action in enumerate(self._actions):
            action.blockSignals(True)
            action.setChecked(number in languages)
            action.blockSignals(False)
        self._show()
        if self.chosen != before:
            self.changed.emit()

    def choose_all(self) -> None:
        """Uncheck all languages, which means that all apply."""
        self.choose(frozenset())

    def words(self) -> str:
        """Return the choice in words, as part of a sentence."""
        chosen = sorted(self.chosen)
        if not chosen:
            return self.tr("all languages")
        if len(chosen) == 1:
            return self._languages[chosen[0]]
        return self.tr("%Ln languages", "", len(chosen))

    def _on_toggled(self) -> None:
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        self._all.setChecked(not self.chosen)
        words = self.tr("In {languages}").format(languages=self.words())
        self.setText(words)
        self.setAccessibleName(add_title(self.tr("Languages to filter"), words))
        self.setToolButtonStyle(self.toolButtonStyle().ToolButtonTextBesideIcon)

    def _count(self) -> None:
        for action, language, count in zip(self._actions, self._languages, self._missing(), strict=True):
            gaps = self.tr("%Ln missing", "", count) if count else self.tr("complete")
            action.setText(list_facts((language, gaps)))

    # Qt overrides

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        # Style sheets mirror the position of the arrow with the window, but not the space reserved for it.
        if event.type() == QEvent.Type.LayoutDirectionChange:
            self.setProperty("mirrored", self.isRightToLeft())
            self.style().unpolish(self)
            self.style().polish(self)
