"""Cells as text, as a spreadsheet program shows them, but independent of its language."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.formats.spreadsheets.cells import Cell, cell_name, column_letters, column_number, kind_of, text_of


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("007", "007"),
        (12.0, "12"),
        (-0.5, "-0.5"),
        (0.1 + 0.2, "0.3"),
        (123456789012345.0, "123456789012345"),
        (True, "TRUE"),
        (False, "FALSE"),
        (date(2024, 3, 1), "2024-03-01"),
        (datetime(2024, 3, 1, 12, 30), "2024-03-01 12:30:00"),
        (time(1, 2), "01:02:00"),
        (timedelta(hours=30), "30:00:00"),
        (-timedelta(minutes=1), "-0:01:00"),
    ],
)
def test_every_kind_of_cell_has_a_text(cell: Cell, text: str) -> None:
    assert text_of(cell) == text


@pytest.mark.parametrize(("letters", "number"), [("A", 1), ("z", 26), ("AA", 27), ("IV", 256), ("XFD", 16384)])
def test_columns_are_called_as_in_spreadsheets(letters: str, number: int) -> None:
    assert column_number(letters) == number
    assert cell_name(17, number) == f"{letters.upper()}17"


@given(st.integers(1, 1_000_000))
def test_letters_and_numbers_of_columns_are_each_others_inverse(number: int) -> None:
    assert column_number(column_letters(number)) == number


@pytest.mark.parametrize(
    ("cell", "kind"),
    [
        ("007", "text"),
        (True, "truth value"),
        (12.0, "number"),
        (date(2024, 3, 1), "date"),
        (datetime(2024, 3, 1, 12, 30), "date"),
        (time(1, 2), "time"),
        (timedelta(hours=30), "time"),
    ],
)
def test_every_cell_is_of_one_kind(cell: Cell, kind: str) -> None:
    assert kind_of(cell) == kind
