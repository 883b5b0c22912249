"""Creates a glossary exactly once. Sending twice could make two, so a nonce in the name identifies the glossary."""

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
# Errors that reject the content itself: if an attempt gets one, earlier attempts were rejected, too.
_REFUSED_FOR_GOOD = (InvalidRequest, TooLarge)
_CALL = "POST /v3/glossaries"


def new_nonce() -> str:
    """Return eight random characters that occur in no other glossary's name."""
    return secrets.token_hex(4)


def mark_of(nonce: str) -> str:
    """The end of a glossary's temporary name."""
    return f" [uploading {nonce}]"


def mark_name(name: str, nonce: str) -> str:
    """Return the temporary name of a glossary that is being created."""
    mark = mark_of(nonce)
    return name.encode()[: MAX_NAME_BYTES - len(mark)].decode(errors="ignore") + mark


class GlossaryCalls(Protocol):
    """The calls that a creation uses to find its glossary and complete it."""

    async def list(self) -> Sequence[Glossary]:
        """Return all glossaries of the account, without entries. Raises ServiceError."""

    async def get(self, glossary_id: str) -> Glossary:
        """Return one glossary without its entries. Raises ServiceError, for example NotFound."""

    async def entries(self, glossary_id: str, pair: LanguagePair, *, expected_count: int | None = None) -> Entries:
        """Return the entries of one dictionary. Raises ServiceError."""

    async def replace(self, glossary_id: str, pair: LanguagePair, entries: Entries) -> None:
        """Replace the glossary's dictionary of this language pair, or add one. Raises ServiceError."""


class ExactlyOnceCreation:
    """Creates one glossary exactly once.

    `waits` are the seconds between searches for a glossary that may still appear; `sleep` waits that long.
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
        self.marked_name = mark_name(name, nonce)

    async def run(
        self, glossaries: GlossaryCalls, send: Callable[[], Awaitable[str]], *, may_have_been_sent: bool
    ) -> str:
        """Send until one glossary of this name exists, and return its id.

        `send` sends once and returns the id from the response, or an empty string if the response has none. The id is
        trusted only if that glossary has our name. After every response that does not prove a rejection, the glossary
        is searched by its nonce. If a proxy turned one request into two glossaries, the first complete one is used; the
        other keeps its temporary name, so that the user can decide.

        Raises a ServiceError. Its `may_have_happened` is true whenever a glossary may exist.
        """
        if may_have_been_sent and (found := await self._find_and_complete(glossaries)):
            return found
        lost: ServiceError | None = None
        for _ in range(_ATTEMPTS):
            try:
                glossary_id = await send()
            except ServiceError as error:
                if not error.may_have_happened:
                    raise error if lost is None or isinstance(error, _REFUSED_FOR_GOOD) else lost from error
                lost = error
                if found := await self._find_ours(glossaries, lost):
                    return found
                if isinstance(error, Redirected):
                    break
            else:
                accepted = UnclearOutcome(
                    AnswerMessage.NOT_LISTED(),
                    remedy=AnswerRemedy.PUBLISH_LATER(),
                    call=_CALL,
                )
                if found := await self._find_ours(glossaries, accepted, glossary_id):
                    return found
                # Retrying could create a second glossary.
                raise accepted
        assert lost is not None, "every attempt before ended so"
        raise lost

    async def _find_ours(self, glossaries: GlossaryCalls, lost: ServiceError, glossary_id: str = "") -> str:
        """Return the id of our glossary, found by its id or its nonce. Raises `lost` if the search fails."""
        try:
            if glossary_id and await self._is_ours(glossaries, glossary_id):
                return glossary_id
            return await self._find_and_complete(glossaries)
        except ServiceError as error:
            raise lost from error

    async def _is_ours(self, glossaries: GlossaryCalls, glossary_id: str) -> bool:
        try:
            return (await glossaries.get(glossary_id)).name.endswith(self._mark)
        except (NotFound, BadAnswer, InvalidRequest, InvalidInput):
            return False

    async def _find_and_complete(self, glossaries: GlossaryCalls) -> str:
        """Return the id of the glossary that an earlier call created, and complete it; empty if there is none."""
        for wait in (*self._waits, None):
            if made := await self._list_created(glossaries, is_last=wait is None):
                return await self._complete(glossaries, made)
            if wait is not None:
                await self._sleep(wait)
        return ""

    async def _list_created(self, glossaries: GlossaryCalls, *, is_last: bool) -> list[Glossary]:
        """Return the glossaries with our nonce. Unless `is_last`, a list that cannot be read is requested again."""
        try:
            return [each for each in await glossaries.list() if each.name.endswith(self._mark)]
        except (BadAnswer, NotFound):
            if is_last:
                raise
            return []

    async def _complete(self, glossaries: GlossaryCalls, made: list[Glossary]) -> str:
        for glossary in made:
            if not await self._find_missing(glossaries, glossary):
                return glossary.glossary_id
        # A service that failed half-way has stored a part; adding the missing dictionaries can be repeated safely.
        for pair, entries in await self._find_missing(glossaries, made[0]):
            await glossaries.replace(made[0].glossary_id, pair, entries)
        return made[0].glossary_id

    async def _find_missing(self, glossaries: GlossaryCalls, glossary: Glossary) -> list[tuple[LanguagePair, Entries]]:
        """The dictionaries that the service does not hold exactly as they were sent."""
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
