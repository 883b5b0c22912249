"""The panel next to the table with the current entry: its full phrases, and all other fields."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from termdesk.domain.language.language import is_right_to_left
from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.keyboard.regions import mark_region
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.phrase_fonts import phrase_font
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_buttons import icon_button
from termdesk.ui.words.lists import add_title

LEAST_WIDTH, USUAL_WIDTH = 200, 280


@dataclass(frozen=True, slots=True)
class EntryField:
    """A text about an entry, with its title, its language code, and the tone of its label."""

    title: str
    text: str
    language: str = ""
    tone: str = ""


class EntryPanel(QScrollArea):
    """Shows the result of `fields` on each refresh. Its visibility is saved, and its texts can be copied."""

    def __init__(
        self, remembered: WindowMemory, fields: Callable[[], Sequence[EntryField]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("entry_panel")
        mark_region(self)
        self.setAccessibleName(self.tr("Entry details"))
        self._remembered = remembered
        self._fields = fields
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumWidth(LEAST_WIDTH)
        heading = PlainLabel(self.tr("Entry"))
        theme.make_heading(heading, factor=1.0)
        close = icon_button("entry_close", "close", self.tr("Close"))
        close.clicked.connect(self.switch)
        top = QHBoxLayout()
        top.addWidget(heading, 1)
        top.addWidget(close)
        inside = QWidget()
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(12, 0, 8, 8)
        self._column.setSpacing(4)
        self._column.addLayout(top)
        self._column.addStretch(1)
        self.setWidget(inside)
        # Created once and reused: the current cell changes with each key press.
        self._labels: list[tuple[PlainLabel, PlainLabel]] = []
        self.setHidden(not remembered.entry_panel)

    def switch(self) -> None:
        """Show or hide the panel."""
        self._remembered.entry_panel = self.isHidden()
        self.setVisible(self._remembered.entry_panel)
        self.refresh()

    def refresh(self) -> None:
        """Show the current fields."""
        if self.isHidden():
            return
        fields = self._fields()
        while len(self._labels) < len(fields):
            self._labels.append(self._make_labels())
        for number, (title, text) in enumerate(self._labels):
            title.setVisible(number < len(fields))
            text.setVisible(number < len(fields))
            if number < len(fields):
                self._fill(title, text, fields[number])

    def _make_labels(self) -> tuple[PlainLabel, PlainLabel]:
        title, text = PlainLabel(tone="muted"), PlainLabel(wraps=True)
        text.make_selectable()
        for label in (title, text):
            self._column.insertWidget(self._column.count() - 1, label)
        return title, text

    def _fill(self, title: PlainLabel, text: PlainLabel, field: EntryField) -> None:
        title.setText(field.title)
        text.setText(field.text)
        text.set_tone(field.tone)
        text.setAccessibleName(add_title(field.title, field.text))
        text.setFont(phrase_font(field.language, self.font()) if field.language else self.font())
        if field.language:
            is_rtl = is_right_to_left(field.language)
            text.setLayoutDirection(Qt.LayoutDirection.RightToLeft if is_rtl else Qt.LayoutDirection.LeftToRight)
        else:
            text.unsetLayoutDirection()
