"""The dialog for find and replace, with optional regular expressions."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QWidget

from termdesk.application.glossaries.editing.rewrite import RewriteScope
from termdesk.domain.entries.rewrite import Rewrite, make_replacement
from termdesk.ui.glossaries.rewriting.rewrite_dialog import RewriteDialog
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.widgets.grid_keys import has
from termdesk.ui.widgets.layouts.flow_layout import FlowLayout
from termdesk.ui.widgets.plain import PlainLabel, caption, set_tooltip
from termdesk.ui.widgets.plain_buttons import tick_box

ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class ReplaceDialog(RewriteDialog):
    """Asks for a text or a pattern, and for its replacement."""

    def __init__(self, parent: QWidget, scope: RewriteScope, *, jobs: Jobs) -> None:
        super().__init__(
            parent,
            scope,
            title=_tr("Replace"),
            verb=_tr("Replace &all"),
            jobs=jobs,
            invitation=_tr("Type what to find. You see every change first and can leave cells out."),
        )
        self.setObjectName("replace_dialog")
        self.search = self._field("replace_search", self.tr("Find"))
        self.replacement = self._field("replace_with", self.tr("Replace with"))
        self.is_pattern = tick_box("replace_pattern", self.tr("Regular expression"))
        self.with_case = tick_box("replace_case", self.tr("Match case"))
        self.whole_words = tick_box("replace_words", self.tr("Whole words"))
        self.keeps_case = tick_box(
            "replace_keep_case",
            self.tr("Keep case"),
            meaning=self.tr("Gives each replacement the capital letters of what it replaces."),
        )
        options = FlowLayout()
        for box in (self.is_pattern, self.with_case, self.whole_words, self.keeps_case):
            options.addWidget(box)
            box.toggled.connect(self.look)
        self.form.addRow("", options)
        words = self.tr(
            "In “Replace with”, \\1 stands for the text in the first ( ), \\2 for the second, \\g<0> "
            "for the whole match."
        )
        self.hint = PlainLabel(words, wraps=True, tone="muted")
        self.hint.setObjectName("replace_hint")
        self.form.addRow("", self.hint)
        self.is_pattern.toggled.connect(self._show_hint)
        self._show_hint(is_pattern=False)
        self.add_where()
        # Enter in a field must not change hundreds of cells.
        self.accept_button.setDefault(False)
        self.accept_button.setAccessibleName(self.tr("Replace all"))
        set_tooltip(self.accept_button, self.tr("Replace all ticked matches (Ctrl+Enter)"))
        self.look()
        self.search.setFocus()

    def _show_hint(self, is_pattern: bool) -> None:
        """Show the hint about groups while the search text is a regular expression."""
        self.form.setRowVisible(self.hint, is_pattern)
        self.search.setPlaceholderText(r"(\w+) of (\w+)" if is_pattern else "")
        self.replacement.setPlaceholderText(r"\2 \1" if is_pattern else "")
        self.replacement.setAccessibleDescription(self.hint.text() if is_pattern else "")

    def _field(self, name: str, title: str) -> QLineEdit:
        field = QLineEdit()
        field.setObjectName(name)
        field.setAccessibleName(title)
        field.textChanged.connect(self.look)
        self.form.addRow(caption(title, field), field)
        return field

    @property
    def subject(self) -> str:
        """The text to search for, as typed."""
        return self.search.text()

    def rewrite(self) -> Rewrite | None:
        """Return the replacement; None while the search text is empty. Raises InvalidInput for an invalid pattern."""
        if not self.search.text():
            return None
        return make_replacement(
            self.search.text(),
            self.replacement.text(),
            is_pattern=self.is_pattern.isChecked(),
            with_case=self.with_case.isChecked(),
            whole_words=self.whole_words.isChecked(),
            keeps_case=self.keeps_case.isChecked(),
        )

    # Qt overrides

    def keyPressEvent(self, event: QKeyEvent) -> None:
        focused = self.focusWidget()
        if event.key() not in ENTER_KEYS:
            super().keyPressEvent(event)
        elif has(event, Qt.KeyboardModifier.ControlModifier):
            self.accept_button.click()
        elif isinstance(focused, QAbstractButton):
            focused.click()


def _tr(text: str) -> str:
    return QCoreApplication.translate("ReplaceDialog", text)
