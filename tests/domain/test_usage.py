"""Usage with and without a limit, told and untold."""

from __future__ import annotations

import pytest

from termdesk.domain.usage import UNLIMITED, Usage


def test_what_is_left_and_the_share_come_from_count_and_limit() -> None:
    usage = Usage(125_000, 500_000)

    assert usage.has_limit
    assert usage.left == 375_000
    assert usage.share == 0.25


def test_beyond_the_limit_nothing_is_left_and_the_share_says_how_far() -> None:
    usage = Usage(600, 500)

    assert usage.left == 0
    assert usage.share == 1.2


@pytest.mark.parametrize("limit", [None, 0, UNLIMITED, UNLIMITED * 2])
def test_without_a_limit_nothing_can_be_left(limit: int | None) -> None:
    usage = Usage(125_000, limit)

    assert not usage.has_limit
    assert usage.left is None
    assert usage.share is None


def test_what_the_service_did_not_tell_is_unknown_and_not_zero() -> None:
    usage = Usage(None, 500_000)

    assert usage.has_limit
    assert usage.left is None
    assert usage.share is None
