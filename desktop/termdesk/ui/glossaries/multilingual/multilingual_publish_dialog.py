"""What publishing all changed dictionaries of the wide view would do, each with its call, to be looked at first."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QTableWidgetItem, QWidget

from termdesk.application.glossaries.publishing.publish_plan import PublishPlan
from termdesk.domain.language.language_names import english_name
from termdesk.domain.merging.difference import Method
from termdesk.ui.glossaries.publishing.difference_table import DifferenceTable
from termdesk.ui.glossaries.publishing.publish_dialog import words_for_typing
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_table import PlainTable
from termdesk.ui.words.numbers import format_number

# A box with the room around it and its words.
BOX_WIDTH = 48


class MultilingualPublishDialog(Question):
    """Lists the dictionaries in the order in which they are sent, each to be left out by its tick.

    Below stands every phrase of the current one.
    """

    def __init__(self, parent: QWidget, plans: Sequence[PublishPlan]) -> None:
        super().__init__(
            parent,
            self.tr("Publish “{name}”").format(name=plans[0].dictionary.name),
            "",
            self.tr("Publish"),
            is_dangerous=any(plan.needs_typed_confirmation for plan in plans),
            window_title=self.tr("Publish"),
        )
        self.setObjectName("multilingual_publish_dialog")
        self.resize(860, 620)
        self._plans = plans
        self._left_out: set[int] = set()
        self.words = PlainLabel(wraps=True)
        self.words.setObjectName("multilingual_publish_words")
        self.insert(self.words)
        for warning in dict.fromkeys(warning for plan in plans for warning in plan.warnings):
            self.insert(PlainLabel(warning, wraps=True, tone="warning"))
        self.list = self._made_list()
        self.insert(self.list)
        self.differences = DifferenceTable(plans[0])
        self.insert(self.differences)
        self.typed = self.require_typed("", "", tone="problem")
        self.typed.changed.connect(self._show_possible)
        self.list.setCurrentCell(0, 0)
        self.list.currentCellChanged.connect(lambda row, *_rest: self.differences.show_plan(plans[max(0, row)]))
        self.list.itemChanged.connect(self._on_ticked)
        self._show_chosen()

    @property
    def chosen(self) -> list[PublishPlan]:
        """The plans to carry out, in this order."""
        return [plan for number, plan in enumerate(self._plans) if number not in self._left_out]

    def _made_list(self) -> PlainTable:
        headings = [self.tr("Language"), self.tr("Added"), self.tr("Changed"), self.tr("Removed"), self.tr("Call")]
        table = PlainTable(
            "multilingual_publish_list", self.tr("Dictionaries"), headings=headings, rows=self._rows(), stretch=4
        )
        table.setMinimumHeight(120)
        for row in range(table.rowCount()):
            item = table.item(row, 0)
            assert item is not None
            item.setCheckState(Qt.CheckState.Checked)
        # Qt leaves the box out when it asks how wide the texts are.
        names = max(table.fontMetrics().horizontalAdvance(row[0]) for row in self._rows())
        table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        table.setColumnWidth(0, max(names + BOX_WIDTH, table.horizontalHeader().sectionSizeHint(0)))
        return table

    def _rows(self) -> list[list[str]]:
        first = min((number for number in range(len(self._plans)) if number not in self._left_out), default=None)
        return [
            [
                english_name(plan.dictionary.pair.target),
                format_number(len(plan.difference.added)),
                format_number(len(plan.difference.changed)),
                format_number(len(plan.difference.removed)),
                self.tr("left out") if number in self._left_out else self._call(plan, is_first=number == first),
            ]
            for number, plan in enumerate(self._plans)
        ]

    def _on_ticked(self, item: QTableWidgetItem) -> None:
        if item.column() == 0:
            is_on = item.checkState() == Qt.CheckState.Checked
            (self._left_out.discard if is_on else self._left_out.add)(item.row())
            self._show_chosen()

    def _show_chosen(self) -> None:
        self.list.blockSignals(True)
        self.list.show_rows(self._rows())
        self.list.blockSignals(False)
        count = len(self.chosen)
        self.words.setText(self._words(count))
        verb = self.tr("Publish all") if not self._left_out else self.tr("Publish {count}").format(count=count)
        self.accept_button.setText(verb)
        self.accept_button.setAccessibleName(verb)
        gone = sum(len(plan.difference.removed) for plan in self.chosen)
        self.typed.setVisible(self._needs_typing)
        self.typed.ask(f"{gone}", words_for_typing(gone))

    def _words(self, count: int) -> str:
        if count < 2:
            one = self.tr("1 call. What it did is read back and compared.")
            return one if count else self.tr("Tick what is to be published.")
        words = self.tr(
            "{count} calls, one after the other. It stops at the first that fails and says which are done; publishing"
            " again sends only the rest. Each is read back and compared."
        )
        return words.format(count=count)

    @property
    def _needs_typing(self) -> bool:
        return any(plan.needs_typed_confirmation for plan in self.chosen)

    def _show_possible(self) -> None:
        self.accept_button.setEnabled(bool(self.chosen) and (self.typed.is_typed or not self._needs_typing))

    def _call(self, plan: PublishPlan, *, is_first: bool) -> str:
        match plan.method:
            case Method.CREATE if is_first:
                return self.tr("a new glossary is made (POST)")
            case Method.CREATE:
                return self.tr("added to the new glossary (PUT)")
            case Method.MERGE:
                return self.tr("only these entries are sent (PATCH)")
        return self.tr("the dictionary is replaced as a whole (PUT)")
