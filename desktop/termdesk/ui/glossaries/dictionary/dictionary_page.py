"""The page of one open dictionary: its name, the filter, the grid, and its edits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.editing.rewrite import RewriteScope, as_change
from termdesk.domain.entries.changes import Change
from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.domain.entries.entry_detail import STATUS
from termdesk.domain.entries.rewrite import Hits
from termdesk.domain.language.language_names import variants_of
from termdesk.domain.progress import Progress
from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.glossaries.dictionary.cell_line import CellLine
from termdesk.ui.glossaries.dictionary.grid_edits import GridEdits
from termdesk.ui.glossaries.dictionary.grid_looks import GridLooks
from termdesk.ui.glossaries.dictionary.rewrite_scope import dictionary_scope
from termdesk.ui.glossaries.sheet.continuous_entry import ContinuousEntry
from termdesk.ui.glossaries.sheet.grid_view import GridView
from termdesk.ui.glossaries.sheet.page_head import PageHead
from termdesk.ui.glossaries.sheet.phrase_delegate import PhraseDelegate
from termdesk.ui.glossaries.sheet.sheet_page import Block, SheetPage
from termdesk.ui.glossaries.view.entry_panel import EntryPanel
from termdesk.ui.glossaries.view.filter_bar import FilterBar
from termdesk.ui.glossaries.view.filter_header import FilterHeader
from termdesk.ui.glossaries.view.query_editor import ViewQueryEditor
from termdesk.ui.glossaries.view.view_controller import (
    QueryParts,
    TableTexts,
    ViewController,
    facets_for,
    facets_splitter,
)
from termdesk.ui.shell.actions import Actions
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.widgets.plain import set_tooltip
from termdesk.ui.widgets.selections import choose_alone
from termdesk.ui.words.language_words import language_name
from termdesk.ui.words.lists import list_facts, list_names, point_to

if TYPE_CHECKING:
    from termdesk.application.glossaries.checks.similar_entries import SimilarScope


class DictionaryPage(SheetPage):
    """Edits one `OpenDictionary`."""

    def __init__(
        self,
        dictionary: OpenDictionary,
        *,
        actions: Actions,
        jobs: Jobs,
        remembered: WindowMemory,
        parent: QWidget | None = None,
        in_steps: bool = False,
    ) -> None:
        """Create the page. With `in_steps`, it is complete only after its `steps`: all at once take longer than a
        frame.
        """
        super().__init__(parent)
        self.setObjectName("dictionary_page")
        self.dictionary = dictionary
        self._jobs = jobs
        self.steps = self._create(actions, remembered)
        if not in_steps:
            self.complete()

    def complete(self) -> None:
        """Create the rest of the page at once."""
        for _ in self.steps:
            pass

    def _create(self, actions: Actions, remembered: WindowMemory) -> Iterator[None]:
        for _ in self._create_parts(actions, remembered):
            yield
        yield
        self.looks = GridLooks(self.grid, self.edits.model, actions=actions, remembered=remembered)
        if self.dictionary.entries.details and not self.looks.shows_details:
            self.looks.show_details_here()
        self._add_menu(actions)
        yield
        self._connect()
        self._entry = ContinuousEntry(self)
        self.show_names()
        self._show_counts()
        if self.model.rowCount():
            # Always have a current cell: screen readers have problems with a table that has none.
            choose_alone(self.grid, self.model.index(0, 0))
        self.view_controller.remember(remembered)

    def _create_parts(self, actions: Actions, remembered: WindowMemory) -> Iterator[None]:
        dictionary = self.dictionary
        # Each part is created inside the widget that shows it, in the order of Tab: moving a widget to another parent
        # styles it again, and everything in it.
        head = self.head = self._head(actions)
        self.title, self.subtitle = head.title, head.subtitle
        self._stack(head)
        yield
        self.filter_bar = FilterBar(ViewQueryEditor(self), self)
        for name, icon in (("filter_row", "filter"), ("facets", "facets")):
            self.filter_bar.add_switch(name, icon, actions[name])
        self._stack(self.filter_bar)
        yield
        texts = self._texts()
        parts = QueryParts(dictionary, texts=texts, jobs=self._jobs, page=self)
        self._stack(parts.chips, parts.find_bar)
        yield
        self.edits = GridEdits(dictionary, self, jobs=self._jobs)
        self.model = self.edits.model
        body = facets_splitter(self)
        self._stack(body, tall=body)
        self.grid = GridView(body, header=FilterHeader)
        yield
        self.grid.setModel(self.model)
        body.addWidget(self.grid)
        body.setStretchFactor(0, 1)
        yield
        parts.add_facets(facets_for(dictionary.pair.source, [dictionary.pair.target]), parent=body)
        body.addWidget(parts.panel)
        yield
        self.entry_panel = EntryPanel(
            remembered, lambda: self.line.fields(current[0]) if (current := self.grid.current_cell()) else [], body
        )
        body.addWidget(self.entry_panel)
        yield
        self.view_controller = ViewController(
            dictionary, self.grid, self.filter_bar, parts=parts, texts=texts, jobs=self._jobs, parent=self
        )
        self.delegates = (PhraseDelegate(self.grid, marks=self.view_controller.marks),)
        self.grid.setItemDelegate(self.delegates[0])
        self.line: CellLine = CellLine(dictionary, self)
        self._stack(self.line, self.view_controller.counts)

    def _texts(self) -> TableTexts:
        dictionary, pair = self.dictionary, self.dictionary.pair
        return TableTexts(
            name=list_names((dictionary.name, str(pair))),
            owner=dictionary.draft.draft_id,
            order_key=lambda: f"{dictionary.draft.glossary_key} {pair}",
            any_title=self.tr("Source or target"),
        )

    def _head(self, actions: Actions) -> PageHead:
        buttons = (
            ("multilingual_view", self.tr("All languages"), "multilingual"),
            ("insert_row", self.tr("Insert row"), "add"),
            ("export_file", self.tr("Export…"), "export"),
            ("publish", self.tr("Publish…"), "publish"),
        )
        return PageHead(
            "dictionary",
            actions,
            buttons,
            prefix="button_",
            page=self,
            # The grid is created later.
            focus_grid=lambda: self.grid.setFocus(),
        )

    def _add_menu(self, actions: Actions) -> None:
        for name in ("cut", "copy", "paste", "clear_cells", "insert_row", "delete_rows", "fill_down", "ditto"):
            self.grid.addAction(actions[name])
        for name in ("revert_rows", "show_hidden"):
            self.grid.addAction(actions[name])

    def _connect(self) -> None:
        self.view_controller.refused.connect(self._show_refusal)
        self.view_controller.applied.connect(self._show_detail)
        self.filter_bar.violation_asked.connect(self.go_to_violation)
        self.edited.connect(self.state_changed)
        self._connect_sheet()

    # Content

    def show_names(self) -> None:
        """Show the name of the dictionary, its languages, and whether it is published."""
        pair = self.dictionary.pair
        self.title.setText(self.dictionary.name)
        where = self.tr("on the service") if self.dictionary.is_published else self.tr("draft on this computer")
        served = list_names(code for side in (pair.source, pair.target) for code in variants_of(side))
        self.subtitle.setText(list_facts((point_to(language_name(pair.source), language_name(pair.target)), where)))
        words = self.tr("Applies to the whole language, including {variants}").format(variants=served) if served else ""
        set_tooltip(self.subtitle, words)
        self.show_what_is_next()

    def _show_counts(self) -> None:
        self.view_controller.show_counts()
        self.line.show_whole()
        self._show_detail()

    def _show_detail(self) -> None:
        """Describe the current cell below the grid."""
        self.entry_panel.refresh()
        current = self.grid.current_cell()
        if current is None:
            self.line.show_nothing()
            if not self.model.total:
                self.line.tell(self.tr("No entries yet. Insert a row, paste from a spreadsheet, or import a file."))
            elif not self.model.rowCount():
                self.line.tell(self.tr("No entry matches the filter."))
        elif not self.grid.is_editing:
            self.line.show_cell(*current)

    # Open cell

    def column_name(self, column: int) -> str:
        """Return the column number as text."""
        return str(column)

    def column_named(self, name: str) -> int | None:
        """Return the column with this number; None if there is none."""
        return int(name) if name.isdigit() and int(name) < self.model.columnCount() else None

    def switch_details(self) -> None:
        """Show or hide the columns of status, domain and note."""
        self.looks.show_details(not self.looks.shows_details)

    # Filter, sort and find

    def sort_by(self, column: int | None) -> None:
        """Sort the rows by a column; None restores the order of the file."""
        self.view_controller.sort_by(column)

    def sort_by_target(self) -> None:
        """Sort the rows by their target phrases."""
        self.sort_by(TARGET)

    def go_to_violation(self, step: int) -> None:
        """Go to the next (1) or previous (-1) cell with a violation. A filter that hides it is cleared."""
        row, column = self.grid.current_cell() or (-1, SOURCE)
        found = self.dictionary.next_violation(row, step, column)
        if found is not None:
            self.show_cell(*found)

    def show_cell(self, row: int, column: int) -> None:
        """Go to a cell of the dictionary. A filter that hides it is cleared."""
        self.view_controller.show_cell(row, column)

    @property
    def name(self) -> str:
        """The name of the glossary."""
        return self.dictionary.name

    async def wait_until_saved(self) -> None:
        """Wait until all edits so far are applied and saved. Raises StorageFailed."""
        await self.edits.wait_until_settled()
        await self.dictionary.wait_until_saved()

    def show_published(self) -> None:
        """Update the title and the change marks after publishing."""
        self.show_names()
        self.model.refresh()
        self._show_detail()

    def show_entry(self, dictionary: OpenDictionary, row: int, column: int) -> None:
        """Go to a cell. `dictionary` is always the one of this page."""
        self.show_cell(row, column)

    async def apply_to_dictionary(
        self, dictionary: OpenDictionary, change: Change, title: str, progress: Progress, *, may_be_empty: bool = False
    ) -> None:
        """Apply a change as one undo step. Raises InvalidInput if the entries change before it is applied."""
        await self.edits.apply_bulk_change(change, title, progress, may_be_empty=may_be_empty)

    @property
    def dictionaries(self) -> Sequence[OpenDictionary]:
        """The one dictionary of this page."""
        return (self.dictionary,)

    # Editing

    @property
    def revision(self) -> int:
        """A number that grows with every change of the entries."""
        return self.dictionary.revision

    @property
    def sheet_edits(self) -> GridEdits:
        """The edits of the dictionary, with its undo history."""
        return self.edits

    def delete_rows(self) -> None:
        """Delete the selected rows as one undo step."""
        rows = self.grid.selected_rows()
        shown = self.grid.selected_shown_rows()
        if rows:
            self.edits.remove_rows(rows)
            if self.model.rowCount():
                choose_alone(self.grid, self.model.index(min(shown[0], self.model.rowCount() - 1), 0))

    def clear_cells(self, title: str = "") -> None:
        """Empty the selected cells, as one undo step named `title`."""
        self.edits.clear_cells(self.grid.selected_by_column(), title)

    def fill_down(self) -> None:
        """Copy the first selected row to the other selected rows, in the selected columns."""
        self.edits.fill_down(self.grid.selected_rows(), self.grid.selected_columns())

    def revert_rows(self) -> None:
        """Revert the selected rows to the published targets. New rows are kept, and a message says so."""
        if not self.dictionary.is_published:
            self.tell(self.tr("This dictionary was never published, so there is nothing to revert to."))
        elif rows := self.grid.selected_rows():
            self.edits.revert(rows)

    def rewrite_scope(self) -> RewriteScope:
        """Return where find and replace may search: both phrases, in the filtered or the selected rows."""
        return dictionary_scope(self.dictionary, self._find_filtered_rows(), self._several_selected_rows())

    def similar_scope(self) -> SimilarScope:
        """Return where similar entries may be searched: in this dictionary only."""
        from termdesk.application.glossaries.checks.similar_entries import SimilarScope

        return SimilarScope(
            [self.dictionary],
            0,
            table_row=lambda _number, row: row,
            settle=lambda _number, change, title: self.edits.apply_bulk_change(change, title),
        )

    async def take_hits(self, found: Sequence[Hits], title: str) -> None:
        """Write the new texts of these hits as one undo step."""
        if change := as_change(found):
            await self.edits.apply_bulk_change(change, title)

    def _set_cell(self, row: int, column: int, text: str) -> None:
        self.edits.set_cells([(row, column, text)], self.tr("Same as above"))

    async def _settle_block(self, block: Block, columns: Sequence[int]) -> Block | None:
        if STATUS not in columns:
            return block
        from termdesk.ui.glossaries.dictionary.pasted_statuses import settle_statuses

        return await settle_statuses(self, block, columns.index(STATUS))

    def _insert_block(self, block: Block, row: int, columns: Sequence[int]) -> None:
        self.edits.insert_block(block, row=row, column=columns[0], shown=columns)

    async def _overwrite(self, block: Block, rows: Sequence[int], columns: Sequence[int]) -> None:
        self.edits.paste(block, rows=rows, column=columns[0], shown=columns)
