"""Monitor the usage: read it from the service, store its history, and compare it with planned jobs."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

from termdesk.application.progress import run_in_thread
from termdesk.application.session.session import Session
from termdesk.application.usage.cost_gate import CostGate, CostOutlook, price_in_use
from termdesk.client.errors import NotAllowed, WrongKey
from termdesk.domain.errors import StorageFailed, TermdeskError
from termdesk.domain.event import Event
from termdesk.domain.price import Price
from termdesk.domain.progress import Progress
from termdesk.domain.usage import DayUse, Usage, UsageLevel, midnight_of
from termdesk.storage.history import BilledCall, CallTotals, History, UsageSample

if TYPE_CHECKING:
    from termdesk.application.usage.ledger_search import FoundCalls, LedgerQuery

__all__ = ["BilledCall", "UsageLevel", "UsageMonitor", "UsageSample"]

# The maximum number of calls in a list. A search finds the others.
MOST_LISTED = 1_000
log = logging.getLogger(__name__)


class UsageMonitor:
    """The usage, its history and the ledger.

    `changed` is emitted when `usage` was read or could not be read; `failure` says why. `day` is what was sent today,
    as of the same time; None if nothing is billed. `last_sample` is the last stored reading of this service; None while
    `usage` is known.
    """

    def __init__(self, session: Session, history: History, gate: CostGate | None = None) -> None:
        """All users of this session and history share one gate, which counts what is sent in a day."""
        self._session = session
        self._history = history
        self._gate = gate or CostGate(session, history)
        self.day: DayUse | None = None
        self.usage: Usage | None = None
        self.last_sample: UsageSample | None = None
        self.read_at: datetime | None = None
        self.failure: TermdeskError | None = None
        self.changed = Event[[]]()
        session.service_changed.subscribe(self._begin_anew)
        session.state_changed.subscribe(self._take_over)
        session.recovered.subscribe(self._take_over)

    @property
    def is_billed(self) -> bool:
        """Whether characters are billed. On this computer they are only counted."""
        return self._session.is_billed

    async def read(self) -> Usage:
        """Read the usage from the service and store it. The service's count may lag by minutes.

        Raises TermdeskError, which is then the `failure`.
        """
        profile = self._session.profile
        try:
            api = await self._session.api()
            # `api` may have waited while the user switched to another service.
            profile = self._session.profile
            usage = await api.usage.read()
        except TermdeskError as error:
            if profile == self._session.profile:
                self.failure = error
            raise
        day = await self._count_day()
        if profile == self._session.profile:
            self._session.note_usage(usage)
            self.day = day
            self._show(usage)
        await self._keep_sample(profile, usage)
        return usage

    async def refresh(self) -> None:
        """Read the usage after other work. An error must not affect that work, so it is only shown in the meter."""
        profile = self._session.profile
        try:
            await self.read()
        except TermdeskError as error:
            if not isinstance(error, WrongKey | NotAllowed):
                # Do not report a refused key: connecting has already tested it.
                self._session.report_failure(error)
            day = await self._count_day()
            if profile == self._session.profile:
                self.day = day
                self._announce()
            await self.recall()

    async def recall(self) -> None:
        """Show the last stored reading if the usage is unknown, because the service cannot be asked."""
        if self.usage is not None or self.last_sample is not None:
            return
        profile = self._session.profile
        try:
            samples = await self._history.samples(profile)
        except StorageFailed as error:
            log.warning("The last reading of the usage cannot be read: %s", error)
            return
        if samples and self.usage is None and profile == self._session.profile:
            self.last_sample = samples[-1]
            self._announce()

    async def _count_day(self) -> DayUse | None:
        if not self.is_billed:
            return None
        try:
            return DayUse(await self._gate.count_used_today(), self._session.profile_in_use.day_cap)
        except StorageFailed as error:
            log.warning("What was sent today is not counted: %s", error)
            return None

    async def _keep_sample(self, profile: str, usage: Usage) -> None:
        if usage.character_count is None or not self._keeps_history:
            return
        try:
            await self._history.add_sample(profile, usage.character_count, usage.character_limit)
        except StorageFailed as error:
            # The plot lacks a point, but the reading is shown.
            log.warning("A reading of the usage is not kept: %s", error)

    @property
    def level(self) -> UsageLevel:
        """The level of the present usage."""
        return self.usage.level(self.warn_at) if self.usage else UsageLevel.UNKNOWN

    @property
    def warn_at(self) -> float:
        """The share of a limit, 0 to 1, from which the user wants to be warned."""
        return self._session.settings.warn_at_percent / 100

    def outlook(self, characters: int) -> CostOutlook:
        """Return what to say about a job before it is sent."""
        return self._gate.outlook(characters, self.usage)

    async def samples(self) -> list[UsageSample]:
        """Return the readings of this service, oldest first. They are the points of the plot."""
        return await self._history.samples(self._session.profile)

    async def ledger(self, *, limit: int = 200) -> list[BilledCall]:
        """Return the latest billed calls, newest first."""
        return await self._history.read_billed_calls(self._session.profile, limit=limit)

    async def find_calls(self, query: LedgerQuery) -> FoundCalls:
        """Return the latest matching calls, and the totals of all of them. Raises StorageFailed."""
        return await self._find(query, MOST_LISTED)

    async def export_calls(self, query: LedgerQuery, path: Path, progress: Progress) -> None:
        """Write all matching calls to a CSV file. Raises StorageFailed."""
        from termdesk.application.usage.ledger_search import ledger_profiles, write_calls

        # Get the profiles before the calls are read, because the user may switch to another service meanwhile.
        profiles = ledger_profiles(self._session)
        found = await self._find(query, 0)
        await run_in_thread(progress, write_calls, found.calls, path, profiles=profiles)

    async def _find(self, query: LedgerQuery, limit: int) -> FoundCalls:
        from termdesk.application.usage.ledger_search import FoundCalls

        since = query.since(datetime.now().astimezone())
        profile = self._session.profile if query.profile == "" else query.profile
        return FoundCalls(
            *await self._history.find_billed_calls(profile, limit=limit, since=since, accepts=query.accepts)
        )

    @property
    def price(self) -> Price | None:
        """The price of the service in use as the user entered it; None if there is none."""
        return price_in_use(self._session)

    @property
    def profile_names(self) -> dict[str, str]:
        """The names of all profiles, by profile id."""
        return self._session.profiles.names

    @property
    def profile(self) -> str:
        """The id of the profile in use."""
        return self._session.profile

    def is_billed_for(self, query: LedgerQuery) -> bool:
        """Return whether the matching calls may be billed. Those on this computer are only counted."""
        if query.profile is None:
            return True
        known = self._session.profiles.get(query.profile)
        return not known.provider.is_local if known else self.is_billed

    @property
    def prices(self) -> dict[str, Price]:
        """The prices of the profiles that have one, by profile id."""
        from termdesk.application.usage.ledger_search import ledger_profiles

        profiles = ledger_profiles(self._session)
        return {profile: each.price for profile, each in profiles.items() if each.price is not None}

    def money_of(self, totals: CallTotals) -> dict[str, Decimal]:
        """Return the cost of calls by currency, as far as their profiles have prices."""
        prices, money = self.prices, dict[str, Decimal]()
        for profile, characters in totals.costs.items():
            if (price := prices.get(profile)) is not None:
                money[price.currency] = money.get(price.currency, Decimal()) + price.of(characters)
        return money

    async def tidy(self) -> None:
        """Delete what is older than the settings allow. Calling it once at each start is enough."""
        midnight = midnight_of(datetime.now().astimezone())
        await self._history.forget_older_than(self._session.settings.keep_history_days, midnight=midnight)

    @property
    def _keeps_history(self) -> bool:
        return self._session.settings.keep_history_days > 0

    def _begin_anew(self) -> None:
        self.usage = self.last_sample = self.read_at = self.failure = self.day = None
        self._announce()

    def _take_over(self) -> None:
        # The session's connection test reads the usage, too.
        if self._session.usage is not None and self._session.usage is not self.usage:
            self._show(self._session.usage)

    def _show(self, usage: Usage) -> None:
        self.usage, self.last_sample, self.read_at, self.failure = usage, None, datetime.now(UTC), None
        self._announce()

    def _announce(self) -> None:
        self.changed.emit()
