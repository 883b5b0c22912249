from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Difference
from termdesk.ui.glossaries.releases.dictionary_differences import DictionaryDifferences

GERMAN, ARABIC = LanguagePair("en", "de"), LanguagePair("en", "ar")
DIFFERENCES = [
    (GERMAN, Difference({}, {}, {})),
    (ARABIC, Difference({"nut": "صامولة"}, {"bolt": ("مسمار", "برغي")}, {})),
]


def shown(window: QWidget, counts: tuple[str, ...] = ()) -> DictionaryDifferences:
    made = DictionaryDifferences(DIFFERENCES, before="Here", after="There", conflict_counts=counts)
    QVBoxLayout(window).addWidget(made)
    return made


def texts(made: DictionaryDifferences) -> list[list[str]]:
    return [
        [made.list.item(row, column).text() for column in range(made.list.columnCount())]
        for row in range(made.list.rowCount())
    ]


def test_the_first_dictionary_that_differs_is_shown(window: QWidget) -> None:
    made = shown(window)

    assert texts(made) == [["English → German", "No changes"], ["English → Arabic", "1 added, 1 changed"]]
    assert made.row == 1
    assert made.table.model().rowCount() == 2


def test_another_dictionary_and_chosen_rows_are_told(window: QWidget) -> None:
    made = shown(window, ("", "3"))
    reported: list[set[str]] = []
    made.chosen_changed.connect(lambda: reported.append(made.table.chosen_sources()))

    made.table.selectRow(0)
    made.list.selectRow(0)

    assert texts(made)[1] == ["English → Arabic", "1 added, 1 changed", "3"]
    assert reported == [{"bolt"}, set()]
    assert made.table.model().rowCount() == 0
