"""The filter of the history: by action, languages, glossary and star."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QWidget

from termdesk.application.texts.history import StoredText, TextChoices, TextFilter
from termdesk.ui.texts.history_model import kind_words
from termdesk.ui.widgets.layouts.flow_layout import FlowLayout
from termdesk.ui.widgets.plain_buttons import tick_box
from termdesk.ui.words.lists import begin_sentence, point_to

# Separates the languages of a pair: a box can return a text, but not a pair.
_APART = "\t"


class HistoryFilter(QWidget):
    """The filter boxes. `changed` is sent when a choice changes. The first entry of each box means “all”."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.kind = self._box("history_kind", self.tr("What was done"), self.tr("Everything that was done"))
        self.languages = self._box("history_languages", self.tr("Languages"), self.tr("All languages"))
        self.glossary = self._box("history_glossary", self.tr("Glossary"), self.tr("With and without a glossary"))
        self.starred = tick_box("history_starred", self.tr("Starred only"))
        # In a narrow window the rest wraps to the next line.
        line = FlowLayout(self)
        for widget in (self.kind, self.languages, self.glossary, self.starred):
            line.addWidget(widget)
        self.starred.toggled.connect(self.changed)

    def _box(self, name: str, title: str, everything: str) -> QComboBox:
        box = QComboBox()
        box.setObjectName(name)
        box.setAccessibleName(title)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        box.addItem(everything, None)
        box.currentIndexChanged.connect(self.changed)
        return box

    @property
    def chosen(self) -> TextFilter:
        """The chosen filter."""
        languages = self.languages.currentData()
        source, _, target = str(languages).partition(_APART)
        return TextFilter(
            call=self.kind.currentData(),
            languages=(source, target) if languages is not None else None,
            glossary=self.glossary.currentData(),
            is_starred=True if self.starred.isChecked() else None,
        )

    def show_choices(self, choices: TextChoices) -> None:
        """Offer the values that occur in the stored texts. Keep the choice, unless no text has it any more."""
        samples = [StoredText("", call, "", "", "", "") for call in choices.calls]
        _offer(self.kind, ((begin_sentence(kind_words(each.improvement)), each.call) for each in samples))
        pairs = choices.languages
        _offer(self.languages, ((point_to(*each) if each[0] else each[1], _APART.join(each)) for each in pairs))
        _offer(self.glossary, ((name or self.tr("Without a glossary"), name) for name in choices.glossaries))


def _offer(box: QComboBox, entries: Iterable[tuple[str, object]]) -> None:
    chosen = box.currentData()
    box.blockSignals(True)
    while box.count() > 1:
        box.removeItem(1)
    for words, data in entries:
        box.addItem(words, data)
    positions = [position for position in range(box.count()) if box.itemData(position) == chosen]
    box.setCurrentIndex(positions[0] if positions else 0)
    box.blockSignals(False)
