"""When a failed call may be retried, and after how long: one table and its figures."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from termdesk.client.errors import (
    QuotaExceeded,
    RateLimited,
    Reason,
    ServerFailed,
    ServiceError,
    TimedOut,
    Unavailable,
    UnclearOutcome,
    Unreachable,
    WrongKey,
)
from termdesk.client.transport.calls import CallKind, Weight


class Signal(Enum):
    """What a failure means for a retry."""

    NOT_SENT = auto()  # the service cannot have seen the call
    LOST = auto()  # sent, but no response came
    PACED = auto()  # 429, 529: not processed, too fast
    BUSY = auto()  # 503
    BROKEN = auto()  # 500, 502, 504
    QUOTA = auto()  # 456 about glossaries
    FINAL = auto()  # anything else


# How often a call is sent at most. If a plain retry could cause a duplicate (a second glossary, a second bill) or
# overwrite another user's change, code that knows more decides: creation.py for glossaries, publishing for
# dictionaries.
ATTEMPTS: dict[Signal, dict[CallKind, int]] = {
    Signal.NOT_SENT: {CallKind.READ: 5, CallKind.CHANGE: 4, CallKind.CREATE: 4, CallKind.BILLED: 3, CallKind.UPLOAD: 3},
    Signal.LOST: {CallKind.READ: 3, CallKind.CHANGE: 1, CallKind.CREATE: 1, CallKind.BILLED: 1, CallKind.UPLOAD: 1},
    Signal.PACED: {CallKind.READ: 5, CallKind.CHANGE: 5, CallKind.CREATE: 5, CallKind.BILLED: 5, CallKind.UPLOAD: 5},
    Signal.BUSY: {CallKind.READ: 5, CallKind.CHANGE: 5, CallKind.CREATE: 1, CallKind.BILLED: 3, CallKind.UPLOAD: 3},
    Signal.BROKEN: {CallKind.READ: 3, CallKind.CHANGE: 1, CallKind.CREATE: 1, CallKind.BILLED: 1, CallKind.UPLOAD: 1},
    Signal.QUOTA: {CallKind.READ: 2, CallKind.CHANGE: 2, CallKind.CREATE: 2, CallKind.BILLED: 1, CallKind.UPLOAD: 1},
    Signal.FINAL: {CallKind.READ: 1, CallKind.CHANGE: 1, CallKind.CREATE: 1, CallKind.BILLED: 1, CallKind.UPLOAD: 1},
}

# These pause every call of the family, not only the failed one.
PAUSING = frozenset({Signal.PACED, Signal.BUSY, Signal.QUOTA})


def signal_of(error: ServiceError, kind: CallKind = CallKind.READ) -> Signal:
    """Classify a failure of such a call for the retry table."""
    match error:
        case Unavailable() if kind is CallKind.UPLOAD and not error.is_from_service:
            # A gateway may answer so after the service accepted the document.
            return Signal.LOST
        case Unreachable(reason=Reason.CERTIFICATE | Reason.PROXY):
            return Signal.FINAL
        case Unreachable() | TimedOut():
            return Signal.LOST if error.was_sent else Signal.NOT_SENT
        case UnclearOutcome():
            return Signal.LOST
        case RateLimited():
            return Signal.PACED
        case Unavailable():
            return Signal.BUSY
        case ServerFailed():
            return Signal.BROKEN
        case QuotaExceeded(is_about_glossaries=True):
            return Signal.QUOTA
        case _:
            return Signal.FINAL


def doubts_connection(error: ServiceError) -> bool:
    """Whether a failure may mean that the service is unreachable or no longer accepts the key."""
    return isinstance(error, Unreachable | TimedOut | UnclearOutcome | Unavailable | WrongKey)


def _jitter() -> float:
    return random.uniform(0.5, 1.0)


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """All timing figures, in seconds unless noted. The defaults are for production; tests use others.

    A call is either interactive (a user waits for it) or bulk, which may wait longer.
    """

    connect: float = 5.0
    stall: float = 30.0  # without a byte sent or received
    total: float = 60.0  # all attempts of one call together, without the pauses between them
    total_entries: float = 300.0
    total_document: float = 1800.0  # 100 MB over a slow line
    last_look: float = 20.0  # a reading that a change waits for; services drop a body that stalls, usually after 30 s
    closing: float = 1.5  # the time for a running change when the client closes

    slow_answer: float = 1.5  # after this wait the connection is checked, then after twice as long, and so on
    probe: float = 3.0  # the limit of this check; with slow_answer under 5 s, when offline is shown
    between_probes: float = 4.0  # of an unreachable service

    first_backoff: float = 0.5
    longest_backoff: float = 8.0
    longest_backoff_bulk: float = 60.0
    offline: float = 5.0  # how long a call that cannot connect is retried
    offline_bulk: float = 60.0
    longest_retry_after: float = 60.0
    longest_retry_after_bulk: float = 120.0
    busy_bulk: float = 300.0  # how long a bulk call waits for a service that responds 503
    quota_pause: float = 60.0
    reconcile: tuple[float, ...] = (2.0, 4.0, 8.0)  # between searches for a glossary that may still appear

    retries: int = 20  # in a burst, for calls lost or not sent; pauses limit PACED and BUSY
    retries_per_minute: int = 10
    jitter: Callable[[], float] = _jitter  # a random factor for every backoff

    def total_of(self, weight: Weight) -> float:
        """Return the seconds allowed for all attempts of a call together."""
        match weight:
            case Weight.JSON:
                return self.total
            case Weight.ENTRIES:
                return self.total_entries
            case Weight.DOCUMENT:
                return self.total_document

    def backoff(self, failures: int, *, interactive: bool) -> float:
        """Seconds to wait after so many failures in a row (1 for the first)."""
        longest = self.longest_backoff if interactive else self.longest_backoff_bulk
        return min(longest, self.first_backoff * 2.0 ** min(failures - 1, 30)) * self.jitter()


class RetryBudget:
    """Limits the retries of a whole client, so that a broken service does not get five times the calls.

    If every call fails, 100 queued calls send at most 130 requests in the first minute.
    """

    def __init__(self, retry_policy: RetryPolicy, clock: Callable[[], float]) -> None:
        self._most = float(retry_policy.retries)
        self._per_second = retry_policy.retries_per_minute / 60
        self._clock = clock
        self._left = self._most
        self._at = clock()

    def take(self) -> bool:
        """Count one retry and return True, or return False if no more are allowed."""
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._at) * self._per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
