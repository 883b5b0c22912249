"""The line below a sheet: text about the current cell, and the sizes of the cell and its dictionary as meters."""

from __future__ import annotations

import math

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from termdesk.domain.entries.entry_rules import (
    MAX_DICTIONARY_BYTES,
    MAX_PHRASE_BYTES,
    WARN_DICTIONARY_BYTES,
    shorten_phrase,
    utf8_length,
)
from termdesk.domain.language.invisible import names_in
from termdesk.ui.glossaries.sheet.edited_model import TitlesAt
from termdesk.ui.widgets.meter import Meter
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.words.lists import list_facts, list_names
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_number, format_size

METER_WIDTH, NARROW_METER_WIDTH = 60, 28
# In a narrower line, the words next to the meters would wrap to one word per line.
LEAST_WIDTH = 600


class MeterLine(QWidget):
    """Shows a message, and meters of the size of the phrase and of the dictionary."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = PlainLabel(wraps=True, tone="muted")
        self.words.setObjectName("cell_detail")
        self.cell = Meter("cell_meter", self.tr("Bytes of this phrase"), width=METER_WIDTH)
        self.whole = Meter("dictionary_meter", self.tr("Bytes of this dictionary"), width=METER_WIDTH)
        self._lines = QGridLayout(self)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setHorizontalSpacing(16)
        self._lines.setVerticalSpacing(4)
        self._is_narrow = False
        self.finding_titles: TitlesAt = lambda _row, _column: ()
        self._arrange()

    def name_findings(self, titles_at: TitlesAt) -> None:
        """Use `titles_at` for the titles of a cell's findings. Called later: checks are created after the page."""
        self.finding_titles = titles_at

    def _arrange(self) -> None:
        """Arrange text and meters in one line, or in two if space is short."""
        lines, is_narrow = self._lines, self._is_narrow
        for widget in (self.words, self.cell, self.whole):
            lines.removeWidget(widget)
        lines.addWidget(self.words, 0, 0, 1, 3 if is_narrow else 1)
        for column, meter in enumerate((self.cell, self.whole)):
            meter.bar.set_width(NARROW_METER_WIDTH if is_narrow else METER_WIDTH)
            lines.addWidget(meter, int(is_narrow), column if is_narrow else column + 1)
        # The words take the rest of the width.
        lines.setColumnStretch(0, 0 if is_narrow else 1)
        lines.setColumnStretch(2, 1 if is_narrow else 0)

    def tell(self, words: str, *, tone: str = "muted") -> None:
        """Show another message."""
        self.words.set_tone(tone)
        self.words.setText(words)

    def show_nothing(self) -> None:
        """Show that there is no current cell."""
        self.words.setText("")
        self.cell.hide()

    def show_typed(self, phrase: str) -> None:
        """Show the size of a phrase while it is being typed."""
        self.show_bytes(phrase)
        if excess := too_many(phrase):
            self.tell(self.tr("About %Ln characters too long", "", excess), tone="problem")
        else:
            self.tell(list_facts(self._about(phrase)))

    def _about(self, phrase: str) -> list[str]:
        length = self.tr("%Ln characters", "", len(phrase))
        hidden = names_in(phrase)
        return (
            [length, self.tr("contains: {names}").format(names=list_names(map(localize, hidden)))]
            if hidden
            else [length]
        )

    def _describe_published(self, published: str | None) -> str:
        if published is None:
            return self.tr("new since publishing")
        return self.tr("published as “{text}”").format(text=shorten_phrase(published))

    def show_bytes(self, phrase: str) -> None:
        """Show how many of the allowed bytes (UTF-8) a phrase takes."""
        size = utf8_length(phrase)
        words = self.tr("{size} of %Ln bytes", "", MAX_PHRASE_BYTES).format(size=format_number(size))
        # Even one byte more than the limit is too much: only then is the bar full and red.
        self.cell.show_count(words, min(size / MAX_PHRASE_BYTES, 0.99) if size <= MAX_PHRASE_BYTES else 1.0)
        self.cell.show()

    def show_size(self, size: int) -> None:
        """Show how much of its limit a dictionary with this many bytes uses."""
        share = size / MAX_DICTIONARY_BYTES
        warn_at = WARN_DICTIONARY_BYTES / MAX_DICTIONARY_BYTES
        words = self.tr("{size} of 10 MiB").format(size=format_size(size))
        self.whole.show_count(words, min(share, 0.99) if size <= MAX_DICTIONARY_BYTES else share, warn_at=warn_at)

    # Qt overrides

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_narrow = event.size().width() < LEAST_WIDTH
        if is_narrow != self._is_narrow:
            self._is_narrow = is_narrow
            self._arrange()


def too_many(phrase: str) -> int:
    """Return by about how many characters a phrase is too long, since users cannot count bytes; 0 if it fits."""
    size = utf8_length(phrase)
    excess = size - MAX_PHRASE_BYTES
    return math.ceil(excess * len(phrase) / size) if excess > 0 else 0
