"""The report of a bug contains its place in the code, but no text of the user."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QPushButton, QWidget

from termdesk import __version__
from termdesk.ui.recovery.report_dialog import ReportDialog, report_of


def fail(depth: int = 0) -> None:
    if depth:
        fail(depth - 1)
    raise ValueError("a text of the user")


def raised(depth: int = 0) -> ValueError:
    with pytest.raises(ValueError, match="a text") as info:
        fail(depth)
    return info.value


@pytest.mark.scorecard("S12")
def test_it_names_the_version_the_kind_and_the_place_and_no_text() -> None:
    report = report_of(raised())

    assert __version__ in report
    assert "ValueError" in report
    assert f"{Path(__file__).name}:" in report
    assert " fail" in report
    assert "a text of the user" not in report
    assert str(Path(__file__).parent) not in report


def test_of_a_deep_stack_the_innermost_places_are_named() -> None:
    report = report_of(raised(depth=50))

    assert len(report.splitlines()) < 30
    assert " raised" not in report


def test_an_error_that_was_never_raised_has_a_report_too() -> None:
    assert report_of(KeyError("secret")).endswith("KeyError\n")


@pytest.mark.scorecard("S12")
def test_the_shown_report_is_the_one_that_is_copied(window: QWidget) -> None:
    dialog = ReportDialog(window, "Termdesk <b>1</b>\nValueError")
    button = dialog.findChild(QPushButton, "report_copy")
    assert button is not None

    button.click()

    assert QApplication.clipboard().text() == "Termdesk <b>1</b>\nValueError"
    assert dialog.findChildren(QPlainTextEdit)[0].toPlainText() == "Termdesk <b>1</b>\nValueError"
