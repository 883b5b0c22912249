"""A form of three fields: a name and a pair of languages."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QFormLayout, QLineEdit, QWidget

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.language.language_names import PairLanguages, list_built_in_languages
from termdesk.ui.widgets.language_box import LanguageBox
from termdesk.ui.widgets.plain import caption


class PairForm(QWidget):
    """A form. `changed` is sent with every change.

    The object names of the fields start with `prefix`, as in `train_source`.
    """

    changed = Signal()

    def __init__(
        self,
        prefix: str,
        *,
        name: str,
        pair: LanguagePair,
        languages: PairLanguages | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """Build the form. `languages` are offered; by default those of the specification."""
        super().__init__(parent)
        self.name_field = QLineEdit(name)
        self.name_field.setObjectName(f"{prefix}_name")
        self.name_field.setAccessibleName(_tr("Name"))
        self.name_field.textChanged.connect(self.changed)
        self.source = LanguageBox(f"{prefix}_source", _tr("Source language"))
        self.target = LanguageBox(f"{prefix}_target", _tr("Target language"))
        offered = languages or list_built_in_languages()
        for box, code, codes in (
            (self.source, pair.source, offered.sources),
            (self.target, pair.target, offered.targets),
        ):
            box.show_languages(codes)
            box.choose(code)
            box.chosen.connect(self.changed)
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(16)
        for control in (self.name_field, self.source, self.target):
            form.addRow(caption(control.accessibleName(), control), control)

    @property
    def name(self) -> str:
        """The typed name, without leading and trailing spaces."""
        return self.name_field.text().strip()

    @property
    def pair(self) -> LanguagePair:
        """The chosen languages."""
        return LanguagePair(self.source.code, self.target.code)


def _tr(text: str) -> str:
    return QCoreApplication.translate("PairForm", text)
