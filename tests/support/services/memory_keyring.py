"""A key store of the system that keeps keys in memory, as the `keyring` package would offer it."""

from __future__ import annotations


class MemoryKeyring:
    """Keeps passwords by service and entry."""

    def __init__(self) -> None:
        self.held: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, entry: str) -> str | None:
        return self.held.get((service, entry))

    def set_password(self, service: str, entry: str, key: str) -> None:
        self.held[service, entry] = key

    def delete_password(self, service: str, entry: str) -> None:
        del self.held[service, entry]
