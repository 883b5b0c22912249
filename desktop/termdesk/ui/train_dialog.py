"""What an engine shall be trained from: its name and its pair of languages."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFormLayout, QLineEdit, QWidget

from termdesk.domain.language import LanguagePair
from termdesk.domain.language_names import GLOSSARY_LANGUAGES, english_name
from termdesk.ui.dialogs import Question
from termdesk.ui.language_box import LanguageBox
from termdesk.ui.plain import PlainLabel

# Its words cannot be told apart without a dictionary of them.
_NOT_TRAINABLE = frozenset({"th"})


class TrainDialog(Question):
    """Asks for what the file does not say."""

    def __init__(self, parent: QWidget, path: Path, *, pair: LanguagePair) -> None:
        super().__init__(
            parent,
            _tr("Train an engine"),
            _tr(
                "It learns from {file} on this computer, in the background. It is good at strings like those in the"
                " file, and poor at anything else; beside each result it says how many words it knew."
            ).format(file=path.name),
            _tr("Train"),
        )
        self.setObjectName("train_dialog")
        self.name_field = QLineEdit(path.stem)
        self.name_field.setObjectName("train_name")
        self.name_field.setAccessibleName(_tr("Name"))
        self.source = LanguageBox("train_source", _tr("Source language"))
        self.target = LanguageBox("train_target", _tr("Target language"))
        offered = sorted(
            ((code, english_name(code)) for code in GLOSSARY_LANGUAGES if code not in _NOT_TRAINABLE),
            key=lambda each: each[1],
        )
        for box, code in ((self.source, pair.source), (self.target, pair.target)):
            box.show_languages(offered)
            box.choose(code)
            box.chosen.connect(self._check)
        inner = QWidget()
        form = QFormLayout(inner)
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(16)
        for control in (self.name_field, self.source, self.target):
            title = PlainLabel(control.accessibleName())
            title.setBuddy(control)
            form.addRow(title, control)
        self.insert(inner)
        self.name_field.textChanged.connect(self._check)
        self._check()

    @property
    def name(self) -> str:
        return self.name_field.text().strip()

    @property
    def pair(self) -> LanguagePair:
        return LanguagePair(self.source.code, self.target.code)

    def _check(self) -> None:
        self.accept_button.setEnabled(bool(self.name) and self.source.code != self.target.code)


def _tr(text: str) -> str:
    return QCoreApplication.translate("TrainDialog", text)
