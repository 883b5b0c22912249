"""The dialog of confirmed texts similar to the translated text, with differences. One can be used as a draft."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.similarity.text_diff import compare
from termdesk.domain.texts import SimilarText
from termdesk.ui.texts.difference_marks import inline_difference
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_table import PlainTable
from termdesk.ui.widgets.selections import choose_alone
from termdesk.ui.widgets.text_area import TextArea
from termdesk.ui.words.numbers import format_percent


class SimilarTextsDialog(QDialog):
    """Lists the texts, most similar first. After accept, `chosen` is the one to use."""

    def __init__(self, parent: QWidget, text: str, pair: LanguagePair, similar: Sequence[SimilarText]) -> None:
        super().__init__(parent)
        self._text = text
        self._similar = similar
        self.setObjectName("similar_texts")
        self.setWindowTitle(_tr("Similar confirmed texts"))
        self.table = PlainTable(
            "similar_texts_table",
            _tr("Similar confirmed texts"),
            headings=[_tr("Similarity"), _tr("Confirmed text")],
            rows=[(format_percent(each.similarity), " ".join(each.source.split())) for each in similar],
            stretch=1,
        )
        self.difference = _field("similar_texts_difference", _tr("From the confirmed text to yours"), pair.source)
        self.translation = _field("similar_texts_translation", _tr("Its translation"), pair.target)
        buttons = QDialogButtonBox()
        self.use = buttons.addButton(_tr("Use this translation"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.use.setObjectName("similar_texts_use")
        self.use.setProperty("role", "primary")
        buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(PlainLabel(_tr("What differs is marked. Nothing is used by itself."), wraps=True))
        column.addWidget(self.table, 1)
        for field in (self.difference, self.translation):
            caption = PlainLabel(field.accessibleName())
            caption.setBuddy(field)
            column.addWidget(caption)
            column.addWidget(field, 1)
        column.addWidget(buttons)
        self.resize(640, 480)
        self.table.itemSelectionChanged.connect(self._show_chosen)
        choose_alone(self.table, self.table.model().index(0, 0))
        self._show_chosen()

    @property
    def chosen(self) -> SimilarText:
        """The text chosen in the list."""
        return self._similar[max(0, self.table.currentRow())]

    def _show_chosen(self) -> None:
        chosen = self.chosen
        words, marks = inline_difference(chosen.source, self._text, compare(chosen.source, self._text))
        self.difference.setPlainText(words)
        self.difference.show_marks(marks)
        self.translation.setPlainText(chosen.target)


def _field(name: str, title: str, language: str) -> TextArea:
    field = TextArea(name, title)
    field.setReadOnly(True)
    field.set_language(language)
    return field


def _tr(text: str, comment: str = "", n: int = -1) -> str:
    return QCoreApplication.translate("SimilarTextsDialog", text, comment, n)
