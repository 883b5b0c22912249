"""Search the ledger of billed calls, and write it to a file."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from termdesk.application.session import providers
from termdesk.application.session.session import Session
from termdesk.application.usage.charges import BilledWork, work_of
from termdesk.domain.errors import InvalidInput
from termdesk.domain.price import Price, parse_price
from termdesk.domain.progress import Progress
from termdesk.domain.usage import midnight_of
from termdesk.storage.files.atomic_file import atomic_write
from termdesk.storage.history import BilledCall, CallTotals

_TITLES = (
    "Time",
    "Profile",
    "Service",
    "Work",
    "Source language",
    "Target language",
    "Glossary",
    "Estimated",
    "Billed",
    "Difference",
    "State",
    "Trace id",
)
_STEP = 1_000
# No ledger is older than a century, and dates end somewhere.
_MOST_DAYS = 36_500


@dataclass(frozen=True, slots=True)
class LedgerQuery:
    """Which calls to find. `text` occurs in a language, a glossary or a trace id; `days` is 1 for today, 0 for all.

    `profile` is an id, empty for the profile in use, or None for all profiles.
    """

    text: str = ""
    work: BilledWork | None = None
    days: int = 0
    profile: str | None = ""

    def accepts(self, call: BilledCall) -> bool:
        """Return whether a call matches, without checking its day and its profile."""
        if self.work is not None and work_of(call) is not self.work:
            return False
        search = self.text.strip().casefold()
        texts = (call.source_language, call.target_language, call.glossary, call.trace_id)
        return any(search in text.casefold() for text in texts)

    def since(self, now: datetime) -> datetime | None:
        """Return the midnight from which calls match; None for all. `now` has its time zone."""
        return midnight_of(now, self.days - 1) if 0 < self.days <= _MOST_DAYS else None


@dataclass(frozen=True, slots=True)
class FoundCalls:
    """The latest calls that were found, newest first, with the totals of all of them."""

    calls: Sequence[BilledCall]
    totals: CallTotals


@dataclass(frozen=True, slots=True)
class LedgerProfile:
    """What the ledger shows of a profile: its name, its service with the address, and the price of its characters."""

    name: str
    service: str
    price: Price | None = None


def ledger_profiles(session: Session) -> dict[str, LedgerProfile]:
    """Return all profiles by id, including the one in use."""
    stored = {each.id: each for each in session.profiles.all} | {session.profile: session.profile_in_use}
    return {
        profile: LedgerProfile(
            providers.name_of(each.provider),
            providers.full_title_of(each.provider),
            None if each.provider.is_local else _price(each.price),
        )
        for profile, each in stored.items()
    }


def _price(text: str) -> Price | None:
    # The user may have edited the file by hand, so the text may be invalid.
    with contextlib.suppress(InvalidInput):
        return parse_price(text)
    return None


def write_calls(
    progress: Progress, calls: Sequence[BilledCall], path: Path, *, profiles: Mapping[str, LedgerProfile]
) -> None:
    """Write calls as CSV in UTF-8, replacing an existing file. For a worker. Raises StorageFailed.

    Each currency has a column. A deleted profile is shown by its id.
    """
    atomic_write(path, _lines(progress, calls, profiles), is_private=False)


def _lines(progress: Progress, calls: Sequence[BilledCall], profiles: Mapping[str, LedgerProfile]) -> Iterator[bytes]:
    # Start with a byte order mark, by which spreadsheet programs recognize the encoding.
    yield "\ufeff".encode()
    used = {each.profile: profiles.get(each.profile) or LedgerProfile(each.profile, each.profile) for each in calls}
    currencies = sorted({each.price.currency for each in used.values() if each.price})
    yield _line([*_TITLES, *(f"Cost ({currency})" for currency in currencies)])
    for number, call in enumerate(calls):
        if number % _STEP == 0:
            progress.step(number, len(calls))
        profile = used[call.profile]
        price = profile.price
        costs = [f"{price.of(call.cost):.4f}" if price and price.currency == each else "" for each in currencies]
        yield _line([*_cells(call, profile), *costs])


def _cells(call: BilledCall, profile: LedgerProfile) -> Iterator[str]:
    # Only needed for a file; without it the window opens faster.
    from termdesk.formats.text.formulas import guard

    work = work_of(call)
    yield call.made_at.astimezone().isoformat(timespec="seconds")
    texts = (
        profile.name,
        profile.service,
        work.name.lower().replace("_", " ") if work else call.call,
        call.source_language,
        call.target_language,
        call.glossary,
    )
    yield from map(guard, texts)
    yield f"{call.estimated}"
    yield "" if call.billed is None else f"{call.billed}"
    yield "" if call.billed is None else f"{call.billed - call.estimated}"
    yield "running" if call.is_running else "unclear" if call.is_unclear else "answered"
    yield guard(call.trace_id)


def _line(cells: Sequence[str]) -> bytes:
    import csv
    import io

    line = io.StringIO()
    csv.writer(line).writerow(cells)
    return line.getvalue().encode(errors="replace")
