"""The checks before anything is billed: the caps for a job and a day, and whether the user must be asked first."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from termdesk.application.session.session import Session
from termdesk.domain.errors import InvalidInput, StorageFailed
from termdesk.domain.price import Price, parse_price
from termdesk.domain.usage import Usage, midnight_of
from termdesk.messages.text_messages import UsageMessage, UsageRemedy
from termdesk.storage.history import History

# The shares of the remaining characters from which a job causes a warning, or needs the user's consent.
WARN_FROM_SHARE, ASK_FROM_SHARE = 0.1, 0.5


@dataclass(frozen=True, slots=True)
class CostEstimate:
    """What a job will cost. `warning` is a sentence if the job takes a large part of what is left, else empty."""

    characters: int
    warning: str = ""
    is_question_due: bool = False


@dataclass(frozen=True, slots=True)
class CostOutlook:
    """What is known of a job before it is sent: `refusal` if it exceeds a cap, and what that cap leaves as a sentence.

    `warning` is a sentence if the job takes a large part of what is left. `sum_of_money` and `currency` are its cost;
    None if the user entered no price.
    """

    refusal: InvalidInput | None = None
    cap: str = ""
    warning: str = ""
    sum_of_money: Decimal | None = None
    currency: str = ""


@dataclass(frozen=True, slots=True)
class UnrecordedUse:
    """Characters that count for a day of a profile without a line in the ledger.

    `day` is the midnight at its start. If not `is_stored`, the disk failed, and they count only until the program ends.
    """

    profile: str
    day: datetime
    characters: int
    is_stored: bool


class CostGate:
    """Compares jobs with the user's caps and with the remaining characters of the account and the key.

    A job is everything that one command of the user sends: a text into all its languages, a run of a spot-check, all
    documents added together. On this computer nothing is billed, so nothing is refused or asked.
    """

    def __init__(
        self,
        session: Session,
        history: History,
        *,
        now: Callable[[], datetime] = lambda: datetime.now().astimezone(),
    ) -> None:
        """`now` returns the time with its time zone. A day starts at midnight in that zone."""
        self._session = session
        self._history = history
        self._now = now
        # Characters by profile and day that could not be stored on disk.
        self._unstored: Counter[tuple[str, datetime]] = Counter()
        # The last count of a day, for what is shown before anything is sent.
        self._counted: tuple[str, datetime, int] | None = None

    @property
    def is_billed(self) -> bool:
        """Whether characters are billed. On this computer they are only counted."""
        return self._session.is_billed

    @property
    def price(self) -> Price | None:
        """The price of the service in use as the user entered it; None if there is none."""
        return price_in_use(self._session)

    async def count_used_today(self) -> int:
        """Return the characters that this program has sent to the service in use today. Raises StorageFailed."""
        profile, midnight = self._session.profile, midnight_of(self._now())
        count = self._unstored[profile, midnight] + await self._history.characters_since(profile, midnight)
        self._counted = profile, midnight, count
        return count

    @property
    def _known_today(self) -> int:
        """The characters sent today as last counted; 0 if they were not counted for this service and this day."""
        if self._counted is None or self._counted[:2] != (self._session.profile, midnight_of(self._now())):
            return 0
        return self._counted[2]

    @property
    def _day_cap(self) -> int:
        return self._session.profile_in_use.day_cap if self.is_billed else 0

    def refusal(self, characters: int, used_today: int) -> InvalidInput | None:
        """Return the reason, with a remedy, why a job may not be sent after `used_today` characters; None if it may."""
        if not self.is_billed or not characters:
            return None
        job_cap, day_cap = self._session.settings.job_cap, self._day_cap
        if job_cap and characters > job_cap:
            message = UsageMessage.OVER_JOB_CAP(characters, cap=job_cap)
            return InvalidInput(message, remedy=UsageRemedy.RAISE_CAP())
        if day_cap and used_today + characters > day_cap:
            left = max(0, day_cap - used_today)
            message = UsageMessage.OVER_DAY_CAP(characters, used=used_today, cap=day_cap, left=left)
            return InvalidInput(message, remedy=UsageRemedy.RAISE_DAY_CAP())
        return None

    async def check(self, characters: int) -> None:
        """Raise InvalidInput if a job exceeds a cap, and StorageFailed if today's use is unknown."""
        needs_count = bool(characters and self._day_cap)
        refusal = self.refusal(characters, await self.count_used_today() if needs_count else 0)
        if refusal is not None:
            raise refusal

    def outlook(self, characters: int, usage: Usage | None) -> CostOutlook:
        """Return what to say about a job before it is sent, by the last count of today's use and this `usage`.

        `check` decides later, because more may be sent meanwhile.
        """
        refusal, price = self.refusal(characters, self._known_today), self.price if characters else None
        cap, job_cap = "", self._session.settings.job_cap
        if refusal is not None and job_cap and characters > job_cap:
            cap = UsageMessage.JOB_CAP(job_cap)
        elif refusal is not None:
            cap = UsageMessage.DAY_LEFT(max(0, self._day_cap - self._known_today))
        return CostOutlook(
            refusal,
            cap,
            warning="" if refusal else self._warning(usage, characters),
            sum_of_money=price.of(characters) if price else None,
            currency=price.currency if price else "",
        )

    def _warning(self, usage: Usage | None, characters: int) -> str:
        """Return a sentence if a job takes a large part of what is left by the limit that leaves less."""
        day_left = max(0, self._day_cap - self._known_today) if self._day_cap else None
        period_left = usage.left if usage else None
        if day_left is None or (period_left is not None and period_left <= day_left):
            return warning_for(usage, characters)
        if not day_left or characters < WARN_FROM_SHARE * day_left:
            return ""
        return UsageMessage.MUCH_OF_DAY(day_left, percent=round(characters / day_left * 100))

    async def estimate(self, characters: int) -> CostEstimate:
        """Return what a job with these characters costs, and whether the user must agree.

        Raises what `check` raises.
        """
        await self.check(characters)
        usage, ask_from = self._session.usage, self._session.settings.ask_from
        if not self.is_billed or not characters:
            return CostEstimate(characters)
        share = usage.share_of_left(characters) if usage else None
        is_large = characters >= ask_from or (share is not None and share >= ASK_FROM_SHARE)
        return CostEstimate(characters, self._warning(usage, characters), bool(ask_from) and is_large)

    async def count_unrecorded(self, characters: int) -> UnrecordedUse:
        """Count sent characters that are not recorded in the ledger, because of the settings or a disk failure."""
        profile, midnight = self._session.profile, midnight_of(self._now())
        is_stored = await self._store(profile, midnight, characters)
        if not is_stored:
            self._unstored[profile, midnight] += characters
        return UnrecordedUse(profile, midnight, characters, is_stored)

    async def take_back(self, use: UnrecordedUse) -> None:
        """Subtract characters that were not sent after all.

        The day or the service in use may have changed meanwhile.
        """
        if use.is_stored:
            # If this fails, the characters stay counted, and at worst a job is refused needlessly.
            await self._store(use.profile, use.day, -use.characters)
        else:
            self._unstored[use.profile, use.day] -= use.characters

    async def _store(self, profile: str, midnight: datetime, characters: int) -> bool:
        """Store characters for a day, so that they count after a restart. Return whether this succeeded."""
        try:
            await self._history.count_for_day(profile, midnight, characters)
        except StorageFailed:
            return False
        return True


def price_in_use(session: Session) -> Price | None:
    """Return the price of the service in use as the user entered it; None if there is none."""
    if session.provider.is_local:
        return None
    # The user may have edited the file by hand, so the text may be invalid.
    with contextlib.suppress(InvalidInput):
        return parse_price(session.profile_in_use.price)
    return None


def warning_for(usage: Usage | None, characters: int) -> str:
    """Return a sentence if a job needs a large part of what is left, else an empty text."""
    share = usage.share_of_left(characters) if usage else None
    deciding = usage.deciding if usage else None
    if deciding is None or deciding.left is None or share is None or share < WARN_FROM_SHARE:
        return ""
    if share > 1:
        exceeds = UsageMessage.EXCEEDS_KEY if deciding.is_of_key else UsageMessage.EXCEEDS_PERIOD
        return exceeds(characters, left=deciding.left)
    takes_much = UsageMessage.MUCH_OF_KEY if deciding.is_of_key else UsageMessage.MUCH_OF_PERIOD
    return takes_much(deciding.left, percent=round(share * 100))
