"""The page that lists, searches, corrects and deletes the confirmed translations of the local service."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget
from shiboken6 import isValid

from termdesk.application.texts.confirmed_texts import SHORTEST_SEARCH, ConfirmedPair, ConfirmedTexts
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import JobProgress, Jobs
from termdesk.ui.texts.confirmed_text_dialog import ConfirmedTextDialog
from termdesk.ui.texts.memory_line import MemoryLine
from termdesk.ui.widgets.dialogs import choose_files, choose_target, confirm, show_dialog
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_buttons import add_clear_button, text_button
from termdesk.ui.widgets.plain_table import PlainTable
from termdesk.ui.widgets.selections import choose_alone
from termdesk.ui.words.lists import list_sentences, point_to

# The service is queried once typing pauses.
MILLISECONDS_TO_SEARCH = 300
_FILES = "TMX (*.tmx)"


class _Line(NamedTuple):
    """A row of the table."""

    pair: ConfirmedPair
    text: str
    translation: str

    def is_same_text(self, other: _Line) -> bool:
        """Whether this is the same text of the same pair, perhaps with another translation."""
        return (self.pair.pair, self.text) == (other.pair.pair, other.text)


class ConfirmedPage(QWidget):
    """The translations are read when the page is first shown."""

    def __init__(self, confirmed: ConfirmedTexts, jobs: Jobs, copying: MemoryLine) -> None:
        """Build the page. `copying` has the buttons for other services."""
        super().__init__()
        self.copying = copying
        self._confirmed = confirmed
        self._jobs = jobs
        self._pairs: Sequence[ConfirmedPair] = ()
        self._lines: list[_Line] = []
        self.search = _search_field()
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(MILLISECONDS_TO_SEARCH)
        self.words = PlainLabel(_tr("Not read yet."), wraps=True, tone="muted")
        self.words.setObjectName("confirmed_words")
        self.table = PlainTable(
            "confirmed_table",
            _tr("Confirmed translations"),
            headings=[_tr("Languages"), _tr("Text"), _tr("Translation")],
            rows=[],
            stretch=2,
        )
        self.table.horizontalHeader().setSectionResizeMode(1, self.table.horizontalHeader().ResizeMode.Stretch)
        self.delete_button = text_button(
            "confirmed_delete",
            _tr("&Delete all of this pair…"),
            meaning=_tr("Delete all confirmed translations of this pair"),
        )
        self.correct_button = text_button(
            "confirmed_correct", _tr("&Correct…"), meaning=_tr("Correct the chosen translation")
        )
        self.delete_text_button = text_button(
            "confirmed_delete_text", _tr("De&lete…"), meaning=_tr("Delete the chosen translation")
        )
        self.import_button = text_button(
            "confirmed_import", _tr("&Import…"), meaning=_tr("Import translations from a TMX file")
        )
        self.export_button = text_button(
            "confirmed_export", _tr("E&xport…"), meaning=_tr("Export the translations of this pair to a TMX file")
        )
        self._lay_out()
        self._connect()
        self._show_possible()

    def _lay_out(self) -> None:
        line = QHBoxLayout()
        for button in (self.import_button, self.export_button):
            line.addWidget(button)
        line.addStretch(1)
        for button in (self.correct_button, self.delete_text_button, self.delete_button):
            line.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.search)
        column.addWidget(self.words)
        column.addWidget(self.table, 1)
        column.addLayout(line)
        column.addWidget(self.copying)

    def _connect(self) -> None:
        self.table.itemSelectionChanged.connect(self._show_possible)
        self.table.itemDoubleClicked.connect(self.correct)
        self.search.textEdited.connect(self._typing.start)
        self._typing.timeout.connect(self.read)
        self.copying.fetched.connect(self.read)
        self.correct_button.clicked.connect(self.correct)
        self.delete_text_button.clicked.connect(self.ask_delete_text)
        self.delete_button.clicked.connect(self.ask_delete)
        self.import_button.clicked.connect(self.ask_import)
        self.export_button.clicked.connect(self.ask_export)

    def read(self) -> None:
        """Read the confirmed translations from the service, and list them by pair."""
        if self._confirmed.is_available:
            self._jobs.start(JobKind.READ_CONFIRMED_TRANSLATIONS, self.tr("Reading confirmed translations"), self._read)
        else:
            self.words.setText(
                _tr(
                    "Only the service on this computer stores confirmed translations. Connect to it to "
                    "see and delete them."
                )
            )

    async def _read(self) -> None:
        search = self.search.text().strip()
        pairs = await self._confirmed.read(search)
        if not isValid(self):
            return
        chosen, row = self._chosen_line(), self.table.currentRow()
        self._lines = [_Line(pair, *text) for pair in pairs for text in pair.texts]
        rows = [(point_to(each.pair.pair.source, each.pair.pair.target), *each[1:]) for each in self._lines]
        self.table.clearSelection()
        self.table.show_rows(rows)
        count = sum(pair.count for pair in pairs)
        words = _tr("%Ln confirmed translations.", "", count)
        more = _tr("The list shows the first ones of each pair.") if len(rows) < count else ""
        if len(search) >= SHORTEST_SEARCH:
            more = _tr("%Ln contain the search text.", "", len(rows))
        self.words.setText(list_sentences((words, more)) if count else _tr("No confirmed translations."))
        if rows:
            choose_alone(self.table, self.table.model().index(self._row_near(chosen, row), 0))
        self._show_possible()

    def _row_near(self, chosen: _Line | None, row: int) -> int:
        """Return the row of the text that was chosen. If it is no longer listed, return the one in its place."""
        if chosen is None:
            return 0
        same = (number for number, each in enumerate(self._lines) if each.is_same_text(chosen))
        return next(same, min(row, len(self._lines) - 1))

    def _chosen_line(self) -> _Line | None:
        row = self.table.currentRow()
        return self._lines[row] if self.table.selectedItems() and 0 <= row < len(self._lines) else None

    def _show_possible(self) -> None:
        self.import_button.setEnabled(self._confirmed.is_available)
        chosen = self._chosen_line()
        self.copying.show_possible(is_available=self._confirmed.is_available, pair=chosen.pair if chosen else None)
        for button in (self.correct_button, self.delete_text_button, self.delete_button, self.export_button):
            button.setEnabled(self._chosen_line() is not None)

    def correct(self) -> None:
        """Correct the translation of the chosen text."""
        chosen = self._chosen_line()
        if chosen is not None:
            work = partial(self._correct, chosen)
            self._jobs.start(JobKind.CORRECT_CONFIRMED_TRANSLATION, self.tr("Correcting a translation"), work)

    async def _correct(self, chosen: _Line) -> None:
        dialog = ConfirmedTextDialog(self, chosen.pair.pair, chosen.text, chosen.translation)
        if await show_dialog(dialog):
            translation = dialog.translation
            self._jobs.detach()
            await self._confirmed.correct(chosen.pair.pair, chosen.text, translation)
            if isValid(self):
                self.read()

    def ask_delete_text(self) -> None:
        """Delete the chosen translation, after a question."""
        chosen = self._chosen_line()
        if chosen is not None:
            work = partial(self._delete_text, chosen)
            self._jobs.start(JobKind.DELETE_CONFIRMED_TRANSLATIONS, self.tr("Deleting a confirmed translation"), work)

    async def _delete_text(self, chosen: _Line) -> None:
        title = _tr("Delete this confirmed translation?")
        text = _tr("The service on this computer will translate the text with its engines again.")
        if await confirm(self, title, _tr("Delete"), text=text, is_dangerous=True):
            self._jobs.detach()
            await self._confirmed.delete_text(chosen.pair.pair, chosen.text)
            if isValid(self):
                self.read()

    def ask_import(self) -> None:
        """Confirm the translations of TMX files."""
        self._jobs.start_with_progress(
            JobKind.IMPORT_CONFIRMED_TRANSLATIONS, self.tr("Importing confirmed translations"), self._import
        )

    async def _import(self, progress: JobProgress) -> None:
        for path in await choose_files(self, _tr("Import confirmed translations"), folder="", filters=[_FILES]):
            await self.copying.import_file(path, progress)

    def ask_export(self) -> None:
        """Write the translations of the chosen pair to a TMX file."""
        chosen = self._chosen_line()
        if chosen is not None:
            self._jobs.start(
                JobKind.EXPORT_CONFIRMED_TRANSLATIONS,
                self.tr("Exporting confirmed translations"),
                partial(self._export, chosen.pair),
            )

    async def _export(self, pair: ConfirmedPair) -> None:
        name = f"{pair.pair.source}-{pair.pair.target}.tmx"
        title = _tr("Export confirmed translations")
        target = await choose_target(self, title, folder="", name=name, filters=[_FILES])
        if target is not None:
            count = await self._confirmed.export(pair, target[0])
            self.words.setText(_tr("%Ln translations were exported.", "", count))

    def ask_delete(self) -> None:
        """Delete the confirmed translations of the chosen pair, after a question."""
        chosen = self._chosen_line()
        if chosen is not None:
            self._jobs.start(
                JobKind.DELETE_CONFIRMED_TRANSLATIONS,
                self.tr("Deleting confirmed translations"),
                partial(self._delete, chosen.pair),
            )

    async def _delete(self, chosen: ConfirmedPair) -> None:
        pair = point_to(chosen.pair.source, chosen.pair.target)
        title = _tr("Delete %Ln confirmed translations {pair}?", "", chosen.count).format(pair=pair)
        text = _tr("The service on this computer will translate these texts with its engines again.")
        if await confirm(self, title, _tr("Delete"), text=text, is_dangerous=True):
            self._jobs.detach()
            await self._confirmed.delete(chosen)
            if isValid(self):
                self.read()


def _search_field() -> QLineEdit:
    field = QLineEdit()
    field.setObjectName("confirmed_search")
    field.setAccessibleName(_tr("Search confirmed texts"))
    field.setPlaceholderText(_tr("Search the texts: two letters or more"))
    add_clear_button(field)
    return field


def _tr(text: str, comment: str = "", n: int = -1) -> str:
    return QCoreApplication.translate("ConfirmedPage", text, comment, n)
