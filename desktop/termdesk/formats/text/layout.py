"""Layout of the rows of a delimited file: separator, header, and the meaning of the columns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from termdesk.domain.entries.delimited import COMMA, TAB, Record, records
from termdesk.domain.entries.term_fields import OF_SOURCE
from termdesk.domain.language.language import LanguagePair, first_pair, root
from termdesk.formats.column_roles import (
    NO_DETAILS,
    SOURCE_TITLES,
    TARGET_TITLES,
    ColumnRole,
    DetailColumns,
    field_of,
    is_source_title,
    language_of_title,
    plain_title,
    role_of,
    title_with_language,
)
from termdesk.formats.language_labels import language_of
from termdesk.messages.format_messages import ColumnTitle

# In order of preference, if two separators fit a file equally well.
SEPARATORS = (TAB, ";", COMMA, "|")

SAMPLE_ROWS = 200
# Titles that are language codes, but mostly mean a column of numbers.
_NUMBER_TITLES = frozenset(("id", "no"))
# In a list of languages, more than one cell in this many names a language.
_FEW_LANGUAGES = 20
# The maximum of spreadsheet programs.
MOST_COLUMNS = 16_384
# A quote that is not closed within this many characters is not an opening quote.
_LONGEST_RECORD = 100_000
# Some programs put this line in quotes, as they do with everything.
_SEPARATOR_LINE = re.compile(r"(\"?)sep=([^\r\n])\1(?=[\r\n]|$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FileColumn:
    """One column of a file, with its title from the header and its language, if known.

    `is_empty`: it has neither a title nor a text in the first rows. `role` is the kind of detail in it; `owner` is the
    language to which the detail applies, empty for the whole row. `field` is the name of another field in it.
    """

    title: str
    language: str | None = None
    is_empty: bool = False
    role: ColumnRole = ColumnRole.IGNORED
    owner: str = ""
    field: str = ""


@dataclass(frozen=True, slots=True)
class Layout:
    """Layout of a file. `preview_table` guesses it, the user corrects it with `dataclasses.replace`, `read` applies it.

    Columns count from 0. `code_columns` contain the language codes of each row (source, then target); with them and a
    `pair`, rows of another pair are ignored and counted. With `has_many_languages`, rows without a phrase in the source
    or target language are skipped, because they belong to other pairs.
    """

    encoding: str
    separator: str
    quoting: bool = True
    has_separator_line: bool = False
    has_header: bool = False
    column_count: int = 2
    source_column: int = 0
    target_column: int = 1
    code_columns: tuple[int, ...] = ()
    detail_columns: DetailColumns = NO_DETAILS
    has_many_languages: bool = False
    pair: LanguagePair | None = None

    @property
    def is_plain_pair(self) -> bool:
        """Whether the file has only the two columns that the service interface uses."""
        chosen = (self.source_column, self.target_column)
        return chosen == (0, 1) and self.column_count == 2 and not self.code_columns

    @property
    def used_columns(self) -> tuple[int, ...]:
        """Columns that are read, from 0: phrases, codes and details."""
        return (self.source_column, self.target_column, *self.code_columns, *self.detail_columns.positions)

    @property
    def has_details(self) -> bool:
        """Whether a column has details of the entries."""
        return bool(self.detail_columns.positions)


def separator_line(text: str) -> str | None:
    """Return the separator in a first line `sep=;`, which spreadsheet programs write; None without such a line."""
    found = _SEPARATOR_LINE.match(text)
    return found[2] if found else None


def without_separator_line(text: str) -> str:
    """Return the text without a first line such as `sep=;`."""
    return text[found.end() :].lstrip("\r\n") if (found := _SEPARATOR_LINE.match(text)) else text


def find_separator(text: str) -> str | None:
    """Return the separator for which most rows have the same number of columns; None if none makes columns.

    If two separators fit equally, as in `car,"Auto; Wagen"`, prefer the one that is not followed by a space, because it
    does not split sentences.
    """
    fitting = [separator for separator in SEPARATORS if not has_too_many_columns(text, separator)]
    scored = [(*_agreement(text, separator), separator) for separator in fitting]
    best, _, separator = max(scored, key=lambda each: each[:2], default=(0, 0, ""))
    return separator if best > 0 else None


def has_too_many_columns(text: str, separator: str) -> bool:
    """Return whether one of the first rows has too many columns; each column would be a text in memory."""
    start = 0
    for _ in range(SAMPLE_ROWS):
        end = text.find("\n", start) + 1 or len(text)
        if end - start > MOST_COLUMNS and text.count(separator, start, end) > MOST_COLUMNS:
            return True
        start = end
    return False


def find_quoting(text: str, separator: str) -> bool:
    """Return whether quotes are used for quoting.

    In plain TSV, many fields start with a quote that is not closed properly.
    """
    if separator != TAB:
        return True
    found = list(islice(_records_with_quoted_fields(text), SAMPLE_ROWS))
    rejected = sum(1 for record in found if record.rejection or _runs_over_rows(record))
    return rejected * 2 <= len(found)


def _records_with_quoted_fields(text: str) -> Iterator[Record]:
    """Yield records in which a field starts with a quote, parsed as if quotes were used for quoting."""
    position = text.find('"')
    while position >= 0:
        stop = position + 1
        if position == 0 or text[position - 1] in "\t\n":
            start = text.rfind("\n", 0, position) + 1
            record = next(records(text[start : start + _LONGEST_RECORD], separator=TAB))
            for _ in range(record.line_count):
                stop = text.find("\n", stop) + 1 or len(text)
            yield record
        position = text.find('"', stop)


def _runs_over_rows(record: Record) -> bool:
    """Return whether a quoted field seems to span rows: it continues on the next line and contains a tab."""
    return record.line_count > 1 and any(TAB in field for field in record.fields)


def width_of(rows: Sequence[Sequence[str]]) -> int:
    """Return the most frequent number of columns."""
    return Counter(len(row) for row in rows).most_common(1)[0][0] if rows else 0


def looks_like_header(row: Sequence[str], body: Sequence[Sequence[str]] = ()) -> bool:
    """Return whether the first row names columns: two different languages, or a source and a target.

    If many titles are neither languages nor details, compare the rows below: a list of languages has many languages
    there.
    """
    positions = {position: root(code) for position, title in enumerate(row) if (code := language_of_title(title))}
    languages = set(positions.values())
    titles = set(map(plain_title, row))
    if len(row) == 2:
        are_languages = len(languages) == 2
    else:
        unknown = {plain_title(title) for title in row if not (field_of(title) or _is_detail(title))} - {""}
        below = [bool(language_of(each[position])) for each in body for position in positions if position < len(each)]
        # Glossaries of software have language names among their terms.
        are_few_below = bool(body) and sum(below) * _FEW_LANGUAGES <= len(below)
        are_most = len(languages - _NUMBER_TITLES) * 2 >= len(unknown)
        are_languages = len(languages) > 1 and (are_most or are_few_below)
    is_source, is_target = bool(titles & SOURCE_TITLES), bool(titles & TARGET_TITLES)
    # “To” and “Zu” are also ordinary words.
    is_one_side = bool((titles - {"from", "to"}) & (SOURCE_TITLES | TARGET_TITLES))
    return are_languages or (is_source and is_target) or (is_one_side and bool(languages) and bool(body))


def _is_detail(title: str) -> bool:
    return role_of(title) is not ColumnRole.IGNORED


def columns_of(header: Sequence[str] | None, count: int, body: Sequence[Sequence[str]] = ()) -> tuple[FileColumn, ...]:
    """Return the columns of a file with their titles or numbers. A column “id” with numbers is not a language."""
    titles = list(header or [])[:count]
    filled = {position for position, title in enumerate(titles) if title.strip()}
    titles += [""] * (count - len(titles))
    titles = [
        title if title.strip() else ColumnTitle.NUMBER(number=position) for position, title in enumerate(titles, 1)
    ]
    # Go row by row, because one stray cell far to the right makes thousands of columns.
    for row in body:
        filled.update(position for position, cell in enumerate(row) if cell and not cell.isspace())
    languages = [language_of_title(title) if header else None for title in titles]
    names = set(map(plain_title, titles))
    has_both_sides = bool(names & SOURCE_TITLES and names & TARGET_TITLES)
    for position, title in enumerate(titles):
        if title.strip().casefold() in _NUMBER_TITLES and (has_both_sides or _holds_numbers(body, position)):
            languages[position] = None
    roles = [
        role_of(title, _cells(body, position)) if header and not languages[position] else ColumnRole.IGNORED
        for position, title in enumerate(titles)
    ]
    fields = [
        field_of(title) if header and roles[position] is ColumnRole.IGNORED and not languages[position] else ""
        for position, title in enumerate(titles)
    ]
    says_something = [bool(field) or role is not ColumnRole.IGNORED for field, role in zip(fields, roles, strict=True)]
    owners = _owners(titles, languages, says_something)
    return tuple(
        FileColumn(
            title,
            languages[position],
            bool(body) and position not in filled,
            roles[position],
            owners[position],
            fields[position],
        )
        for position, title in enumerate(titles)
    )


def _owners(titles: Sequence[str], languages: Sequence[str | None], says_something: Sequence[bool]) -> list[str]:
    """Return the language to which each detail column applies.

    It is in the title, or else the language to its left if the title occurs several times.
    """
    counts = Counter(map(plain_title, titles))
    owners, left = [], ""
    for title, language, is_detail in zip(titles, languages, says_something, strict=True):
        left = language or left
        if not is_detail:
            owners.append("")
        else:
            owners.append(title_with_language(title)[1] or (left if counts[plain_title(title)] > 1 else ""))
    return owners


def _cells(body: Sequence[Sequence[str]], position: int) -> Iterator[str]:
    return (row[position] for row in body if position < len(row))


def positions_of_empty(columns: Sequence[FileColumn]) -> frozenset[int]:
    """Return the indexes of the columns without title and text."""
    return frozenset(position for position, column in enumerate(columns) if column.is_empty)


def _holds_numbers(body: Sequence[Sequence[str]], position: int) -> bool:
    """Return whether each non-empty cell of a column has a digit, as in numbers and other identifiers."""
    cells = [row[position] for row in body if position < len(row) and row[position].strip()]
    return bool(cells) and all(any(map(str.isdigit, cell)) for cell in cells)


def find_code_columns(rows: Sequence[Sequence[str]], width: int) -> tuple[int, ...]:
    """Return the third, or third and fourth column if all their cells are language codes.

    The first of `rows` may be a header, so it counts only if it is the only row. If the header names a language for
    every column, there are no code columns: texts in the cells may look like codes by chance.
    """
    if width not in (3, 4) or (len(rows) > 1 and _names_languages_alone(rows[0], width)):
        return ()
    rows = rows[1:] or rows
    positions = range(2, width)
    cells = [row[position] for row in rows for position in positions if position < len(row) and row[position].strip()]
    is_coded = bool(cells) and all(language_of(cell) for cell in cells)
    return tuple(positions) if is_coded else ()


def _names_languages_alone(row: Sequence[str], width: int) -> bool:
    languages = {root(code) for title in row if (code := language_of_title(title))}
    return len(languages) == len(row) == width


def find_detail_columns(columns: Sequence[FileColumn], source: int = 0, target: int = 1) -> DetailColumns:
    """Return the columns with details for two columns of phrases, by the titles of a header.

    The status applies to the target or the whole row; a status of the source can only forbid.
    """
    of_source, of_target = (
        columns[position].language or "" if position < len(columns) else "" for position in (source, target)
    )
    roles: list[tuple[int, ColumnRole]] = []
    fields: list[tuple[str, int]] = []
    for position, column in enumerate(columns):
        is_of_source = bool(column.owner) and column.owner == of_source
        if position in (source, target) or not (is_of_source or column.owner in ("", of_target)):
            continue
        if column.field:
            fields.append((OF_SOURCE + column.field if is_of_source else column.field, position))
        is_status = column.role is ColumnRole.STATUS
        roles.append((position, ColumnRole.MARKS if is_of_source and is_status else column.role))
    return DetailColumns.by_role(roles, fields)


def pair_in_rows(rows: Sequence[Sequence[str]], code_columns: Sequence[int]) -> LanguagePair | None:
    """Return the pair that the codes of most rows name; None if they name only one side, or nothing."""
    if len(code_columns) < 2:
        return None
    pairs = Counter(
        (row[code_columns[0]], row[code_columns[1]])
        for row in rows
        if len(row) > code_columns[1] and row[code_columns[0]].strip() and row[code_columns[1]].strip()
    )
    if not pairs:
        return None
    source, target = pairs.most_common(1)[0][0]
    return LanguagePair(language_of(source) or source, language_of(target) or target)


def phrase_columns(columns: Sequence[FileColumn], pair: LanguagePair | None) -> tuple[int, int]:
    """Return the columns of source and target: by the pair's languages, else by their titles, else the first two."""
    if pair:
        source, target = column_of(columns, pair.source), column_of(columns, pair.target)
        if source is not None and target is not None:
            return source, target
    titles = [plain_title(column.title) for column in columns]
    sources = [position for position, title in enumerate(titles) if title in SOURCE_TITLES]
    targets = [position for position, title in enumerate(titles) if title in TARGET_TITLES]
    languages = [position for position, column in enumerate(columns) if column.language]
    if len(languages) == 1:
        # “Term” next to “German”: the column without a language is the other side.
        sources, targets = sources or (languages if targets else []), targets or (languages if sources else [])
    if sources and targets:
        return sources[0], targets[0]
    return (languages[0], languages[1]) if len(languages) > 1 else (0, 1)


def column_of(columns: Sequence[FileColumn], language: str) -> int | None:
    """Return the column of a language: with exactly this code, else with the same root language."""
    for matches in (lambda code: code == language, lambda code: root(code) == root(language)):
        for position, column in enumerate(columns):
            if column.language and matches(column.language):
                return position
    return None


def find_titled_pair(columns: Sequence[FileColumn], named: LanguagePair | None) -> LanguagePair | None:
    """Return the pair of the file name if both languages have a column, otherwise the first languages in the titles."""
    languages = [column.language for column in columns if column.language]
    if len(languages) < 2:
        return None
    if named and all(column_of(columns, code) is not None for code in (named.source, named.target)):
        return named
    return first_pair(languages, next((each.language or "" for each in columns if _is_source(each)), ""))


def _is_source(column: FileColumn) -> bool:
    return column.language is not None and is_source_title(column.title)


def _agreement(text: str, separator: str) -> tuple[float, float]:
    """Return the share of rows with the most frequent number of columns, and the share of fields without a leading
    space.

    Both are 0 if the most frequent number is less than two.
    """
    rows = [record.fields for record in sample(text, separator=separator) if not record.rejection]
    width = width_of(rows)
    if width < 2:
        return 0, 0
    behind = [field for row in rows for field in row[1:]]
    # Tabs do not occur in sentences.
    blank = sum(1 for field in behind if field.startswith(" ")) if separator != TAB else 0
    return sum(1 for row in rows if len(row) == width) / len(rows), 1 - blank / len(behind)


def sample(text: str, *, separator: str, quoting: bool = True) -> list[Record]:
    """Return the first rows of a text."""
    return list(islice(records(text, separator=separator, quoting=quoting), SAMPLE_ROWS))
