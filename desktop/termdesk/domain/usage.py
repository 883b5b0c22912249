"""What was used of what may be used in the current billing period."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

# The service writes "no limit" as a million million; some plans leave the field out, one example shows 0.
UNLIMITED = 1_000_000_000_000


@dataclass(frozen=True, slots=True)
class Allowance:
    """A limit in characters with what is used of it; `is_of_key`: of this key alone, not of the whole account."""

    count: int | None
    limit: int
    is_of_key: bool = False

    @property
    def left(self) -> int | None:
        """Characters left, never below 0; None where the service does not tell its count."""
        return None if self.count is None else max(0, self.limit - self.count)

    @property
    def share(self) -> float | None:
        """Used part of the limit, 0 to 1 and beyond; None where the count is unknown."""
        return None if self.count is None else self.count / self.limit


@dataclass(frozen=True, slots=True)
class Usage:
    """Counts in characters (code points). None means that the service did not tell: never shown as 0."""

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
        """The limit of the account; None where it has none."""
        return _allowance(self.character_count, self.character_limit, is_of_key=False)

    @property
    def key(self) -> Allowance | None:
        """The limit of this key; None where it has none of its own."""
        return _allowance(self.key_character_count, self.key_character_limit, is_of_key=True)

    @property
    def deciding(self) -> Allowance | None:
        """The limit that is reached first: the service refuses at either of them."""
        known = [each for each in (self.account, self.key) if each is not None]
        # One without a count comes last: nobody knows how near it is.
        return min(known, key=lambda each: float("inf") if each.left is None else each.left, default=None)

    @property
    def left(self) -> int | None:
        """Characters left to use, by the limit that decides; None where there is no limit or no count."""
        return self.deciding.left if self.deciding else None

    @property
    def share(self) -> float | None:
        """Used part of the limit that decides, 0 to 1 and beyond; None where either is unknown."""
        return self.deciding.share if self.deciding else None


def _allowance(count: int | None, limit: int | None, *, is_of_key: bool) -> Allowance | None:
    return Allowance(count, limit, is_of_key) if limit is not None and 0 < limit < UNLIMITED else None
