"""The row numbers are wide enough, without Qt measuring hundreds of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStyle
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.ui.glossaries.dictionary.grid_edits import GridEdits
from termdesk.ui.glossaries.dictionary.grid_model import GridModel
from termdesk.ui.glossaries.sheet.grid_view import GridView

Opening = Callable[[Sequence[tuple[str, str]]], OpenDictionary]


@pytest.mark.parametrize("rows", [0, 5, 1_200])
def test_the_largest_number_fits(qtbot: QtBot, opening: Opening, rows: int) -> None:
    view = GridView()
    qtbot.addWidget(view)
    view.setModel(GridEdits(opening([("a", str(number)) for number in range(rows)])).model)
    numbers = view.verticalHeader()
    margin = numbers.style().pixelMetric(QStyle.PixelMetric.PM_HeaderMargin, None, numbers)

    assert numbers.sizeHint().width() >= numbers.fontMetrics().horizontalAdvance(f"{rows}") + 2 * margin


def test_laying_out_a_table_asks_for_no_titles(qtbot: QtBot, opening: Opening, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    real = GridModel.headerData

    def counted(self: GridModel, section: int, orientation: Qt.Orientation, role: int = 0) -> object:
        if orientation == Qt.Orientation.Vertical:
            asked.append(section)
        return real(self, section, orientation, role)

    monkeypatch.setattr(GridModel, "headerData", counted)
    view = GridView()
    qtbot.addWidget(view)
    view.setModel(GridEdits(opening([("a", str(number)) for number in range(500)])).model)

    view.updateGeometry()
    view.model().set_order([3, 2, 1])  # type: ignore[union-attr]
    view.doItemsLayout()

    assert len(asked) < 20
