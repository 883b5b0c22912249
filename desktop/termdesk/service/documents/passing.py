"""What passes between the service and the child process that reads and writes a document."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from termdesk.service.documents.kinds import UnreadableDocument
from termdesk.service.engines.marked_text import MarkedText, Span

_WORKER = "termdesk.service.documents.document_worker"
# Of the clock; of the processor it has less, but the computer may be busy.
SECONDS = 180.0


class Request(msgspec.Struct):
    """Read `source`, or with a `target` write that with the `translations` (as packed below)."""

    source: str
    kind: str
    name: str
    most_characters: int = 0
    target: str = ""
    target_lang: str = ""
    translations: list[Any] = []


@dataclass(frozen=True, slots=True)
class Passed:
    """A marked text without its marks, which stay with who made them; spans are known by their places."""

    text: str
    spans: tuple[tuple[int, int, bool, int | None], ...]

    @classmethod
    def of(cls, marked: MarkedText) -> Passed:
        return cls(marked.text, tuple((span.start, span.end, span.is_kept, span.inside) for span in marked.spans))

    @property
    def marked(self) -> MarkedText:
        return MarkedText(
            self.text, tuple(Span(start, end, None, kept, inside) for start, end, kept, inside in self.spans)
        )

    def packed(self) -> list[Any]:
        return [self.text, self.spans]

    @classmethod
    def unpacked(cls, packed: Sequence[Any]) -> Passed:
        text, spans = packed
        return cls(text, tuple((start, end, kept, inside) for start, end, kept, inside in spans))


def restored(texts: Sequence[MarkedText], packed: Sequence[Any]) -> list[MarkedText]:
    """Translations with the marks that the spans of the texts have."""
    translations = []
    for text, each in zip(texts, packed, strict=True):
        passed = Passed.unpacked(each).marked
        spans = (replace(new, mark=old.mark) for old, new in zip(text.spans, passed.spans, strict=True))
        translations.append(MarkedText(passed.text, tuple(spans)))
    return translations


async def ask_child(request: Request) -> dict[str, Any]:
    """Have a child process read or write. Cancelling ends it.

    Raises UnreadableDocument where it refuses, takes too long, or dies.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",
        "-m",
        _WORKER,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(SECONDS):
            answer = await _exchange(process, request)
    except (TimeoutError, asyncio.IncompleteReadError, OSError):
        raise UnreadableDocument(
            f"{request.name}: it takes more time or memory than a document may.", remedy="Send it in parts."
        ) from None
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await asyncio.shield(process.wait())
    if "refused" in answer:
        raise UnreadableDocument(answer["refused"], remedy=answer["remedy"])
    return answer


async def _exchange(process: asyncio.subprocess.Process, request: Request) -> dict[str, Any]:
    assert process.stdin is not None
    assert process.stdout is not None
    data = msgspec.msgpack.encode(request)
    process.stdin.write(len(data).to_bytes(4, "big") + data)
    await process.stdin.drain()
    size = int.from_bytes(await process.stdout.readexactly(4), "big")
    answer: dict[str, Any] = msgspec.msgpack.decode(await process.stdout.readexactly(size))
    return answer
