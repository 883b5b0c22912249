"""The changes of others on the service, which are merged before anything is published."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from termdesk.application.glossaries.publishing.publish_plan import PublishPlan
from termdesk.ui.glossaries.difference.conflict_list import ConflictList
from termdesk.ui.glossaries.difference.difference_table import DifferenceTable
from termdesk.ui.glossaries.difference.difference_words import count_changes
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.typed_word import TypedWord
from termdesk.ui.words.lists import list_sentences
from termdesk.ui.words.message_words import localize


class MergeDialog(Question):
    """Shows what others changed on the service. The user resolves every conflict before publishing."""

    def __init__(self, parent: QWidget, plan: PublishPlan) -> None:
        super().__init__(
            parent,
            self.tr("The service has changed"),
            self._words(plan),
            self.tr("Merge"),
            is_dangerous=plan.incoming_needs_confirmation,
        )
        self.setObjectName("merge_dialog")
        self.resize(760, 560)
        self._conflicts: ConflictList | None = None
        self._typed: TypedWord | None = None
        if plan.conflicts:
            self._conflicts = ConflictList(plan.conflicts, plan.dictionary.pair)
            self._conflicts.settled_changed.connect(self._show_possible)
            self.column.insertWidget(self.column.count() - 1, self._conflicts, 1)
        if not plan.incoming.is_empty:
            incoming = DifferenceTable("merge_incoming", self.tr("Changed elsewhere"))
            before, after = self.tr("Before"), self.tr("On the service")
            incoming.show_difference(plan.incoming, plan.dictionary.pair, before=before, after=after)
            label = PlainLabel(self.tr("Also changed elsewhere"))
            label.setBuddy(incoming)
            self.insert(label)
            self.insert(incoming)
        if plan.incoming_needs_confirmation:
            removed = len(plan.incoming.removed)
            asked = self.tr(
                "This removes {removed} of your %Ln entries here. Type {removed} to confirm.", "", len(plan.local)
            )
            self._typed = self.require_typed(f"{removed}", asked.format(removed=removed), tone="problem")
            self._typed.changed.connect(self._show_possible)
        self._show_possible()

    def _words(self, plan: PublishPlan) -> str:
        changed = self.tr("This dictionary was changed elsewhere: {change}.")
        same = self.tr("Entries that you changed were changed elsewhere, too.")
        merged = self.tr(
            "Those changes are merged into your dictionary first, in one step that you can undo. What you have now "
            "stays as a version, with all details (Edit › Versions)."
        )
        first = same if plan.incoming.is_empty else changed.format(change=count_changes(plan.incoming))
        return list_sentences((first, localize(plan.doubt) if plan.doubt is not None else "", merged))

    def _show_possible(self) -> None:
        is_settled = self._conflicts is None or self._conflicts.is_settled
        self.accept_button.setEnabled(is_settled and (self._typed is None or self._typed.is_typed))

    def choices(self) -> dict[str, str | None]:
        """Return the chosen target for each conflict."""
        return self._conflicts.model.choices() if self._conflicts is not None else {}
