"""Numbers and dates as cells show them, for formats that look the same on every computer."""

from __future__ import annotations

import pytest

from termdesk.formats.spreadsheets.number_formats import format_number


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (7, "000", "007"),
        (7, "0", "7"),
        (1234, "000", "1234"),
        (0.05, "0%", "5%"),
        (0.05, "0 %", "5 %"),
        (0.055, "0.0%", "5.5%"),
        (12, '"§ "0', "§ 12"),
        (12, "\\§\\ 0", "§ 12"),
        (3.14159, "0.00", "3.14"),
        (2.5, "0", "3"),
        (0.5, "#.0#", ".5"),
        (2, "0.##", "2."),
        (5551234, "000-0000", "555-1234"),
        (-7, "000", "-007"),
        (-7, "0;(0)", "(7)"),
        (0, '0;-0;"none"', "none"),
        (5, "[Red]00", "05"),
        (1.5, "[$€-407] 0.00", "€ 1.50"),
        (45352, "dd.mm.yyyy", "01.03.2024"),
        (45352, "yyyy\\-mm\\-dd", "2024-03-01"),
        (45352.5, "d/m/yy h:mm", "1/3/24 12:00"),
        (45352, 'yyyy"年"m"月"d"日"', "2024年3月1日"),
        (1.25, "[h]:mm:ss", "30:00:00"),
        (0.5, "mm:ss", "00:00"),
        (59, "yyyy-mm-dd", "1900-02-28"),
    ],
)
def test_a_number_is_shown_by_its_format(value: float, code: str, text: str) -> None:
    assert format_number(value, code) == text


@pytest.mark.parametrize(
    "code",
    [
        "General",
        "#,##0",
        "0.00E+00",
        "# ?/?",
        "d mmm yyyy",
        "dddd",
        "h:mm AM/PM",
        "[>100]0",
        "@",
        "",
        "0.0.0",
        "0" * 400,
    ],
)
def test_what_depends_on_the_computer_is_not_guessed(code: str) -> None:
    assert format_number(12.5, code) is None


def test_years_may_begin_in_1904() -> None:
    assert format_number(0, "yyyy-mm-dd", is_1904=True) == "1904-01-01"


@pytest.mark.parametrize("value", [-1.0, 1e9, 2_958_465])
def test_a_number_that_is_no_day_has_no_date(value: float) -> None:
    assert format_number(value, "yyyy-mm-dd") is None
