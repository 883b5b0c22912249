"""The ledger is filtered by text, work and day, added up, and written as a table that programs read."""

from __future__ import annotations

import csv
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path

import pytest

from termdesk.application.usage.charges import BilledWork
from termdesk.application.usage.ledger_search import LedgerProfile, LedgerQuery, write_calls
from termdesk.domain.price import Price
from termdesk.domain.progress import NoProgress
from termdesk.storage.history import BilledCall

MOMENT = datetime(2026, 11, 22, 9, 30, tzinfo=UTC)
CALL = BilledCall(
    MOMENT,
    "POST /v2/translate",
    1_000,
    1_050,
    "AB12",
    work="spot-check",
    source_language="en",
    target_language="pt-BR",
    glossary="=Law, “Ä”",
    profile="vendor",
)
UNCLEAR = BilledCall(MOMENT, "POST /v2/write/correct", 7, None, is_unclear=True, profile="gone")


@pytest.mark.parametrize(
    ("query", "is_meant"),
    [
        (LedgerQuery(), True),
        (LedgerQuery(" ab1 "), True),
        (LedgerQuery("PT-br"), True),
        (LedgerQuery("“ä”"), True),
        (LedgerQuery("fr"), False),
        (LedgerQuery(work=BilledWork.SPOT_CHECK), True),
        (LedgerQuery(work=BilledWork.TRANSLATION), False),
        (LedgerQuery("fr", BilledWork.SPOT_CHECK), False),
    ],
)
def test_text_and_work_narrow_the_calls(query: LedgerQuery, is_meant: bool) -> None:
    assert query.accepts(CALL) is is_meant


def test_days_are_counted_from_midnight() -> None:
    now = datetime(2026, 11, 22, 9, 30, tzinfo=timezone(timedelta(hours=2)))
    midnight = now.replace(hour=0, minute=0)

    assert LedgerQuery().since(now) is None
    assert LedgerQuery(days=10**12).since(now) is None
    assert LedgerQuery(days=1).since(now) == midnight
    assert LedgerQuery(days=7).since(now) == midnight - timedelta(days=6)


def test_the_file_has_a_row_for_each_call_and_no_formula(tmp_path: Path) -> None:
    path = tmp_path / "calls.csv"

    vendor = LedgerProfile("Work", "Vendor", Price(Decimal(20), "EUR"))
    write_calls(NoProgress(), [CALL, UNCLEAR], path, profiles={"vendor": vendor})

    content = path.read_bytes()
    assert content.startswith(b"\xef\xbb\xbf")
    titles, first, second = csv.reader(content.decode("utf-8-sig").splitlines())
    row = dict(zip(titles, first, strict=True))
    assert datetime.fromisoformat(row["Time"]) == MOMENT
    assert (row["Profile"], second[titles.index("Profile")]) == ("Work", "gone")
    assert second[titles.index("Cost (EUR)")] == ""
    assert (row["Service"], row["Work"], row["Glossary"]) == ("Vendor", "spot check", "'=Law, “Ä”")
    assert (row["Estimated"], row["Billed"], row["Difference"]) == ("1000", "1050", "50")
    assert (row["Source language"], row["Target language"], row["Trace id"]) == ("en", "pt-BR", "AB12")
    assert row["Cost (EUR)"] == "0.0210"
    assert (row["State"], second[titles.index("State")]) == ("answered", "unclear")
    assert (second[titles.index("Work")], second[titles.index("Billed")]) == ("correction", "")
    write_calls(NoProgress(), [CALL], path, profiles={"vendor": LedgerProfile("Work", "Vendor")})
    assert "Cost" not in path.read_text("utf-8-sig")


@pytest.mark.parametrize(
    ("now", "days", "expected"),
    [
        ((2026, 3, 29, 12), 1, "2026-03-28T23:00"),
        ((2026, 3, 30, 12), 2, "2026-03-28T23:00"),
        ((2026, 10, 25, 12), 1, "2026-10-24T22:00"),
        ((2026, 11, 1, 0), 1, "2026-10-31T23:00"),
    ],
)
def test_a_day_begins_at_its_own_midnight_also_where_clocks_are_changed(
    now: tuple[int, int, int, int], days: int, expected: str, in_berlin: None
) -> None:
    moment = datetime(*now).astimezone()

    since = LedgerQuery(days=days).since(moment)

    assert since is not None
    assert since.astimezone(UTC).isoformat(timespec="minutes") == f"{expected}+00:00"


@pytest.fixture
def in_berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The clock of this process is one of Berlin."""
    if not hasattr(time, "tzset"):
        pytest.skip("the zone of a process cannot be changed here")
    monkeypatch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()
