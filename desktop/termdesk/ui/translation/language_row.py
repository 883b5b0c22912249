"""The row above both texts: the languages, what swaps them, the glossary, and the button that translates."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QToolButton

from termdesk.domain.language.language import LanguagePair
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.language_box import LanguageBox
from termdesk.ui.widgets.plain import PlainLabel, set_tooltip


class LanguageRow(QHBoxLayout):
    """Knows which languages are chosen, and which directions the service offers."""

    def __init__(self, glossary: QComboBox, run_button: QPushButton, targets: QPushButton) -> None:
        """`targets` chooses several target languages; it stands where one is chosen else."""
        super().__init__()
        self.source = LanguageBox("translate_source_language", _tr("Source language"))
        self.target = LanguageBox("translate_target_language", _tr("Target language"))
        self.swap = QToolButton()
        self.swap.setObjectName("translate_swap")
        self.swap.setIcon(theme.icon("swap"))
        self.swap.setAccessibleName(_tr("Swap languages and texts"))
        set_tooltip(self.swap, _tr("Swap languages and texts (Ctrl+Shift+S)"))
        self.several = QToolButton()
        self.several.setObjectName("translate_several")
        self.several.setIcon(theme.icon("wide"))
        self.several.setCheckable(True)
        self.several.setAccessibleName(_tr("Several languages at once"))
        set_tooltip(self.several, _tr("Several languages at once (Ctrl+Shift+T)"))
        caption = PlainLabel(_tr("Glossary"))
        caption.setBuddy(glossary)
        # Long names are cut: the row must fit a small screen.
        glossary.setMinimumWidth(glossary.fontMetrics().averageCharWidth() * 18)
        # What there is for one target language only.
        self._of_one = (self.swap, self.target, caption, glossary)
        self.setSpacing(8)
        self.addWidget(self.source, 1)
        self.addWidget(self.swap)
        self.addWidget(self.target, 1)
        self.addWidget(targets, 1)
        self.addWidget(self.several)
        self.addSpacing(8)
        self.addWidget(caption)
        self.addWidget(glossary, 1)
        self.addWidget(run_button)
        self._targets = targets
        # The others have no window yet: shown now, each would be one.
        targets.hide()

    def show_several(self, is_several: bool) -> None:
        """Let the user choose several target languages, or one."""
        for widget in self._of_one:
            widget.setVisible(not is_several)
        self._targets.setVisible(is_several)

    def known_pair(self, detected: str) -> LanguagePair | None:
        """The chosen languages, with the detected one where none is chosen; None while one is not known."""
        source, target = self.source.code or detected, self.target.code
        return LanguagePair(source, target) if source and target else None

    def way_back(self, source: str, target: str) -> LanguagePair | None:
        """The direction from `target` into `source`, with the codes that are offered for it; None if it is not."""
        offered = self.source.offered(target), self.target.offered(source)
        return LanguagePair(*offered) if all(offered) else None


def _tr(text: str) -> str:
    return QCoreApplication.translate("LanguageRow", text)
