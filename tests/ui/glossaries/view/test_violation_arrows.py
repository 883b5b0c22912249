"""The arrows from violation to violation."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from termdesk.ui.glossaries.view.violation_arrows import ViolationArrows


def test_each_arrow_asks_for_its_direction_and_only_where_there_is_a_violation(qtbot: QtBot) -> None:
    arrows = ViolationArrows("test")
    qtbot.addWidget(arrows)
    asked: list[int] = []
    arrows.asked.connect(asked.append)

    for count in (0, 1):
        arrows.show_count(count)
        arrows.next.click()
        arrows.previous.click()

    assert asked == [1, -1]
    assert {arrows.next.objectName(), arrows.previous.objectName()} == {"test_next_problem", "test_previous_problem"}
