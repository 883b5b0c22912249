"""The part of the session that the library and publishing need."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from termdesk.client.api import ApiClient


class ServiceInUse(Protocol):
    """The service that the user chose."""

    @property
    def profile(self) -> str:
        """The id under which this computer stores everything that belongs to this service."""
        ...

    @property
    def full_title(self) -> str:
        """The visible name, including the address if the user entered it."""
        ...

    def api(self) -> Awaitable[ApiClient]:
        """Return the client when it is ready. Raises NotConnected."""
        ...
