"""The report beside the buttons, or above them where it is long."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from termdesk.ui.texts.report_line import ReportLine
from termdesk.ui.texts.result_line import ResultLine

SHORT = "320 characters"
LONG = "9 changes, the same as by another choice: nothing was reworded · Detected: English · 242 characters counted"


@pytest.fixture
def report(window: QWidget) -> ReportLine:
    made = ReportLine("report")
    column = QVBoxLayout(window)
    column.addWidget(ResultLine(made, QPushButton("Use as text"), QPushButton("Copy")))
    column.addStretch(1)
    window.resize(400, 200)
    return made


def is_above(report: ReportLine) -> bool:
    button = report.parentWidget().findChildren(QPushButton)[0]
    return report.geometry().bottom() < button.geometry().top()


def test_only_a_long_report_is_above_the_buttons(report: ReportLine, window: QWidget, qtbot: QtBot) -> None:
    for words, expected in ((SHORT, False), (LONG, True), ("", False), (LONG, True)):
        report.say(words)
        qtbot.waitUntil(lambda expected=expected: is_above(report) is expected)
    qtbot.waitUntil(lambda: report.height() >= report.heightForWidth(report.width()))

    window.resize(1_200, 200)
    qtbot.waitUntil(lambda: not is_above(report))
    window.resize(400, 200)
    qtbot.waitUntil(lambda: is_above(report))
