"""The page for all languages of a glossary: a row for each source phrase, a column for each language."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QWidget

from termdesk.application.glossaries.checks.similar_entries import SimilarScope
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.editing.rewrite import RewriteScope
from termdesk.application.glossaries.multilingual.open_table import OpenTable, sources_of
from termdesk.application.glossaries.multilingual.rewrite import compute_rewrite
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.domain.entries.changes import Change
from termdesk.domain.entries.entries import SOURCE
from termdesk.domain.entries.rewrite import Hits
from termdesk.domain.multilingual.columns import TableColumn
from termdesk.domain.progress import Progress
from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.glossaries.multilingual.cell_line import TableLine
from termdesk.ui.glossaries.multilingual.details_panel import DetailsPanel
from termdesk.ui.glossaries.multilingual.edit_dialog import Consent
from termdesk.ui.glossaries.multilingual.edit_questions import AskedEdits
from termdesk.ui.glossaries.multilingual.multilingual_bar import MultilingualBar
from termdesk.ui.glossaries.multilingual.multilingual_delegate import MultilingualDelegate
from termdesk.ui.glossaries.multilingual.multilingual_edits import Intent, MultilingualEdits
from termdesk.ui.glossaries.multilingual.multilingual_grid import MultilingualGrid
from termdesk.ui.glossaries.multilingual.multilingual_looks import MultilingualLooks
from termdesk.ui.glossaries.multilingual.sync_status_header import SyncStatusHeader
from termdesk.ui.glossaries.multilingual.violation_steps import next_violation
from termdesk.ui.glossaries.sheet.column_order import columns_as_seen
from termdesk.ui.glossaries.sheet.continuous_entry import ContinuousEntry
from termdesk.ui.glossaries.sheet.page_head import PageHead
from termdesk.ui.glossaries.sheet.sheet_page import Block, SheetPage
from termdesk.ui.glossaries.view.entry_panel import EntryPanel
from termdesk.ui.glossaries.view.query_editor import ViewQueryEditor
from termdesk.ui.glossaries.view.view_controller import QueryParts, TableTexts, ViewController, facets_for
from termdesk.ui.shell.actions import Actions
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.widgets.selections import choose_alone
from termdesk.ui.words.language_words import language_name
from termdesk.ui.words.lists import list_facts, point_to


class MultilingualPage(SheetPage):
    """Edits one `OpenTable`. `source_asked` is emitted when the user selects another source language."""

    source_asked = Signal(str)

    def __init__(
        self,
        table: OpenTable,
        *,
        actions: Actions,
        jobs: Jobs,
        remembered: WindowMemory,
        consent: Consent | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("multilingual_page")
        self.table = table
        self._jobs = jobs
        self._remembered = remembered
        self.edits = MultilingualEdits(
            table, rename=lambda row, text: self.asked.rename(row, text), parent=self, jobs=jobs
        )
        self.asked: AskedEdits = AskedEdits(self, self.edits, consent or Consent(), jobs=jobs)
        self.model = self.edits.model
        self.grid = MultilingualGrid()
        self.grid.setModel(self.model)
        self.looks = MultilingualLooks(self.grid, self.model, actions=actions, remembered=remembered)
        names = [language_name(each.pair.target) for each in table.dictionaries]
        self.filter_bar = MultilingualBar(ViewQueryEditor(self), names, lambda: self.model.missing)
        self.view_controller = self._view_controller()
        marks = self.view_controller.marks
        # One delegate per view: a delegate tells all its views when an editor closes.
        self.delegates = tuple(MultilingualDelegate(view, marks=marks) for view in (self.grid, self.grid.frozen))
        self.grid.setItemDelegate(self.delegates[0])
        self.grid.frozen.setItemDelegate(self.delegates[1])
        for name, icon in (("filter_row", "filter"), ("facets", "facets")):
            self.filter_bar.add_switch(name, icon, actions[name])
        self.sources = self._source_box()
        head = self.head = self._head(actions)
        self.title, self.subtitle = head.title, head.subtitle
        self.line: TableLine = TableLine(self.model)
        self.details = DetailsPanel(self.edits)
        self.counts = self.view_controller.counts
        self.states = SyncStatusHeader(table, self.model, jobs=jobs, parent=self)
        self.entry_panel = EntryPanel(
            remembered, lambda: self.line.fields(*current) if (current := self.grid.current_cell()) else []
        )
        self._lay_out()
        self._connect()
        self._entry = ContinuousEntry(self)
        self._add_menu(actions)
        self.show_names()
        self._show_counts()
        if self.model.rowCount():
            # Always have a current cell: screen readers have problems with a table that has none.
            choose_alone(self.grid, self.model.index(0, self.grid.home_column()))
        self.view_controller.remember(remembered)
        has_details = any(each.entries.details for each in table.dictionaries)
        self.details.setVisible(remembered.multilingual_details or has_details)

    def _view_controller(self) -> ViewController:
        table = self.table
        targets = [each.pair.target for each in table.dictionaries]
        texts = TableTexts(
            name=table.name,
            owner=f"{table.dictionaries[0].draft.glossary_key} {table.source}",
            order_key=lambda: f"{table.dictionaries[0].draft.glossary_key} {table.source} {'+'.join(targets)}",
            any_title=self.tr("Any phrase"),
            counts_phrases=True,
        )
        parts = QueryParts(table, texts=texts, jobs=self._jobs, page=self)
        parts.add_facets(facets_for(table.source, targets), parent=self)
        return ViewController(
            table,
            self.grid,
            self.filter_bar,
            parts=parts,
            texts=texts,
            jobs=self._jobs,
            parent=self,
        )

    def _source_box(self) -> QComboBox:
        """Return the box of source languages; visible if there are several."""
        box = QComboBox()
        box.setObjectName("multilingual_source")
        box.setAccessibleName(self.tr("Source language"))
        for source in sources_of(self.table.summary):
            box.addItem(self.tr("From {language}").format(language=language_name(source)), source)
        box.setCurrentIndex(box.findData(self.table.source))
        box.setVisible(box.count() > 1)
        box.activated.connect(lambda position: self.source_asked.emit(box.itemData(position)))
        return box

    def _head(self, actions: Actions) -> PageHead:
        buttons = (
            ("multilingual_view", self.tr("One language"), "glossaries"),
            ("insert_row", self.tr("Insert row"), "add"),
            ("export_file", self.tr("Export…"), "export"),
            ("publish", self.tr("Publish all…"), "publish"),
        )
        return PageHead(
            "multilingual",
            actions,
            buttons,
            prefix="multilingual_button_",
            page=self,
            focus_grid=self.grid.setFocus,
            before=self.sources,
        )

    def _lay_out(self) -> None:
        body = self.view_controller.beside(self.grid)
        body.addWidget(self.entry_panel)
        self._stack(
            self.head,
            self.filter_bar,
            *self.view_controller.parts_above,
            body,
            self.details,
            self.line,
            self.counts,
            tall=body,
        )

    def _add_menu(self, actions: Actions) -> None:
        for name in ("cut", "copy", "paste", "clear_cells", "insert_row", "delete_rows", "fill_down", "ditto"):
            self.grid.addAction(actions[name])
        for name in ("revert_rows", "replace", "clean", "show_hidden"):
            self.grid.addAction(actions[name])

    def _connect(self) -> None:
        self.view_controller.applied.connect(self._show_detail)
        self.details.left.connect(self.grid.setFocus)
        self.filter_bar.violation_asked.connect(self.go_to_violation)
        self.view_controller.refused.connect(self._show_refusal)
        self.edited.connect(self.states.look_soon)
        self.states.looked.connect(self.state_changed)
        self.looks.hidden_changed.connect(self._on_hidden)
        self._connect_sheet()

    # Content

    def show_names(self) -> None:
        """Show the name, the languages, and what is published."""
        table = self.table
        self.title.setText(table.name)
        drafts = sum(not each.is_published for each in table.dictionaries)
        count = len(table.dictionaries)
        target = language_name(table.dictionaries[0].pair.target) if count == 1 else self.tr("%Ln languages", "", count)
        words = point_to(language_name(table.source), target)
        where = self.tr("on the service") if not drafts else self.tr("drafts on this computer")
        if 0 < drafts < len(table.dictionaries):
            where = self.tr("%Ln of them drafts on this computer", "", drafts)
        hidden = len(self.looks.hidden)
        # Text that is elided in a narrow window is also in the headings.
        parts = [words, *([self.tr("%Ln not shown", "", hidden)] if hidden else []), where]
        self.subtitle.setText(list_facts(parts))
        self.show_what_is_next()

    def _show_counts(self) -> None:
        self.view_controller.show_counts()
        self._show_detail()

    def switch_details(self) -> None:
        """Show or hide status, domain and note of the current cell."""
        is_shown = self.details.isHidden()
        self.details.setVisible(is_shown)
        if is_shown:
            self.details.take_focus()
        else:
            self.grid.setFocus()
        self._remembered.multilingual_details = is_shown

    def _show_detail(self) -> None:
        self.entry_panel.refresh()
        cell = self.grid.current_cell()
        if cell is None:
            self.details.show_nothing()
        else:
            self.details.show_cell(*cell)
        if cell is None:
            self.line.show_nothing()
            if not self.model.total:
                self.line.tell(self.tr("No phrases yet. Insert a row, or paste from a spreadsheet."))
            elif not self.model.rowCount():
                self.line.tell(self.tr("No phrase matches the filter."))
        elif not self.grid.is_editing:
            self.line.show_cell(*cell)

    # Sort and find

    def sort_by(self, column: int | None) -> None:
        """Sort the rows by a column; None restores the order of the table."""
        self.view_controller.sort_by(column)

    def sort_by_target(self) -> None:
        """Sort by the language of the current cell."""
        self.sort_by(self._current_language().number)

    def _current_language(self) -> TableColumn:
        """Return the column of the current cell, or the first visible language if that is the source phrase."""
        column = self.grid.currentIndex().column()
        return self.table.columns[column if column > SOURCE else self.grid.home_column()]

    def go_to_violation(self, step: int) -> None:
        """Go to the next (1) or previous (-1) cell with a violation. A filter that hides it is cleared."""
        row, column = self.grid.current_cell() or (-1, SOURCE)
        columns = columns_as_seen(self.grid.horizontalHeader())
        found = next_violation(self.table, columns, row=row, column=column, step=step)
        if found is not None:
            self.show_cell(*found)

    def show_cell(self, row: int, column: int) -> None:
        """Go to a cell of the table. A filter that hides its row is cleared, and a hidden language is shown."""
        if self.grid.isColumnHidden(column):
            self.looks.show_column(column, True)
        self.view_controller.show_cell(row, column)

    def _on_hidden(self) -> None:
        self.show_names()
        self._show_detail()

    def column_name(self, column: int) -> str:
        """Return the target language code of a column; empty for the source."""
        dictionary = self.table.dictionary_at(column)
        return dictionary.pair.target if dictionary else ""

    def column_named(self, name: str) -> int | None:
        """Return the column of a language code, the source for an empty one; None if there is none."""
        return next((each.number for each in self.table.columns if self.column_name(each.number) == name), None)

    @property
    def name(self) -> str:
        """The name of the glossary."""
        return self.table.name

    async def wait_until_saved(self) -> None:
        """Wait until all edits so far are applied and saved. Raises StorageFailed."""
        await self.edits.wait_until_settled()
        await self.table.wait_until_saved()

    def show_published(self) -> None:
        """Refresh the page after publishing, and compare the dictionaries again."""
        self.show_names()
        self.model.refresh()
        self._show_counts()
        self.states.look_soon()

    def show_entry(self, dictionary: OpenDictionary, row: int, column: int) -> None:
        """Go to the cell of the table for a row of one dictionary."""
        self.show_cell(*self.table.cell_of(dictionary, row, column))

    async def apply_to_dictionary(
        self, dictionary: OpenDictionary, change: Change, title: str, progress: Progress, *, may_be_empty: bool = False
    ) -> None:
        """Apply a change of one dictionary as one undo step.

        Raises InvalidInput if its entries change before it is applied.
        """
        part = self.table.dictionaries.index(dictionary)
        await self.edits.apply_to_column(part, change, title, progress, may_be_empty=may_be_empty)

    def show_summary(self, summary: GlossarySummary) -> None:
        """Show the current sync status from the library."""
        self.states.show_summary(summary)

    @property
    def dictionaries(self) -> Sequence[OpenDictionary]:
        """The dictionaries of all languages, in the order of the model's columns."""
        return self.table.dictionaries

    # Editing

    @property
    def revision(self) -> int:
        """A number that grows with every change of any dictionary."""
        return self.table.revision

    @property
    def sheet_edits(self) -> MultilingualEdits:
        """The edits of the table, with their undo history."""
        return self.edits

    def delete_rows(self) -> None:
        """Delete the selected rows from every dictionary, after asking if several dictionaries are affected."""
        if rows := self.grid.selected_rows():
            self.asked.start(self.edits.removal(rows), is_asked=True)

    def clear_cells(self, title: str = "") -> None:
        """Remove the selected entries from their dictionaries. Source phrases are kept."""
        self.edits.clear_cells(self.grid.selected_by_column(), title)

    def fill_down(self) -> None:
        """Copy the first selected row to the others, after asking if the source is selected."""
        rows, columns = self.grid.selected_rows(), self.grid.selected_columns()
        if len(rows) > 1:
            self.asked.start(self.edits.fill_edit(rows, columns), is_asked=SOURCE in columns)

    def revert_rows(self) -> None:
        """Revert the selected cells to the published texts; if the source is selected, in all visible languages."""
        selected = self.grid.selected_columns()
        columns = self.grid.shown_columns()[1:] if SOURCE in selected else selected
        if any(each.is_published for column in columns if (each := self.table.dictionary_at(column))):
            self.edits.revert(self.grid.selected_rows(), columns)
        elif columns:
            self.tell(self.tr("These languages were never published, so there is nothing to revert to."))

    def rewrite_scope(self) -> RewriteScope:
        """Return where find and replace may search: the table, its selected columns, and the filtered rows."""
        from termdesk.ui.glossaries.multilingual.rewrite_scope import multilingual_scope

        return multilingual_scope(self.table, self.grid.selected_columns(), self._find_filtered_rows())

    def similar_scope(self) -> SimilarScope:
        """Return where to search similar entries, first in the language of the current cell; rows are those of the
        table.
        """
        table = self.table
        part = self._current_language().part
        assert part is not None, "a language has a dictionary"

        def table_row(number: int, row: int) -> int:
            ids = table.dictionaries[number].entries.ids
            # Rows may be gone since the search; the change is not applied then.
            return table.entries.alignment.columns[number].index(ids[row]) if row < len(ids) else row

        return SimilarScope(
            table.dictionaries,
            part,
            table_row=table_row,
            settle=self.edits.apply_to_column,
        )

    async def take_hits(self, found: Sequence[Hits], title: str) -> None:
        """Write the new texts of these hits as one undo step, after asking if source phrases change."""
        change = await compute_rewrite(self.table, found)
        intent = Intent(lambda _entries: change, change.count, title)
        # Source phrases change in many dictionaries: show the effect first, as for a single phrase.
        await self.asked.apply_bulk_change(intent, is_asked=any(hits.column == SOURCE for hits in found))

    def _set_cell(self, row: int, column: int, text: str) -> None:
        shown = self.model.to_shown_row(row)
        if shown is not None:
            self.model.setData(self.model.index(shown, column), text)

    def _insert_block(self, block: Block, row: int, columns: Sequence[int]) -> None:
        self.edits.insert_block(block, row=row, columns=columns)

    async def _overwrite(self, block: Block, rows: Sequence[int], columns: Sequence[int]) -> None:
        intent = self.edits.paste_edit(block, rows=rows, columns=columns)
        await self.asked.apply_bulk_change(intent, is_asked=columns[0] == SOURCE)
