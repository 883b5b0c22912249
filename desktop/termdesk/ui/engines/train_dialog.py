"""The dialog before an engine is trained from a file: its name and language pair."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.language.language_names import list_built_in_languages
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.pair_form import PairForm

# Languages that cannot be split into words without a dictionary.
_NOT_TRAINABLE = ("th",)


class TrainDialog(Question):
    """A dialog for the name and the language pair, which the file does not contain."""

    def __init__(self, parent: QWidget, path: Path, *, pair: LanguagePair) -> None:
        super().__init__(
            parent,
            _tr("Train an engine"),
            _tr(
                "It learns from {file} on this computer, in the background. It translates texts like "
                "those in the file well, and others poorly. Each result shows how many of its words "
                "the engine knew."
            ).format(file=path.name),
            _tr("Train"),
        )
        self.setObjectName("train_dialog")
        self.fields = PairForm("train", name=path.stem, pair=pair, languages=list_built_in_languages(_NOT_TRAINABLE))
        self.insert(self.fields)
        self.fields.changed.connect(self._check)
        self._check()

    @property
    def name(self) -> str:
        """The name of the new engine."""
        return self.fields.name

    @property
    def pair(self) -> LanguagePair:
        """The languages of the new engine."""
        return self.fields.pair

    def _check(self) -> None:
        self.accept_button.setEnabled(bool(self.name) and self.pair.source != self.pair.target)


def _tr(text: str) -> str:
    return QCoreApplication.translate("TrainDialog", text)
