"""The crash report, offered at the next start. It can be read, copied, saved or deleted, and is never sent."""

from __future__ import annotations

import asyncio
import platform
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QPushButton, QWidget

from termdesk import __version__
from termdesk.application.redaction import redact
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.widgets.dialogs import Question, choose_target


def crash_report(stacks: str) -> str:
    """Return the versions and the stacks of a crash, without keys and without the name of the user's folder."""
    system = f"{platform.system()} {platform.release()}, Python {platform.python_version()}, Qt {qVersion()}"
    return redact(f"Termdesk {__version__}\n{system}\n{stacks}").replace(str(Path.home()), "~")


class CrashDialog(Question):
    """The dialog with the report.

    `write(path, text)` saves it and may raise StorageFailed; `delete()` deletes the crash file.
    """

    def __init__(
        self,
        parent: QWidget,
        report: str,
        *,
        jobs: Jobs,
        write: Callable[[Path, str], None],
        delete: Callable[[], None],
    ) -> None:
        super().__init__(
            parent,
            _tr("Termdesk ended unexpectedly the last time"),
            _tr(
                "Your edits are saved. This report says where the crash happened; it contains none of "
                "your texts and no keys. Nothing is sent: copy or save it to report the crash."
            ),
            _tr("Close"),
        )
        self.setObjectName("crash_dialog")
        self.resize(620, 420)
        self._report, self._jobs, self._write, self._delete_file = report, jobs, write, delete
        self.buttons.button(self.buttons.StandardButton.Cancel).hide()
        field = QPlainTextEdit(report)
        field.setObjectName("crash_report")
        field.setAccessibleName(_tr("Report"))
        field.setReadOnly(True)
        self.insert(field)
        line = QHBoxLayout()
        for name, words, on_click in (
            ("crash_copy", _tr("&Copy"), self._on_copy),
            ("crash_save", _tr("&Save…"), self._on_save),
            ("crash_delete", _tr("&Delete the report"), self._on_delete),
        ):
            button = QPushButton(words)
            button.setObjectName(name)
            button.setAccessibleName(words.replace("&", "").replace("…", ""))
            button.setAutoDefault(False)
            button.clicked.connect(on_click)
            line.addWidget(button)
        line.addStretch(1)
        self.column.insertLayout(self.column.count() - 1, line)

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self._report)

    def _on_save(self) -> None:
        self._jobs.start(JobKind.SAVE_CRASH_REPORT, self.tr("Saving the report"), self._save)

    async def _save(self) -> None:
        title, filters = _tr("Save the report"), [_tr("Text (*.txt)")]
        chosen = await choose_target(self, title, folder="", name="termdesk-crash.txt", filters=filters)
        if chosen is not None:
            await asyncio.to_thread(self._write, chosen[0], self._report)

    def _on_delete(self) -> None:
        self._delete_file()
        self.accept()


def _tr(text: str) -> str:
    return QCoreApplication.translate("CrashDialog", text)
