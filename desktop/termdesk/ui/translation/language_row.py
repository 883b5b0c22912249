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

    def __init__(self, glossary: QComboBox, run_button: QPushButton) -> None:
        super().__init__()
        self.source = LanguageBox("translate_source_language", _tr("Source language"))
        self.target = LanguageBox("translate_target_language", _tr("Target language"))
        self.swap = QToolButton()
        self.swap.setObjectName("translate_swap")
        self.swap.setIcon(theme.icon("swap"))
        self.swap.setAccessibleName(_tr("Swap languages and texts"))
        set_tooltip(self.swap, _tr("Swap languages and texts (Ctrl+Shift+S)"))
        caption = PlainLabel(_tr("Glossary"))
        caption.setBuddy(glossary)
        self.setSpacing(8)
        self.addWidget(self.source, 1)
        self.addWidget(self.swap)
        self.addWidget(self.target, 1)
        self.addSpacing(16)
        self.addWidget(caption)
        self.addWidget(glossary, 1)
        self.addWidget(run_button)

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
