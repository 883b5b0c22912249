"""What was used of what may be used in the current billing period."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

# The service writes "no limit" as a million million; some plans leave the field out, one example shows 0.
UNLIMITED = 1_000_000_000_000


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
    def has_limit(self) -> bool:
        return self.character_limit is not None and 0 < self.character_limit < UNLIMITED

    @property
    def left(self) -> int | None:
        """Characters left, never below 0; None where there is no limit or no count."""
        if not self.has_limit or self.character_count is None or self.character_limit is None:
            return None
        return max(0, self.character_limit - self.character_count)

    @property
    def share(self) -> float | None:
        """Used part of the limit, 0 to 1 and beyond; None where either is unknown."""
        if not self.has_limit or self.character_count is None or self.character_limit is None:
            return None
        return self.character_count / self.character_limit
