"""A page with a sheet of phrases: one dictionary, or all languages of a glossary."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from termdesk.application.failures import PublishViolation
from termdesk.application.glossaries.editing.bulk_change import MOST_AT_ONCE
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.editing.rewrite import RewriteScope
from termdesk.application.glossaries.summaries import GlossarySummary, OpenState
from termdesk.application.progress import run_in_thread
from termdesk.domain.entries.changes import Change
from termdesk.domain.entries.entries import SOURCE
from termdesk.domain.entries.rewrite import Hits
from termdesk.domain.progress import NoProgress, Progress
from termdesk.ui.glossaries.sheet.clipboard import block_of, copy, format_block, texts_of
from termdesk.ui.glossaries.sheet.edited_model import EditedModel
from termdesk.ui.glossaries.sheet.grid_view import GridView
from termdesk.ui.glossaries.sheet.meter_line import MeterLine
from termdesk.ui.glossaries.sheet.open_cell_keeper import OpenCellKeeper
from termdesk.ui.glossaries.sheet.page_head import PageHead
from termdesk.ui.glossaries.sheet.phrase_delegate import PhraseDelegate
from termdesk.ui.glossaries.sheet.row_order_model import RowOrderModel
from termdesk.ui.glossaries.sheet.sheet_edits import SheetEdits
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.job_owners import Page
from termdesk.ui.shell.jobs import Jobs, Work
from termdesk.ui.widgets.dialogs import ask_text, choose_one
from termdesk.ui.words.numbers import format_number

if TYPE_CHECKING:
    from termdesk.application.glossaries.checks.similar_entries import SimilarScope

Block = Sequence[Sequence[str]]
# More cells would freeze both programs; an export is better for that.
MAX_COPIED_CELLS = 200_000


class PageChecks(Protocol):
    """The checks of a page and its list of findings."""

    def titles_at(self, row: int, column: int) -> Sequence[str]:
        """Return the titles of the findings about a cell."""

    def finding_titles_at(self, row: int, column: int) -> Sequence[str]:
        """Return the titles of the warnings about a cell."""

    def open(self) -> None:
        """Show the updated list."""

    def close(self) -> None:
        """Cancel all checks when the page closes."""

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (-1) finding."""

    def accept(self, dictionary: OpenDictionary) -> None:
        """Forget refused entries, because the service accepted every entry of this dictionary."""

    def show_refused(self, dictionary: OpenDictionary, violations: Sequence[PublishViolation]) -> None:
        """List the entries of this dictionary that the service refused, and go to the first one."""


class SheetPage(Page):
    """Rows and columns are those of the model, including hidden ones.

    `edited` is emitted after every change, undo and redo.
    """

    edited = Signal()
    # Emitted when the entries may have become equal to the published ones, or different.
    state_changed = Signal()
    head: PageHead
    # Emitted before the first pasted cell changes.
    paste_started = Signal()
    # A command follows that reads the entries.
    typing_ended = Signal()

    grid: GridView
    model: EditedModel[Any, Any]
    line: MeterLine
    checks: PageChecks | None = None
    open_cell: OpenCellKeeper | None = None
    delegates: Sequence[PhraseDelegate]
    # Set once by the subclass.
    _jobs: Jobs
    # Whether changes keep the selection.
    _is_selection_kept = False

    def use_checks(self, checks: PageChecks) -> None:
        """Show the findings of `checks`. They read the page, so the pane creates them after it."""
        self.checks = checks
        self.model.mark_findings(checks.finding_titles_at)
        self.line.name_findings(checks.titles_at)

    def keep_open_cell(self, keeper: OpenCellKeeper) -> None:
        """Let `keeper` store the text of the open cell. It watches the page, so the pane creates it after the page."""
        self.open_cell = keeper

    def draw_in_turns(self) -> None:
        """Draw what this turn lays out in the next turns, the grid last: all at once takes 8 ms."""

        def draw_page() -> None:
            self.setUpdatesEnabled(True)
            # Begun only now: after a long turn, both timers would end at once.
            QTimer.singleShot(1, self.grid, partial(self.grid.setUpdatesEnabled, True))

        for part in (self, self.grid):
            part.setUpdatesEnabled(False)
        # Without an interval, Qt may call a timer in this turn.
        QTimer.singleShot(1, self, draw_page)

    def finish_editing(self) -> None:
        """Commit the text of the open cell, and remove a new row that is still empty."""
        self.grid.finish_editing()
        self.typing_ended.emit()

    @property
    @abstractmethod
    def name(self) -> str:
        """The name of the glossary."""

    @abstractmethod
    def show_names(self) -> None:
        """Update the name and the languages."""

    @abstractmethod
    async def wait_until_saved(self) -> None:
        """Wait until every edit is applied and saved. Raises StorageFailed."""

    @abstractmethod
    def column_name(self, column: int) -> str:
        """Return the name under which the text of an open cell is saved."""

    @abstractmethod
    def column_named(self, name: str) -> int | None:
        """Return the column with this name; None if there is none."""

    @property
    @abstractmethod
    def sheet_edits(self) -> SheetEdits[Any, Any]:
        """The edits of this page, with their undo history."""

    @property
    @abstractmethod
    def revision(self) -> int:
        """A number that grows with every change of the entries."""

    @abstractmethod
    def show_cell(self, row: int, column: int) -> None:
        """Go to a cell. A filter that hides it is cleared."""

    def tell(self, words: str, *, tone: str = "muted") -> None:
        """Show a message in the line below the sheet."""
        self.line.tell(words, tone=tone)

    def _show_refusal(self, words: str) -> None:
        """Show below the sheet why a pattern is invalid."""
        self.tell(words, tone="problem")

    @abstractmethod
    def clear_cells(self, title: str = "") -> None:
        """Empty the selected cells, as one undo step named `title`."""

    @abstractmethod
    def _set_cell(self, row: int, column: int, text: str) -> None: ...

    @abstractmethod
    def _insert_block(self, block: Block, row: int, columns: Sequence[int]) -> None: ...

    @abstractmethod
    async def _overwrite(self, block: Block, rows: Sequence[int], columns: Sequence[int]) -> None: ...

    @abstractmethod
    def rewrite_scope(self) -> RewriteScope:
        """Return where find and replace, and cleaning, may search in this page."""

    @abstractmethod
    def similar_scope(self) -> SimilarScope:
        """Return where similar entries may be searched in this page, and how they are settled."""

    @abstractmethod
    async def take_hits(self, found: Sequence[Hits], title: str) -> None:
        """Write the new texts of these hits into their cells, as one undo step named `title`."""

    @abstractmethod
    def _show_counts(self) -> None: ...

    @abstractmethod
    def _show_detail(self) -> None: ...

    @property
    def _sheet(self) -> RowOrderModel:
        return self.grid.row_order_model()

    def _stack(self, *parts: QWidget, tall: QWidget | None = None) -> None:
        """Lay out these widgets below the earlier ones; `tall` takes the remaining height."""
        column = self.layout()
        if not isinstance(column, QVBoxLayout):
            column = QVBoxLayout(self)
            column.setContentsMargins(16, 12, 16, 8)
            column.setSpacing(8)
        for part in parts:
            column.addWidget(part, int(part is tall))

    def _connect_sheet(self) -> None:
        """Connect the model, the grid, the edits and the open cell. The subclass calls it once it has created them."""
        self.model.changed.connect(self._on_changed)
        self.model.modelReset.connect(self._show_counts)
        self.grid.selectionModel().currentChanged.connect(lambda _now, _before: self._show_detail())
        self.state_changed.connect(self.show_what_is_next)
        edits = self.sheet_edits
        edits.bulk_change_started.connect(self.grid.finish_editing)
        edits.refused.connect(self.line.tell)
        self.grid.typing_refused.connect(edits.say_if_busy)
        for delegate in self.delegates:
            delegate.typed.connect(self.line.show_typed)
            delegate.closeEditor.connect(lambda: self._show_detail(), Qt.ConnectionType.QueuedConnection)

    def _on_changed(self, rows: list[int]) -> None:
        self._show_counts()
        # Moving the selection while a cell is edited would close its editor twice.
        if not self.grid.is_editing and not self._is_selection_kept:
            self.grid.show_rows(rows)
        self.edited.emit()

    @contextmanager
    def keep_selection(self) -> Iterator[None]:
        """Within this context, changes keep the selection."""
        self._is_selection_kept = True
        try:
            yield
        finally:
            self._is_selection_kept = False

    # State on the service

    @property
    def has_unpublished_edits(self) -> bool:
        """Whether some edits are unpublished."""
        return self.sheet_edits.sheet.has_unpublished_edits

    def show_what_is_next(self) -> None:
        """Highlight publishing as the next step only while there is something to send."""
        self.head.show_primary(self.has_unpublished_edits and any(len(each) for each in self.dictionaries))

    async def look_whether_published(self) -> None:
        """Compare with the published entries, because edits may have been undone."""
        await self.sheet_edits.sheet.is_as_published()

    # For publishing

    @abstractmethod
    def show_published(self) -> None:
        """Update the marks and the state after publishing."""

    @abstractmethod
    def show_entry(self, dictionary: OpenDictionary, row: int, column: int) -> None:
        """Go to the cell for a row of one dictionary; `column` is `SOURCE` or `TARGET`."""

    @abstractmethod
    async def apply_to_dictionary(
        self, dictionary: OpenDictionary, change: Change, title: str, progress: Progress, *, may_be_empty: bool = False
    ) -> None:
        """Apply a change of one dictionary as one undo step, and wait for it; an empty one only if it `may_be_empty`.

        Raises InvalidInput if the entries change before it is applied.
        """

    def show_summary(self, summary: GlossarySummary) -> None:
        """Update the page after the library was read again; `summary` is its glossary."""

    @property
    @abstractmethod
    def dictionaries(self) -> Sequence[OpenDictionary]:
        """The edited dictionaries: one, or one for each language."""

    @property
    def open_states(self) -> Mapping[str, OpenState]:
        """Return the state of each dictionary by its draft id. Fast at any size."""
        return {each.draft.draft_id: OpenState(len(each), each.has_unpublished_edits) for each in self.dictionaries}

    # Navigation

    async def ask_row(self) -> None:
        """Ask for a row number and go there."""
        total = self._sheet.total
        typed = await ask_text(
            self,
            self.tr("Go to row"),
            self.tr("Go"),
            label=self.tr("Row, 1 to {total}").format(total=format_number(total)),
        )
        digits = "".join(character for character in typed or "" if character.isdigit())
        if digits and total:
            self.show_cell(min(max(int(digits), 1), total) - 1, SOURCE)

    # Editing

    def insert_row(self) -> None:
        """Insert an empty row below the current one, in the file and in the visible order, and open its first cell."""
        current = self.grid.current_cell()
        self.open_new_row(self._sheet.total if current is None else current[0] + 1)

    def open_new_row(self, position: int) -> None:
        """Insert an empty row before row `position` of the file, and open its first cell."""
        sheet = self._sheet
        total = sheet.total
        self.sheet_edits.insert_row(position)
        if sheet.total == total:
            # The edit was refused; a message says why.
            return
        self.grid.go_to(position, self.grid.entry_column())
        self.grid.setFocus()
        self.grid.edit(self.grid.currentIndex())

    def ditto(self) -> None:
        """Copy the text of the cell above into the open or the current cell."""
        index = self.grid.currentIndex()
        if not index.isValid() or index.row() == 0:
            return
        above = index.siblingAtRow(index.row() - 1).data(Qt.ItemDataRole.EditRole)
        if editor := self.grid.open_editor():
            editor.selectAll()
            editor.insert(above)
        else:
            self._set_cell(self._sheet.row_at(index.row()), index.column(), above)

    def _find_filtered_rows(self) -> Sequence[int] | None:
        is_filtered = self._sheet.rowCount() < self._sheet.total
        return sorted(self._sheet.order) if is_filtered else None

    def _several_selected_rows(self) -> Sequence[int] | None:
        """Return the selected rows; None if one row or every visible row is selected."""
        rows = self.grid.selected_rows()
        return sorted(rows) if 1 < len(rows) < self._sheet.rowCount() else None

    # Clipboard

    def copy(self) -> None:
        """Copy the selection to the clipboard, or say that it is too large."""
        self._copy(lambda: None)

    def cut(self) -> None:
        """Copy the selection, then empty its cells as one undo step."""
        self._copy(lambda: self.clear_cells(self.tr("Cut")))

    def _copy(self, then: Callable[[], None]) -> None:
        count = len(self.grid.selected_shown_rows()) * len(self.grid.selected_columns())
        if count > MAX_COPIED_CELLS:
            words = self.tr("The clipboard takes at most %Ln cells. Export a file instead.", "", MAX_COPIED_CELLS)
            self.tell(words, tone="problem")
        elif count > MOST_AT_ONCE:
            self._jobs.start(
                JobKind.COPY_CELLS,
                self.tr("Copying"),
                partial(self._copy_many, self.grid.selected_block(), self._selection_state(), then),
            )
        elif count:
            copy(*format_block([row for rows in self.grid.selected_block() for row in rows]))
            then()

    async def _copy_many(self, parts: Iterator[list[list[str]]], state: object, then: Callable[[], None]) -> None:
        """Copy like `_copy`, but over several frames.

        If the entries or the selection change meanwhile, nothing is copied.
        """
        block: list[list[str]] = []
        for rows in parts:
            block += rows
            await asyncio.sleep(0)
            if self._is_over(state):
                return
        texts = await run_in_thread(NoProgress(), lambda _progress: format_block(block))
        if not self._is_over(state):
            copy(*texts)
            then()

    def _is_over(self, state: object) -> bool:
        """Whether the cells to copy have changed; if so, show a message."""
        if self._selection_state() == state:
            return False
        self.tell(self.tr("Nothing was copied because the entries or the selection have changed in the meantime."))
        return True

    def _selection_state(self) -> object:
        corners = [(each.top(), each.left(), each.bottom(), each.right()) for each in self.grid.selected_parts()]
        return self.revision, self._sheet.rowCount(), corners

    def paste(self) -> Work:
        """Return the work that pastes the clipboard at the current selection, even if the selection changes before it
        runs.

        A single cell fills the entire selection; a longer block continues into the visible rows below. If rows are not
        empty, the user chooses between overwriting and inserting. If entries change meanwhile, nothing is pasted,
        because rows may have moved.
        """
        self.paste_started.emit()
        self.grid.finish_editing()
        text, html = texts_of(QGuiApplication.clipboard().mimeData())
        return partial(self._paste, text, html, *self.grid.paste_start(), self.revision)

    async def _paste(
        self, text: str, html: str, selected: Sequence[int], below: Sequence[int], columns: Sequence[int], revision: int
    ) -> None:
        block: Block | None = await run_in_thread(NoProgress(), lambda _progress: block_of(text, html))
        if not block or (block := await self._settle_block(block, columns)) is None:
            return
        rows = selected if len(block) <= len(selected) else [*selected, *below[: len(block) - len(selected)]]
        is_inserted: bool | None = False
        if revision == self.revision and len(block) > 1 and self._would_overwrite(rows[: len(block)]):
            is_inserted = await self._insert_or_overwrite(len(block))
            if is_inserted is None:
                return
        # Blank lines do not add rows, but a blank line over an existing row empties it.
        added_from = 0 if is_inserted else len(rows)
        if len(block) > added_from:
            block = await run_in_thread(NoProgress(), _without_blank, block, added_from)
            if not block:
                return
        if revision != self.revision:
            self.tell(self.tr("Nothing was pasted because the entries have changed in the meantime."))
        elif is_inserted:
            self._insert_block(block, rows[0], columns)
        else:
            await self._overwrite(block, rows, columns)
            if rows and len(block) > len(rows) and revision != self.revision:
                self._say_added(len(block) - len(rows))

    async def _settle_block(self, block: Block, columns: Sequence[int]) -> Block | None:
        """Return the part of a block to paste into these columns, after asking questions; None to cancel."""
        return block

    def _say_added(self, count: int) -> None:
        """Say that rows were added at the end, which may not be visible."""
        self.tell(self.tr("Added %Ln rows at the end.", "", count))

    async def _insert_or_overwrite(self, count: int) -> bool | None:
        """Ask whether to insert a block of `count` rows (True) or to overwrite (False); None to cancel."""
        insert, overwrite = self.tr("Insert as new rows"), self.tr("Overwrite")
        title = self.tr("Paste %Ln rows", "", count)
        words = self.tr(
            "The rows here are not empty. New rows are inserted above the first selected row. You can undo either "
            "choice."
        )
        chosen = await choose_one(self, title, insert, overwrite, text=words)
        return None if chosen is None else chosen == insert

    def _would_overwrite(self, rows: Sequence[int]) -> bool:
        columns = range(self._sheet.columnCount())
        return any(self._sheet.cell(row, column) for row in rows for column in columns)


def _without_blank(_progress: Progress, block: Block, first: int) -> Block:
    """Return a block without its blank lines from index `first` on."""
    return [*block[:first], *(texts for texts in block[first:] if any(text.strip() for text in texts))]
