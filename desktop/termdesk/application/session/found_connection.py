"""What a test of a connection finds: what the key reaches, or another way in which it works."""

from __future__ import annotations

from dataclasses import dataclass

from termdesk.domain.errors import InvalidInput
from termdesk.domain.provider import Provider


@dataclass(frozen=True, slots=True)
class FoundConnection:
    """The result of a test. `lacks` are the scopes that the key does not have, in the words of the service."""

    sentence: str
    lacks: tuple[str, ...] = ()


class OtherProvider(InvalidInput):
    """The key belongs to `provider`: another address or scheme. `verb` says on a button what taking that means."""

    def __init__(self, message: str, *, remedy: str, provider: Provider, verb: str) -> None:
        super().__init__(message, remedy=remedy)
        self.provider = provider
        self.verb = verb
