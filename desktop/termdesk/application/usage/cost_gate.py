"""The gate that everything billable passes: the caps for a job and a day, and whether the user is asked first."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from termdesk.application.session.session import Session
from termdesk.domain.errors import InvalidInput, StorageFailed
from termdesk.domain.price import Price, parse_price
from termdesk.domain.usage import Usage, midnight_of
from termdesk.messages.text_messages import UsageMessage, UsageRemedy
from termdesk.storage.history import History

# From these shares of what is left on, a job is warned of, or needs the user's consent.
WARN_FROM_SHARE, ASK_FROM_SHARE = 0.1, 0.5


@dataclass(frozen=True, slots=True)
class CostEstimate:
    """What a job will cost. `warning` is a sentence if it takes a large part of what is left, else empty."""

    characters: int
    warning: str = ""
    is_question_due: bool = False


@dataclass(frozen=True, slots=True)
class UnrecordedUse:
    """Characters that count for a day of a profile, although the ledger has no line for them.

    `day` is the midnight with which it began. Not `is_stored`: the disk did not take them, so they count for this run.
    """

    profile: str
    day: datetime
    characters: int
    is_stored: bool


class CostGate:
    """Sets jobs against the caps of the user and against what is left of the account and the key.

    A job is everything that one command of the user sends: a text into all its languages, a run of a spot-check, all
    documents that are added together. Nothing is refused or asked where nothing is billed: on this computer.
    """

    def __init__(
        self,
        session: Session,
        history: History,
        *,
        now: Callable[[], datetime] = lambda: datetime.now().astimezone(),
    ) -> None:
        """`now` gives the moment with its time zone; a day begins at midnight there."""
        self._session = session
        self._history = history
        self._now = now
        # Characters by profile and day that the disk did not take.
        self._unstored: Counter[tuple[str, datetime]] = Counter()

    @property
    def is_billed(self) -> bool:
        """Whether characters cost something: on this computer they are only counted."""
        return self._session.is_billed

    @property
    def price(self) -> Price | None:
        """What the service in use charges, as the user has entered it; None for none."""
        return price_in_use(self._session)

    async def used_today(self) -> int:
        """The characters that this program has sent today to the service in use. Raises StorageFailed."""
        profile, midnight = self._session.profile, midnight_of(self._now())
        return self._unstored[profile, midnight] + await self._history.characters_since(profile, midnight)

    def refusal(self, characters: int, used_today: int) -> InvalidInput | None:
        """Why a job of this size may not be sent after `used_today` characters, with the remedy; None if it may."""
        if not self.is_billed or not characters:
            return None
        job_cap, day_cap = self._session.settings.job_cap, self._session.profile_in_use.day_cap
        if job_cap and characters > job_cap:
            message = UsageMessage.OVER_JOB_CAP(characters=characters, cap=job_cap)
            return InvalidInput(message, remedy=UsageRemedy.RAISE_CAP())
        if day_cap and used_today + characters > day_cap:
            message = UsageMessage.OVER_DAY_CAP(characters=characters, used=used_today, cap=day_cap)
            return InvalidInput(message, remedy=UsageRemedy.RAISE_DAY_CAP())
        return None

    async def check(self, characters: int) -> None:
        """Raise InvalidInput if a job exceeds a cap, and StorageFailed if nobody can know what was used today."""
        has_day_cap = self.is_billed and characters and self._session.profile_in_use.day_cap
        refusal = self.refusal(characters, await self.used_today() if has_day_cap else 0)
        if refusal is not None:
            raise refusal

    async def estimate(self, characters: int) -> CostEstimate:
        """What a job with this number of characters costs, and whether the user has to agree. Raises as `check`."""
        await self.check(characters)
        usage, ask_from = self._session.usage, self._session.settings.ask_from
        if not self.is_billed or not characters:
            return CostEstimate(characters)
        share = usage.share_of_left(characters) if usage else None
        is_large = characters >= ask_from or (share is not None and share >= ASK_FROM_SHARE)
        return CostEstimate(characters, warning_for(usage, characters), bool(ask_from) and is_large)

    async def count_unrecorded(self, characters: int) -> UnrecordedUse:
        """Count what is sent and not recorded in the ledger, because the user or the disk does not want it kept."""
        profile, midnight = self._session.profile, midnight_of(self._now())
        is_stored = await self._store(profile, midnight, characters)
        if not is_stored:
            self._unstored[profile, midnight] += characters
        return UnrecordedUse(profile, midnight, characters, is_stored)

    async def take_back(self, use: UnrecordedUse) -> None:
        """Count it no longer: it was not sent after all. Its day may be over, and another service in use."""
        if use.is_stored:
            # What cannot be stored now stays counted, which is one refusal too many.
            await self._store(use.profile, use.day, -use.characters)
        else:
            self._unstored[use.profile, use.day] -= use.characters

    async def _store(self, profile: str, midnight: datetime, characters: int) -> bool:
        """Count characters for a day so that a restart knows of them; tells whether the disk took them."""
        try:
            await self._history.count_for_day(profile, midnight, characters)
        except StorageFailed:
            return False
        return True


def price_in_use(session: Session) -> Price | None:
    """What the service in use charges, as the user has entered it; None for none."""
    if session.provider.is_local:
        return None
    # What was written into the file by hand may be anything.
    with contextlib.suppress(InvalidInput):
        return parse_price(session.profile_in_use.price)
    return None


def warning_for(usage: Usage | None, characters: int) -> str:
    """A sentence if a job needs a large part of what is left, else empty."""
    share = usage.share_of_left(characters) if usage else None
    deciding = usage.deciding if usage else None
    if deciding is None or deciding.left is None or share is None or share < WARN_FROM_SHARE:
        return ""
    if share > 1:
        exceeds = UsageMessage.EXCEEDS_KEY if deciding.is_of_key else UsageMessage.EXCEEDS_PERIOD
        return exceeds(needed=characters, left=deciding.left)
    takes_much = UsageMessage.MUCH_OF_KEY if deciding.is_of_key else UsageMessage.MUCH_OF_PERIOD
    return takes_much(percent=round(share * 100), left=deciding.left)
