"""Keep locked glossaries on this computer: every call that contains or names a glossary is checked before it is
sent.
"""

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

# The calls whose content the local service may send to its translation engines: texts, documents, and drafts to test.
_TO_ENGINES = ("translate", "documents", "local")


class LocalOnlyGuard:
    """Checks every call of a session, from the session's start and from every client."""

    def __init__(self, session: Session, locked: LocalOnlyGlossaries) -> None:
        self._session = session
        self._locked = locked
        session.clients.use_send_guard(self.check)

    async def check(self, provider: Provider, call: Call) -> None:
        """Raise InvalidInput if a call would send a locked glossary, or a text with it, to another computer.

        Raises StorageFailed if the lock cannot be read.
        """
        destination = self._destination(provider, call)
        if destination and call.glossary and await self._locked.has(call.glossary):
            raise local_only_refusal(destination)

    def _destination(self, provider: Provider, call: Call) -> str:
        """Return where the content of a call is sent; empty if it stays on this computer."""
        if not provider.is_local:
            return providers.full_title_of(provider)
        # The local service keeps glossaries on this computer, but may send texts to another server for translation.
        if call.family not in _TO_ENGINES:
            return ""
        # Another window may have changed the settings since the service was started, so check its own server, too.
        session = self._session
        servers = (session.settings.libretranslate.strip(), session.profiles.local_service.translation_server)
        hosts = (urlsplit(each).hostname or "" for each in servers)
        return next((each for each in hosts if each and not is_loopback(each)), "")


def local_only_refusal(destination: str, name: str = "") -> InvalidInput:
    """Return the error for sending a locked glossary to a service.

    The message includes the glossary's name if known.
    """
    message = LibraryMessage.LOCAL_ONLY(service=destination)
    if name:
        message = LibraryMessage.LOCAL_ONLY_NAMED(name=name, service=destination)
    return InvalidInput(message, remedy=LibraryRemedy.UNLOCK())
