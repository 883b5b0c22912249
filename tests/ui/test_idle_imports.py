"""Modules that the first window does not need are loaded soon after it is shown."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
import sys
from PySide6.QtWidgets import QApplication
from termdesk.ui.idle_imports import MODULES, IdleImports

app = QApplication([])
imports = IdleImports(app)
finished = []
imports.finished.connect(lambda: finished.append(True))
imports.start()
assert not set(MODULES) & set(sys.modules)
while imports.is_active:
    app.processEvents()
assert set(MODULES) <= set(sys.modules)
assert finished == [True]
print("all")
"""


def test_all_are_imported_once_the_window_has_nothing_else_to_do() -> None:
    run = subprocess.run([sys.executable, "-c", SCRIPT], check=False, capture_output=True, text=True, timeout=60)

    assert (run.stdout, run.stderr) == ("all\n", "")
