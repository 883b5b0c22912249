"""One call to the service as data: what is sent, and how it may be handled."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from typing import Protocol
from urllib.parse import quote

from termdesk.domain.errors import InvalidInput
from termdesk.domain.progress import NoProgress, Progress
from termdesk.messages.service_messages import RequestMessage

MEBIBYTE = 1024 * 1024
# Asked when all of a body but its last byte is on its way; False: the last byte is not sent, so nothing is done.
Gate = Callable[[], Awaitable[bool]]
SILENT = NoProgress()


class Journey(Protocol):
    """Follows a call on its way: a text that has reached the service may be billed."""

    def leave(self) -> None:
        """Called right before each attempt leaves this computer. An exception prevents the attempt."""

    def come_back(self) -> None:
        """Called when the service did not work on the request, before it is sent again. An exception prevents that."""


class Sink(Protocol):
    """Receives the body of an answer while it arrives. The call still returns the whole body at its end."""

    async def begin(self, size: int | None) -> None:
        """The body begins; `size` is None if it is not known. Whatever came before is void. Raises nothing."""

    async def write(self, chunk: bytes) -> None:
        """Take the next bytes. Raises nothing."""


class UnwatchedJourney:
    """A journey that nobody watches."""

    def leave(self) -> None:
        """Do nothing."""
        return

    def come_back(self) -> None:
        """Do nothing."""
        return


UNWATCHED = UnwatchedJourney()


class CallKind(Enum):
    """What a repeated call would do; the retry policy is a table over this."""

    READ = auto()  # nothing
    CHANGE = auto()  # the same again: PUT, PATCH, DELETE
    CREATE = auto()  # a second glossary
    BILLED = auto()  # a second bill


class Family(StrEnum):
    """Endpoints that share one queue, because the service limits their rates together."""

    GLOSSARIES = "glossaries"
    TRANSLATE = "translate"
    IMPROVE = "improve"
    DOCUMENTS = "documents"
    LANGUAGES = "languages"
    USAGE = "usage"
    MEMORIES = "memories"
    STYLE_RULES = "style rules"
    LOCAL = "local"


class Weight(Enum):
    """How much may come back, and how long it may take: an ordinary JSON answer, a dictionary, or a document."""

    JSON = auto()
    ENTRIES = auto()
    DOCUMENT = auto()


@dataclass(frozen=True, slots=True)
class Call:
    """A call that can be sent any number of times. `body` is of `media_type`, encoded.

    With an `address` it goes there, as the service asked, and without the key; `path` is then only its name.
    `glossary` is the key on this computer of the glossary that is sent or named, empty for one that is none of its own.
    """

    method: str
    path: str
    kind: CallKind
    family: Family
    query: tuple[tuple[str, str], ...] = ()
    body: bytes | None = None
    weight: Weight = Weight.JSON
    progress: Progress = SILENT
    media_type: str = "application/json"
    journey: Journey = UNWATCHED
    gate: Gate | None = None
    address: str = ""
    sink: Sink | None = None
    glossary: str | None = None

    @property
    def name(self) -> str:
        """Method and path, as errors and journals name the call."""
        return f"{self.method} {self.path}"


# Asked before a call with a glossary leaves; raises what forbids it.
SendGuard = Callable[[Call], Awaitable[None]]


def path_segment(text: str) -> str:
    """An id from the service as one segment of a path. Raises InvalidInput where it cannot be one."""
    if not text.strip("."):
        raise InvalidInput(RequestMessage.BAD_GLOSSARY_ID(text=text))
    return quote(text, safe="")
