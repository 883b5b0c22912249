"""The dialog after an uncaught error: a bug report without keys or texts. The program continues."""

from __future__ import annotations

import platform
import traceback

from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QPushButton, QWidget

from termdesk import __version__
from termdesk.ui.widgets.dialogs import Question


def report_of(error: BaseException) -> str:
    """Return the versions and the location of the error.

    Its message is left out, because it may contain texts of the user.
    """
    frames = traceback.extract_tb(error.__traceback__)[-20:]
    lines = "\n".join(f"  {frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in frames)
    system = f"{platform.system()} {platform.release()}, Python {platform.python_version()}, Qt {qVersion()}"
    return f"Termdesk {__version__}\n{system}\n{type(error).__name__}\n{lines}"


class ReportDialog(Question):
    """Shows the report and copies it. Nothing is sent anywhere."""

    def __init__(self, parent: QWidget, report: str) -> None:
        super().__init__(
            parent,
            self.tr("Something went wrong in Termdesk"),
            self.tr(
                "Your work is safe. If this happens again, send us the report below; it contains none of your texts."
            ),
            self.tr("Continue"),
        )
        self.setObjectName("report_dialog")
        self.resize(560, 380)
        field = QPlainTextEdit(report)
        field.setObjectName("report_text")
        field.setAccessibleName(self.tr("Report"))
        field.setReadOnly(True)
        self.insert(field)
        copy = QPushButton(self.tr("Copy"))
        copy.setObjectName("report_copy")
        copy.setAccessibleName(self.tr("Copy the report"))
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(report))
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(copy)
        row.addStretch(1)
        self.insert(line)
        # There is nothing to cancel: the program continues in any case.
        self.buttons.button(self.buttons.StandardButton.Cancel).hide()
