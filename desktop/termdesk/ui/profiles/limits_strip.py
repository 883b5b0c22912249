"""A strip above a pane that lists what the key in use does not allow there."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from termdesk.ui.keyboard.regions import mark_region
from termdesk.ui.widgets.plain import PlainLabel, set_tooltip
from termdesk.ui.widgets.plain_buttons import text_button
from termdesk.ui.words.lists import list_sentences
from termdesk.ui.words.numbers import format_date


class LimitsStrip(QFrame):
    """A strip that is hidden while there are no limits.

    `test_asked` is sent when the user wants to test the key again.
    """

    test_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("key_limits")
        mark_region(self)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Limits of the key"))
        self.words = PlainLabel(wraps=True)
        self.words.setObjectName("key_limits_words")
        self.test_button = text_button("key_limits_test", self.tr("Test again"))
        set_tooltip(self.test_button, self.tr("Ask the service what the key may do. It costs nothing."))
        self.test_button.clicked.connect(self.test_asked)
        line = QHBoxLayout(self)
        line.setContentsMargins(16, 6, 12, 6)
        line.setSpacing(12)
        line.addWidget(self.words, 1)
        line.addWidget(self.test_button, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def show_limits(self, limits: Iterable[str], found_on: str) -> None:
        """Show these sentences, and the ISO 8601 date on which the limits were found.

        Hide the strip if there are none.
        """
        limits_shown = list(limits)
        self.words.setText(list_sentences((*limits_shown, self._date_words(found_on))) if limits_shown else "")
        self.setVisible(bool(limits_shown))

    def _date_words(self, found_on: str) -> str:
        try:
            moment = datetime.fromisoformat(found_on).astimezone()
        except ValueError:
            # The date in the file may be invalid: another program may have written it.
            return ""
        return self.tr("Found on {date}.").format(date=format_date(moment))
