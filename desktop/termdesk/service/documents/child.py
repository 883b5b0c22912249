"""The service's side of the child process that reads and writes documents."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from typing import Any

import msgspec

from termdesk.service.documents.kinds import UnreadableDocument
from termdesk.service.documents.passing import Request

_WORKER = "termdesk.service.documents.document_worker"
# Of the clock; of the processor it has less, but the computer may be busy.
SECONDS = 180.0


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
