"""The filter menu next to the filter box: states, tags and pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from termdesk.application.glossaries.summaries import GlossarySummary, SyncStatus
from termdesk.domain.glossary_tag import GlossaryTag, TagKind
from termdesk.ui.glossaries.library.state_words import state_words
from termdesk.ui.widgets import theme
from termdesk.ui.words.numbers import format_number

# Longer menus are hard to read; other values can be typed.
MOST_PAIRS = 20
MOST_TAGS = 30


class LibraryFilterMenu(QMenu):
    """Offers the values of the current library, each with the number of its glossaries."""

    words_toggled = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("library_filter_menu")
        self.setAccessibleName(self.tr("Filter by state, tag or pair"))
        self._summaries: Sequence[GlossarySummary] = ()
        self._typed = ""
        self.aboutToShow.connect(self._fill)

    def offer(self, summaries: Sequence[GlossarySummary], typed: str) -> None:
        """Set the library whose values are offered. The items are created when the menu opens."""
        self._summaries, self._typed = summaries, typed

    def _fill(self) -> None:
        self.clear()
        states = Counter(summary.state for summary in self._summaries)
        self._begin(self.tr("State"))
        for state in SyncStatus:
            if states[state]:
                words = state_words(state)
                self._add(f"is:{state.value}", words.word, states[state], icon=words.icon)
        tags = Counter(tag for summary in self._summaries for tag in summary.tags)
        for kind, title in (
            (TagKind.CLIENT, self.tr("Client")),
            (TagKind.DOMAIN, self.tr("Domain")),
            (TagKind.WORD, self.tr("Tags")),
        ):
            of_kind = sorted(((tag, count) for tag, count in tags.items() if tag.kind is kind), key=_by_text)
            if of_kind:
                self._begin(title)
            for tag, count in of_kind[:MOST_TAGS]:
                self._add(word_of(tag), tag.text, count, icon="tag")
        pairs = Counter(pair for summary in self._summaries for pair in summary.pairs)
        if pairs:
            self._begin(self.tr("Pair"))
        for pair, count in pairs.most_common(MOST_PAIRS):
            self._add(f"{pair.source}→{pair.target}", str(pair), count)

    def _begin(self, title: str) -> None:
        """Add a heading as a disabled item, because some styles hide Qt's section titles."""
        if self.actions():
            self.addSeparator()
        self.addAction(title).setEnabled(False)

    def _add(self, word: str, text: str, count: int, *, icon: str = "") -> None:
        action = QAction(f"{text.replace('&', '&&')}\t{format_number(count)}", self)
        action.setObjectName(f"library_filter_by_{word}")
        action.setCheckable(True)
        action.setChecked(word in self._typed.split() or (" " in word and word in self._typed))
        if icon:
            action.setIcon(theme.icon(icon))
        action.triggered.connect(lambda _checked=False: self.words_toggled.emit(word))
        self.addAction(action)


def word_of(tag: GlossaryTag) -> str:
    """Return the filter text for a tag."""
    text = f'"{tag.text}"' if " " in tag.text else tag.text
    return f"{tag.kind}:{text}" if tag.kind else f"#{text}"


def toggle_word(typed: str, word: str) -> str:
    """Return the typed filter with a word added, or removed if it was present."""
    padded = f" {typed.strip()} "
    if f" {word} " in padded:
        return padded.replace(f" {word} ", " ", 1).strip()
    return f"{typed.strip()} {word}".strip()


def _by_text(counted: tuple[GlossaryTag, int]) -> str:
    return counted[0].text.casefold()
