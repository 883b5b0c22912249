"""A pair of phrases from a text and its translation, and the dictionary that it is added to."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from termdesk.application.glossaries.summaries import Place
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.phrase_alignment import alignment
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.words.lists import point_to


class AddEntryDialog(Question):
    """Both phrases can be corrected. The first of `places` is chosen."""

    def __init__(
        self, parent: QWidget, source: str, target: str, *, pair: LanguagePair, places: Sequence[Place]
    ) -> None:
        title = _tr("Add to a dictionary")
        super().__init__(parent, title, "", _tr("Add"))
        self.setObjectName("add_entry")
        self._places = places
        self.source = _field("add_entry_source", pair.source)
        self.target = _field("add_entry_target", pair.target)
        self.dictionary = QComboBox()
        self.dictionary.setObjectName("add_entry_dictionary")
        for place in places:
            self.dictionary.addItem(place.summary.name)
        languages = pair.roots
        self._add_line(_tr("Source ({code})").format(code=languages.source), self.source)
        self._add_line(_tr("Target ({code})").format(code=languages.target), self.target)
        words = _tr("Glossary with {pair}").format(pair=point_to(languages.source, languages.target))
        self._add_line(words, self.dictionary)
        for field in (self.source, self.target):
            field.textChanged.connect(self._show_possible)
        self.source.setText(_one_line(source))
        self.target.setText(_one_line(target))
        self._show_possible()
        (self.target if self.source.text() and not self.target.text() else self.source).setFocus()

    def _add_line(self, words: str, field: QWidget) -> None:
        caption = PlainLabel(words)
        caption.setBuddy(field)
        field.setAccessibleName(words)
        self.insert(caption)
        self.insert(field)

    def _show_possible(self) -> None:
        self.accept_button.setEnabled(all(self.phrases))

    @property
    def phrases(self) -> tuple[str, str]:
        """Source and target without white space around them."""
        return self.source.text().strip(), self.target.text().strip()

    @property
    def place(self) -> Place:
        """The dictionary that is chosen."""
        return self._places[self.dictionary.currentIndex()]


def _field(name: str, language: str) -> QLineEdit:
    field = QLineEdit()
    field.setObjectName(name)
    field.setAlignment(alignment(language))
    return field


def _one_line(text: str) -> str:
    """A selection may reach over several lines; a phrase does not."""
    return " ".join(text.split())


def _tr(text: str) -> str:
    return QCoreApplication.translate("AddEntryDialog", text)
