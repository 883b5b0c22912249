"""The dialog for custom rules, which tries each rule on the open dictionary."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from termdesk.application.glossaries.checks.rule_test import RuleTest, run_rule_test
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.domain.entries.entry_rules import shorten_phrase
from termdesk.domain.errors import TermdeskError
from termdesk.domain.findings.custom_rules import CustomRule
from termdesk.domain.findings.kinds import Severity
from termdesk.domain.language.invisible import as_seen
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import JobProgress, Jobs
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.words.lists import add_title
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_number

DEBOUNCE_MS = 200
# Same order as in the combo boxes.
SIDES = ((SOURCE, TARGET), (SOURCE,), (TARGET,))
SEVERITIES = (Severity.WARNING, Severity.HINT)


class CustomRulesDialog(Question):
    """Edits a list of rules and tries each one while it is typed. `rules` has the accepted rules."""

    def __init__(self, parent: QWidget, dictionary: OpenDictionary, rules: list[CustomRule], *, jobs: Jobs) -> None:
        super().__init__(parent, _tr("Custom rules"), "", _tr("Save the rules"))
        self.setObjectName("own_rules_dialog")
        self.resize(720, 480)
        self._dictionary = dictionary
        self._jobs = jobs
        self.rules = list(rules)
        self._is_showing = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DEBOUNCE_MS)
        self._timer.timeout.connect(self._try)
        self._make_widgets()
        self._lay_out()
        self._connect()
        self._show_list()
        self.list.setCurrentRow(0)
        self._show_rule()

    def _make_widgets(self) -> None:
        self.list = QListWidget()
        self.list.setObjectName("own_rules_list")
        self.list.setAccessibleName(self.tr("Rules"))
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.add = QPushButton(self.tr("Add a rule"))
        self.remove = QPushButton(self.tr("Delete"))
        for button, name in ((self.add, "own_rules_add"), (self.remove, "own_rules_remove")):
            button.setObjectName(name)
            button.setAccessibleName(button.text())
            button.setAutoDefault(False)
        self.name = self._field("own_rule_name", self.tr("Name"))
        self.pattern = self._field("own_rule_pattern", self.tr("Forbidden text (regular expression)"))
        self.message = self._field("own_rule_message", self.tr("Message"))
        self.side = QComboBox()
        self.side.setObjectName("own_rule_side")
        self.side.setAccessibleName(self.tr("Where"))
        self.side.addItems([self.tr("Source and target"), self.tr("Source"), self.tr("Target")])
        self.severity = QComboBox()
        self.severity.setObjectName("own_rule_severity")
        self.severity.setAccessibleName(self.tr("Severity"))
        self.severity.addItems([self.tr("Warning"), self.tr("Hint")])
        self.is_on = QCheckBox(self.tr("Use this rule"))
        self.is_on.setObjectName("own_rule_on")
        self.is_on.setAccessibleName(self.tr("Use this rule"))
        self.outcome = PlainLabel(wraps=True, tone="muted")
        self.outcome.setObjectName("own_rule_result")
        self.outcome.setMinimumHeight(self.fontMetrics().height() * 6)

    def _field(self, name: str, title: str) -> QLineEdit:
        field = QLineEdit()
        field.setObjectName(name)
        field.setAccessibleName(title)
        return field

    def _lay_out(self) -> None:
        left = QVBoxLayout()
        left.addWidget(self.list, 1)
        buttons = QHBoxLayout()
        buttons.addWidget(self.add)
        buttons.addWidget(self.remove)
        left.addLayout(buttons)
        form = QFormLayout()
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        for field in (self.name, self.pattern, self.side, self.severity, self.message):
            label = PlainLabel(field.accessibleName())
            label.setBuddy(field)
            form.addRow(label, field)
        form.addRow(self.is_on)
        form.addRow(self.outcome)
        self.form = QWidget()
        self.form.setLayout(form)
        form.setContentsMargins(0, 0, 0, 0)
        line = QHBoxLayout()
        line.setSpacing(16)
        line.addLayout(left, 2)
        line.addWidget(self.form, 3)
        self.column.insertLayout(self.column.count() - 1, line, 1)

    def _connect(self) -> None:
        self.add.clicked.connect(self._add)
        self.remove.clicked.connect(self._remove)
        self.list.currentRowChanged.connect(lambda _row: self._show_rule())
        for field in (self.name, self.pattern, self.message):
            field.textChanged.connect(lambda _text: self._take_over())
        for box in (self.side, self.severity):
            box.currentIndexChanged.connect(lambda _position: self._take_over())
        self.is_on.toggled.connect(lambda _on: self._take_over())
        self.finished.connect(lambda _result: self._stop())

    def _stop(self) -> None:
        self._timer.stop()
        self._jobs.cancel(JobKind.TRY_RULE)

    # The list

    def _show_list(self) -> None:
        row = self.list.currentRow()
        self._is_showing = True
        self.list.clear()
        for rule in self.rules:
            self.list.addItem(self._title(rule))
        self.list.setCurrentRow(min(row, len(self.rules) - 1))
        self._is_showing = False

    def _title(self, rule: CustomRule) -> str:
        name = rule.name or self.tr("without a name")
        if self._violation(rule):
            return self.tr("{name} (cannot be used yet)").format(name=name)
        return name if rule.is_on else self.tr("{name} (off)").format(name=name)

    def _violation(self, rule: CustomRule) -> str | None:
        """Return why a rule is invalid, by itself or next to the other rules."""
        if sum(1 for each in self.rules if each.name == rule.name) > 1:
            return self.tr("A rule with this name already exists.")
        error = rule.error()
        return localize(error.message, error.remedy) if error else None

    def _add(self) -> None:
        number = len(self.rules) + 1
        taken = {rule.name for rule in self.rules}
        name = self.tr("Rule {number}")
        while name.format(number=number) in taken:
            number += 1
        self.rules.append(CustomRule(name.format(number=number), ""))
        self._show_list()
        self.list.setCurrentRow(len(self.rules) - 1)
        self.name.setFocus()
        self.name.selectAll()

    def _remove(self) -> None:
        row = self.list.currentRow()
        if row >= 0:
            del self.rules[row]
            self._show_list()
            self._show_rule()

    def _current(self) -> CustomRule | None:
        row = self.list.currentRow()
        return self.rules[row] if 0 <= row < len(self.rules) else None

    # One rule

    def _show_rule(self) -> None:
        if self._is_showing:
            return
        rule = self._current()
        self.form.setEnabled(rule is not None)
        self.remove.setEnabled(rule is not None)
        shown = rule or CustomRule("", "")
        self._is_showing = True
        self.name.setText(shown.name)
        self.pattern.setText(shown.pattern)
        self.message.setText(shown.message)
        self.side.setCurrentIndex(SIDES.index(shown.columns))
        self.severity.setCurrentIndex(SEVERITIES.index(shown.severity))
        self.is_on.setChecked(shown.is_on)
        self._is_showing = False
        self._judge()

    def _take_over(self) -> None:
        rule = self._current()
        if self._is_showing or rule is None:
            return
        self.rules[self.list.currentRow()] = replace(
            rule,
            name=self.name.text().strip(),
            pattern=self.pattern.text(),
            columns=SIDES[self.side.currentIndex()],
            severity=SEVERITIES[self.severity.currentIndex()],
            message=self.message.text().strip(),
            is_on=self.is_on.isChecked(),
        )
        self._show_list()
        self._judge()

    def _judge(self) -> None:
        """Show what is wrong with the rule, or schedule its trial. Invalid rules cannot be saved."""
        rule = self._current()
        violation = self._violation(rule) if rule else None
        self.accept_button.setEnabled(not any(self._violation(each) for each in self.rules))
        self._timer.stop()
        if violation:
            self._tell(violation, tone="problem")
        elif rule is None:
            self._tell(self.tr("No rules yet. A rule marks the phrases that match its pattern."))
        else:
            self._tell(self.tr("Looking…"))
            self._timer.start()

    def _tell(self, words: str, *, tone: str = "muted") -> None:
        self.outcome.set_tone(tone)
        self.outcome.setText(words)

    def _try(self) -> None:
        if rule := self._current():
            self._jobs.start_with_progress(
                JobKind.TRY_RULE, self.tr("Trying a rule"), partial(self._try_rule, rule), on_failure=self._refuse
            )

    async def _try_rule(self, rule: CustomRule, progress: JobProgress) -> None:
        rule_test = await run_rule_test(self._dictionary, rule, progress)
        if rule == self._current():
            self._tell(self._words(rule_test))

    def _words(self, rule_test: RuleTest) -> str:
        if not rule_test.count:
            return self.tr("The rule marks nothing in this dictionary.")
        words = self.tr("The rule marks %Ln phrases in this dictionary, such as:", "", rule_test.count)
        examples = [
            add_title(format_number(row + 1), shorten_phrase(as_seen(phrase), 60)) for row, phrase in rule_test.examples
        ]
        return "\n".join([words, *examples])

    def _refuse(self, error: TermdeskError) -> None:
        self._tell(localize(error.message, error.remedy), tone="problem")
        self.accept_button.setEnabled(False)


def _tr(text: str) -> str:
    return QCoreApplication.translate("CustomRulesDialog", text)
