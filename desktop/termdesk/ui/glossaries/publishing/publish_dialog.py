"""The preview of publishing one or several dictionaries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QTableWidgetItem, QWidget

from termdesk.application.glossaries.publishing.run_plan import RunPlan, StepPlan
from termdesk.domain.errors import TermdeskError
from termdesk.domain.merging.difference import Difference
from termdesk.ui.glossaries.difference.difference_question import DifferenceQuestion
from termdesk.ui.glossaries.difference.difference_table import DifferenceTable
from termdesk.ui.glossaries.publishing.publish_words import (
    call_words,
    dictionary_label,
    plan_facts,
    plan_words,
    sending_facts,
    typing_words,
)
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_table import PlainTable
from termdesk.ui.words.lists import add_title, begin_sentence, list_sentences
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_number

LEAST_LIST_HEIGHT = 120


class PublishDialog(DifferenceQuestion):
    """Shows plans that can be carried out, the call of the current plan, and every phrase that it changes.

    Several plans are listed in the order of sending, each with a check box to leave it out.
    """

    # The current plan, whose large difference must be read; `take_difference` shows the result.
    difference_asked = Signal(object)

    def __init__(
        self,
        parent: QWidget,
        plans: Sequence[StepPlan],
        *,
        service: str,
        offers_spot_check: bool = False,
        in_steps: bool = False,
    ) -> None:
        """Create the dialog; `service` is the name of the target service.

        `offers_spot_check` adds a button to try the draft first; `was_other` says that the user chose it. With
        `in_steps`, the dialog is complete only after its `steps`: all at once take 10 ms.
        """
        self._has_one_glossary = len({plan.draft.glossary_key for plan in plans}) == 1
        super().__init__(
            parent,
            self._title(plans, service),
            self.tr("Publish"),
            name="publish_dialog",
            is_dangerous=any(plan.needs_typed_confirmation for plan in plans),
            other=self.tr("Spot-check first") if offers_spot_check else "",
            window_title=self.tr("Publish"),
        )
        self._service = service
        self._plans = tuple(plans)
        self._left_out: set[int] = set()
        self.resize(*((820, 560) if self._is_single else (860, 640)))
        self.steps = self._create()
        if not in_steps:
            for _ in self.steps:
                pass

    def _create(self) -> Iterator[None]:
        yield
        self.facts = self._add_words("publish_facts")
        self.order = self._add_words("publish_order")
        self._add_findings()
        yield
        self.list = self._make_list()
        self.list.draw_gradually()
        yield
        self._fill_list()
        self.insert(self.list)
        yield
        self.words = self._add_words("publish_words")
        self.differences = DifferenceTable("publish_difference", self.tr("What changes on the service"), self.inside)
        self._show_difference(self._plans[0])
        self.give_rest(self.differences)
        self.insert(self.differences)
        yield
        self.typed = self.require_typed("", "", tone="problem")
        self.typed.changed.connect(self._show_possible)
        for widget in (self.order, self.list):
            widget.setHidden(self._is_single)
        self.list.setCurrentCell(0, 0)
        self.list.currentCellChanged.connect(lambda row, *_rest: self._show_plan(max(0, row)))
        self.list.itemChanged.connect(self._on_ticked)
        self._show_chosen()

    @property
    def chosen(self) -> list[StepPlan]:
        """The plans to carry out, in this order."""
        return [plan for number, plan in enumerate(self._plans) if number not in self._left_out]

    @property
    def _is_single(self) -> bool:
        return len(self._plans) == 1

    # Creating the widgets

    def _title(self, plans: Sequence[StepPlan], service: str) -> str:
        draft = plans[0].draft
        if len(plans) == 1:
            one = self.tr("Publish “{name}”, {pair}, to {service}")
            return one.format(name=draft.glossary_name, pair=draft.pair, service=service)
        if self._has_one_glossary:
            return self.tr("Publish “{name}” to {service}").format(name=draft.glossary_name, service=service)
        return self.tr("Publish %Ln dictionaries to {service}", "", len(plans)).format(service=service)

    def _label(self, plan: StepPlan) -> str:
        return dictionary_label(plan.draft, has_one_glossary=self._has_one_glossary)

    def _add_words(self, name: str) -> PlainLabel:
        words = PlainLabel(parent=self.inside, wraps=True)
        words.setObjectName(name)
        self.insert(words)
        return words

    def _add_findings(self) -> None:
        for plan in self._plans:
            for finding in plan.findings:
                words = localize(finding)
                if not self._is_single:
                    words = add_title(self._label(plan), words)
                self.insert(PlainLabel(words, self.inside, wraps=True, tone="warning"))

    def _make_list(self) -> PlainTable:
        first = self.tr("Language") if self._has_one_glossary else self.tr("Dictionary")
        headings = [first, self.tr("Added"), self.tr("Changed"), self.tr("Removed"), self.tr("Call")]
        table = PlainTable(
            "publish_list",
            self.tr("Dictionaries"),
            headings=headings,
            rows=(),
            stretch=len(headings) - 1,
            numbers=(1, 2, 3),
            parent=self.inside,
        )
        self.give_rest(table, LEAST_LIST_HEIGHT)
        return table

    def _fill_list(self) -> None:
        table = self.list
        table.show_rows(self._rows())
        for row in range(table.rowCount()):
            item = table.item(row, 0)
            assert item is not None
            item.setCheckState(Qt.CheckState.Checked)
        table.make_room_for_boxes()

    def _rows(self) -> list[list[str]]:
        return [
            [
                self._label(plan),
                format_number(plan.added),
                format_number(plan.changed),
                format_number(plan.removed),
                self.tr("left out") if number in self._left_out else call_words(plan, is_first=self._is_first(number)),
            ]
            for number, plan in enumerate(self._plans)
        ]

    # Choices

    def _is_first(self, number: int) -> bool:
        """Whether no chosen plan before this one creates its glossary."""
        key = self._plans[number].draft.glossary_key
        before = (each for each in range(number) if each not in self._left_out)
        return all(self._plans[each].draft.glossary_key != key for each in before)

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
        run = RunPlan(self._service, tuple(self.chosen))
        self.facts.setText(begin_sentence(sending_facts(run)) if self._is_single else plan_facts(run))
        self.order.setText(self._order_words(count))
        verb = self.tr("Publish all") if not self._left_out else self.tr("Publish %Ln dictionaries", "", count)
        self.accept_button.setText(self.tr("Publish") if self._is_single else verb)
        self.accept_button.setAccessibleName(self.accept_button.text())
        removed = sum(plan.removed for plan in self.chosen)
        self.typed.setVisible(self._needs_typing)
        self.typed.ask(f"{removed}", typing_words(removed))
        self._show_words(max(0, self.list.currentRow()))

    def _show_plan(self, number: int) -> None:
        self._show_difference(self._plans[number])
        self._show_words(number)

    def _show_difference(self, plan: StepPlan) -> None:
        self._current = plan
        if plan.difference is None:
            self.differences.say(self.tr("Comparing…"))
        else:
            self._show_rows(plan.difference)
        self.ask_difference()

    def ask_difference(self) -> None:
        """Request the difference of the current plan, unless it is already here."""
        if self._current.difference is None:
            self.difference_asked.emit(self._current)

    def take_difference(self, plan: StepPlan, change: Difference) -> None:
        """Show the difference of a plan, unless another plan is current by now."""
        if plan is self._current:
            self._show_rows(change)

    def show_failure(self, plan: StepPlan, error: TermdeskError) -> None:
        """Show why the difference of a plan cannot be read, unless another plan is current by now."""
        if plan is self._current:
            self.differences.say(localize(error.message, error.remedy))

    def _show_rows(self, change: Difference) -> None:
        before, after = self.tr("On the service"), self.tr("After publishing")
        self.differences.show_difference(change, self._current.draft.pair, before=before, after=after)

    def _show_words(self, number: int) -> None:
        plan = self._plans[number]
        if self._is_single:
            self.words.setText(list_sentences((plan_words(plan), self.tr("The result is read back and compared."))))
            return
        is_out = number in self._left_out
        words = self.tr("left out") if is_out else plan_words(plan, is_first=self._is_first(number))
        self.words.setText(add_title(self._label(plan), words))

    def _order_words(self, count: int) -> str:
        if count < 2:
            one = self.tr("The result is read back and compared.")
            return one if count else self.tr("Select what to publish.")
        return self.tr(
            "%Ln dictionaries, one after the other. Each result is read back and compared. If one fails, "
            "Termdesk stops; you can then send the rest, or undo what was done.",
            "",
            count,
        )

    @property
    def _needs_typing(self) -> bool:
        return any(plan.needs_typed_confirmation for plan in self.chosen)

    def _show_possible(self) -> None:
        self.accept_button.setEnabled(bool(self.chosen) and (self.typed.is_typed or not self._needs_typing))
