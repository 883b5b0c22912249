from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.client.transport.retry_after import seconds_to_wait

pytestmark = pytest.mark.scorecard("R30")

ANSWERED = "Wed, 21 Oct 2026 07:28:00 GMT"


@pytest.mark.scorecard("R14")
@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("0", 0.0),
        ("5", 5.0),
        (" 60 ", 60.0),
        ("99999", 99999.0),
        ("Wed, 21 Oct 2026 07:28:30 GMT", 30.0),
        ("Wed, 21 Oct 2026 07:27:30 GMT", None),
        ("-1", None),
        ("1e3", None),
        ("soon", None),
        ("", None),
        ("9" * 400, None),
        ("٣", None),
        ("Wed, 99 Oct 2026 07:28:30 GMT", None),
    ],
)
def test_seconds_and_dates_are_understood_and_junk_is_ignored(header: str, expected: float | None) -> None:
    assert seconds_to_wait(header, answered=ANSWERED) == expected


@given(st.text(max_size=60), st.text(max_size=60))
def test_nothing_a_service_writes_breaks_it(header: str, answered: str) -> None:
    seconds = seconds_to_wait(header, answered=answered)

    assert seconds is None or seconds >= 0
