"""The row above both texts: the languages, the swap button, the glossary, and the Translate button."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QToolButton, QWidget

from termdesk.domain.language.language import LanguagePair
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.language_box import LanguageBox
from termdesk.ui.widgets.plain import PlainLabel, set_tooltip


class LanguageRow(QHBoxLayout):
    """The boxes for source and target language.

    `missing_line` is placed below the row; its label `missing` says that a typed language is not offered.
    `possible_asked` is sent with two languages (codes, or typed text) when the user wants to know what is possible with
    them.
    """

    possible_asked = Signal(str, str)

    def __init__(self, glossary: QComboBox, run_button: QPushButton, targets: QPushButton) -> None:
        """Build the row. The button `targets` replaces the target box while several languages are translated into."""
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
        self.several.setIcon(theme.icon("multilingual"))
        self.several.setCheckable(True)
        self.several.setAccessibleName(_tr("Several languages at once"))
        set_tooltip(self.several, _tr("Several languages at once (Ctrl+Shift+T)"))
        self.missing = PlainLabel(wraps=True, tone="warning")
        self.missing.setObjectName("translate_missing_language")
        self._run_button = run_button
        self.possible = QPushButton(_tr("What is possible"))
        self.possible.setObjectName("translate_possible")
        self.possible.setAccessibleName(_tr("What is possible with these languages"))
        self.possible.clicked.connect(self._ask_possible)
        self.missing_line = QWidget()
        below = QHBoxLayout(self.missing_line)
        below.setContentsMargins(0, 0, 0, 0)
        below.addWidget(self.missing, 1)
        below.addWidget(self.possible)
        self._typed: tuple[LanguageBox, str] = (self.target, "")
        self._set_missing(False)
        self._tell_missing(
            self.source,
            _tr("This service does not translate from “{typed}”."),
        )
        self._tell_missing(
            self.target,
            _tr("This service does not translate into “{typed}”."),
        )
        caption = PlainLabel(_tr("Glossary"))
        caption.setBuddy(glossary)
        # Cut long names, because the row must fit a small screen.
        glossary.setMinimumWidth(glossary.fontMetrics().averageCharWidth() * 18)
        # The widgets for a single target language.
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
        # Leave the other widgets alone: they have no parent yet, and showing them would make each a window.
        targets.hide()

    def _tell_missing(self, box: LanguageBox, words: str) -> None:
        """Show these words when the user types an unknown language into the box, until a valid one is chosen."""
        box.not_found.connect(partial(self._show_missing, box, words))
        box.chosen.connect(lambda: self._set_missing(False))
        edit = box.lineEdit()
        assert edit is not None
        edit.textEdited.connect(lambda: self._set_missing(False))

    def _show_missing(self, box: LanguageBox, words: str, typed: str) -> None:
        self._typed = box, typed
        self.missing.setText(words.format(typed=typed))
        self._set_missing(True)

    def _set_missing(self, is_missing: bool) -> None:
        for widget in (self.missing, self.possible, self.missing_line):
            widget.setVisible(is_missing)

    def _ask_possible(self) -> None:
        box, typed = self._typed
        is_source = box is self.source
        self.possible_asked.emit(typed if is_source else self.source.code, self.target.code if is_source else typed)

    def show_several(self, is_several: bool) -> None:
        """Show the widgets for several target languages, or those for one."""
        hidden, shown = (self._of_one, (self._targets,)) if is_several else ((self._targets,), self._of_one)
        if (focused := self.several.window().focusWidget()) is not None and any(
            each is focused or each.isAncestorOf(focused) for each in hidden
        ):
            # Qt would focus the next widget, which is outside of the row.
            self.several.setFocus()
        # Hide first: side by side, the widgets would widen a narrow window.
        for widget in hidden:
            widget.hide()
        for widget in shown:
            widget.show()

    def settle(self) -> bool:
        """Accept the typed languages. Return False if one is not offered."""
        offered = [each.settle_for(self._run_button) for each in (self.source, self.target)]
        self._set_missing(not all(offered))
        return all(offered)

    def find_known_pair(self, detected: str) -> LanguagePair | None:
        """Return the chosen languages, or the detected source if none is chosen; None if one is unknown."""
        source, target = self.source.code or detected, self.target.code
        return LanguagePair(source, target) if source and target else None

    def way_back(self, source: str, target: str) -> LanguagePair | None:
        """Return the pair from `target` into `source`, with the codes that the service offers; None if it does not
        offer it.
        """
        offered = self.source.find_offered(target), self.target.find_offered(source)
        return LanguagePair(*offered) if all(offered) else None


def _tr(text: str) -> str:
    return QCoreApplication.translate("LanguageRow", text)
