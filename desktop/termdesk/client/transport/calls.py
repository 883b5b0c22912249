"""A call to the service as data: what to send, and how it may be handled."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from typing import Protocol
from urllib.parse import quote

from termdesk.domain.errors import InvalidInput
from termdesk.domain.progress import NoProgress, Progress
from termdesk.messages.service_messages import RequestMessage

MEBIBYTE = 1024 * 1024
# Asked when all but the last byte of a body is sent. If it returns False, the last byte is not sent and nothing is
# done.
Gate = Callable[[], Awaitable[bool]]
SILENT = NoProgress()


class Journey(Protocol):
    """Follows a call's progress: a text that has reached the service may be billed."""

    def leave(self) -> None:
        """Called right before each attempt leaves this computer. An exception prevents the attempt."""

    def come_back(self) -> None:
        """Called before a retry if the service did not process the request. An exception prevents the retry."""


class Sink(Protocol):
    """Receives a response body while it arrives. The call still returns the whole body at the end."""

    async def begin(self, size: int | None) -> None:
        """A body starts; `size` is None if unknown. Discard everything received before. Must not raise."""

    async def write(self, chunk: bytes) -> None:
        """Take the next bytes. Must not raise."""


class UnwatchedJourney:
    """A journey that is not watched."""

    def leave(self) -> None:
        """Do nothing."""
        return

    def come_back(self) -> None:
        """Do nothing."""
        return


UNWATCHED = UnwatchedJourney()


class CallKind(Enum):
    """What repeating a call could cause; the retry policy is a table with a column for each kind."""

    READ = auto()  # nothing
    CHANGE = auto()  # the same again: PUT, PATCH, DELETE
    CREATE = auto()  # a second glossary
    BILLED = auto()  # a second bill
    UPLOAD = auto()  # a second bill of a whole document, with a high minimum


class Family(StrEnum):
    """Endpoints that share a queue, because the service limits their rates together."""

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
    """The largest size and duration of a response: ordinary JSON, a dictionary, or a document."""

    JSON = auto()
    ENTRIES = auto()
    DOCUMENT = auto()


class ChunkedBody:
    """A large body as the chunks that make it up: joining 10 MB would block the window for 20 to 50 ms."""

    __slots__ = ("chunks", "size")

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self.chunks = tuple(chunks)
        self.size = sum(map(len, self.chunks))

    def __len__(self) -> int:
        return self.size

    def __bytes__(self) -> bytes:
        return b"".join(self.chunks)


@dataclass(frozen=True, slots=True)
class Call:
    """A call that can be sent any number of times. `body` is encoded in `media_type`.

    If the service gave an `address`, the call is sent there, without the key; `path` then only names the call.
    `glossary` is the key of the local glossary whose content is sent or that is named; empty if there is none.
    """

    method: str
    path: str
    kind: CallKind
    family: Family
    query: tuple[tuple[str, str], ...] = ()
    body: bytes | ChunkedBody | None = None
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
        """Method and path, as used in errors and logs."""
        return f"{self.method} {self.path}"


# Asked before a call with a glossary is sent; raises an error to forbid it.
SendGuard = Callable[[Call], Awaitable[None]]


def path_segment(text: str) -> str:
    """Quote an id from the service as one path segment. Raises InvalidInput if that is impossible."""
    if not text.strip("."):
        raise InvalidInput(RequestMessage.BAD_GLOSSARY_ID(text=text))
    return quote(text, safe="")
