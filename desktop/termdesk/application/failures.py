"""What can go wrong in the application layer itself, beside what it hears from the layers below."""

from __future__ import annotations

from termdesk.domain.errors import TermdeskError


class NotConnected(TermdeskError):
    """There is no service to ask: none was connected, its key is missing or refused, or the program ends."""


class LocalServiceFailed(TermdeskError):
    """The service on this computer did not start, or ended too often; `log` is the path of what it said."""

    def __init__(self, message: str, *, log: str) -> None:
        super().__init__(message, remedy=f"Its log tells more: {log}")
        self.log = log
