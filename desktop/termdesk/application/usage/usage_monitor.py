"""What is used of what may be used: read from the service, kept over time, and set against what a job will take."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from enum import StrEnum

from termdesk.application.session.session import Session
from termdesk.client.errors import NotAllowed, WrongKey
from termdesk.domain.errors import StorageFailed, TermdeskError
from termdesk.domain.event import Event
from termdesk.domain.usage import Usage
from termdesk.storage.history import BilledCall, History, UsageSample

__all__ = ["BilledCall", "UsageLevel", "UsageMonitor", "UsageSample"]

log = logging.getLogger(__name__)


class UsageLevel(StrEnum):
    """How full the meter is."""

    UNKNOWN = "unknown"
    FINE = "fine"
    HIGH = "high"  # from the share in the settings on
    FULL = "full"


class UsageMonitor:
    """The usage meter, its history and the ledger.

    `changed` are called when `usage` is new, or when it could not be read again: `failure` then says why.
    """

    def __init__(self, session: Session, history: History) -> None:
        self._session = session
        self._history = history
        self.usage: Usage | None = None
        self.read_at: datetime | None = None
        self.failure: TermdeskError | None = None
        self.changed = Event[[]]()
        session.service_changed.subscribe(self._begin_anew)
        session.state_changed.subscribe(self._take_over)

    async def read(self) -> Usage:
        """Ask the service, and keep the reading. Raises TermdeskError. The service's count may lag by minutes."""
        profile = self._session.profile
        api = await self._session.api()
        usage = await api.usage.read()
        if profile == self._session.profile:
            self._show(usage)
        await self._keep_sample(profile, usage)
        return usage

    async def refresh(self) -> None:
        """Read the usage after something else was done, which must not fail with it: only the meter tells."""
        profile = self._session.profile
        try:
            await self.read()
        except TermdeskError as error:
            if not isinstance(error, WrongKey | NotAllowed):
                # Whether the key is good for anything was asked when the service was connected.
                self._session.heard(error)
            if profile == self._session.profile:
                self.failure = error
                self._announce()

    async def _keep_sample(self, profile: str, usage: Usage) -> None:
        if usage.character_count is None or not self._keeps_history:
            return
        try:
            await self._history.add_sample(profile, usage.character_count, usage.character_limit)
        except StorageFailed as error:
            # One point less in the plot; what was read is shown all the same.
            log.warning("A reading of the usage is not kept: %s", error)

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
        deciding = self.usage.deciding if self.usage else None
        if deciding is None or share is None or share < 0.1:
            return ""
        where = "for this key" if deciding.is_of_key else "in this billing period"
        if share > 1:
            return f"This takes {characters:,} characters; only {deciding.left:,} are left {where}."
        return f"This takes {share:.0%} of the {deciding.left:,} characters left {where}."

    async def samples(self) -> list[UsageSample]:
        """The readings of this service, oldest first: the points of the plot."""
        return await self._history.samples(self._session.profile)

    async def ledger(self, *, limit: int = 200) -> list[BilledCall]:
        """The latest billable calls, newest first."""
        return await self._history.billed_calls(self._session.profile, limit=limit)

    async def tidy(self) -> None:
        """Forget what is older than the settings allow; once a start is enough."""
        await self._history.forget_older_than(self._session.settings.keep_history_days)

    @property
    def _keeps_history(self) -> bool:
        return self._session.settings.keep_history_days > 0

    def _begin_anew(self) -> None:
        self.usage = self.read_at = self.failure = None
        self._announce()

    def _take_over(self) -> None:
        # The session asks for the usage to see whether the service answers: that is a reading too.
        if self._session.usage is not None and self._session.usage is not self.usage:
            self._show(self._session.usage)

    def _show(self, usage: Usage) -> None:
        self.usage, self.read_at, self.failure = usage, datetime.now(UTC), None
        self._announce()

    def _announce(self) -> None:
        self.changed.emit()
