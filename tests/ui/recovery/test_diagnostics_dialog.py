"""Every file of the bundle can be read before it is saved."""

from __future__ import annotations

from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QWidget

from termdesk.application.recovery.diagnostics import READ_ME, BundleFile
from termdesk.ui.recovery.diagnostics_dialog import DiagnosticsDialog, facts_of_windows

FILES = (BundleFile("about.txt", "Termdesk: 1.2"), BundleFile("termdesk.log", "x" * 2048))


def test_the_files_are_listed_and_shown_whole(window: QWidget) -> None:
    dialog = DiagnosticsDialog(window, FILES)

    assert [dialog.list.item(row, 0).text() for row in range(2)] == ["about.txt", "termdesk.log"]
    assert dialog.text.toPlainText() == "Termdesk: 1.2"
    dialog.list.selectRow(1)
    assert dialog.text.toPlainText() == FILES[1].text
    assert dialog.accept_button.isEnabled()


def test_every_line_of_the_first_file_fits_and_columns_are_aligned(window: QWidget) -> None:
    dialog = DiagnosticsDialog(window, [BundleFile("README.txt", READ_ME)])
    dialog.show()

    assert QFontInfo(dialog.text.font()).fixedPitch()
    assert dialog.text.horizontalScrollBar().maximum() == 0


def test_the_windows_are_described_without_names(window: QWidget) -> None:
    facts = facts_of_windows(window)

    assert facts["Window system"] == "offscreen"
    assert facts["Layout"] == "LeftToRight"
