"""The dialog for a set of sentences: its name, its languages, and the glossary that it is meant for."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from dataclasses import replace

from PySide6.QtWidgets import QComboBox, QFormLayout, QLineEdit, QWidget

from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.spot_check.sentence_set import SentenceSet
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.pair_form import PairForm
from termdesk.ui.widgets.plain import caption


class SetDialog(Question):
    """Creates a set, or edits its properties. Its sentences are edited in the pane."""

    def __init__(
        self,
        parent: QWidget,
        glossaries: Sequence[GlossarySummary],
        *,
        known: SentenceSet | None,
        pair: LanguagePair,
        taken: Collection[str] = (),
    ) -> None:
        """Build the dialog. `known` is the set to edit; None creates one, initially for `pair`.

        For a new set, the only matching glossary is proposed, and its name unless that is `taken`.
        """
        title = self.tr("Sentence set") if known else self.tr("New sentence set")
        super().__init__(parent, title, "", self.tr("Save") if known else self.tr("Create"))
        self.setObjectName("spot_check_set_dialog")
        self._known = known
        self._glossaries = glossaries
        self._taken = taken
        # The last proposed name. Any other name in the field was typed by the user.
        self._proposed = ""
        # Whether the user has chosen the glossary.
        self._is_chosen = False
        self.form = PairForm("spot_check_set", name=known.name if known else "", pair=known.pair if known else pair)
        self.client = QLineEdit(known.client if known else "")
        self.client.setObjectName("spot_check_set_client")
        self.client.setAccessibleName(self.tr("Client"))
        self.client.setPlaceholderText(self.tr("Optional"))
        self.glossary = QComboBox()
        self.glossary.setObjectName("spot_check_set_glossary")
        self.glossary.setAccessibleName(self.tr("Glossary"))
        self.glossary.addItem(self.tr("Any glossary"), None)
        for each in glossaries:
            self.glossary.addItem(each.name, each)
        self.glossary.activated.connect(self._keep_choice)
        if known is not None:
            self._choose(known)
        form = self.form.layout()
        assert isinstance(form, QFormLayout)
        for control in (self.client, self.glossary):
            form.addRow(caption(control.accessibleName(), control), control)
        self.insert(self.form)
        if known is None:
            self._propose()
            self.form.name_field.selectAll()
            for box in (self.form.source, self.form.target):
                box.chosen.connect(self._propose)
        self.form.changed.connect(self._show_possible)
        self._show_possible()

    def _choose(self, known: SentenceSet) -> None:
        if known.glossary_key:
            keys = [each.key for each in self._glossaries]
            if known.glossary_key in keys:
                self.glossary.setCurrentIndex(1 + keys.index(known.glossary_key))
            else:
                # The glossary of another service is kept.
                self.glossary.addItem(known.glossary_name, known)
                self.glossary.setCurrentIndex(self.glossary.count() - 1)

    def _propose(self) -> None:
        """Choose the only glossary for the languages, and name the set after it."""
        fitting = [each for each in self._glossaries if each.row(self.form.pair)]
        only = fitting[0] if len(fitting) == 1 else None
        if not self._is_chosen:
            self.glossary.setCurrentIndex(1 + self._glossaries.index(only) if only is not None else 0)
        if self.form.name_field.text() == self._proposed:
            self._proposed = only.name if only is not None and only.name not in self._taken else ""
            self.form.name_field.setText(self._proposed)

    def _keep_choice(self) -> None:
        self._is_chosen = True

    def _show_possible(self) -> None:
        pair = self.form.pair
        is_pair = bool(pair.source and pair.target) and pair.roots.source != pair.roots.target
        self.accept_button.setEnabled(bool(self.form.name) and is_pair)

    def sentence_set(self) -> SentenceSet:
        """Return the set from the fields, with its former sentences."""
        key = name = ""
        match self.glossary.currentData():
            case GlossarySummary() as summary:
                key, name = summary.key, summary.name
            case SentenceSet() as known:
                key, name = known.glossary_key, known.glossary_name
        begun = self._known or SentenceSet(uuid.uuid4().hex, "", self.form.pair)
        return replace(
            begun,
            name=self.form.name,
            pair=self.form.pair,
            client=self.client.text().strip(),
            glossary_key=key,
            glossary_name=name,
        )
