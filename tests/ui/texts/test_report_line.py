"""Texts about a result disappear with it; other texts stay."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from termdesk.ui.texts.report_line import ReportLine


@pytest.mark.parametrize(("is_of_result", "left"), [(True, ""), (False, "Not translated.")])
def test_only_words_of_the_result_are_withdrawn(qtbot: QtBot, is_of_result: bool, left: str) -> None:
    line = ReportLine("report")
    qtbot.addWidget(line)
    line.say("Not translated.", tone="problem", is_of_result=is_of_result)

    line.withdraw_result()

    assert line.text() == left
    assert not line.is_of_result
