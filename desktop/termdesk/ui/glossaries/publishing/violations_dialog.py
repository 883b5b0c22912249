"""Shows why a dictionary cannot be published, after our own check of its entries before sending."""

from __future__ import annotations

from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem, QWidget

from termdesk.application.failures import PublishViolation
from termdesk.application.glossaries.publishing.publish_plan import PublishPlan
from termdesk.application.glossaries.publishing.publish_validation import needs_only_trimming
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.words.message_words import localize


class ViolationsDialog(Question):
    """Lists the violations of a dictionary.

    A line can be chosen to go to its row; `other` is the label of an alternative.
    """

    def __init__(self, parent: QWidget, plan: PublishPlan, *, other: str = "") -> None:
        super().__init__(
            parent,
            self.tr("This cannot be published yet"),
            self.tr(
                "The service would refuse the whole dictionary, so nothing was sent. Choose a line to go to its row."
            ),
            self.tr("Go to the row"),
            other=other,
        )
        self.setObjectName("violations_dialog")
        self.resize(640, 420)
        self.list = QListWidget()
        self.list.setObjectName("violations_list")
        self.list.setAccessibleName(self.tr("Reasons"))
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.NoDragDrop)
        self.list.setWordWrap(True)
        self._violations = plan.violations
        for violation in plan.violations:
            self.list.addItem(QListWidgetItem(localize(violation.line, violation.remedy)))
        self.list.itemActivated.connect(lambda _item: self.accept())
        self.list.currentRowChanged.connect(lambda _row: self._show_whether_row())
        # Select the first line with a row. Lines about the entire dictionary come before it and have no row.
        rows = [position for position, violation in enumerate(plan.violations) if violation.row is not None]
        self.list.setCurrentRow(rows[0] if rows else 0)
        self.insert(self.list)
        self.wants_trimming = False
        if needs_only_trimming(plan.violations):
            words = self.tr("Trim and publish")
            trim = self.buttons.addButton(words, self.buttons.ButtonRole.ActionRole)
            trim.setObjectName("violations_trim")
            trim.setAccessibleName(words)
            trim.setToolTip(self.tr("Remove the spaces around all phrases, and continue"))
            trim.clicked.connect(self._on_trim)
        self._show_whether_row()

    def _on_trim(self) -> None:
        self.wants_trimming = True
        self.accept()

    def chosen_violation(self) -> PublishViolation | None:
        """Return the chosen violation; None if it concerns the entire dictionary."""
        number = self.list.currentRow()
        if number < 0:
            return None
        violation = self._violations[number]
        return violation if violation.row is not None else None

    def _show_whether_row(self) -> None:
        self.accept_button.setEnabled(self.chosen_violation() is not None)
