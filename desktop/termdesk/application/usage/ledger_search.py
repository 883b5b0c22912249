"""Looking through the ledger of billed calls, and writing it to a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from termdesk.application.usage.charges import BilledWork, work_of
from termdesk.domain.price import Price
from termdesk.domain.progress import Progress
from termdesk.domain.usage import midnight_of
from termdesk.storage.files.atomic_file import atomic_write
from termdesk.storage.history import BilledCall, CallTotals

_TITLES = (
    "Time",
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


@dataclass(frozen=True, slots=True)
class LedgerQuery:
    """Which calls are meant: `text` is in a language, a glossary or a trace id; `days` is 1 for today, 0 for all."""

    text: str = ""
    work: BilledWork | None = None
    days: int = 0

    def accepts(self, call: BilledCall) -> bool:
        """Whether a call is meant; its day is not looked at."""
        if self.work is not None and work_of(call) is not self.work:
            return False
        search = self.text.strip().casefold()
        texts = (call.source_language, call.target_language, call.glossary, call.trace_id)
        return any(search in text.casefold() for text in texts)

    def since(self, now: datetime) -> datetime | None:
        """The midnight from which calls are meant; None for all. `now` has its time zone."""
        return midnight_of(now, self.days - 1) if self.days else None


@dataclass(frozen=True, slots=True)
class FoundCalls:
    """The latest calls that were found, newest first, with the sums over all of them."""

    calls: Sequence[BilledCall]
    totals: CallTotals


def write_calls(
    progress: Progress, calls: Sequence[BilledCall], path: Path, *, service: str, price: Price | None
) -> None:
    """Write calls as CSV in UTF-8, in place of a file that is there. For a worker. Raises StorageFailed."""
    atomic_write(path, _lines(progress, calls, service, price), is_private=False)


def _lines(progress: Progress, calls: Sequence[BilledCall], service: str, price: Price | None) -> Iterator[bytes]:
    # With a mark, by which spreadsheet programs know the encoding.
    yield "\ufeff".encode()
    yield _line([*_TITLES, *([f"Cost ({price.currency})"] if price else [])])
    for number, call in enumerate(calls):
        if number % _STEP == 0:
            progress.step(number, len(calls))
        cost = [f"{price.of(call.cost):.4f}"] if price else []
        yield _line([*_cells(call, service), *cost])


def _cells(call: BilledCall, service: str) -> Iterator[str]:
    # Only needed for a file: the window opens without it.
    from termdesk.formats.text.formulas import guard

    work = work_of(call)
    yield call.made_at.astimezone().isoformat(timespec="seconds")
    texts = (
        service,
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
