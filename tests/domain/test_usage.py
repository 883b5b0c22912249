"""Usage with and without a limit, reported and unreported."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from termdesk.domain.usage import UNLIMITED, DayUse, Forecast, Usage, UsageLevel


def test_what_is_left_and_the_share_come_from_count_and_limit() -> None:
    usage = Usage(125_000, 500_000)

    assert usage.account
    assert usage.left == 375_000
    assert usage.share == 0.25


def test_beyond_the_limit_nothing_is_left_and_the_share_says_how_far() -> None:
    usage = Usage(600, 500)

    assert usage.left == 0
    assert usage.share == 1.2


@pytest.mark.parametrize("limit", [None, 0, UNLIMITED, UNLIMITED * 2])
def test_without_a_limit_nothing_can_be_left(limit: int | None) -> None:
    usage = Usage(125_000, limit)

    assert usage.account is None
    assert usage.left is None
    assert usage.share is None


def test_what_the_service_did_not_tell_is_unknown_and_not_zero() -> None:
    usage = Usage(None, 500_000)

    assert usage.account
    assert usage.left is None
    assert usage.share is None


@pytest.mark.parametrize(
    ("account", "key", "left", "is_of_key"),
    [
        ((900, 1000), (80, 100), 20, True),
        ((990, 1000), (80, 100), 10, False),
        ((900, 1000), (None, None), 100, False),
        ((900, UNLIMITED), (80, 100), 20, True),
        ((900, None), (80, 100), 20, True),
        ((900, 1000), (80, UNLIMITED), 100, False),
        ((900, 1000), (80, 0), 100, False),
        ((900, 1000), (None, 100), 100, False),
        ((None, 1000), (80, 100), 20, True),
        ((900, 1000), (150, 100), 0, True),
    ],
)
def test_the_smaller_of_account_and_key_decides(
    account: tuple[int | None, int | None], key: tuple[int | None, int | None], left: int, is_of_key: bool
) -> None:
    usage = Usage(*account, key_character_count=key[0], key_character_limit=key[1])

    assert usage.deciding is not None
    assert (usage.left, usage.deciding.is_of_key) == (left, is_of_key)


START, END = datetime(2026, 11, 1, tzinfo=UTC), datetime(2026, 12, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("limit", "full_at"),
    [(None, None), (400, None), (300, None), (200, datetime(2026, 11, 21, tzinfo=UTC)), (90, None)],
)
def test_the_pace_so_far_gives_the_end_of_the_period_and_the_day_of_the_limit(
    limit: int | None, full_at: datetime | None
) -> None:
    usage = Usage(100, limit, START, END)

    assert usage.forecast(datetime(2026, 11, 11, tzinfo=UTC)) == Forecast(300, END, full_at)


def test_the_limit_of_the_key_is_foretold_where_it_decides() -> None:
    usage = Usage(100, 100_000, START, END, key_character_count=10, key_character_limit=20)

    forecast = usage.forecast(datetime(2026, 11, 11, tzinfo=UTC))

    assert forecast == Forecast(30, END, datetime(2026, 11, 21, tzinfo=UTC))


@pytest.mark.parametrize("moment", [START, START + timedelta(hours=23), END + timedelta(hours=1)])
def test_nothing_is_foretold_from_hours_or_after_the_end(moment: datetime) -> None:
    assert Usage(100, None, START, END).forecast(moment) is None
    assert Usage(None, None, START, END).forecast(START + timedelta(days=9)) is None
    assert Usage(100, None).forecast(moment) is None


@pytest.mark.parametrize(
    ("count", "limit", "level"),
    [
        (None, 100, UsageLevel.UNKNOWN),
        (5, None, UsageLevel.UNKNOWN),
        (79, 100, UsageLevel.FINE),
        (80, 100, UsageLevel.HIGH),
        (94, 100, UsageLevel.HIGH),
        (95, 100, UsageLevel.CRITICAL),
        (100, 100, UsageLevel.FULL),
    ],
)
def test_the_level_has_thresholds(count: int | None, limit: int | None, level: UsageLevel) -> None:
    assert Usage(count, limit).level(0.8) is level


def test_a_late_warning_does_not_hide_that_hardly_anything_is_left() -> None:
    assert Usage(96, 100).level(0.99) is UsageLevel.CRITICAL
    assert Usage(90, 100).level(0.99) is UsageLevel.FINE


def test_a_day_has_a_share_of_its_cap() -> None:
    assert DayUse(50, 200).share == 0.25
    assert DayUse(50).share is None


def test_money_is_foretold_of_the_account_also_where_the_key_decides() -> None:
    usage = Usage(100, 100_000, START, END, key_character_count=10, key_character_limit=20)

    assert usage.count_at_end(datetime(2026, 11, 11, tzinfo=UTC)) == 300
    assert Usage(None, None, START, END).count_at_end(datetime(2026, 11, 11, tzinfo=UTC)) is None
