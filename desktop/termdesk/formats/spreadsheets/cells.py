"""Names of spreadsheet cells, and the text for a number, a date or a boolean."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import TypeAlias

Cell: TypeAlias = str | float | bool | date | time | timedelta

# Spreadsheet programs store numbers with 15 significant digits.
_DIGITS = ".15g"
_FIRST_LETTER = ord("A") - 1


def text_of(cell: Cell) -> str:
    """Return the text of a cell: `12` for 12.0, `0.05` for 5 %, `2024-03-01`, `2024-03-01 12:30:00`, `30:00:00`,
    `TRUE`.

    Numbers and dates are formatted from the stored value, not as the cell displays them.
    """
    match cell:
        case str():
            return cell
        case bool():
            return "TRUE" if cell else "FALSE"
        case int() | float():
            return format(cell, _DIGITS)
        case datetime():
            return cell.isoformat(sep=" ")
        case timedelta():
            return _duration(cell)
        case _:
            return cell.isoformat()


def kind_of(cell: Cell) -> str:
    """Return the type of a cell: "text", "number", "date", "time" or "truth value"."""
    match cell:
        case str():
            return "text"
        case bool():
            return "truth value"
        case int() | float():
            return "number"
        case time() | timedelta():
            return "time"
        case _:
            return "date"


def column_number(letters: str) -> int:
    """Return the number of a column, from 1: `A` is 1, `AA` is 27."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - _FIRST_LETTER
    return number


def column_letters(number: int) -> str:
    """Return the letters of a column, whose number counts from 1."""
    letters = ""
    while number:
        number, position = divmod(number - 1, 26)
        letters = chr(_FIRST_LETTER + 1 + position) + letters
    return letters


def cell_name(row: int, column: int) -> str:
    """Return the name of a cell: row 17, column 3 is `C17`."""
    return f"{column_letters(column)}{row}"


def _duration(length: timedelta) -> str:
    seconds = round(abs(length).total_seconds())
    hours, minutes = divmod(seconds // 60, 60)
    sign = "-" if length < timedelta(0) else ""
    return f"{sign}{hours}:{minutes:02}:{seconds % 60:02}"
