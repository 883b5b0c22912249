from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import pytest
from PySide6.QtCore import QLocale

from termdesk.ui.words.numbers import (
    format_date,
    format_date_and_time,
    format_decimal,
    format_exact_moment,
    format_number,
    format_size,
)

NOON = datetime(2026, 3, 4, 12, 30)


@pytest.fixture
def german() -> Iterator[None]:
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.German, QLocale.Country.Germany))
    yield
    QLocale.setDefault(before)


@pytest.mark.usefixtures("german")
def test_numbers_and_dates_are_written_as_in_the_locale() -> None:
    assert format_number(2000) == "2.000"
    assert format_decimal(2000.25, 1) == "2.000,3"
    assert format_date(NOON) == "04.03.2026"
    assert format_date_and_time(NOON) == "04.03.2026 12:30"
    assert format_exact_moment(NOON.replace(second=7)) == "04.03.2026 12:30:07"


def test_a_year_is_written_in_full() -> None:
    assert format_date(NOON) == "3/4/2026"


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (0, "0 B"),
        (1_023, "1,023 B"),
        (1_024, "1 KiB"),
        (31 * 1_024, "31 KiB"),
        (1_024 * 1_024, "1.0 MiB"),
        (10 * 1_024 * 1_024, "10.0 MiB"),
    ],
)
def test_a_size_is_told_in_the_unit_that_fits(size: int, words: str) -> None:
    assert format_size(size) == words
