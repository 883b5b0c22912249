"""Layout of the rows of a sheet: the header row, and the meaning of the columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.formats.column_roles import NO_DETAILS, ColumnRole, ColumnUse, DetailColumns, role_of
from termdesk.formats.read_result import ReadResult
from termdesk.formats.spreadsheets.cells import column_letters
from termdesk.formats.spreadsheets.spreadsheet_package import WorkbookSheet
from termdesk.formats.text import layout as layouts
from termdesk.formats.text.chosen_columns import choose_columns
from termdesk.formats.text.column_preview import ColumnPreview
from termdesk.formats.text.layout import FileColumn
from termdesk.messages.file_messages import FileRemedy, SheetMessage, SheetRemedy

# Maximum number of title rows above the header.
_MOST_TITLE_ROWS = 20

STATUS, NOTE, DOMAIN = "Status", "Note", "Domain"
DETAIL_TITLES = (STATUS, NOTE, DOMAIN)


@dataclass(frozen=True, slots=True)
class SheetReading:
    """Which optional content of a sheet is read: hidden or filtered rows, and struck-out rows and parts of phrases.

    With `as_shown`, numbers and dates are read as their cells display them, if that is the same on every computer;
    otherwise as the file stores them.
    """

    hidden_rows: bool = True
    struck_out: bool = True
    as_shown: bool = True


EVERYTHING = SheetReading()


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """Layout of a sheet. `preview_sheet` guesses it, the user corrects it with `dataclasses.replace`, `read` applies
    it.

    Columns count from 0. Rows count from 1, and entries start after `header_row` (0: there is no header).
    `code_columns` and `detail_columns` are as in `Layout`. With `has_many_languages`, rows without a phrase in the
    source or target language are skipped, because they belong to other pairs.
    """

    header_row: int = 0
    column_count: int = 2
    source_column: int = 0
    target_column: int = 1
    code_columns: tuple[int, ...] = ()
    detail_columns: DetailColumns = NO_DETAILS
    has_many_languages: bool = False
    pair: LanguagePair | None = None
    reading: SheetReading = EVERYTHING

    @property
    def entry_columns(self) -> tuple[int, ...]:
        """Columns of phrases and language codes."""
        return (self.source_column, self.target_column, *self.code_columns)

    @property
    def used_columns(self) -> tuple[int, ...]:
        """Columns that are read, from 0: phrases, codes and details."""
        return (*self.entry_columns, *self.detail_columns.positions)


@dataclass(frozen=True, slots=True)
class SheetPreview(ColumnPreview[SheetLayout]):
    """Preview of a sheet. `rows_above` are above the header, `first_rows` are the first rows below it."""

    path: Path
    sheet: WorkbookSheet
    layout: SheetLayout
    columns: tuple[FileColumn, ...]
    first_rows: tuple[tuple[str, ...], ...]
    rows_above: tuple[tuple[str, ...], ...] = ()

    @property
    def row_count(self) -> int:
        """The number of rows below the header, including empty ones."""
        return self.sheet.row_count - self.layout.header_row

    def as_chosen(self, uses: Mapping[int, ColumnUse], pair: LanguagePair | None) -> SheetPreview:
        """Return the preview with the user's choices applied.

        Raises InvalidInput for columns or languages that do not exist.
        """
        if not uses:
            return replace(self, layout=self.layout_for(pair)) if pair else self
        if (position := max(uses)) >= len(self.columns):
            letters, last = column_letters(position + 1), column_letters(len(self.columns))
            message = SheetMessage.NO_SUCH_COLUMN(sheet=self.sheet.name, column=letters, last=last)
            raise InvalidInput(message, remedy=FileRemedy.CHOOSE_COLUMNS())
        columns, changes = choose_columns(self.path.name, self.columns, self.layout, uses, pair)
        return replace(self, columns=columns, layout=replace(self.layout, **changes))

    def _no_such_languages(self, absent: Sequence[str]) -> InvalidInput:
        message = SheetMessage.NO_SUCH_LANGUAGE(sheet=self.sheet.name, languages=absent, present=self.languages)
        return InvalidInput(message, remedy=SheetRemedy.CHOOSE_LANGUAGES())


@dataclass(frozen=True, slots=True)
class SheetResult(ReadResult):
    """Entries of a sheet; `lines` and `RejectedRow.line` are row numbers as in the spreadsheet program.

    `converted` counts cells that were not text, by type ("number", "date", …). `shown_numbers` counts phrases whose
    displayed number differs from the stored one. `filled_cells` counts cells that took their phrase from a cell merged
    over several rows. Rows that are hidden, filtered out, or struck out are counted whether they are read or not.
    `partly_struck` counts rows in which part of a phrase is struck out. `hidden_columns` are the indexes, from 0, of
    hidden columns that are read.
    """

    converted: Mapping[str, int] = field(default_factory=dict)
    filled_cells: int = 0
    shown_numbers: int = 0
    hidden_rows: int = 0
    filtered_rows: int = 0
    struck_rows: int = 0
    partly_struck: int = 0
    hidden_columns: tuple[int, ...] = ()


def find_layout(
    rows: Sequence[Sequence[str]], *, header_row: int | None, named_pair: LanguagePair | None
) -> tuple[SheetLayout, tuple[FileColumn, ...]]:
    """Guess the layout and the columns from the first rows of a sheet. A given `header_row` is kept."""
    width = max((len(row) for row in rows), default=0)
    filled = [row for row in rows if any(row)]
    codes = layouts.find_code_columns(filled, width)
    if header_row is None:
        # Language codes in the first row can look like titles, so search only the phrases then.
        header_row = _find_header([row[:2] for row in rows] if codes else rows)
    body = rows[header_row:]
    columns = layouts.columns_of(rows[header_row - 1] if header_row else None, width, body)
    pair = layouts.pair_in_rows(body, codes) or layouts.find_titled_pair(columns, named_pair) or named_pair
    source, target = layouts.phrase_columns(columns, pair)
    if (source, target) == (0, 1):
        source, target = _first_filled(rows, width)
    layout = SheetLayout(
        header_row,
        max(width, 2),
        source,
        target,
        code_columns=codes,
        detail_columns=layouts.find_detail_columns(columns, source, target),
        has_many_languages=_languages(columns) > 2,
        pair=pair,
    )
    return layout, columns


def _find_header(rows: Sequence[Sequence[str]]) -> int:
    """Return the header row, from 1, or 0 if there is none.

    Only rows with one cell, such as a title, may precede it.
    """
    for number, row in enumerate(rows[:_MOST_TITLE_ROWS], start=1):
        titles = [cell for cell in row if cell.strip()]
        phrases = [title for title in titles if role_of(title) is ColumnRole.IGNORED]
        if layouts.looks_like_header(phrases) or layouts.looks_like_header(row, rows[number:]):
            return number
        if len(titles) > 1:
            break
    return 0


def _first_filled(rows: Sequence[Sequence[str]], width: int) -> tuple[int, int]:
    """Return the first two columns with content, because some people leave the first columns empty."""
    filled = [position for position in range(width) if any(position < len(row) and row[position] for row in rows)]
    return (filled[0], filled[1]) if len(filled) > 1 else (0, 1)


def _languages(columns: Sequence[FileColumn]) -> int:
    return sum(1 for column in columns if column.language)
