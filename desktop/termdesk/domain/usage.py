"""The usage in the current billing period, and its limits."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

# The service encodes "no limit" as 10^12; some plans omit the field, and one example shows 0.
UNLIMITED = 1_000_000_000_000
# After a shorter part of a period, no forecast is possible.
_LEAST_ELAPSED = timedelta(days=1)
# From this share of a limit on there is hardly anything left, whatever threshold the user chose for warnings.
CRITICAL_SHARE = 0.95


class UsageLevel(StrEnum):
    """How much of the limit is used."""

    UNKNOWN = "unknown"
    FINE = "fine"
    HIGH = "high"  # from the share in the settings
    CRITICAL = "critical"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class DayUse:
    """The characters that this program has sent today, and the cap set by the user; 0 for none."""

    count: int
    cap: int = 0

    @property
    def share(self) -> float | None:
        """The used part of the cap, 0 to 1 and beyond; None without a cap."""
        return self.count / self.cap if self.cap else None


@dataclass(frozen=True, slots=True)
class Allowance:
    """A limit in characters and its use. `is_of_key`: it applies to this key, not to the whole account."""

    count: int | None
    limit: int
    is_of_key: bool = False

    @property
    def left(self) -> int | None:
        """The characters left, at least 0; None if the service does not report the use."""
        return None if self.count is None else max(0, self.limit - self.count)

    @property
    def share(self) -> float | None:
        """The used part of the limit, 0 to 1 and beyond; None if the use is unknown."""
        return None if self.count is None else self.count / self.limit


@dataclass(frozen=True, slots=True)
class Forecast:
    """The characters at the end of a period. `full_at` is when the limit is reached before that, None if it is not."""

    count: int
    period_end: datetime
    full_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """Counts in characters (code points). None means that the service does not report it; it is never shown as 0."""

    character_count: int | None
    character_limit: int | None
    period_start: datetime | None = None
    period_end: datetime | None = None
    by_product: dict[str, int] = field(default_factory=dict)
    key_character_count: int | None = None
    key_character_limit: int | None = None
    other: dict[str, object] = field(default_factory=dict)

    @property
    def account(self) -> Allowance | None:
        """The limit of the account; None if it has none."""
        return _allowance(self.character_count, self.character_limit, is_of_key=False)

    @property
    def key(self) -> Allowance | None:
        """The limit of this key; None if it has none of its own."""
        return _allowance(self.key_character_count, self.key_character_limit, is_of_key=True)

    @property
    def deciding(self) -> Allowance | None:
        """The limit that will be reached first: the service refuses requests at either of them."""
        known = [each for each in (self.account, self.key) if each is not None]
        # A limit without a count comes last, because nobody knows how close it is.
        return min(known, key=lambda each: float("inf") if each.left is None else each.left, default=None)

    @property
    def left(self) -> int | None:
        """The characters left by the deciding limit; None without a limit or a count."""
        return self.deciding.left if self.deciding else None

    @property
    def share(self) -> float | None:
        """The used part of the deciding limit, 0 to 1 and beyond; None if either is unknown."""
        return self.deciding.share if self.deciding else None

    def level(self, warn_at: float) -> UsageLevel:
        """The level of use; `warn_at` is the share (0 to 1) from which it counts as high."""
        if self.share is None:
            return UsageLevel.UNKNOWN
        steps = ((UsageLevel.FULL, 1.0), (UsageLevel.CRITICAL, CRITICAL_SHARE), (UsageLevel.HIGH, warn_at))
        return next((level for level, share in steps if self.share >= share), UsageLevel.FINE)

    def forecast(self, now: datetime) -> Forecast | None:
        """The expected use at the end of the billing period at the current pace; None if unknown."""
        count, growth = self.deciding.count if self.deciding else self.character_count, self._growth(now)
        if count is None or growth is None or self.period_start is None or self.period_end is None:
            return None
        limit = self.deciding.limit if self.deciding else None
        full_at = None
        if limit is not None and count < limit < count * growth:
            full_at = self.period_start + (now - self.period_start) * (limit / count)
        return Forecast(round(count * growth), self.period_end, full_at)

    def count_at_end(self, now: datetime) -> int | None:
        """The characters of the account at the end of the period at the current pace, whichever limit is deciding."""
        growth = self._growth(now)
        return None if growth is None or self.character_count is None else round(self.character_count * growth)

    def _growth(self, now: datetime) -> float | None:
        """The factor by which a count grows until the end of the period; None if unknown."""
        if self.period_start is None or self.period_end is None:
            return None
        elapsed, whole = now - self.period_start, self.period_end - self.period_start
        return whole / elapsed if _LEAST_ELAPSED <= elapsed <= whole else None

    def share_of_left(self, characters: int) -> float | None:
        """The share of the remaining characters that a job takes: 0 to 1, more if it does not fit; None if unknown."""
        if self.left is None:
            return None
        return characters / self.left if self.left else float("inf" if characters else 0)


def midnight_of(now: datetime, days_before: int = 0) -> datetime:
    """The midnight at which the day of `now` began, or this many days before. `now` must have a time zone."""
    midnight = (now - timedelta(days=days_before)).replace(hour=0, minute=0, second=0, microsecond=0)
    if now.utcoffset() != now.astimezone().utcoffset():
        return midnight
    # Local time, because the offset from UTC may have changed in between (daylight saving time).
    return midnight.replace(tzinfo=None).astimezone()


def _allowance(count: int | None, limit: int | None, *, is_of_key: bool) -> Allowance | None:
    return Allowance(count, limit, is_of_key) if limit is not None and 0 < limit < UNLIMITED else None
