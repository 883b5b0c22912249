"""Lets a service fork the child processes that read documents, instead of starting Python for each.

A document needs two of them, and each would spend most of its time on imports. How a child is really started is tested
where `running_service` is told to start children anew.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import pkgutil
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

if TYPE_CHECKING:
    from support.fork_server import ForkedProcess

DOCUMENT_WORKER = "termdesk.service.documents.document_worker"


class ForkedChild:
    """A forked process. It has those members of `asyncio.subprocess.Process` that this project uses."""

    def __init__(
        self,
        process: ForkedProcess,
        stdin: asyncio.StreamWriter,
        stdout: asyncio.StreamReader,
        close: Callable[[], None],
    ) -> None:
        """`close` closes the pipe that `stdout` reads."""
        self.pid = process.pid
        self.stdin = stdin
        self.stdout = stdout
        self.kill = process.kill
        self._process = process
        self._close = close

    @property
    def returncode(self) -> int | None:
        """The exit code; None while it runs."""
        return self._process.poll()

    async def wait(self) -> int:
        """Wait for its end and return the exit code."""
        code = await asyncio.to_thread(self._process.wait)
        self.stdin.close()
        self._close()
        return code


async def _connected(process: ForkedProcess) -> ForkedChild:
    """Return the child with its pipes as asyncio's streams."""
    loop = asyncio.get_running_loop()
    stdout = asyncio.StreamReader()
    reading, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(stdout), process.stdout)
    writing, protocol = await loop.connect_write_pipe(asyncio.streams.FlowControlMixin, process.stdin)
    return ForkedChild(process, asyncio.StreamWriter(writing, protocol, None, loop), stdout, reading.close)


@contextlib.contextmanager
def forked_document_workers(start: Callable[[int], ForkedProcess]) -> Iterator[None]:
    """Within the block, get the children that read documents from `start`, which takes the descriptor for errors."""
    from termdesk.service import child_errors

    async def create(*command: str, stdin: int, stdout: int, stderr: int) -> ForkedChild | asyncio.subprocess.Process:
        if DOCUMENT_WORKER in command:
            return await _connected(await asyncio.to_thread(start, stderr))
        return await asyncio.create_subprocess_exec(*command, stdin=stdin, stdout=stdout, stderr=stderr)

    with patch.object(child_errors, "asyncio", SimpleNamespace(**{**vars(asyncio), "create_subprocess_exec": create})):
        yield


def import_readers() -> None:
    """Import everything that reads and writes documents."""
    from termdesk.service import documents

    importlib.import_module("charset_normalizer")
    for module in pkgutil.walk_packages(documents.__path__, f"{documents.__name__}."):
        importlib.import_module(module.name)


def read_document(_request: dict[str, Any]) -> int:
    """Be the child that reads or writes one document."""
    importlib.import_module(DOCUMENT_WORKER).main()
    return 0
