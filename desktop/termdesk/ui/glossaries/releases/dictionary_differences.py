"""What differs in each dictionary of a glossary: a list of dictionaries, and the phrases of the chosen one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Difference
from termdesk.ui.glossaries.difference.difference_table import DifferenceTable
from termdesk.ui.glossaries.difference.difference_words import count_changes
from termdesk.ui.widgets.plain_table import PlainTable
from termdesk.ui.widgets.selections import choose_alone
from termdesk.ui.words.language_words import language_name
from termdesk.ui.words.lists import point_to

MOST_ROWS = 5


class DictionaryDifferences(QWidget):
    """The first dictionary that differs is shown at first. `chosen_changed`: another dictionary, or other rows."""

    chosen_changed = Signal()

    def __init__(
        self,
        differences: Sequence[tuple[LanguagePair, Difference]],
        *,
        before: str,
        after: str,
        conflict_counts: Sequence[str] = (),
    ) -> None:
        """`before` and `after` name both sides. `conflict_counts` are words for each dictionary, if there are any."""
        super().__init__()
        self.setObjectName("release_differences_box")
        self._differences = tuple(differences)
        self._titles = before, after
        headings = [self.tr("Dictionary"), self.tr("Changes"), *([self.tr("Conflicts")] if conflict_counts else [])]
        self.list = PlainTable(
            "release_dictionaries",
            self.tr("Dictionaries"),
            headings=headings,
            rows=[
                (
                    point_to(language_name(pair.source), language_name(pair.target)),
                    count_changes(change),
                    *conflict_counts[row : row + 1],
                )
                for row, (pair, change) in enumerate(self._differences)
            ],
            stretch=1,
        )
        self.list.setSelectionMode(self.list.SelectionMode.SingleSelection)
        rows = min(len(self._differences), MOST_ROWS) + 1
        self.list.setFixedHeight(rows * self.list.verticalHeader().minimumSectionSize() + 8)
        self.table = DifferenceTable("release_differences", self.tr("What differs"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.list)
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
        """The place of the chosen dictionary."""
        return next((item.row() for item in self.list.selectedItems()), 0)

    def _show(self) -> None:
        if not self._differences:
            return
        pair, change = self._differences[self.row]
        before, after = self._titles
        self.table.show_difference(change, pair, before=before, after=after)
        self.table.selectionModel().selectionChanged.connect(lambda: self.chosen_changed.emit())
        self.chosen_changed.emit()
