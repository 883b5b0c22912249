"""A start collects no garbage, reads no source texts, and loads only the modules and classes of Qt that it uses."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
import gc, linecache, sys
from termdesk.fast_start import spare_start
spare_start()
import termdesk.domain.settings
from PySide6.QtCore import QTimer
print(gc.isenabled(), [each for each in linecache.cache if "settings" in each], QTimer().isSingleShot())
"""


def test_modules_are_imported_without_collecting_and_without_reading_their_sources() -> None:
    run = subprocess.run([sys.executable, "-c", SCRIPT], check=False, capture_output=True, text=True, timeout=60)

    assert (run.stdout, run.stderr) == ("False [] False\n", "")


FIELD = """
import enum, gc
from PySide6.QtWidgets import QApplication, QLineEdit
from termdesk.ui.widgets.plain_buttons import add_clear_button

def enums():
    return sum(isinstance(each, enum.EnumMeta) and each.__module__.startswith("PySide6") for each in gc.get_objects())

app = QApplication([])
field = QLineEdit()
before = enums()
add_clear_button(field)
print(enums() - before)
"""


def test_a_field_sets_up_few_classes_of_qt() -> None:
    run = subprocess.run([sys.executable, "-c", FIELD], check=False, stdout=subprocess.PIPE, text=True, timeout=60)

    assert int(run.stdout) < 30


CHECKS = """
import sys
from PySide6.QtWidgets import QApplication
import termdesk.ui.glossaries.checks.grid_checks
print("termdesk.domain.matching.terms" in sys.modules)
"""


def test_a_page_opens_without_the_modules_that_find_terms() -> None:
    run = subprocess.run([sys.executable, "-c", CHECKS], check=False, stdout=subprocess.PIPE, text=True, timeout=60)

    assert run.stdout == "False\n"
