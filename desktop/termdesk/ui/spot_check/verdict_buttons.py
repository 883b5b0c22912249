"""Three buttons for a verdict (right, wrong or none), with a key for each on the table beside them."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from termdesk.domain.spot_check.judgments import Verdict
from termdesk.ui.widgets.plain import set_tooltip


class VerdictButtons(QWidget):
    """A row of buttons. `chosen` is sent with a verdict, or with None to withdraw it."""

    chosen = Signal(object)

    def __init__(self, prefix: str, table: QWidget) -> None:
        """Build the buttons. The keys work while `table` has the focus. The object names start with `prefix`."""
        super().__init__()
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        for name, words, key, verdict in (
            ("right", self.tr("Right"), "+", Verdict.RIGHT),
            ("wrong", self.tr("Wrong"), "-", Verdict.WRONG),
            ("no_verdict", self.tr("No verdict"), "0", None),
        ):
            button = QPushButton(words)
            button.setObjectName(f"{prefix}_{name}")
            button.setAccessibleName(words)
            set_tooltip(button, self.tr("{words} (key {key} in the table)").format(words=words, key=key))
            button.clicked.connect(lambda _checked=False, verdict=verdict: self.chosen.emit(verdict))
            shortcut = QShortcut(QKeySequence(key), table)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(button.click)
            line.addWidget(button)
