"""The formality of a translation and the markup of the text. Offered only for languages that support them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from termdesk.domain.language.language import Language, find_language

FORMALITY, MARKUP = "formality", "tag_handling"


class TranslationOptions(QWidget):
    """Boxes for formality and markup. `changed` is sent when a choice changes.

    Options that are not offered are not applied.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._languages: Sequence[Language] = ()
        formality = (
            (_tr("Usual formality"), None),
            (_tr("More formal"), "more"),
            (_tr("Less formal"), "less"),
        )
        self.formality = self._box("translate_formality", _tr("Formality"), formality)
        markup = ((_tr("Plain text"), None), (_tr("HTML"), "html"), (_tr("XML"), "xml"))
        self.markup = self._box("translate_markup", _tr("Markup in the text"), markup)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(self.formality)
        line.addWidget(self.markup)

    def _box(self, name: str, title: str, entries: Sequence[tuple[str, str | None]]) -> QComboBox:
        box = QComboBox()
        box.setObjectName(name)
        box.setAccessibleName(title)
        for words, value in entries:
            box.addItem(words, value)
        box.currentIndexChanged.connect(self.changed)
        box.hide()
        return box

    def show_languages(self, languages: Sequence[Language]) -> None:
        """Store the languages of the service, with their features."""
        self._languages = languages

    def show_for(self, source: str, targets: Collection[str]) -> None:
        """Offer formality if one target supports it, and markup if the source, if known, also supports it."""
        is_formal = any(self._has(target, FORMALITY) for target in targets)
        has_markup = any(self._has(target, MARKUP) for target in targets)
        has_markup = has_markup and (not source or self._has(source, MARKUP))
        was_chosen = self.chosen
        self.formality.setVisible(is_formal)
        self.markup.setVisible(has_markup)
        # If it is hidden, the line beside it extends to the edge.
        self.setVisible(is_formal or has_markup)
        if self.chosen != was_chosen:
            self.changed.emit()

    def _has(self, code: str, feature: str) -> bool:
        language = find_language(self._languages, code)
        return language is not None and feature in language.features

    def formality_for(self, target: str, formality: str | None) -> str | None:
        """Return the formality for one of several targets; None if the target does not support it."""
        return formality if self._has(target, FORMALITY) else None

    @property
    def chosen(self) -> tuple[str | None, str | None]:
        """Formality and markup. None means the default formality, or plain text."""
        formality = None if self.formality.isHidden() else self.formality.currentData()
        return formality, None if self.markup.isHidden() else self.markup.currentData()


def _tr(text: str) -> str:
    return QCoreApplication.translate("TranslationOptions", text)
