"""The wide view of a glossary: a row for each source phrase, a column for each language, and what can be done there."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from termdesk.application.wide_editing import OpenTable, sources_of
from termdesk.domain.entry_rules import shortened
from termdesk.domain.language_names import english_name
from termdesk.domain.wide import WideChange
from termdesk.ui import theme
from termdesk.ui.actions import Actions
from termdesk.ui.glossaries.head_buttons import HeadButtons
from termdesk.ui.glossaries.sheet_page import Block, SheetPage
from termdesk.ui.glossaries.wide.step_sheet import Consent
from termdesk.ui.glossaries.wide.wide_bar import WideBar
from termdesk.ui.glossaries.wide.wide_delegate import WideDelegate
from termdesk.ui.glossaries.wide.wide_edits import WideEdits
from termdesk.ui.glossaries.wide.wide_finding import WideFinding
from termdesk.ui.glossaries.wide.wide_grid import WideGrid
from termdesk.ui.glossaries.wide.wide_looks import WideLooks
from termdesk.ui.jobs import Jobs
from termdesk.ui.main_window import Remembered
from termdesk.ui.plain import ElidedLabel, PlainLabel

RENAMING = "Changing a source phrase"


class WidePage(SheetPage):
    """Edits one `OpenTable`. `source_asked` says that the user wants the dictionaries of another source language."""

    source_asked = Signal(str)

    def __init__(
        self,
        table: OpenTable,
        *,
        actions: Actions,
        jobs: Jobs,
        remembered: Remembered,
        consent: Consent | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("wide_page")
        self.table = table
        self._jobs = jobs
        self._consent = consent or Consent()
        self._came_with_edits = any(each.draft.has_changes for each in table.dictionaries)
        self.edits = WideEdits(table, rename=self._on_rename, parent=self)
        self.model = self.edits.model
        self.grid = WideGrid()
        self.grid.setModel(self.model)
        # Each its own: a delegate tells all its views that a cell was typed to its end.
        self.grid.setItemDelegate(WideDelegate(self.grid))
        self.grid.frozen.setItemDelegate(WideDelegate(self.grid.frozen))
        self.looks = WideLooks(self.grid, self.model, actions=actions, remembered=remembered)
        self.filter_bar = WideBar()
        self.finding = WideFinding(table, self.grid, self.filter_bar, jobs=jobs, parent=self)
        self.title = ElidedLabel()
        self.title.setObjectName("wide_title")
        theme.make_heading(self.title)
        self.subtitle = ElidedLabel(tone="muted")
        self.subtitle.setObjectName("wide_subtitle")
        self.sources = self._source_box()
        self.detail = PlainLabel(wraps=True, tone="muted")
        self.detail.setObjectName("wide_cell_detail")
        self._lay_out(actions)
        self._connect()
        for name in ("cut", "copy", "paste", "clear_cells", "insert_row", "delete_rows", "fill_down"):
            self.grid.addAction(actions[name])
        self.show_names()
        self._show_counts()
        if self.model.rowCount():
            # Always a current cell: screen readers stumble over a table without one.
            self.grid.setCurrentIndex(self.model.index(0, 1))

    def _source_box(self) -> QComboBox:
        """The source languages of the glossary; shown where there are several."""
        box = QComboBox()
        box.setObjectName("wide_source")
        box.setAccessibleName(self.tr("Source language"))
        for source in sources_of(self.table.shelf):
            box.addItem(self.tr("From {language}").format(language=english_name(source)), source)
        box.setCurrentIndex(box.findData(self.table.source))
        box.setVisible(box.count() > 1)
        box.activated.connect(lambda place: self.source_asked.emit(box.itemData(place)))
        return box

    def _lay_out(self, actions: Actions) -> None:
        names = QVBoxLayout()
        names.setSpacing(2)
        names.addWidget(self.title)
        names.addWidget(self.subtitle)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addLayout(names, 1)
        head.addWidget(self.sources)
        buttons = (
            ("wide_view", self.tr("One dictionary"), "glossaries"),
            ("insert_row", self.tr("Insert row"), "add"),
            ("export_file", self.tr("Export…"), "export"),
            ("publish", self.tr("Publish all…"), "publish"),
        )
        head.addWidget(HeadButtons(actions, buttons, prefix="wide_button_", page=self, grid=self.grid))
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 8)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self.filter_bar)
        column.addWidget(self.grid, 1)
        column.addWidget(self.detail)

    def _connect(self) -> None:
        self.finding.arranged.connect(self._show_counts)
        self.model.changed.connect(self._on_changed)
        self.model.modelReset.connect(self._show_counts)
        self.grid.selectionModel().currentChanged.connect(lambda _now, _before: self._show_detail())

    # What is shown

    def show_names(self) -> None:
        """Show what is open here and where it stands."""
        table = self.table
        self.title.setText(table.name)
        drafts = sum(not each.is_published for each in table.dictionaries)
        languages = self.tr("{source} → {count} languages") if len(table.dictionaries) > 1 else "{source} → {target}"
        words = languages.format(
            source=english_name(table.source),
            count=len(table.dictionaries),
            target=english_name(table.dictionaries[0].pair.target),
        )
        where = self.tr("on the service") if not drafts else self.tr("drafts on this computer")
        if 0 < drafts < len(table.dictionaries):
            where = self.tr("{count} of them drafts on this computer").format(count=drafts)
        self.subtitle.setText(f"{words} · {where}")

    def _show_counts(self) -> None:
        self.filter_bar.show_counts(
            shown=self.model.rowCount(), total=len(self.table), problems=self.table.problem_count
        )
        self._show_detail()

    def _show_detail(self) -> None:
        """Say what the current cell is and what typing does there: a mark alone would not do."""
        cell = self.grid.current_cell()
        self.detail.set_tone("muted")
        if cell is None:
            self.detail.setText("")
            return
        row, column = cell
        if problem := self.model.problem_words(row, column):
            self.detail.set_tone("problem")
            self.detail.setText(problem)
        elif column == 0:
            count = len(self.table.entries.holders(row))
            words = self.tr("Row {row} · {count} of {total} dictionaries have this phrase; an edit changes it in all.")
            total = len(self.table.dictionaries)
            self.detail.setText(words.format(row=f"{row + 1:,}", count=count, total=total))
        else:
            self.detail.setText(self._target_words(row, column))

    def _target_words(self, row: int, column: int) -> str:
        language = english_name(self.model.language(column))
        phrase = self.model.cell(row, column)
        if not phrase and not self.model.is_missing(row, column):
            words = self.tr("Row {row} · forbidden wherever it stands, so nothing is missing in {language}")
            return words.format(row=f"{row + 1:,}", language=language)
        if not phrase:
            return self.tr("Row {row} · no {language} yet: what you type is added to that dictionary.").format(
                row=f"{row + 1:,}", language=language
            )
        words = self.tr(
            "Row {row} · {language} · {size} of 1,024 bytes · clearing it takes the entry out of that dictionary"
        ).format(row=f"{row + 1:,}", language=language, size=f"{len(phrase.encode('utf-8', 'surrogatepass')):,}")
        if self.table.is_forbidden(row, column - 1):
            words += " · " + self.tr("forbidden: stays on this computer, and is never published")
        elif self.table.is_changed(row, column - 1):
            published = self.table.dictionaries[column - 1].base_target(self.table.entries.source(row))
            words += " · " + (
                self.tr("new since publishing")
                if published is None
                else self.tr("published as “{text}”").format(text=shortened(published))
            )
        return words

    # Sorting and finding

    def sort_by(self, column: int | None) -> None:
        self.finding.sort_by(column)

    def show_cell(self, row: int, column: int) -> None:
        self.finding.show_cell(row, column)

    def tell(self, words: str, *, tone: str = "muted") -> None:
        self.detail.set_tone(tone)
        self.detail.setText(words)

    @property
    def name(self) -> str:
        return self.table.name

    async def saved(self) -> None:
        """Wait until every edit so far is on disk. Raises StorageFailed."""
        await self.table.saved()

    def show_published(self, *, is_all: bool) -> None:
        """The service holds what is shown, or a part of its dictionaries."""
        if is_all:
            self._note_published()
        self.show_names()
        self.model.refresh()
        self._show_counts()

    # Editing

    @property
    def sheet_edits(self) -> WideEdits:
        return self.edits

    def delete_rows(self) -> None:
        """Take the selected phrases out of every dictionary; where those are several, what that means is shown."""
        rows = self.grid.selected_rows()
        if rows:
            change, title = self.edits.removal(rows)
            self._carry_out(change, title, asked=self._asked_of(change, title))

    def clear_cells(self, title: str = "") -> None:
        chosen = self.grid.selected_by_column()
        self.edits.clear_cells([(row, column) for column, rows in chosen.items() for row in rows], title)

    def fill_down(self) -> None:
        rows, columns = self.grid.selected_rows(), self.grid.selected_columns()
        if len(rows) > 1:
            change, title = self.edits.filling(rows, columns)
            self._carry_out(change, title, asked=self._asked_of(change, title) if 0 in columns else "")

    def _set_cell(self, row: int, column: int, text: str) -> None:
        shown = self.model.shown_row(row)
        if shown is not None:
            self.model.setData(self.model.index(shown, column), text)

    def _insert_block(self, block: Block, row: int, column: int) -> None:
        self.edits.insert_block(block, row=row, column=column)

    async def _overwrite(self, block: Block, rows: Sequence[int], column: int) -> None:
        change, title = self.edits.pasting(block, rows=rows, column=column)
        if column == 0:
            await self._ask_and_push(change, title, self._asked_of(change, title))
        else:
            self.edits.push(change, title)

    # Changing many dictionaries at once

    def _on_rename(self, row: int, text: str) -> None:
        change, title = self.edits.renaming(row, text)
        asked = self.tr("Change “{old}” to “{new}” in {dictionaries} dictionaries?").format(
            old=shortened(self.table.entries.source(row)), new=shortened(text), dictionaries=len(change.parts)
        )
        self._carry_out(change, title, asked=asked, clashes=self._clashes(row, text))

    def _asked_of(self, change: WideChange, title: str) -> str:
        return self.tr("{title} in {dictionaries} dictionaries?").format(title=title, dictionaries=len(change.parts))

    def _clashes(self, row: int, text: str) -> list[str]:
        """The languages where another row with this phrase stands already."""
        mine = set(self.table.entries.holders(row))
        others = [each for each in self.table.entries.rows_with(text) if each != row] if text else []
        columns = {column for each in others for column in self.table.entries.holders(each)} & mine
        return [english_name(self.model.language(column + 1)) for column in sorted(columns)]

    def _carry_out(self, change: WideChange, title: str, *, asked: str = "", clashes: Sequence[str] = ()) -> None:
        """One step, which is shown first where it changes source phrases of several dictionaries: `asked` says so."""
        if not asked or not self._consent.is_needed(change):
            self.edits.push(change, title)
        else:
            self._jobs.start(RENAMING, self._ask_and_push(change, title, asked, clashes))

    async def _ask_and_push(self, change: WideChange, title: str, asked: str, clashes: Sequence[str] = ()) -> None:
        if await self._consent.given(self, self.table, change, asked, clashes=clashes):
            self.edits.push(change, title)
        self.grid.setFocus()
