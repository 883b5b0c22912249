"""Draws a widget and an icon without a screen. The self-test runs it in a separate process.

Run as `python -m termdesk.ui.shell.drawing_check`. If a system library of Qt is missing, the process ends and the
linker names the library.
"""

from __future__ import annotations

import os
import sys


def main() -> int:
    """Draw, and print the size and the font. Return the exit code: 1 if drawing fails."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtGui import QIcon
    from PySide6.QtWidgets import QApplication, QPushButton

    from termdesk import resources

    app = QApplication(sys.argv[:1])
    icon = QIcon(str(next(resources.path("icons").glob("*.svg"))))
    if icon.pixmap(16, 16).isNull():
        sys.stderr.write("icons cannot be drawn: Qt's plugin for SVG is missing\n")
        return 1
    button = QPushButton(icon, "Termdesk")
    image = button.grab().toImage()
    if image.isNull():
        sys.stderr.write("a button cannot be drawn\n")
        return 1
    sys.stdout.write(f"a button of {image.width()} x {image.height()} pixels drawn in {app.font().family()}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
