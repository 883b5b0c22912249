"""Keeps locked glossaries on this computer: every call that holds or names one is looked at before it leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from termdesk.application.session import providers
from termdesk.domain.errors import InvalidInput
from termdesk.domain.provider import Provider, is_loopback
from termdesk.messages.glossary_messages import LibraryMessage, LibraryRemedy
from termdesk.storage.transfer.local_only_glossaries import LocalOnlyGlossaries

if TYPE_CHECKING:
    from termdesk.application.session.session import Session
    from termdesk.client.transport.calls import Call

# What the service on this computer may hand to its translation engines: texts, documents, and drafts to try.
_TO_ENGINES = ("translate", "documents", "local")


class LocalOnlyGuard:
    """Checks every call of a session from the start, whichever client sends it."""

    def __init__(self, session: Session, locked: LocalOnlyGlossaries) -> None:
        self._session = session
        self._locked = locked
        session.send_guard = self.check

    async def check(self, provider: Provider, call: Call) -> None:
        """Raise InvalidInput where a call would take a locked glossary, or a text with it, away from this computer.

        Raises StorageFailed where nobody can know whether it is locked.
        """
        destination = self._destination(provider, call)
        if destination and call.glossary and await self._locked.has(providers.profile_of(provider), call.glossary):
            raise local_only_refusal(destination)

    def _destination(self, provider: Provider, call: Call) -> str:
        """Where the content of a call goes to; empty if it stays on this computer."""
        if not provider.is_local:
            return providers.full_title_of(provider)
        # The service here keeps glossaries to itself, but may have texts translated on another server.
        host = urlsplit(self._session.settings.libretranslate.strip()).hostname or ""
        return host if call.family in _TO_ENGINES and host and not is_loopback(host) else ""


def local_only_refusal(destination: str, name: str = "") -> InvalidInput:
    """Why nothing of a locked glossary goes to this service, and what to do; with the glossary's name, if known."""
    message = LibraryMessage.LOCAL_ONLY(service=destination)
    if name:
        message = LibraryMessage.LOCAL_ONLY_NAMED(name=name, service=destination)
    return InvalidInput(message, remedy=LibraryRemedy.UNLOCK())
