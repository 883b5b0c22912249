"""The service's side of the child process that reads and writes documents."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import msgspec

from termdesk.service.child_errors import ErrorTail, describe_end, end_child, run_child
from termdesk.service.document_kinds import UnreadableDocument
from termdesk.service.documents.child_messages import Request

log = logging.getLogger("termdesk.service")

_WORKER = "termdesk.service.documents.document_worker"
# Wall-clock seconds. The limit on processor time is lower, but the computer may be busy.
SECONDS = 180.0


async def ask_child(request: Request) -> dict[str, Any]:
    """Have a child process read or write a document. Cancelling ends the child.

    Raises UnreadableDocument if the child refuses the document, takes too long, or dies.
    """
    async with run_child(_WORKER) as (process, errors):
        try:
            async with asyncio.timeout(SECONDS):
                answer = await _exchange(process, request)
        except (TimeoutError, asyncio.IncompleteReadError, OSError):
            raise await _explain_end(request.name, process, errors) from None
    if "refused" in answer:
        raise UnreadableDocument(answer["refused"], remedy=answer["remedy"])
    return answer


async def _explain_end(name: str, process: asyncio.subprocess.Process, errors: ErrorTail) -> UnreadableDocument:
    """Describe why the child sent no response; its error output goes to the log."""
    await end_child(process)
    lines = await asyncio.to_thread(errors.finish)
    for line in lines:
        log.warning("document: %s", line)
    reason = describe_end(lines, process.returncode)
    log.warning("The child that reads documents ended: %s", reason)
    if lines and "MemoryError" not in reason:
        return UnreadableDocument(
            f"{name}: the reader of documents stopped by an error of this program: {reason}.",
            remedy="The log of the local service has more.",
        )
    return UnreadableDocument(f"{name}: it takes more time or memory than a document may.", remedy="Send it in parts.")


async def _exchange(process: asyncio.subprocess.Process, request: Request) -> dict[str, Any]:
    assert process.stdin is not None
    assert process.stdout is not None
    data = msgspec.msgpack.encode(request)
    process.stdin.write(len(data).to_bytes(4, "big") + data)
    await process.stdin.drain()
    size = int.from_bytes(await process.stdout.readexactly(4), "big")
    answer: dict[str, Any] = msgspec.msgpack.decode(await process.stdout.readexactly(size))
    return answer
