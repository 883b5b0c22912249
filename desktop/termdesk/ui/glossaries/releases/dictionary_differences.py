"""The differences in each dictionary of a glossary: a list of dictionaries, and the phrases of the selected one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QTableWidgetItem, QVBoxLayout, QWidget

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Difference
from termdesk.ui.glossaries.difference.difference_table import DifferenceTable
from termdesk.ui.glossaries.difference.difference_words import count_changes
from termdesk.ui.glossaries.difference.row_choice import RowChoice
from termdesk.ui.widgets.list_table import PADDING
from termdesk.ui.widgets.plain_buttons import text_button
from termdesk.ui.widgets.plain_table import PlainTable
from termdesk.ui.widgets.selections import choose_alone
from termdesk.ui.words.language_words import language_name
from termdesk.ui.words.lists import point_to

MOST_ROWS = 5
# A cell with a check box needs more width than its text.
BOX_PADDING = 14


class DictionaryDifferences(QWidget):
    """Initially shows the first dictionary that differs.

    `chosen_changed` is emitted when another dictionary or other rows are chosen.
    """

    chosen_changed = Signal()

    def __init__(
        self,
        differences: Sequence[tuple[LanguagePair, Difference]],
        *,
        before: str,
        after: str,
        conflict_counts: Sequence[str] = (),
        choices: Sequence[RowChoice] = (),
    ) -> None:
        """Create the widget. `before` and `after` name both sides. `conflict_counts` are words for each dictionary, if
        any.

        With `choices`, one for each dictionary, dictionaries and rows have check boxes.
        """
        super().__init__()
        self.setObjectName("release_differences_box")
        self._differences = tuple(differences)
        self._titles = before, after
        self._choices = tuple(choices)
        headings = [self.tr("Dictionary"), self.tr("Changes"), *([self.tr("Conflicts")] if conflict_counts else [])]
        self.list = PlainTable(
            "release_dictionaries",
            self.tr("Dictionaries"),
            headings=headings,
            rows=[(*_line(*each), *conflict_counts[row : row + 1]) for row, each in enumerate(self._differences)],
            stretch=1,
            numbers=(2,) if conflict_counts else (),
        )
        self.list.setSelectionMode(self.list.SelectionMode.SingleSelection)
        rows = min(len(self._differences), MOST_ROWS) + 1
        self.list.setFixedHeight(rows * self.list.verticalHeader().minimumSectionSize() + 8)
        padding = BOX_PADDING if choices else PADDING
        self.table = DifferenceTable("release_differences", self.tr("What differs"), padding=padding)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.list)
        if choices:
            column.addLayout(self._make_buttons())
            self._show_choices()
            self.list.make_room_for_boxes()
            self.list.itemChanged.connect(self._on_ticked)
            for each in choices:
                each.changed.connect(self._show_choices)
        column.addWidget(self.table, 1)
        self.list.itemSelectionChanged.connect(self._show)
        has_conflicts = [bool(words) for words in conflict_counts] or [False] * len(self._differences)
        rows_to_show = [
            row for row, (_, change) in enumerate(self._differences) if has_conflicts[row] or not change.is_empty
        ]
        first = min(rows_to_show, default=0)
        if self._differences:
            choose_alone(self.list, self.list.model().index(first, 0))
        self._show()

    @property
    def row(self) -> int:
        """The index of the selected dictionary."""
        return next((item.row() for item in self.list.selectedItems()), 0)

    # Choices

    def _make_buttons(self) -> QHBoxLayout:
        line = QHBoxLayout()
        for name, words, is_on in (
            ("release_choose_all", self.tr("Tick &all"), True),
            ("release_choose_none", self.tr("Tick &none"), False),
        ):
            button = text_button(name, words)
            button.clicked.connect(partial(self._choose_all, is_on))
            line.addWidget(button)
        line.addStretch(1)
        return line

    def _choose_all(self, is_on: bool, _checked: bool = False) -> None:
        for each in self._choices:
            each.choose_all(is_on=is_on)

    def _on_ticked(self, item: QTableWidgetItem) -> None:
        if item.column() == 0:
            self._choices[item.row()].choose_all(is_on=item.checkState() == Qt.CheckState.Checked)

    def _show_choices(self) -> None:
        self.list.blockSignals(True)
        for row, choice in enumerate(self._choices):
            item = self.list.item(row, 0)
            assert item is not None
            if choice.state is not None:
                item.setCheckState(choice.state)
        self.list.blockSignals(False)
        self.list.viewport().update()
        self.chosen_changed.emit()

    def _show(self) -> None:
        if not self._differences:
            return
        pair, change = self._differences[self.row]
        before, after = self._titles
        choice = self._choices[self.row] if self._choices else None
        self.table.show_difference(change, pair, before=before, after=after, choice=choice)
        self.table.selectionModel().selectionChanged.connect(lambda: self.chosen_changed.emit())
        self.chosen_changed.emit()


def _line(pair: LanguagePair, change: Difference) -> tuple[str, str]:
    return point_to(language_name(pair.source), language_name(pair.target)), count_changes(change)
