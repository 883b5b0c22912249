"""The history of texts: search, view, reopen, copy and delete."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
)
from shiboken6 import isValid

from termdesk.application.session.providers import LOCAL
from termdesk.application.texts.history import ALL_TEXTS, FoundTexts, StoredText, TextHistory
from termdesk.application.texts.text_files import ENDINGS
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import JobProgress, Jobs
from termdesk.ui.texts.history_filter import HistoryFilter
from termdesk.ui.texts.history_model import HistoryColumn, HistoryModel, add_star
from termdesk.ui.texts.retention_line import RetentionLine
from termdesk.ui.widgets.dialogs import choose_target, confirm
from termdesk.ui.widgets.layouts.scrolled_parts import ScrolledParts, fit_scroll_area
from termdesk.ui.widgets.list_table import ListTable
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_buttons import Splitter, add_clear_button, text_button
from termdesk.ui.widgets.selections import choose_alone
from termdesk.ui.widgets.text_area import TextArea
from termdesk.ui.words.lists import list_facts, list_names, list_sentences
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_date_and_time, format_number
from termdesk.ui.words.service_words import service_title

# Sample texts that set the column widths. Texts and results share the remaining width.
_WIDEST = {
    HistoryColumn.LANGUAGES: "pt-BR → en-US",
    HistoryColumn.GLOSSARY: "n" * 12,
    HistoryColumn.ENGINES: "n" * 14,
}
_LATE = datetime(2026, 12, 28, 22, 58)
# The minimum width of texts and results, in characters, before optional columns are shown.
LEAST_CHARACTERS = 24
# The header and four texts.
LEAST_LINES = 5
# The search starts when the user pauses typing.
MILLISECONDS_TO_SEARCH = 150


class HistoryPage(QScrollArea):
    """A searchable list with a preview. It scrolls as a whole where the window is low.

    `open_asked` is sent with the whole text that the user wants to work on again.
    """

    open_asked = Signal(object)

    def __init__(self, history: TextHistory, jobs: Jobs) -> None:
        super().__init__()
        self._history = history
        self._jobs = jobs
        self._shown: StoredText | None = None
        self._found = FoundTexts((), 0)
        self.model = HistoryModel(self)
        self.filter = HistoryFilter()
        self.retention = RetentionLine(history, jobs)
        self._make_widgets()
        self._lay_out()
        self._connect()
        self._show_possible()
        self.read()

    def _make_widgets(self) -> None:
        self.search = QLineEdit()
        self.search.setObjectName("history_search")
        self.search.setAccessibleName(_tr("Search the history"))
        self.search.setPlaceholderText(_tr("Search texts, languages, glossaries and engines"))
        add_clear_button(self.search)
        self.count = PlainLabel(tone="muted")
        self.count.setObjectName("history_count")
        self.table = ListTable("history_table", _tr("Texts"))
        self.table.setModel(self.model)
        self.table.setMinimumHeight(LEAST_LINES * self.table.verticalHeader().defaultSectionSize())
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        header = self.table.horizontalHeader()
        widest_words = {
            HistoryColumn.WHEN: add_star(format_date_and_time(_LATE)),
            HistoryColumn.KIND: QCoreApplication.translate("HistoryModel", "translated"),
            HistoryColumn.SERVICE: service_title(LOCAL),
        }
        # Stored here, because the table has no width for hidden columns.
        self._widths: dict[HistoryColumn, int] = {}
        for column, widest in {**widest_words, **_WIDEST}.items():
            width = self.table.fontMetrics().horizontalAdvance(widest) + 28
            self._widths[column] = max(width, header.sectionSizeHint(column))
            self.table.setColumnWidth(column, self._widths[column])
        # Without a minimum, large fonts would leave no room for the texts.
        header.setMinimumSectionSize(self.table.fontMetrics().averageCharWidth() * 16)
        for column in (HistoryColumn.SOURCE, HistoryColumn.RESULT):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        self.source = _reading_area("history_source", _tr("Text"))
        self.result = _reading_area("history_result", _tr("Result"))
        self.open_button = text_button("history_open", _tr("&Open"))
        self.copy_button = text_button("history_copy", _tr("&Copy the result"))
        self.star_button = text_button("history_star", _tr("S&tar"))
        self.export_button = text_button("history_export", _tr("E&xport…"))
        self.delete_button = text_button("history_delete", _tr("&Delete…"))
        self.delete_all_button = text_button("history_delete_all", _tr("Delete &all…"))

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(12)
        top.addWidget(self.search, 1)
        top.addWidget(self.count)
        self.origin = PlainLabel(tone="muted", wraps=True)
        self.origin.setObjectName("history_origin")
        texts = Splitter(Qt.Orientation.Horizontal)
        texts.setChildrenCollapsible(False)
        texts.setHandleWidth(12)
        texts.setObjectName("translate_splitter")
        texts.addWidget(self.source)
        texts.addWidget(self.result)
        line = QHBoxLayout()
        line.setSpacing(8)
        for button in (self.open_button, self.copy_button, self.star_button):
            line.addWidget(button)
        line.addStretch(1)
        for button in (self.export_button, self.delete_button, self.delete_all_button):
            line.addWidget(button)
        parts = ScrolledParts()
        column = QVBoxLayout(parts)
        column.setContentsMargins(0, 12, 0, 0)
        column.setSpacing(8)
        column.addLayout(top)
        column.addWidget(self.filter)
        column.addWidget(self.table, 3)
        column.addWidget(texts, 1)
        column.addWidget(self.origin)
        column.addLayout(line)
        column.addWidget(self.retention)
        fit_scroll_area(self, parts)
        # The area itself would be narrower, and cut the buttons.
        self.setMinimumWidth(parts.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width())

    def _connect(self) -> None:
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(MILLISECONDS_TO_SEARCH)
        self._timer.timeout.connect(self.read)
        self.search.textChanged.connect(lambda: self._timer.start())
        self.search.returnPressed.connect(self.table.setFocus)
        self.filter.changed.connect(self.read)
        self.table.selectionModel().selectionChanged.connect(self._on_chosen)
        self.table.activated.connect(self.ask_open)
        self.open_button.clicked.connect(self.ask_open)
        self.copy_button.clicked.connect(self.copy_result)
        self.star_button.clicked.connect(self.switch_star)
        self.export_button.clicked.connect(self.ask_export)
        self.delete_button.clicked.connect(self.ask_delete)
        self.delete_all_button.clicked.connect(self.ask_delete_all)
        self.retention.changed.connect(self.read)
        deleting = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self.table)
        deleting.setContext(Qt.ShortcutContext.WidgetShortcut)
        deleting.activated.connect(self.ask_delete)
        starring = QShortcut(QKeySequence(Qt.Key.Key_Space), self.table)
        starring.setContext(Qt.ShortcutContext.WidgetShortcut)
        starring.activated.connect(self.switch_star)

    # The list

    def read(self) -> None:
        """Run the search again and show the result."""
        self._jobs.start(
            JobKind.READ_TEXT_HISTORY, self.tr("Reading the history"), partial(self._read, self.search.text())
        )

    async def _read(self, search: str) -> None:
        choices = await self._history.choices()
        if not isValid(self):
            return
        self.filter.show_choices(choices)
        found = await self._history.find(search, self.filter.chosen)
        if not isValid(self):
            return
        chosen = {each.number for each in self.chosen_texts()}
        self._found = found
        self.model.show_texts(found.texts)
        self._show_columns()
        still_listed = (row for row, text in enumerate(found.texts) if text.number in chosen)
        choose_alone(self.table, self.table.model().index(next(still_listed, 0), 0))
        self._show_count(search)
        self._on_chosen()

    def _show_columns(self) -> None:
        """Hide empty columns, and if there is little room the last ones, to keep texts and results wide enough."""
        texts, table = self._found.texts, self.table
        is_needed = {
            HistoryColumn.GLOSSARY: any(text.glossary for text in texts),
            HistoryColumn.ENGINES: any(text.engines for text in texts),
        }
        table.setColumnHidden(HistoryColumn.SERVICE, len({text.profile for text in texts}) < 2)
        room = table.viewport().width() - 2 * table.fontMetrics().averageCharWidth() * LEAST_CHARACTERS
        # A hidden column has no width.
        shown = (HistoryColumn.WHEN, HistoryColumn.KIND, HistoryColumn.LANGUAGES, HistoryColumn.SERVICE)
        room -= sum(map(table.columnWidth, shown))
        for column, has_words in is_needed.items():
            width = self._widths[column]
            table.setColumnHidden(column, not has_words or width > room)
            room -= width if has_words else 0
        self._show_origin()

    def _show_origin(self) -> None:
        """Show the hidden columns of the chosen text below it."""
        text, table = self._shown, self.table
        hidden = {
            HistoryColumn.GLOSSARY: text.glossary if text else "",
            HistoryColumn.ENGINES: list_names(text.engines) if text else "",
        }
        self.origin.setText(list_facts(words for column, words in hidden.items() if table.isColumnHidden(column)))
        self.origin.setVisible(bool(self.origin.text()))

    def _show_count(self, search: str) -> None:
        listed, count = len(self._found.texts), self._found.count
        if listed < count:
            words = _tr("The latest {listed} of %Ln texts", "", count).format(listed=format_number(listed))
        elif count:
            words = _tr("%Ln texts", "", count)
        elif search.strip() or self.filter.chosen != ALL_TEXTS:
            words = _tr("Nothing was found.")
        elif self._history.keeps_texts:
            words = _tr("No texts yet.")
        else:
            words = _tr("Texts are not stored.")
        self.count.setText(words)

    def chosen_texts(self) -> list[StoredText]:
        """Return the selected texts, in their order."""
        rows = sorted({index.row() for index in self.table.selectionModel().selectedRows()})
        return [self.model.texts[row] for row in rows if row < len(self.model.texts)]

    def _on_chosen(self) -> None:
        chosen = self.chosen_texts()
        self._shown = None
        if len(chosen) == 1:
            self._jobs.start(JobKind.READ_TEXT, self.tr("Reading a text"), partial(self._show_whole, chosen[0]))
        else:
            self._jobs.cancel(JobKind.READ_TEXT)
            self.source.clear()
            self.result.clear()
            self._show_origin()
        self._show_possible()

    async def _show_whole(self, line: StoredText) -> None:
        whole = await self._history.read(line)
        if not isValid(self) or whole is None:
            return
        self._shown = whole
        self._show_origin()
        self.source.set_language(whole.source_language or whole.target_language)
        self.result.set_language(whole.target_language)
        self.source.setPlainText(whole.source)
        self.result.setPlainText(whole.result)
        self._show_possible()

    def _show_possible(self) -> None:
        for button in (self.open_button, self.copy_button):
            button.setEnabled(self._shown is not None)
        chosen = self.chosen_texts()
        is_starred = bool(chosen) and all(text.is_starred for text in chosen)
        self.star_button.setText(_tr("Remove s&tar") if is_starred else _tr("S&tar"))
        self.star_button.setAccessibleName(_tr("Remove star") if is_starred else _tr("Star"))
        for button in (self.star_button, self.delete_button):
            button.setEnabled(bool(chosen))
        self.export_button.setEnabled(bool(self.model.texts))
        self.delete_all_button.setEnabled(bool(self.model.texts))

    # Qt overrides

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_columns()

    # User actions

    def ask_open(self) -> None:
        """Open the chosen text in the pane where it was made."""
        if self._shown is not None:
            self.open_asked.emit(self._shown)

    def copy_result(self) -> None:
        """Copy the result of the chosen text to the clipboard."""
        if self._shown is not None:
            QGuiApplication.clipboard().setText(self._shown.result)

    def switch_star(self) -> None:
        """Star the chosen texts, so that they are never deleted automatically. If all have a star, remove it."""
        if chosen := self.chosen_texts():
            work = partial(self._star, chosen, not all(text.is_starred for text in chosen))
            self._jobs.start(JobKind.STAR_TEXTS, self.tr("Starring texts"), work)

    async def _star(self, chosen: list[StoredText], is_starred: bool) -> None:
        await self._history.star(chosen, is_starred)
        self._read_again()

    def ask_export(self) -> None:
        """Export the texts that match the search to a file."""
        self._jobs.start_with_progress(JobKind.EXPORT_TEXTS, self.tr("Exporting texts"), self._export)

    async def _export(self, progress: JobProgress) -> None:
        search, only = self.search.text(), self.filter.chosen
        filters = [
            _tr("Excel workbook (*.xlsx)"),
            _tr("Tab-separated values (*.tsv)"),
            _tr("TMX, translations only (*.tmx)"),
        ]
        target = await choose_target(self, _tr("Export texts"), folder="", name="texts.xlsx", filters=filters)
        if target is not None:
            path, chosen = target
            # The proposed name has the extension of the first format, but another format may have been chosen.
            ending = next(each for each in ENDINGS if each in chosen)
            path = path if path.suffix.lower() in ENDINGS else path.with_name(path.name + ending)
            written = await self._history.export(path, progress, search, only)
            if isValid(self):
                words = _tr("%Ln texts were exported.", "", written.count)
                self.count.setText(list_sentences((words, *map(localize, written.notes))))

    def ask_delete(self) -> None:
        """Delete the chosen texts, after a question."""
        if chosen := self.chosen_texts():
            self._jobs.start(JobKind.DELETE_TEXTS, self.tr("Deleting texts"), partial(self._delete, chosen))

    async def _delete(self, chosen: list[StoredText]) -> None:
        title = _tr("Delete %Ln texts?", "", len(chosen))
        text = _tr("Text and result are deleted permanently. This cannot be undone.")
        if await confirm(self, title, _tr("Delete"), text=text, is_dangerous=True):
            self._jobs.detach()
            await self._history.delete(chosen)
            self._read_again()

    def ask_delete_all(self) -> None:
        """Delete all texts of the history, after a question."""
        self._jobs.start(JobKind.DELETE_TEXTS, self.tr("Deleting texts"), self._delete_all)

    async def _delete_all(self) -> None:
        count = await self._history.count()
        title = _tr("Delete the whole history of %Ln texts?", "", count)
        text = _tr(
            "This includes texts that the search does not show, and those of other services. This cannot be undone."
        )
        if count and isValid(self) and await confirm(self, title, _tr("Delete all"), text=text, is_dangerous=True):
            self._jobs.detach()
            await self._history.delete_all()
            self._read_again()

    def _read_again(self) -> None:
        if isValid(self):
            self.read()
            self.table.setFocus()


def _reading_area(name: str, title: str) -> TextArea:
    area = TextArea(name, title)
    area.setReadOnly(True)
    area.setPlaceholderText(title)
    area.setMinimumHeight(72)
    return area


def _tr(text: str, comment: str = "", n: int = -1) -> str:
    return QCoreApplication.translate("HistoryPage", text, comment, n)
