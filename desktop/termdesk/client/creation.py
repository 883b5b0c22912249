"""Making a glossary exactly once: the call cannot be repeated blindly, so a nonce in the name tells what came of it."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from termdesk.client.errors import (
    BadAnswer,
    InvalidRequest,
    NotFound,
    Redirected,
    ServiceError,
    TooLarge,
    UnclearOutcome,
)
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_rules import MAX_NAME_BYTES
from termdesk.domain.errors import InvalidInput
from termdesk.domain.glossary import Glossary
from termdesk.domain.language.language import LanguagePair
from termdesk.messages.service_messages import AnswerMessage, AnswerRemedy

_ATTEMPTS = 4
# Refusals of what was sent, whenever it is sent: an earlier attempt was refused too.
_REFUSED_FOR_GOOD = (InvalidRequest, TooLarge)
_CALL = "POST /v3/glossaries"


def new_nonce() -> str:
    """Eight characters that no other glossary has in its name."""
    return secrets.token_hex(4)


def mark_of(nonce: str) -> str:
    """What the name of a glossary ends in until it gets its own."""
    return f" [uploading {nonce}]"


class GlossaryCalls(Protocol):
    """The calls by which a creation looks for its glossary and completes it."""

    async def list(self) -> Sequence[Glossary]:
        """All glossaries of the account, without entries. Raises ServiceError."""

    async def get(self, glossary_id: str) -> Glossary:
        """One glossary without its entries. Raises ServiceError, NotFound among them."""

    async def entries(self, glossary_id: str, pair: LanguagePair, *, expected_count: int | None = None) -> Entries:
        """The entries of one dictionary. Raises ServiceError."""

    async def replace(self, glossary_id: str, pair: LanguagePair, entries: Entries) -> None:
        """Put a dictionary in the place of the one of this pair, or beside the others. Raises ServiceError."""


class ExactlyOnceCreation:
    """Creates one glossary exactly once.

    `waits` are the seconds between looks for one that may still appear, `sleep` waits for so long.
    """

    def __init__(
        self,
        name: str,
        nonce: str,
        dictionaries: Sequence[tuple[LanguagePair, Entries]],
        waits: Sequence[float],
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        self._mark = mark_of(nonce)
        self._dictionaries = dictionaries
        self._waits = waits
        self._sleep = sleep
        room = MAX_NAME_BYTES - len(self._mark)
        self.marked_name = name.encode()[:room].decode(errors="ignore") + self._mark

    async def run(
        self, glossaries: GlossaryCalls, send: Callable[[], Awaitable[str]], *, may_have_been_sent: bool
    ) -> str:
        """Send until there is one glossary of this name, and give its id.

        `send` sends once and gives the id that it was told, empty where the answer told none. The nonce decides: an id
        is believed only where the glossary has our name, and after every answer that proves no refusal the glossary
        is looked for. Of two that a proxy made of one the first that is whole is taken; the other keeps its telling
        name for the user to decide.

        Raises a ServiceError of which `may_have_happened` is true wherever there may be a glossary.
        """
        if may_have_been_sent and (found := await self._found(glossaries)):
            return found
        lost: ServiceError | None = None
        for _ in range(_ATTEMPTS):
            try:
                told = await send()
            except ServiceError as error:
                if not error.may_have_happened:
                    raise error if lost is None or isinstance(error, _REFUSED_FOR_GOOD) else lost from error
                lost = error
                if found := await self._looked_for(glossaries, lost):
                    return found
                if isinstance(error, Redirected):
                    break
            else:
                accepted = UnclearOutcome(
                    AnswerMessage.NOT_LISTED(),
                    remedy=AnswerRemedy.PUBLISH_LATER(),
                    call=_CALL,
                )
                if found := await self._looked_for(glossaries, accepted, told):
                    return found
                # Sending it again could make a second one.
                raise accepted
        assert lost is not None, "every attempt before ended so"
        raise lost

    async def _looked_for(self, glossaries: GlossaryCalls, lost: ServiceError, told: str = "") -> str:
        """The id of our glossary, by the id that was `told` or by its nonce. Raises `lost` where looking fails."""
        try:
            if told and await self._is_ours(glossaries, told):
                return told
            return await self._found(glossaries)
        except ServiceError as error:
            raise lost from error

    async def _is_ours(self, glossaries: GlossaryCalls, told: str) -> bool:
        try:
            return (await glossaries.get(told)).name.endswith(self._mark)
        except (NotFound, BadAnswer, InvalidRequest, InvalidInput):
            return False

    async def _found(self, glossaries: GlossaryCalls) -> str:
        """The id of the glossary that an earlier call made, made whole; empty where there is none."""
        for wait in (*self._waits, None):
            if ours := await self._listed(glossaries, is_last=wait is None):
                return await self._made_whole(glossaries, ours)
            if wait is not None:
                await self._sleep(wait)
        return ""

    async def _listed(self, glossaries: GlossaryCalls, *, is_last: bool) -> list[Glossary]:
        """The glossaries with our nonce. A list that cannot be read is asked for again, until `is_last`."""
        try:
            return [each for each in await glossaries.list() if each.name.endswith(self._mark)]
        except (BadAnswer, NotFound):
            if is_last:
                raise
            return []

    async def _made_whole(self, glossaries: GlossaryCalls, ours: list[Glossary]) -> str:
        for glossary in ours:
            if not await self._missing(glossaries, glossary):
                return glossary.glossary_id
        # A service that failed half-way has left a part: what is missing can be put there any number of times.
        for pair, entries in await self._missing(glossaries, ours[0]):
            await glossaries.replace(ours[0].glossary_id, pair, entries)
        return ours[0].glossary_id

    async def _missing(self, glossaries: GlossaryCalls, glossary: Glossary) -> list[tuple[LanguagePair, Entries]]:
        """The dictionaries that the service does not hold as they were sent."""
        missing = []
        for pair, entries in self._dictionaries:
            remote = glossary.dictionary(pair)
            if remote is None or remote.entry_count != len(entries):
                missing.append((pair, entries))
                continue
            held = await glossaries.entries(glossary.glossary_id, remote.pair, expected_count=remote.entry_count)
            if held.as_dict() != entries.as_dict():
                missing.append((pair, entries))
        return missing
