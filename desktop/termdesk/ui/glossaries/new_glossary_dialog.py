"""A name and a pair of languages for a new glossary, or for another dictionary of one."""

from __future__ import annotations

from PySide6.QtWidgets import QFormLayout, QLineEdit, QWidget

from termdesk.domain.entry_rules import name_fault
from termdesk.domain.language import LanguagePair
from termdesk.domain.language_names import GLOSSARY_LANGUAGES, english_name
from termdesk.ui.dialogs import Question
from termdesk.ui.language_box import LanguageBox
from termdesk.ui.plain import PlainLabel


def glossary_languages() -> list[tuple[str, str]]:
    """(code, name) of the root languages that glossaries are made for, by name."""
    return sorted(((code, english_name(code)) for code in GLOSSARY_LANGUAGES), key=lambda each: each[1])


class NewGlossaryDialog(Question):
    """With `name` fixed it asks for the pair alone."""

    def __init__(self, parent: QWidget, title: str, verb: str, *, pair: LanguagePair, name: str | None = None) -> None:
        super().__init__(parent, title, "", verb)
        self.setObjectName("new_glossary_dialog")
        self.name_field = QLineEdit(name or "")
        self.name_field.setObjectName("new_glossary_name")
        self.name_field.setAccessibleName(self.tr("Name"))
        self.name_field.setEnabled(name is None)
        self.source = LanguageBox("new_glossary_source", self.tr("Source language"))
        self.target = LanguageBox("new_glossary_target", self.tr("Target language"))
        for box, code in ((self.source, pair.source), (self.target, pair.target)):
            box.show_languages(glossary_languages())
            box.choose(code)
        self.fault = PlainLabel(wraps=True, tone="muted")
        self.fault.setObjectName("new_glossary_fault")
        inner = QWidget()
        form = QFormLayout(inner)
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(16)
        for control in (self.name_field, self.source, self.target):
            title_label = PlainLabel(control.accessibleName())
            title_label.setBuddy(control)
            form.addRow(title_label, control)
        self.insert(inner)
        self.insert(self.fault)
        self.name_field.textChanged.connect(self._check)
        self.source.chosen.connect(self._check)
        self.target.chosen.connect(self._check)
        self._check()
        self.name_field.setFocus()

    @property
    def name(self) -> str:
        return self.name_field.text().strip()

    @property
    def pair(self) -> LanguagePair:
        return LanguagePair(self.source.code, self.target.code)

    def _check(self) -> None:
        fault = ""
        if self.source.code == self.target.code:
            fault = self.tr("Source and target are the same language.")
        elif self.name:
            fault = name_fault(self.name) or ""
        roots = self.tr("Glossaries are made for whole languages: en serves en-GB and en-US too.")
        self.fault.setText(fault or roots)
        self.fault.set_tone("problem" if fault else "muted")
        self.accept_button.setEnabled(bool(self.name) and not fault)
