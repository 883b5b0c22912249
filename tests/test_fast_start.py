"""A start collects no garbage, and reads no source texts."""

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
