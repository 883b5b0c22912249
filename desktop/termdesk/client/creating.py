"""Making a glossary exactly once: the call cannot be repeated blindly, so a nonce in the name tells what came of it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from termdesk.client.errors import ServerFailed, Unavailable, UnclearOutcome
from termdesk.domain.entries import Entries
from termdesk.domain.entry_rules import MAX_NAME_BYTES
from termdesk.domain.glossary import Glossary
from termdesk.domain.language import LanguagePair

if TYPE_CHECKING:
    from termdesk.client.glossaries import Glossaries

_ATTEMPTS = 4
_UNCLEAR = (UnclearOutcome, ServerFailed, Unavailable)


def new_nonce() -> str:
    """Eight characters that no other glossary has in its name."""
    return secrets.token_hex(4)


class Creation:
    """One glossary that is to exist once. `waits` are the seconds between looks for one that may still appear."""

    def __init__(
        self,
        name: str,
        nonce: str,
        dictionaries: Sequence[tuple[LanguagePair, Entries]],
        waits: Sequence[float],
    ) -> None:
        self._mark = f" [uploading {nonce}]"
        self._dictionaries = dictionaries
        self._waits = waits
        room = MAX_NAME_BYTES - len(self._mark)
        self.marked_name = name.encode()[:room].decode(errors="ignore") + self._mark

    async def carry_out(
        self, glossaries: Glossaries, send: Callable[[], Awaitable[str]], *, may_have_been_sent: bool
    ) -> str:
        """Send until there is one glossary of this name, and give its id.

        `send` sends once and gives the id, or nothing where the answer was empty. Of two that a proxy made of one
        the first that is whole is taken; the other keeps its telling name for the user to decide.
        """
        if may_have_been_sent and (found := await self._found(glossaries)):
            return found
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                if glossary_id := await send():
                    return glossary_id
                break
            except _UNCLEAR:
                if found := await self._found(glossaries):
                    return found
                if attempt == _ATTEMPTS:
                    raise
        # Accepted without a word: sending it again could make a second one.
        if found := await self._found(glossaries):
            return found
        raise UnclearOutcome(call="POST /v3/glossaries")

    async def _found(self, glossaries: Glossaries) -> str:
        """The id of the glossary that an earlier call made, made whole; empty where there is none."""
        for wait in (*self._waits, None):
            if ours := [each for each in await glossaries.list() if each.name.endswith(self._mark)]:
                return await self._made_whole(glossaries, ours)
            if wait is not None:
                await asyncio.sleep(wait)
        return ""

    async def _made_whole(self, glossaries: Glossaries, ours: list[Glossary]) -> str:
        for glossary in ours:
            if not await self._missing(glossaries, glossary):
                return glossary.glossary_id
        # A service that failed half-way has left a part: what is missing can be put there any number of times.
        for pair, entries in await self._missing(glossaries, ours[0]):
            await glossaries.replace(ours[0].glossary_id, pair, entries)
        return ours[0].glossary_id

    async def _missing(self, glossaries: Glossaries, glossary: Glossary) -> list[tuple[LanguagePair, Entries]]:
        """The dictionaries that the service does not hold as they were sent."""
        missing = []
        for pair, entries in self._dictionaries:
            there = glossary.dictionary(pair)
            if there is None or there.entry_count != len(entries):
                missing.append((pair, entries))
                continue
            held = await glossaries.entries(glossary.glossary_id, there.pair, expected_count=there.entry_count)
            if held.as_dict() != entries.as_dict():
                missing.append((pair, entries))
        return missing
