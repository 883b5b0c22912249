"""The dialog for a new glossary, or for another dictionary of a glossary."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from termdesk.domain.entries.entry_rules import name_violation
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.language.language_names import PairLanguages
from termdesk.ui.widgets.dialogs import Question, grow_for_words
from termdesk.ui.widgets.pair_form import PairForm
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.words.message_words import localize


class NewGlossaryDialog(Question):
    """If `name` is given, the dialog asks for the pair only."""

    def __init__(
        self,
        parent: QWidget,
        title: str,
        verb: str,
        *,
        pair: LanguagePair,
        languages: PairLanguages | None = None,
        name: str | None = None,
        warning_of: Callable[[str], str] = lambda _name: "",
    ) -> None:
        """Create the dialog. `warning_of` returns a warning about a name; empty for none."""
        super().__init__(parent, title, "", verb)
        self.setObjectName("new_glossary_dialog")
        self._warning_of = warning_of
        self.fields = PairForm("new_glossary", name=name or "", pair=pair, languages=languages)
        self.fields.name_field.setEnabled(name is None)
        self.violation = PlainLabel(wraps=True, tone="muted")
        self.violation.setObjectName("new_glossary_violation")
        self.insert(self.fields)
        self.insert(self.violation)
        self.fields.changed.connect(self._check)
        self._check()
        (self.fields.name_field if name is None else self.fields.target).setFocus()

    @property
    def name(self) -> str:
        """The typed name, without leading and trailing spaces."""
        return self.fields.name

    @property
    def pair(self) -> LanguagePair:
        """The chosen language pair."""
        return self.fields.pair

    def _check(self) -> None:
        violation = warning = ""
        if self.pair.source == self.pair.target:
            violation = self.tr("Source and target are the same language.")
        elif self.name:
            violation = localize(name_violation(self.name) or "")
            warning = self._warning_of(self.name)
        roots = self.tr("Glossaries apply to whole languages: en includes en-GB and en-US.")
        self.violation.setText(violation or warning or roots)
        self.violation.set_tone("problem" if violation else "warning" if warning else "muted")
        self.accept_button.setEnabled(bool(self.name) and not violation)
        grow_for_words(self)
