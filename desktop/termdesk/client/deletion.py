"""Delete a glossary or a dictionary, and read what became of it if the service gives no clear answer."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Set

from termdesk.client.errors import NotDeleted, NotFound, ServiceError
from termdesk.client.transport.calls import Call
from termdesk.client.transport.dispatch import Line
from termdesk.domain.glossary import Dictionary, Glossary
from termdesk.domain.language.language import LanguagePair
from termdesk.messages.service_messages import AnswerMessage, AnswerRemedy

# Reads whether the entries that a deletion concerns are still the same. Raises ServiceError if they cannot be read.
EntriesCheck = Callable[[], Awaitable[bool]]


class SettledDeletion:
    """Deletes a glossary, or its dictionary of one pair. `find` reads the glossary; None if the service lacks it.

    If the outcome is unclear, the service is read. The call is repeated only if nothing was deleted, and not if others
    have changed it: `seen` is the glossary as it was read last, and `has_same_entries` reads whether its entries are
    still the same.
    """

    def __init__(
        self,
        find: Callable[[str], Awaitable[Glossary | None]],
        glossary_id: str,
        *,
        pair: LanguagePair | None = None,
        seen: Glossary | None = None,
        has_same_entries: EntriesCheck | None = None,
    ) -> None:
        self._find = find
        self._glossary_id = glossary_id
        self._pair = pair
        self._seen = self._dictionaries_of(seen)
        self._has_same_entries = has_same_entries
        # What the last reading showed; None if it failed.
        self._is_carried_out: bool | None = None
        self._is_changed = False

    async def run(self, line: Line, call: Call) -> None:
        """Send the deletion.

        Raises NotDeleted if reading shows that nothing was deleted, NotFound if there was nothing to delete, and
        ServiceError.
        """
        lost: ServiceError | None = None
        for is_last in (False, True):
            try:
                await line.send(call, read_outcome=self._read_outcome)
            except ServiceError as error:
                if lost is None and not error.may_have_happened:
                    raise
                if isinstance(error, NotFound) or self._is_carried_out:
                    # An earlier attempt succeeded.
                    return
                if self._is_carried_out is None or not error.may_have_happened:
                    # Nobody knows what became of the first attempt.
                    if lost is None:
                        raise
                    raise lost from error
                lost = error
                if is_last or self._is_changed:
                    raise self._failure(call) from error
            else:
                return

    async def _read_outcome(self) -> bool | None:
        """Read whether the deletion was carried out; None if the reading fails."""
        self._is_carried_out = None
        with contextlib.suppress(ServiceError):
            left = self._dictionaries_of(await self._find(self._glossary_id))
            self._is_changed = self._seen is not None and left is not None and left != self._seen
            if left is not None and not self._is_changed and self._has_same_entries is not None:
                self._is_changed = not await self._has_same_entries()
            self._is_carried_out = left is None
        return self._is_carried_out

    def _failure(self, call: Call) -> NotDeleted:
        message, remedy = AnswerMessage.NOT_DELETED(), AnswerRemedy.DELETE_AGAIN()
        if self._is_changed:
            message, remedy = AnswerMessage.NOT_DELETED_CHANGED(), AnswerRemedy.LOOK_AND_DELETE()
        return NotDeleted(message, remedy=remedy, call=call.name)

    def _dictionaries_of(self, glossary: Glossary | None) -> Set[Dictionary] | None:
        """Return the dictionaries that the deletion concerns, with their numbers of entries; None if it is gone."""
        if glossary is None:
            return None
        if self._pair is None:
            return {*glossary.dictionaries}
        dictionary = glossary.dictionary(self._pair)
        return {dictionary} if dictionary else None
