"""Applies filter, sort order and facets to a table, of one dictionary or of all languages, in jobs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QComboBox, QWidget

from termdesk.application.glossaries.view.conditions import Condition, Match, pattern_error
from termdesk.application.glossaries.view.facets import Facet
from termdesk.application.glossaries.view.row_finder import QueriedTable
from termdesk.application.glossaries.view.view_query import ViewQuery
from termdesk.domain.entries.phrase_classes import has_words
from termdesk.domain.errors import TermdeskError
from termdesk.domain.window_memory import MOST_TABLES, WindowMemory
from termdesk.ui.glossaries.sheet.grid_view import GridView
from termdesk.ui.glossaries.sheet.item_roles import COLUMN_TITLE_ROLE
from termdesk.ui.glossaries.view.facets_panel import FacetsPanel
from termdesk.ui.glossaries.view.filter_chips import FilterChips
from termdesk.ui.glossaries.view.filter_field import FilterField
from termdesk.ui.glossaries.view.filter_header import FilterHeader
from termdesk.ui.glossaries.view.find_bar import FindBar
from termdesk.ui.glossaries.view.match_marks import MatchMarks
from termdesk.ui.glossaries.view.position_memory import PositionMemory
from termdesk.ui.glossaries.view.query_bar import QueryBar
from termdesk.ui.glossaries.view.row_counts import RowCounts
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import JobProgress, Jobs
from termdesk.ui.widgets.plain_buttons import Splitter
from termdesk.ui.widgets.selections import choose_alone
from termdesk.ui.words.message_words import localize

# Counts may be outdated for a moment after an edit; updating them during typing would only flicker.
COUNT_AFTER_MS = 250


@dataclass(frozen=True, slots=True)
class TableTexts:
    """The name of a table, and the keys that distinguish its jobs and its sort order from those of other tables.

    `order_key` is called each time, because publishing a glossary for the first time changes it. `any_title` is the
    title for a filter of all columns. With `counts_phrases`, rows are phrases in several languages, otherwise entries.
    """

    name: str
    owner: str
    order_key: Callable[[], str]
    any_title: str
    counts_phrases: bool = False


class QueryParts:
    """The widgets that show the query of a table: filter chips and find bar above it, the facets next to it."""

    chips: FilterChips
    find_bar: FindBar
    panel: FacetsPanel

    def __init__(self, table: QueriedTable, *, texts: TableTexts, jobs: Jobs, page: QWidget) -> None:
        """Create the parts above the table, in `page`; `add_facets` creates the others."""
        self.chips = FilterChips(parent=page)
        key = JobKind.FIND_IN_TABLE.of(texts.owner)
        self.find_bar = FindBar(table, jobs=jobs, key=key, name=texts.name, parent=page)

    def add_facets(self, facets: Sequence[Facet], *, parent: QWidget) -> None:
        """Create the hidden panel of the facets."""
        self.panel = FacetsPanel(facets, parent)
        self.panel.hide()


class ViewController(QObject):
    """Shows the rows of a table that match its query.

    `applied` is emitted after every change of the row order; `refused` carries the message for an invalid pattern. A
    cancelled query is rolled back: filter boxes and chips show the previous one again.
    """

    applied = Signal()
    refused = Signal(str)
    row_switched = Signal(bool)
    panel_switched = Signal(bool)

    def __init__(
        self,
        table: QueriedTable,
        grid: GridView,
        bar: QueryBar,
        *,
        parts: QueryParts,
        texts: TableTexts,
        jobs: Jobs,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._table = table
        self._grid = grid
        self._texts = texts
        self._jobs = jobs
        self._remembered: WindowMemory | None = None
        self._position: PositionMemory | None = None
        self._shown = ViewQuery()
        # Counts applied queries, so that cancelling an old one does not roll back a newer one.
        self._applications = 0
        self._is_closed = False
        # A saved sort order is being applied; the first row in that order becomes current.
        self._is_restoring = False
        # Two dictionaries may be open side by side, even with the same name; each has its own jobs.
        self.applying, self.counting = JobKind.APPLY_QUERY.of(texts.owner), JobKind.COUNT_FACETS.of(texts.owner)
        self.finding = JobKind.FIND_IN_TABLE.of(texts.owner)
        self.query_editor = bar.query_editor
        self.bar = bar
        header = grid.horizontalHeader()
        assert isinstance(header, FilterHeader)
        self.header = header
        self.chips, self.find_bar, self.panel = parts.chips, parts.find_bar, parts.panel
        self.chips.name_columns(self.column_title)
        self.find_bar.use_grid(grid)
        self.counts = RowCounts(grid, self.column_title, counts_phrases=texts.counts_phrases)
        self.marks = MatchMarks()
        self._count_timer = QTimer(self)
        self._count_timer.setSingleShot(True)
        self._count_timer.setInterval(COUNT_AFTER_MS)
        self._count_timer.timeout.connect(self._on_count)
        self._connect()
        self.show_counts()

    def _connect(self) -> None:
        self.query_editor.changed.connect(self._on_query)
        self.query_editor.cleared.connect(self.header.forget)
        self.header.asked.connect(self._on_condition)
        self.header.left.connect(self._grid.setFocus)
        self.bar.field.left.connect(self._grid.setFocus)
        self.header.row_shown.connect(self._on_row_shown)
        self.chips.asked.connect(self.query_editor.ask)
        self.chips.all_cleared.connect(self.query_editor.clear_filters)
        self.panel.chosen.connect(self._on_chosen)
        self.panel.opened.connect(self._on_count)
        self.panel.closed.connect(lambda: self.show_panel(False))
        self.row_switched.connect(partial(self.bar.show_switch, "filter_row"))
        self.panel_switched.connect(partial(self.bar.show_switch, "facets"))
        self.find_bar.changed.connect(self._show_marks)
        self._grid.sort_asked.connect(self.query_editor.cycle_sort)
        self._grid.row_order_model().changed.connect(lambda _rows: self._count_later())

    def column_title(self, column: int | None) -> str:
        """Return the title of a column without its language code; None means all columns together."""
        if column is None:
            return self._texts.any_title
        return str(self._grid.row_order_model().headerData(column, Qt.Orientation.Horizontal, COLUMN_TITLE_ROLE))

    @property
    def parts_above(self) -> tuple[QWidget, QWidget]:
        """The widgets between the filter bar and the grid."""
        return self.chips, self.find_bar

    def beside(self, grid: QWidget) -> Splitter:
        """Return a splitter with the grid, or its container, and the facets next to it."""
        splitter = facets_splitter()
        splitter.addWidget(grid)
        splitter.addWidget(self.panel)
        splitter.setStretchFactor(0, 1)
        return splitter

    # Query

    @property
    def shown_query(self) -> ViewQuery:
        """The query whose rows are shown; a newer one may be running."""
        return self._shown

    def _on_condition(self, condition: Condition) -> None:
        self.query_editor.ask(self.query_editor.query.with_condition(condition))

    def _on_chosen(self, facet: Facet, values: frozenset[str]) -> None:
        self.query_editor.ask(self.query_editor.query.with_values(facet, values))

    def _on_query(self) -> None:
        self._show_query()
        self._keep_order()
        self.apply()

    def _show_query(self) -> None:
        query = self.query_editor.query
        # The first chip moves the grid, and the last one moves it back.
        self._grid.drawing.begin()
        self.header.show_conditions(query)
        self.chips.show_query(query)
        self.panel.show_choices(query)

    def sort_by(self, column: int | None) -> None:
        """Sort the rows by a column; None restores the order of the file."""
        self.query_editor.ask(self.query_editor.query.with_order(column))

    def show_file_order(self) -> None:
        """Show all rows in file order immediately."""
        self.query_editor.ask(ViewQuery())
        self.query_editor.cleared.emit()
        self._applications += 1
        self._jobs.cancel(self.applying)
        self._show(None, ViewQuery())
        self._on_count()

    def show_cell(self, row: int, column: int) -> None:
        """Go to a cell of the table. A filter that hides its row is cleared."""
        if self._grid.row_order_model().to_shown_row(row) is None:
            self.show_file_order()
        self._grid.go_to(row, column)
        self._grid.setFocus()

    # The filter row and the panel

    def switch_row(self) -> None:
        """Show the filter row and focus it, or hide it."""
        self.header.show_row(not self.header.is_row_shown)
        if self.header.is_row_shown:
            self._focus_column()
        else:
            self._grid.setFocus()

    def filter_column(self) -> None:
        """Focus the filter of the current column; if a filter has the focus, open its options."""
        focused = QApplication.focusWidget()
        if isinstance(focused, FilterField):
            focused.open_options()
        elif isinstance(focused, QComboBox):
            # Alt+Down opens the list of a combo box everywhere else.
            focused.showPopup()
        else:
            self.header.show_row(True)
            self._focus_column()

    def _focus_column(self) -> None:
        fields = self.header.fields_as_seen()
        column = max(0, self._grid.currentIndex().column())
        current = self.header.fields[column] if column < len(self.header.fields) else None
        for field in [current] if current in fields else fields[:1]:
            assert field is not None
            self.header.enter(field)

    def _on_row_shown(self, is_shown: bool) -> None:
        self.row_switched.emit(is_shown)
        if self._remembered is not None:
            self._remembered.filter_row = is_shown

    def switch_panel(self) -> None:
        """Show or hide the facets."""
        self.show_panel(self.panel.isHidden())

    def show_panel(self, is_shown: bool) -> None:
        """Show the facets, count and focus them; or hide them and focus the grid."""
        self.panel.setVisible(is_shown)
        self.panel_switched.emit(is_shown)
        if self._remembered is not None:
            self._remembered.facets = is_shown
        if is_shown:
            self._on_count()
            self.panel.tree.setFocus()
        else:
            self._jobs.cancel(self.counting)
            self._grid.setFocus()

    # Filtering and sorting

    def apply(self) -> None:
        """Show the rows of the query; a newer query cancels an older one."""
        self._applications += 1
        title = self.tr("Filtering and sorting: {name}").format(name=self._texts.name)
        work = partial(self._apply, self._applications)
        self._jobs.start_with_progress(self.applying, title, work, on_failure=self._refuse)

    async def _apply(self, application: int, progress: JobProgress) -> None:
        query = self.query_editor.query
        try:
            rows = await self._find_rows(query, progress)
        except asyncio.CancelledError:
            # Cancelled by the user, not by a newer query: filter boxes and chips show the previous one again.
            if application == self._applications and not self._is_closed:
                self._roll_back()
            raise
        self._show(rows, query)
        self.counts.announce()
        self._on_count()

    async def _find_rows(self, query: ViewQuery, progress: JobProgress) -> Sequence[int] | None:
        """Return the rows of the query for the latest revision of the table, after closing an open cell."""
        while True:
            rows = await self._table.find_rows(query, progress)
            # The result may arrive during typing; refilling the grid would lose the typed text.
            revision = self._table.revision
            self._grid.finish_editing()
            # The committed text may have moved rows, which makes the result outdated.
            if revision == self._table.revision:
                return rows

    def _roll_back(self) -> None:
        self.query_editor.restore(self._shown)
        self._show_query()
        self.bar.show_query()
        self._keep_order()

    def _show(self, rows: Sequence[int] | None, query: ViewQuery) -> None:
        self._grid.finish_editing()
        # Select the first row of a saved order, unless the user has moved meanwhile.
        starts_anew = self._is_restoring and self._grid.currentIndex().row() == 0
        self._is_restoring = False
        current = None if starts_anew else self._grid.current_cell()
        model = self._grid.row_order_model()
        self._shown = query
        self._grid.drawing.begin()
        # The new rows are drawn with their marks: drawing the cells again for these would take as long.
        self._set_marks()
        model.set_order(rows)
        self._grid.show_sort(query.sort_column, descending=query.descending)
        if current is not None and model.to_shown_row(current[0]) is not None:
            self._grid.go_to(*current)
            if self._position is not None:
                self._position.restore_again()
        elif model.rowCount():
            choose_alone(self._grid, model.index(0, self._grid.home_column()))
        self.show_counts()
        self.applied.emit()

    def _show_marks(self) -> None:
        """Highlight matches of the filters and of the search in the shown cells."""
        self._set_marks()
        self._grid.row_order_model().refresh()

    def _set_marks(self) -> None:
        self.marks.show([*self._shown.conditions, *self.find_bar.conditions()])

    def _refuse(self, error: TermdeskError) -> None:
        """Show an invalid pattern at its filter box and in a message. The visible rows stay the same."""
        for condition in self.query_editor.query.conditions:
            message = pattern_error(condition)
            # Only the failure tells that a valid pattern takes too long.
            if message or (condition.match is Match.PATTERN and not self._has_pattern_error()):
                self._field_of(condition).show_error(localize(message or error.message))
        self.refused.emit(localize(error.message))

    def _has_pattern_error(self) -> bool:
        return any(pattern_error(each) for each in self.query_editor.query.conditions)

    def _field_of(self, condition: Condition) -> FilterField:
        return self.bar.field if condition.column is None else self.header.field(condition.column)

    def show_counts(self) -> None:
        """Show the numbers of rows and violations after a change."""
        violations = self._table.violation_count
        self.bar.show_violations(violations)
        self.counts.show_rows(
            shown=self._grid.row_order_model().rowCount(),
            total=len(self._table),
            violations=violations,
            query=self._shown,
        )

    # Counting

    def _count_later(self) -> None:
        if not self.panel.isHidden():
            self._count_timer.start()

    def _on_count(self) -> None:
        if not self.panel.isHidden() and self.panel.open_facets():
            title = self.tr("Counting facets: {name}").format(name=self._texts.name)
            self._jobs.start_with_progress(self.counting, title, self._count, on_failure=_ignore)

    async def _count(self, progress: JobProgress) -> None:
        query = self._shown
        counts = await self._table.count_facets(query, self.panel.open_facets(), progress)
        self.panel.show_counts(counts, query)

    def close(self) -> None:
        """Cancel the jobs, because their widgets are deleted."""
        self._is_closed = True
        self._keep_order()
        if self._position is not None:
            self._position.keep()
        self._count_timer.stop()
        for key in (self.applying, self.counting, self.finding):
            self._jobs.cancel(key)

    # Saved state

    def remember(self, remembered: WindowMemory) -> None:
        """Restore the saved state: sort order for these languages, current row, and panel."""
        self._remembered = remembered
        self.header.show_row(remembered.filter_row)
        if remembered.facets:
            self.panel.show()
            self.panel_switched.emit(True)
            self._on_count()
        self._position = PositionMemory(self._grid, self._texts.order_key, remembered, self)
        is_known = self._position.restore()
        column, descending = remembered.orders.get(self._texts.order_key(), (-1, False))
        if 0 <= column < self._grid.row_order_model().columnCount():
            self._is_restoring = not is_known
            self.query_editor.ask(self.query_editor.query.with_order(column, descending=descending))

    def _keep_order(self) -> None:
        if self._remembered is None:
            return
        orders, key, query = self._remembered.orders, self._texts.order_key(), self.query_editor.query
        orders.pop(key, None)
        if query.sort_column is not None:
            orders[key] = (query.sort_column, query.descending)
            for oldest in list(orders)[:-MOST_TABLES]:
                del orders[oldest]


def facets_splitter(parent: QWidget | None = None) -> Splitter:
    """Return an empty splitter for a grid and its facets."""
    splitter = Splitter(Qt.Orientation.Horizontal, parent)
    splitter.setObjectName("facets_splitter")
    splitter.setChildrenCollapsible(False)
    return splitter


def facets_for(source: str, targets: Sequence[str]) -> list[Facet]:
    """Return the facets that apply to these languages: words are counted only if spaces separate them."""
    left_out = set()
    if not has_words(source):
        left_out.add(Facet.SOURCE_WORDS)
    if not any(map(has_words, targets)):
        left_out.add(Facet.TARGET_WORDS)
    return [facet for facet in Facet if facet not in left_out]


def _ignore(_error: TermdeskError) -> None:
    """Ignore an invalid pattern, because the filter already shows it."""
