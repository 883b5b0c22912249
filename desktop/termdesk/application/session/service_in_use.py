"""Where glossaries are kept: the session, as far as the library and publishing need to know it."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from termdesk.client.api import ApiClient


class ServiceInUse(Protocol):
    """The service that the user chose."""

    @property
    def profile(self) -> str:
        """The name under which what belongs to this service is kept on this computer."""
        ...

    def api(self) -> Awaitable[ApiClient]:
        """Its client, once it is ready. Raises NotConnected."""
        ...
