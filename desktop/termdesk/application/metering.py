"""What is used of what may be used: read from the service, kept over time, and set against what a job will take."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from enum import StrEnum

from termdesk.application.session import Session
from termdesk.domain.usage import Usage
from termdesk.storage.history import Bill, History, UsageSample


class UsageLevel(StrEnum):
    """How full the meter is."""

    UNKNOWN = "unknown"
    FINE = "fine"
    HIGH = "high"  # from the share in the settings on
    FULL = "full"


class Metering:
    """The usage meter, its history and the ledger. `changed` are called when `usage` is new."""

    def __init__(self, session: Session, history: History) -> None:
        self._session = session
        self._history = history
        self.usage: Usage | None = None
        self.read_at: datetime | None = None
        self.changed: list[Callable[[], None]] = []
        session.service_changed.append(self._begin_anew)
        session.state_changed.append(self._take_over)

    async def read(self) -> Usage:
        """Ask the service, and keep the reading. Raises TermdeskError. The service's count may lag by minutes."""
        profile = self._session.profile
        api = await self._session.api()
        usage = await api.usage.read()
        if profile == self._session.profile:
            self._show(usage)
        if usage.character_count is not None and self._keeps_history:
            await self._history.add_sample(profile, usage.character_count, usage.character_limit)
        return usage

    @property
    def level(self) -> UsageLevel:
        share = self.usage.share if self.usage else None
        if share is None:
            return UsageLevel.UNKNOWN
        if share >= 1:
            return UsageLevel.FULL
        return UsageLevel.HIGH if share * 100 >= self._session.settings.warn_at_percent else UsageLevel.FINE

    def share_of_left(self, characters: int) -> float | None:
        """What part of the characters left a job takes: 0 to 1, more where it does not fit; None where unknown."""
        left = self.usage.left if self.usage else None
        if left is None:
            return None
        return characters / left if left else float("inf" if characters else 0)

    def warning_for(self, characters: int) -> str:
        """A sentence where a job takes a large part of what is left, else empty."""
        share = self.share_of_left(characters)
        if share is None or share < 0.1:
            return ""
        left = self.usage.left if self.usage else 0
        if share > 1:
            return f"This takes {characters:,} characters; only {left:,} are left in this billing period."
        return f"This takes {share:.0%} of the {left:,} characters left in this billing period."

    async def samples(self) -> list[UsageSample]:
        """The readings of this service, oldest first: the points of the plot."""
        return await self._history.samples(self._session.profile)

    async def ledger(self, *, limit: int = 200) -> list[Bill]:
        """The latest billable calls, newest first."""
        return await self._history.bills(self._session.profile, limit=limit)

    async def tidy(self) -> None:
        """Forget what is older than the settings allow; once a start is enough."""
        await self._history.forget_older_than(self._session.settings.keep_history_days)

    @property
    def _keeps_history(self) -> bool:
        return self._session.settings.keep_history_days > 0

    def _begin_anew(self) -> None:
        self.usage = self.read_at = None
        self._announce()

    def _take_over(self) -> None:
        # The session asks for the usage to see whether the service answers: that is a reading too.
        if self._session.usage is not None and self._session.usage is not self.usage:
            self._show(self._session.usage)

    def _show(self, usage: Usage) -> None:
        self.usage, self.read_at = usage, datetime.now(UTC)
        self._announce()

    def _announce(self) -> None:
        for each in tuple(self.changed):
            each()
