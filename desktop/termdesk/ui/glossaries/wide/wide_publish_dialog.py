"""What publishing all changed dictionaries of the wide view would do, each with its call, to be looked at first."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from termdesk.application.publish_plan import PublishPlan
from termdesk.domain.difference import Method
from termdesk.domain.language_names import english_name
from termdesk.ui.dialogs import Question
from termdesk.ui.glossaries.difference_table import DifferenceTable
from termdesk.ui.glossaries.publish_dialog import require_count_typed
from termdesk.ui.plain import PlainLabel
from termdesk.ui.plain_table import PlainTable


class WidePublishDialog(Question):
    """Lists the dictionaries in the order in which they are sent; below, every phrase of the chosen one."""

    def __init__(self, parent: QWidget, plans: Sequence[PublishPlan]) -> None:
        gone = sum(len(plan.difference.removed) for plan in plans)
        is_dangerous = any(plan.needs_typed_confirmation for plan in plans)
        name = plans[0].dictionary.name
        super().__init__(
            parent,
            self.tr("Publish {count} dictionaries of “{name}”").format(count=len(plans), name=name),
            "",
            self.tr("Publish all"),
            is_dangerous=is_dangerous,
            window_title=self.tr("Publish"),
        )
        self.setObjectName("wide_publish_dialog")
        self.resize(860, 620)
        self._plans = plans
        words = self.tr(
            "{count} calls, one after the other. It stops at the first that fails and says which are done; publishing"
            " again sends only the rest. Each is read back and compared."
        )
        self.insert(PlainLabel(words.format(count=len(plans)), wraps=True))
        for warning in dict.fromkeys(warning for plan in plans for warning in plan.warnings):
            self.insert(PlainLabel(warning, wraps=True, tone="warning"))
        self.list = self._made_list()
        self.insert(self.list)
        self.differences = DifferenceTable(plans[0])
        self.insert(self.differences)
        self.list.setCurrentCell(0, 0)
        self.list.currentCellChanged.connect(lambda row, *_rest: self.differences.show_plan(plans[max(0, row)]))
        if is_dangerous:
            require_count_typed(self, gone)

    def _made_list(self) -> PlainTable:
        rows = [
            [
                english_name(plan.dictionary.pair.target),
                f"{len(plan.difference.added):,}",
                f"{len(plan.difference.changed):,}",
                f"{len(plan.difference.removed):,}",
                self._call(plan, is_first=number == 0),
            ]
            for number, plan in enumerate(self._plans)
        ]
        headings = [self.tr("Language"), self.tr("Added"), self.tr("Changed"), self.tr("Removed"), self.tr("Call")]
        table = PlainTable("wide_publish_list", self.tr("Dictionaries"), headings=headings, rows=rows, wide=4)
        table.setMinimumHeight(120)
        return table

    def _call(self, plan: PublishPlan, *, is_first: bool) -> str:
        match plan.method:
            case Method.CREATE if is_first:
                return self.tr("a new glossary is made (POST)")
            case Method.CREATE:
                return self.tr("added to the new glossary (PUT)")
            case Method.MERGE:
                return self.tr("only these entries are sent (PATCH)")
        return self.tr("the dictionary is replaced as a whole (PUT)")
