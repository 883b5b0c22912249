"""Modules and classes of Qt that the first window does not need are loaded soon after it is shown."""

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


CLASSES = """
import enum, gc
# The window uses the main window and the progress bar.
from PySide6.QtWidgets import QApplication, QMainWindow, QProgressBar, QTableWidget
from termdesk.ui import idle_imports

def enums():
    objects = gc.get_objects()
    return {each.__qualname__ for each in objects if isinstance(each, enum.EnumMeta) and "PySide6" in each.__module__}

app = QApplication([])
for step in idle_imports.steps():
    step()
table = QTableWidget(1, 1)
before = enums()
table.viewport(), table.model()
print(enums() - before)
"""


def test_all_are_imported_once_the_window_has_nothing_else_to_do() -> None:
    run = subprocess.run([sys.executable, "-c", SCRIPT], check=False, capture_output=True, text=True, timeout=60)

    assert (run.stdout, run.stderr) == ("all\n", "")


def test_a_table_then_sets_up_no_classes_of_qt() -> None:
    run = subprocess.run([sys.executable, "-c", CLASSES], check=False, stdout=subprocess.PIPE, text=True, timeout=60)

    assert run.stdout == "set()\n"
