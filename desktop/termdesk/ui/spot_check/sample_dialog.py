"""The dialog that asks where to take sample sentences from: the fewest that show the terms of a glossary."""

from __future__ import annotations

from PySide6.QtWidgets import QFormLayout, QRadioButton, QSizePolicy, QSpinBox, QVBoxLayout, QWidget

from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.plain import caption
from termdesk.ui.widgets.plain_buttons import tick_box

USUAL_BUDGET, MOST_BUDGET = 2_000, 1_000_000


class SampleDialog(Question):
    """A dialog for the choices. The sentences are read afterwards."""

    def __init__(self, parent: QWidget, *, glossary: str, has_draft: bool) -> None:
        """Build the dialog for the glossary with this name.

        With `has_draft` the terms can be limited to those changed in its draft.
        """
        super().__init__(
            parent,
            self.tr("Sample sentences for “{glossary}”").format(glossary=glossary),
            self.tr("Termdesk takes the fewest sentences in which as many terms as possible occur."),
            self.tr("Sample"),
            window_title=self.tr("Sample"),
        )
        self.setObjectName("spot_check_sample_dialog")
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        self.history = _radio("spot_check_sample_history", self.tr("From the history of texts"))
        self.file = _radio("spot_check_sample_file", self.tr("From files, which are chosen next"))
        self.history.setChecked(True)
        self.changed = tick_box("spot_check_sample_changed", self.tr("Only terms that the draft changes"))
        self.changed.setEnabled(has_draft)
        self.changed.setChecked(has_draft)
        for each in (self.history, self.file, self.changed):
            column.addWidget(each)
        self.budget = QSpinBox()
        self.budget.setObjectName("spot_check_sample_budget")
        self.budget.setAccessibleName(self.tr("Characters at most"))
        self.budget.setRange(1, MOST_BUDGET)
        self.budget.setGroupSeparatorShown(True)
        self.budget.setMinimumWidth(120)
        self.budget.lineEdit().setTextMargins(8, 0, 0, 0)
        self.budget.setValue(USUAL_BUDGET)
        form = QFormLayout()
        form.addRow(caption(self.budget.accessibleName(), self.budget), self.budget)
        column.addLayout(form)
        self.insert(box)


def _radio(name: str, words: str) -> QRadioButton:
    button = QRadioButton(words)
    button.setObjectName(name)
    button.setAccessibleName(words)
    # As wide as its text: otherwise the focus frame would span the dialog.
    button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
    return button
