"""What publishing would do, to be looked at before it is done: for one dictionary or several."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QTableWidgetItem, QWidget

from termdesk.application.glossaries.publishing.publish_plan import PublishPlan
from termdesk.ui.glossaries.difference.difference_table import DifferenceTable
from termdesk.ui.glossaries.publishing.publish_words import call_words, plan_words, typing_words
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_table import PlainTable
from termdesk.ui.words.language_words import language_name
from termdesk.ui.words.lists import add_title, list_sentences
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_number

# A box with the room around it and its words.
BOX_WIDTH = 48


class PublishDialog(Question):
    """Shows plans that can be carried out. Below stand the call of the current one and every phrase that it changes.

    Several plans are listed in the order in which they are sent, each with a tick that leaves it out.
    """

    def __init__(
        self, parent: QWidget, plans: Sequence[PublishPlan], *, service: str, offers_spot_check: bool = False
    ) -> None:
        """`service` is the name of the service that takes them.

        With `offers_spot_check` a button lets the user try the draft first; `was_other` tells that it was chosen.
        """
        dictionary = plans[0].dictionary
        one, many = self.tr("Publish “{name}”, {pair}, to {service}"), self.tr("Publish “{name}” to {service}")
        super().__init__(
            parent,
            (one if len(plans) == 1 else many).format(name=dictionary.name, pair=dictionary.pair, service=service),
            "",
            self.tr("Publish"),
            is_dangerous=any(plan.needs_typed_confirmation for plan in plans),
            other=self.tr("Spot-check first") if offers_spot_check else "",
            window_title=self.tr("Publish"),
        )
        self.setObjectName("publish_dialog")
        self._plans = tuple(plans)
        self._left_out: set[int] = set()
        self.resize(*((820, 560) if self._is_single else (860, 640)))
        self.order = self._add_words("publish_order")
        self._add_warnings()
        self.list = self._made_list()
        self.insert(self.list)
        self.words = self._add_words("publish_words")
        self.differences = DifferenceTable("publish_difference", self.tr("What changes on the service"))
        self._show_difference(plans[0])
        self.insert(self.differences)
        self.typed = self.require_typed("", "", tone="problem")
        self.typed.changed.connect(self._show_possible)
        for widget in (self.order, self.list):
            widget.setHidden(self._is_single)
        self.list.setCurrentCell(0, 0)
        self.list.currentCellChanged.connect(lambda row, *_rest: self._show_plan(max(0, row)))
        self.list.itemChanged.connect(self._on_ticked)
        self._show_chosen()

    @property
    def chosen(self) -> list[PublishPlan]:
        """The plans to carry out, in this order."""
        return [plan for number, plan in enumerate(self._plans) if number not in self._left_out]

    @property
    def _is_single(self) -> bool:
        return len(self._plans) == 1

    # Making the widgets

    def _add_words(self, name: str) -> PlainLabel:
        words = PlainLabel(wraps=True)
        words.setObjectName(name)
        self.insert(words)
        return words

    def _add_warnings(self) -> None:
        for plan in self._plans:
            for warning in plan.warnings:
                words = localize(warning)
                if not self._is_single:
                    words = add_title(language_name(plan.dictionary.pair.target), words)
                self.insert(PlainLabel(words, wraps=True, tone="warning"))

    def _made_list(self) -> PlainTable:
        headings = [self.tr("Language"), self.tr("Added"), self.tr("Changed"), self.tr("Removed"), self.tr("Call")]
        table = PlainTable(
            "publish_list", self.tr("Dictionaries"), headings=headings, rows=self._rows(), stretch=len(headings) - 1
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
        return [
            [
                language_name(plan.dictionary.pair.target),
                format_number(len(plan.difference.added)),
                format_number(len(plan.difference.changed)),
                format_number(len(plan.difference.removed)),
                self.tr("left out")
                if number in self._left_out
                else call_words(plan, is_first=number == self._first_chosen),
            ]
            for number, plan in enumerate(self._plans)
        ]

    # What is chosen

    @property
    def _first_chosen(self) -> int | None:
        return min((number for number in range(len(self._plans)) if number not in self._left_out), default=None)

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
        self.order.setText(self._order_words(count))
        verb = self.tr("Publish all") if not self._left_out else self.tr("Publish %Ln dictionaries", "", count)
        self.accept_button.setText(self.tr("Publish") if self._is_single else verb)
        self.accept_button.setAccessibleName(self.accept_button.text())
        removed = sum(len(plan.difference.removed) for plan in self.chosen)
        self.typed.setVisible(self._needs_typing)
        self.typed.ask(f"{removed}", typing_words(removed))
        self._show_words(max(0, self.list.currentRow()))

    def _show_plan(self, number: int) -> None:
        self._show_difference(self._plans[number])
        self._show_words(number)

    def _show_difference(self, plan: PublishPlan) -> None:
        before, after = self.tr("On the service"), self.tr("After publishing")
        self.differences.show_difference(plan.difference, plan.dictionary.pair, before=before, after=after)

    def _show_words(self, number: int) -> None:
        plan = self._plans[number]
        if self._is_single:
            self.words.setText(list_sentences((plan_words(plan), self.tr("The result is read back and compared."))))
            return
        is_first = self._first_chosen in (number, None)
        language = language_name(plan.dictionary.pair.target)
        words = self.tr("left out") if number in self._left_out else plan_words(plan, is_first=is_first)
        self.words.setText(self.tr("{language}: {what}").format(language=language, what=words))

    def _order_words(self, count: int) -> str:
        if count < 2:
            one = self.tr("1 call. The result is read back and compared.")
            return one if count else self.tr("Select what to publish.")
        return self.tr(
            "%Ln calls, one after the other. If one fails, Termdesk stops and shows which "
            "were done; publishing again sends only the rest. Each result is read back and "
            "compared.",
            "",
            count,
        )

    @property
    def _needs_typing(self) -> bool:
        return any(plan.needs_typed_confirmation for plan in self.chosen)

    def _show_possible(self) -> None:
        self.accept_button.setEnabled(bool(self.chosen) and (self.typed.is_typed or not self._needs_typing))
