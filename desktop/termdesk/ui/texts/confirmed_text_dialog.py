"""The dialog that corrects the confirmed translation of a text."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from termdesk.domain.language.language import LanguagePair
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.text_area import TextArea


class ConfirmedTextDialog(QDialog):
    """Shows the text and its editable translation. It can be saved once the translation is changed and not empty."""

    def __init__(self, parent: QWidget, pair: LanguagePair, text: str, translation: str) -> None:
        super().__init__(parent)
        self._before = translation
        self.setObjectName("confirmed_text")
        self.setWindowTitle(_tr("Correct a confirmed translation"))
        source = TextArea("confirmed_text_source", _tr("Text"))
        source.setReadOnly(True)
        source.setPlainText(text)
        source.set_language(pair.source)
        self.field = TextArea("confirmed_text_translation", _tr("Translation"))
        self.field.setPlainText(translation)
        self.field.set_language(pair.target)
        buttons = QDialogButtonBox()
        self.save = buttons.addButton(_tr("Save"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.save.setObjectName("confirmed_text_save")
        self.save.setProperty("role", "primary")
        buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        for area in (source, self.field):
            caption = PlainLabel(area.accessibleName())
            caption.setBuddy(area)
            column.addWidget(caption)
            column.addWidget(area, 1)
        column.addWidget(buttons)
        self.resize(560, 400)
        self.field.textChanged.connect(self._show_possible)
        self.field.setFocus()
        self._show_possible()

    @property
    def translation(self) -> str:
        """The corrected translation."""
        return self.field.toPlainText().strip()

    def _show_possible(self) -> None:
        self.save.setEnabled(self.translation not in ("", self._before.strip()))


def _tr(text: str) -> str:
    return QCoreApplication.translate("ConfirmedTextDialog", text)
