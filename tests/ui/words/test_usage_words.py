"""Texts about usage: thresholds, limits of account and key, and the daily limit."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QObject

from termdesk.domain.usage import UNLIMITED, DayUse, Usage
from termdesk.storage.history import UsageSample
from termdesk.ui.words.usage_words import usage_details, usage_line

END = datetime(2026, 12, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("usage", "line"),
    [
        (Usage(79, 100), "79 of 100 characters"),
        (Usage(80, 100), "80 of 100 characters · 80% used"),
        (Usage(95, 100), "95 of 100 characters · almost used up"),
        (Usage(100, 100), "100 of 100 characters · used up"),
        (Usage(96, 100, period_end=END), "96 of 100 characters · resets on 12/1/2026 · almost used up"),
        (Usage(96, None, period_end=END), "96 characters · resets on 12/1/2026"),
        (Usage(96, UNLIMITED), "96 characters, no limit"),
        (Usage(96, UNLIMITED, period_end=END), "96 characters · resets on 12/1/2026"),
    ],
)
def test_each_threshold_has_a_word(qapp: QObject, usage: Usage, line: str) -> None:
    assert usage_line(usage, warn_at=0.8) == line


def test_while_it_is_unknown_the_last_reading_is_shown_with_its_date(qapp: QObject) -> None:
    last = UsageSample(datetime(2026, 11, 20, 12, tzinfo=UTC), 96, 100)

    assert usage_line(None, warn_at=0.8, last=last) == "96 of 100 characters · as of 11/20/2026"
    assert usage_line(Usage(70, 100), warn_at=0.8, last=last) == "70 of 100 characters"
    assert usage_line(None, warn_at=0.8) == "Usage unknown"


@pytest.mark.parametrize(
    ("day", "words"),
    [
        (DayUse(799, 1000), ""),
        (DayUse(800, 1000), " · today 800 of 1,000 characters"),
        (DayUse(1_000_000), ""),
    ],
)
def test_a_day_near_its_cap_is_in_view(qapp: QObject, day: DayUse, words: str) -> None:
    assert usage_line(Usage(5, 100), warn_at=0.8, day=day) == f"5 of 100 characters{words}"


def test_the_details_have_all_limits_and_the_day(qapp: QObject) -> None:
    usage = Usage(1234, 5000, period_end=END, key_character_count=80, key_character_limit=100)

    assert usage_details(usage, DayUse(700, 1000)).splitlines() == [
        "Account: 1,234 of 5,000 characters",
        "This key: 80 of 100 characters",
        "Counted again from 12/1/2026",
        "Sent from here: today 700 of 1,000 characters",
    ]
    assert usage_details(Usage(5, None), DayUse(7)) == "Sent from here: today 7 characters"
    assert usage_details(None) == ""
