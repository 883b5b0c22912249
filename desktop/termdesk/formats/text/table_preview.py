"""Preview of a text table: encoding, layout, languages and first rows, for the user to confirm or correct."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from termdesk.domain.errors import InvalidInput, UnreadableFile
from termdesk.domain.language.language import LanguagePair
from termdesk.formats.column_roles import ColumnRole, ColumnUse
from termdesk.formats.file_format import check_columns
from termdesk.formats.language_labels import languages_in_name, pair_in_name
from termdesk.formats.limits import SHOWN_ROWS
from termdesk.formats.text import layout as layouts
from termdesk.formats.text.chosen_columns import choose_columns
from termdesk.formats.text.column_preview import ColumnPreview
from termdesk.formats.text.encodings import Encoding, decode_beginning, find_encoding
from termdesk.formats.text.layout import FileColumn, Layout
from termdesk.formats.text.text_file import decode_file, read_bytes
from termdesk.messages.file_messages import FileMessage, FileRemedy


@dataclass(frozen=True, slots=True)
class TablePreview(ColumnPreview[Layout]):
    """Preview of a text file. Everything in it is a guess, except an `encoding` that is certain.

    `layout` is the guessed layout, and `first_rows` are the first rows after the header.
    """

    path: Path
    encoding: Encoding
    layout: Layout
    columns: tuple[FileColumn, ...]
    first_rows: tuple[tuple[str, ...], ...]

    def as_chosen(self, uses: Mapping[int, ColumnUse], pair: LanguagePair | None) -> TablePreview:
        """Return the preview with the user's choices applied.

        Raises InvalidInput for columns or languages that do not exist.
        """
        if not uses:
            return replace(self, layout=self.layout_for(pair)) if pair else self
        check_columns(self.path, uses, len(self.columns))
        columns, changes = choose_columns(self.path.name, self.columns, self.layout, uses, pair)
        return replace(self, columns=columns, layout=replace(self.layout, **changes))

    def _no_such_languages(self, absent: Sequence[str]) -> InvalidInput:
        message = FileMessage.NO_SUCH_LANGUAGE(name=self.path.name, languages=absent, present=self.languages)
        return InvalidInput(message, remedy=FileRemedy.CHOOSE_LANGUAGES())


def preview_table(
    path: Path,
    *,
    encoding: str | None = None,
    separator: str | None = None,
    quoting: bool | None = None,
    has_header: bool | None = None,
    languages: Sequence[str] = (),
) -> TablePreview:
    """Preview a file. Arguments are choices of the user; everything else is guessed.

    `languages` help to guess the encoding; without them, those in the file name do. Raises UnreadableFile if it is not
    a regular file, cannot be opened, is empty, too large, of another kind, or has no columns.
    """
    data = read_bytes(path)
    named_pair = pair_in_name(path.stem)
    found = _encoding(data, encoding, languages or languages_in_name(path.stem))
    # Only quotes are searched for in the whole file. Decoding all of it takes most of the time.
    text = None if b'"' in data else decode_beginning(data, found.name, lines=layouts.SAMPLE_ROWS + 1)
    if text is None:
        text = decode_file(data, found.name, path=path)
    announced = layouts.separator_line(text)
    body = layouts.without_separator_line(text)
    chosen = separator or announced or layouts.find_separator(body)
    tried = [chosen] if chosen else layouts.SEPARATORS
    if any(layouts.has_too_many_columns(body, each) for each in tried):
        message = FileMessage.TOO_MANY_COLUMNS(layouts.MOST_COLUMNS, name=path.name)
        raise UnreadableFile(message, path=str(path), remedy=FileRemedy.PUT_TABS())
    if not chosen:
        raise UnreadableFile(FileMessage.NO_COLUMNS(name=path.name), path=str(path), remedy=FileRemedy.PUT_TABS())
    is_quoted = layouts.find_quoting(body, chosen) if quoting is None else quoting
    start = Layout(found.name, chosen, quoting=is_quoted, has_separator_line=announced is not None)
    rows = [
        record.fields for record in layouts.sample(body, separator=chosen, quoting=is_quoted) if not record.rejection
    ]
    layout, columns = _complete_layout(start, rows, has_header=has_header, named_pair=named_pair)
    shown = rows[layout.has_header :][:SHOWN_ROWS]
    return TablePreview(path, found, layout, columns, tuple(tuple(row) for row in shown))


def _encoding(data: bytes, settled: str | None, languages: Sequence[str]) -> Encoding:
    if settled:
        return Encoding(settled, is_certain=True)
    return find_encoding(data, languages=languages)


def _complete_layout(
    start: Layout, rows: Sequence[Sequence[str]], *, has_header: bool | None, named_pair: LanguagePair | None
) -> tuple[Layout, tuple[FileColumn, ...]]:
    """Return the layout completed from the first rows, and the columns."""
    width = max(layouts.width_of(rows), 2)
    codes = layouts.find_code_columns(rows, width)
    if has_header is None:
        # Language codes in the first row can look like titles, so check only the phrases then.
        has_header = bool(rows) and layouts.looks_like_header(rows[0][:2] if codes else rows[0], rows[1:])
    body = rows[has_header:]
    columns = layouts.columns_of(rows[0] if has_header and rows else None, width, body)
    if not (has_header or codes) and width == 3:
        # A third column is the note, as in OmegaT and Wordfast.
        columns = (*columns[:2], replace(columns[2], role=ColumnRole.NOTE))
    pair = layouts.pair_in_rows(body, codes) or layouts.find_titled_pair(columns, named_pair) or named_pair
    source, target = layouts.phrase_columns(columns, pair)
    layout = replace(
        start,
        has_header=has_header,
        column_count=width,
        source_column=source,
        target_column=target,
        code_columns=codes,
        detail_columns=layouts.find_detail_columns(columns, source, target),
        has_many_languages=sum(1 for column in columns if column.language) > 2,
        pair=pair,
    )
    return layout, columns
