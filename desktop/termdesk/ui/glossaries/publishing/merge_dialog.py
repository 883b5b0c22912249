"""What others changed on the service, to be taken over before anything is published."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QRadioButton, QScrollArea, QWidget

from termdesk.application.glossaries.publishing.publish_plan import PublishPlan
from termdesk.domain.merging.merge import Conflict
from termdesk.ui.glossaries.difference.difference_words import count_changes
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.words.lists import list_sentences


class MergeDialog(Question):
    """What others changed on the service since, to be brought in first; clashes are settled one by one."""

    def __init__(self, parent: QWidget, plan: PublishPlan) -> None:
        super().__init__(
            parent,
            self.tr("The service has changed"),
            list_sentences(
                (
                    self.tr("Somebody else has changed this dictionary: {change}.").format(
                        change=count_changes(plan.incoming)
                    ),
                    self.tr(
                        "Their changes are merged into your dictionary first, in one step that you can undo. "
                        "Nothing is lost."
                    ),
                )
            ),
            self.tr("Bring it in"),
            is_dangerous=plan.incoming_needs_confirmation,
        )
        self.setObjectName("merge_dialog")
        if plan.incoming_needs_confirmation:
            removed = len(plan.incoming.removed)
            asked = self.tr(
                "This removes {removed} of your %Ln entries here. Type {removed} to confirm.", "", len(plan.local)
            )
            self.require_typed(f"{removed}", asked.format(removed=removed), tone="problem")
        self.resize(760, 480)
        self._conflicts = plan.conflicts
        self._groups: list[QButtonGroup] = []
        if plan.conflicts:
            label = PlainLabel(
                self.tr("You and others changed these entries differently. Which version is right?"), wraps=True
            )
            self.insert(label)
            self.insert(self._made_list())

    def _made_list(self) -> QScrollArea:
        inner = QWidget()
        grid = QGridLayout(inner)
        grid.setHorizontalSpacing(16)
        for column, title in enumerate((self.tr("Source"), self.tr("Mine"), self.tr("On the service"))):
            grid.addWidget(PlainLabel(title, tone="muted"), 0, column)
        for number, conflict in enumerate(self._conflicts):
            self._add_row(grid, number, conflict)
        grid.setRowStretch(len(self._conflicts) + 1, 1)
        area = QScrollArea()
        area.setObjectName("merge_conflicts")
        area.setAccessibleName(self.tr("Entries that both sides changed"))
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(inner)
        return area

    def _add_row(self, grid: QGridLayout, number: int, conflict: Conflict) -> None:
        grid.addWidget(PlainLabel(conflict.source, wraps=True), number + 1, 0)
        group = QButtonGroup(self)
        sides = (
            ("mine", conflict.local, self.tr("{phrase}, my version: {text}")),
            ("theirs", conflict.remote, self.tr("{phrase}, on the service: {text}")),
        )
        for column, (side, text, told) in enumerate(sides, start=1):
            shown = self.tr("(removed)") if text is None else text.replace("&", "&&")
            button = QRadioButton(shown)
            button.setObjectName(f"conflict_{number}_{side}")
            button.setAccessibleName(told.format(phrase=conflict.source, text=shown))
            button.setChecked(column == 1)
            group.addButton(button, column - 1)
            grid.addWidget(button, number + 1, column)
        self._groups.append(group)

    def choices(self) -> dict[str, str | None]:
        """For each conflict the target that was chosen."""
        sides = zip(self._conflicts, self._groups, strict=True)
        return {each.source: each.remote if group.checkedId() == 1 else each.local for each, group in sides}
