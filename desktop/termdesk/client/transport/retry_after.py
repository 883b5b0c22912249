"""How long a service asks to wait: the `Retry-After` header, checked for nonsense."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

# Twelve digits are 31,000 years; more is invalid and would overflow clocks.
_SECONDS = re.compile(r"[0-9]{1,12}")


def seconds_to_wait(header: str, *, answered: str) -> float | None:
    """Return the seconds that `Retry-After` asks for; None if it is missing, negative or invalid.

    A date is compared with the response's own `Date` header, `answered`, because the local clock may be wrong.
    """
    text = header.strip()
    if _SECONDS.fullmatch(text):
        return float(text)
    until = _http_date(text)
    if until is None:
        return None
    seconds = (until - (_http_date(answered) or datetime.now(UTC))).total_seconds()
    return seconds if seconds >= 0 else None


def _http_date(text: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text)
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
