"""Runs the program in separate processes, with a user who follows a script.

For each line `["FOLDER", "NAME", …]` of its input, this starts the program in a new process, forked from one that has
imported it. It waits for the end of the process, then prints the exit code. Before that, the script prints what it saw.

A script clicks the buttons with these names in order, each as soon as it is visible, and records the texts of the
windows at that moment. A name with “:” is `button:folder`: the folder answers the file dialog that follows. The script
ends with the program, or when the main window is open and nothing is left to click. The script `abort` aborts the
program as soon as the main window is open.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QLineEdit, QPushButton

from termdesk import main
from termdesk.ui.shell.main_window import MainWindow


class Script:
    """The remaining clicks, and what was seen."""

    def __init__(self, names: list[str]) -> None:
        self.aborts = names == ["abort"]
        self.names = [] if self.aborts else names
        self.seen: list[list[str]] = []
        self.folder = ""

    def step(self) -> None:
        if self.folder and (dialogs := [each for each in _windows(QFileDialog) if each.isVisible()]):
            field = dialogs[0].findChild(QLineEdit, "fileNameEdit")
            assert field is not None
            field.setText(self.folder)
            self.folder = ""
            dialogs[0].accept()
            return
        if self.names:
            name, _, folder = self.names[0].partition(":")
            for window in QApplication.topLevelWidgets():
                button = window.findChild(QPushButton, name)
                if button is not None and button.isVisible():
                    del self.names[0]
                    self.folder = folder
                    self.seen.append(_said(window))
                    button.click()
                    return
            return
        for window in _windows(MainWindow):
            if window.isVisible() and self.aborts:
                os.abort()
            if window.isVisible() and not self.folder:
                self.seen.append(window.notices.texts())
                window.close_now()


def _windows(kind: type) -> list:  # type: ignore[type-arg]  # any window
    return [each for each in QApplication.topLevelWidgets() if isinstance(each, kind)]


def _said(window: object) -> list[str]:
    assert hasattr(window, "findChildren")
    return [each.text() for each in window.findChildren(QLabel) if each.text()]


def follow(folder: Path, names: list[str]) -> None:
    """Start the program, follow the script, and print what was seen."""
    # Keep the script alive until the end.
    _app = QApplication(sys.argv[:1])
    script = Script(names)
    timer = QTimer()
    timer.timeout.connect(script.step)
    timer.start(20)
    code = main.run([], folder=folder)
    print(json.dumps({"code": code, "seen": script.seen, "left": script.names}), flush=True)


def serve() -> None:
    """Start a program for each line of standard input."""
    for line in sys.stdin:
        folder, *names = json.loads(line)
        pid = os.fork()
        if not pid:
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            follow(Path(folder), names)
            sys.exit()
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)


if __name__ == "__main__":
    # Modules that every start imports.
    importlib.import_module("termdesk.assembly")
    serve()
