"""The overview of one glossary: name, state, tags, and the matrix of its pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary, LibraryItem
from termdesk.ui.glossaries.library.library_model import entry_count_words
from termdesk.ui.glossaries.library.pair_matrix import PairMatrix
from termdesk.ui.glossaries.library.state_words import copy_word, item_sentence, locked_word, state_words
from termdesk.ui.keyboard.regions import mark_region
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.plain import PlainLabel, tooltip
from termdesk.ui.words.lists import add_title, begin_sentence, list_facts, list_names
from termdesk.ui.words.numbers import format_date

if TYPE_CHECKING:
    from termdesk.domain.language.language import LanguagePair


class GlossaryPage(QWidget):
    """Shown while a glossary is selected in the library and no dictionary is open."""

    open_asked = Signal(LibraryItem)
    add_asked = Signal(object, object)
    add_language_asked = Signal(LibraryItem)
    multilingual_asked = Signal()
    publish_asked = Signal(object)

    def __init__(self, parent: QWidget | None = None, *, has_heading: bool = True) -> None:
        super().__init__(parent)
        self.setObjectName("glossary_page")
        mark_region(self)
        self.heading = PlainLabel(wraps=True)
        self.heading.setObjectName("glossary_name")
        theme.make_heading(self.heading, factor=1.4)
        self.words = PlainLabel(wraps=True, tone="muted")
        self.words.setObjectName("glossary_words")
        self.matrix = PairMatrix()
        self.matrix.open_asked.connect(self._on_open)
        self.matrix.add_asked.connect(self._on_add)
        hint = PlainLabel(
            self.tr(
                "Source languages are rows, target languages are columns. A click or Enter opens a dictionary, "
                "or adds one in an empty cell."
            ),
            wraps=True,
            tone="muted",
        )
        self.add_button = QPushButton(self.tr("&Another language…"))
        self.add_button.setObjectName("glossary_add_language")
        self.add_button.setAccessibleName(self.tr("Another language"))
        self.add_button.setAutoDefault(False)
        self.add_button.clicked.connect(lambda: self.add_language_asked.emit(LibraryItem(self.summary, None)))
        self.multilingual_button = QPushButton(self.tr("All language&s"))
        self.multilingual_button.setObjectName("glossary_multilingual_view")
        self.multilingual_button.setAccessibleName(self.tr("All languages"))
        self.multilingual_button.setAutoDefault(False)
        self.multilingual_button.clicked.connect(self.multilingual_asked)
        self.publish_button = QPushButton(self.tr("&Publish…"))
        self.publish_button.setObjectName("glossary_publish")
        self.publish_button.setAccessibleName(self.tr("Publish"))
        self.publish_button.setAutoDefault(False)
        self.publish_button.clicked.connect(lambda: self.publish_asked.emit([LibraryItem(self.summary, None)]))
        # Shown once there is something to publish. Over an open dictionary, the button of its page is used instead.
        self.publish_button.hide()
        self._has_heading = has_heading
        if not has_heading:
            # Hide the unused widgets: without a parent, they would briefly appear as windows.
            self.heading.hide()
            self.multilingual_button.hide()
        foot = QHBoxLayout()
        foot.addWidget(hint, 1)
        foot.addWidget(self.publish_button)
        foot.addWidget(self.multilingual_button)
        foot.addWidget(self.add_button)
        column = QVBoxLayout(self)
        margin = 20 if has_heading else 0
        column.setContentsMargins(margin, margin, margin, margin)
        column.setSpacing(8)
        column.addWidget(self.heading)
        column.addWidget(self.words)
        column.addWidget(self.matrix, 1)
        column.addLayout(foot)

    @property
    def summary(self) -> GlossarySummary:
        """The shown glossary."""
        return self.matrix.matrix.summary

    def show_summary(self, summary: GlossarySummary) -> None:
        """Show another glossary, or refresh the same one."""
        self.heading.setText(summary.name)
        words, sentence = state_words(summary.state), item_sentence(LibraryItem(summary, None))
        locked = [locked_word()] if summary.is_local_only else []
        parts = [*locked, self.tr("%Ln dictionaries", "", summary.row_count), entry_count_words(summary.entry_count)]
        if summary.created:
            parts.append(self.tr("created {date}").format(date=format_date(summary.created)))
        if summary.copied_at:
            parts.append(copy_word(summary.copied_at))
        if summary.tags:
            parts.append(list_names(tag.text for tag in summary.tags))
        self.words.setText(f"{list_facts(parts)}\n{add_title(begin_sentence(words.word), sentence)}")
        self.matrix.show_summary(summary)
        self.multilingual_button.setEnabled(bool(summary.rows))
        self.publish_button.setVisible(self._has_heading and not summary.is_local_only and _has_unpublished(summary))

    def withhold_publishing(self, reason: str) -> None:
        """Disable publishing and show the reason; an empty reason enables it."""
        self.publish_button.setEnabled(not reason)
        self.publish_button.setToolTip(tooltip(reason))

    def _on_open(self, row: DictionarySummary) -> None:
        self.open_asked.emit(LibraryItem(self.summary, row))

    def _on_add(self, pair: LanguagePair) -> None:
        self.add_asked.emit(self.summary, pair)


def _has_unpublished(summary: GlossarySummary) -> bool:
    """Whether any dictionary with entries has drafts or changes that exist only on this computer."""
    return any(row.entry_count and (row.has_changes or row.was_never_published) for row in summary.rows)


class MatrixDialog(Question):
    """The overview as a dialog over an open dictionary.

    When accepted, it has an `item` to open or a `pair` to add.
    """

    def __init__(self, parent: QWidget, summary: GlossarySummary) -> None:
        super().__init__(parent, summary.name, "", self.tr("Open"))
        self.setObjectName("matrix_dialog")
        self.resize(760, 480)
        self.page = GlossaryPage(has_heading=False)
        self.page.show_summary(summary)
        self.item: LibraryItem | None = None
        self.pair: LanguagePair | None = None
        self.wants_language = False
        self.page.open_asked.connect(self._on_open)
        self.page.add_asked.connect(self._on_add)
        self.page.add_language_asked.connect(self._on_language)
        self.insert(self.page)
        self.column.setStretchFactor(self.page, 1)
        # The button does the same as Enter on a cell.
        self.buttons.accepted.disconnect()
        self.buttons.accepted.connect(lambda: self.page.matrix.act_on_current())
        self.page.matrix.setFocus()

    def _on_open(self, item: LibraryItem) -> None:
        self.item = item
        self.accept()

    def _on_add(self, _summary: GlossarySummary, pair: LanguagePair) -> None:
        self.pair = pair
        self.accept()

    def _on_language(self, _item: LibraryItem) -> None:
        self.wants_language = True
        self.accept()
