"""Every file of the bundle can be read before it is saved."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from termdesk.application.recovery.diagnostics import BundleFile
from termdesk.ui.recovery.diagnostics_dialog import DiagnosticsDialog, facts_of_windows

FILES = (BundleFile("about.txt", "Termdesk: 1.2"), BundleFile("termdesk.log", "x" * 2048))


def test_the_files_are_listed_and_shown_whole(window: QWidget) -> None:
    dialog = DiagnosticsDialog(window, FILES)

    assert [dialog.list.item(row, 0).text() for row in range(2)] == ["about.txt", "termdesk.log"]
    assert dialog.text.toPlainText() == "Termdesk: 1.2"
    dialog.list.selectRow(1)
    assert dialog.text.toPlainText() == FILES[1].text
    assert dialog.accept_button.isEnabled()


def test_the_windows_are_described_without_names(window: QWidget) -> None:
    facts = facts_of_windows(window)

    assert facts["Window system"] == "offscreen"
    assert facts["Layout"] == "LeftToRight"
