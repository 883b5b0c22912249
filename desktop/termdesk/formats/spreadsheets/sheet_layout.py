"""How the rows of a sheet are laid out: where its header is, and which column is what."""

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
from termdesk.formats.text.chosen_columns import chosen_columns
from termdesk.formats.text.column_preview import ColumnPreview
from termdesk.formats.text.layout import FileColumn
from termdesk.messages.file_messages import FileRemedy, SheetMessage, SheetRemedy

# Titles that people put above the header, and no more rows of them than this.
_MOST_TITLE_ROWS = 20

STATUS, NOTE, DOMAIN = "Status", "Note", "Domain"
DETAIL_TITLES = (STATUS, NOTE, DOMAIN)


@dataclass(frozen=True, slots=True)
class SheetReading:
    """What is read of a sheet that people may not want.

    Rows that are hidden or filtered out; rows and parts of phrases that are struck out; and whether numbers and dates
    are read `as_shown` by their cells, where that is the same on every computer, or as the file keeps them.
    """

    hidden_rows: bool = True
    struck_out: bool = True
    as_shown: bool = True


EVERYTHING = SheetReading()


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """How to read a sheet. `preview_sheet` guesses it, the user corrects it with `dataclasses.replace`, `read` obeys.

    Columns count from 0. Rows count from 1, and those up to `header_row` are no entries (0: there is no header).
    `code_columns` and `detail_columns` as in `Layout`. With `has_many_languages` a row may lack a phrase in one of
    them: it then belongs to other pairs.
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
        """Those that make an entry: phrases and codes."""
        return (self.source_column, self.target_column, *self.code_columns)

    @property
    def used_columns(self) -> tuple[int, ...]:
        """Columns that are read, from 0: phrases, codes and details."""
        return (*self.entry_columns, *self.detail_columns.places)


@dataclass(frozen=True, slots=True)
class SheetPreview(ColumnPreview[SheetLayout]):
    """What a sheet seems to hold. `rows_above` stand over the header, `first_rows` are the first ones behind it."""

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
        """The same sheet, read as the user chose. Raises InvalidInput for what it does not have."""
        if not uses:
            return replace(self, layout=self.layout_for(pair)) if pair else self
        if (place := max(uses)) >= len(self.columns):
            letters, last = column_letters(place + 1), column_letters(len(self.columns))
            message = SheetMessage.NO_SUCH_COLUMN(sheet=self.sheet.name, column=letters, last=last)
            raise InvalidInput(message, remedy=FileRemedy.CHOOSE_COLUMNS())
        columns, changes = chosen_columns(self.path.name, self.columns, self.layout, uses, pair)
        return replace(self, columns=columns, layout=replace(self.layout, **changes))

    def _no_such_languages(self, absent: Sequence[str]) -> InvalidInput:
        message = SheetMessage.NO_SUCH_LANGUAGE(sheet=self.sheet.name, languages=absent, present=self.languages)
        return InvalidInput(message, remedy=SheetRemedy.CHOOSE_LANGUAGES())


@dataclass(frozen=True, slots=True)
class SheetResult(ReadResult):
    """A sheet, read to its end: `lines` and `RejectedRow.line` are rows as the spreadsheet program numbers them.

    `converted` counts the cells that were no texts, by what they were ("number", "date", …). `shown_numbers` cells of
    phrases show a number in another way than the file keeps it. `filled_cells` took their phrase from a cell that is
    merged over several rows. Rows that are hidden, filtered out, or struck out are counted, read or not.
    In `partly_struck` rows, some letters of a phrase are struck out.
    `hidden_columns` are the places, from 0, of columns that are hidden and read.
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
    """The layout that the first rows of a sheet show, and its columns. A `header_row` that is settled is kept."""
    width = max((len(row) for row in rows), default=0)
    filled = [row for row in rows if any(row)]
    codes = layouts.find_code_columns(filled, width)
    if header_row is None:
        # The codes of a first entry are no titles, so with codes in the rows only the phrases can tell.
        header_row = _find_header([row[:2] for row in rows] if codes else rows)
    body = rows[header_row:]
    columns = layouts.columns_of(rows[header_row - 1] if header_row else None, width, body)
    pair = layouts.pair_in_rows(body, codes) or layouts.titled_pair(columns, named_pair) or named_pair
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
    """The row, from 1, that names the columns; only rows of one cell, as titles are, may stand above it."""
    for number, row in enumerate(rows[:_MOST_TITLE_ROWS], start=1):
        titles = [cell for cell in row if cell.strip()]
        phrases = [title for title in titles if role_of(title) is ColumnRole.IGNORED]
        if layouts.looks_like_header(phrases) or layouts.looks_like_header(row, rows[number:]):
            return number
        if len(titles) > 1:
            break
    return 0


def _first_filled(rows: Sequence[Sequence[str]], width: int) -> tuple[int, int]:
    """The first two columns that hold anything: some people leave room at the left."""
    filled = [place for place in range(width) if any(place < len(row) and row[place] for row in rows)]
    return (filled[0], filled[1]) if len(filled) > 1 else (0, 1)


def _languages(columns: Sequence[FileColumn]) -> int:
    return sum(1 for column in columns if column.language)
