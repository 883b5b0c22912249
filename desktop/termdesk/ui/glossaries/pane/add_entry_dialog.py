"""The dialog that adds a pair of phrases, taken from a text and its translation, to a dictionary."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from termdesk.application.glossaries.summaries import LibraryItem
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.phrase_alignment import alignment
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.words.lists import point_to


class AddEntryDialog(Question):
    """Lets the user correct both phrases. The first of `items` is preselected; `pairs` has the pair of each place.

    If the pairs differ, each place is shown with its pair, and a phrase keeps its language.
    """

    def __init__(
        self, parent: QWidget, source: str, target: str, *, pairs: Sequence[LanguagePair], items: Sequence[LibraryItem]
    ) -> None:
        title = _tr("Add to a dictionary")
        super().__init__(parent, title, "", _tr("Add"))
        self.setObjectName("add_entry")
        self._items = items
        self._pairs = [each.roots for each in pairs]
        self._pair = self._pairs[0]
        self.source = _field("add_entry_source")
        self.target = _field("add_entry_target")
        self.dictionary = QComboBox()
        self.dictionary.setObjectName("add_entry_dictionary")
        has_one_pair = len(set(self._pairs)) == 1
        for item, each in zip(items, self._pairs, strict=True):
            name, code = item.summary.name, point_to(each.source, each.target)
            self.dictionary.addItem(name if has_one_pair else _tr("{name} ({pair})").format(name=name, pair=code))
        self._captions = [self._add_line(field) for field in (self.source, self.target, self.dictionary)]
        for field in (self.source, self.target):
            field.textChanged.connect(self._show_possible)
        self.source.setText(_one_line(source))
        self.target.setText(_one_line(target))
        self.dictionary.currentIndexChanged.connect(self._on_dictionary)
        self._show_pair()
        self._show_possible()
        (self.target if self.source.text() and not self.target.text() else self.source).setFocus()

    def _add_line(self, field: QWidget) -> PlainLabel:
        caption = PlainLabel()
        caption.setBuddy(field)
        self.insert(caption)
        self.insert(field)
        return caption

    def _on_dictionary(self, item: int) -> None:
        before, self._pair = self._pair, self._pairs[item]
        if before.source == self._pair.target or before.target == self._pair.source:
            source, target = self.source.text(), self.target.text()
            self.source.setText(target)
            self.target.setText(source)
        self._show_pair()

    def _show_pair(self) -> None:
        pair = self._pair
        words = (
            _tr("Source ({code})").format(code=pair.source),
            _tr("Target ({code})").format(code=pair.target),
            _tr("Glossary with {pair}").format(pair=point_to(pair.source, pair.target)),
        )
        fields = (self.source, self.target, self.dictionary)
        for caption, field, title in zip(self._captions, fields, words, strict=True):
            caption.setText(title)
            field.setAccessibleName(title)
        self.source.setAlignment(alignment(pair.source))
        self.target.setAlignment(alignment(pair.target))

    def _show_possible(self) -> None:
        self.accept_button.setEnabled(all(self.phrases))

    @property
    def phrases(self) -> tuple[str, str]:
        """Source and target without surrounding white space."""
        return self.source.text().strip(), self.target.text().strip()

    @property
    def item(self) -> LibraryItem:
        """The chosen dictionary."""
        return self._items[self.dictionary.currentIndex()]


def _field(name: str) -> QLineEdit:
    field = QLineEdit()
    field.setObjectName(name)
    return field


def _one_line(text: str) -> str:
    """Join the lines of a selection, because a phrase has only one line."""
    return " ".join(text.split())


def _tr(text: str) -> str:
    return QCoreApplication.translate("AddEntryDialog", text)
