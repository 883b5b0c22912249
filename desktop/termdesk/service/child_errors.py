"""Reads the error stream of a child process: why it ended, in few lines and without user text.

A child processes user texts, and exceptions or libraries may print them. So only lines about the program are kept: code
locations, the kind of error, and messages of errors that never contain a text.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import sys
import threading
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Self

KEPT_BYTES = 16_384
# A grandchild may keep the stream open; nobody waits for it longer than this.
SECONDS_TO_READ = 1.0

_PLACE = re.compile(
    r'Traceback \(most recent call last\):|\s*File "[^"]*", line \d+(,? in \S+)?|thread \'[^\']*\' panicked at \S+'
)
_FATAL = re.compile(r"Fatal Python error: .*|Segmentation fault.*|terminate called .*|.*: Assertion .* failed\.?")
# The messages of these errors name only modules, files and sizes.
_TELLING = re.compile(r"(?:\w+\.)*(?:ImportError|ModuleNotFoundError|MemoryError|OSError|PermissionError)\b.*")
_KIND = re.compile(r"(?:\w+\.)*\w+(?:Error|Exception)\b")


class ErrorTail:
    """The last lines on the error stream of one child process.

    Pass `descriptor` to the process as its `stderr`, call `follow` once it runs, and `finish` after it has ended.
    """

    def __init__(self) -> None:
        self._reading, self.descriptor = os.pipe()
        self._kept = b""
        self._reader: threading.Thread | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.finish()

    def follow(self) -> None:
        """Keep reading in a separate thread, so that a child that prints much never blocks."""
        self._close_writing()
        self._reader = threading.Thread(target=self._read, name="errors of a child", daemon=True)
        self._reader.start()

    def finish(self) -> list[str]:
        """Return the lines that may be shown and logged, oldest first; may be called again."""
        self._close_writing()
        if self._reader is not None:
            self._reader.join(SECONDS_TO_READ)
        elif self._reading >= 0:
            os.close(self._reading)
            self._reading = -1
        return tellable_lines(self._kept.decode("utf-8", "replace"))

    def _close_writing(self) -> None:
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1

    def _read(self) -> None:
        with contextlib.suppress(OSError), os.fdopen(self._reading, "rb", buffering=0) as stream:
            while chunk := stream.read(65_536):
                self._kept = (self._kept + chunk)[-KEPT_BYTES:]
        self._reading = -1


@contextlib.asynccontextmanager
async def run_child(module: str) -> AsyncIterator[tuple[asyncio.subprocess.Process, ErrorTail]]:
    """Run a module in a child process with pipes, and read its error stream. The child is killed at the block's end."""
    with ErrorTail() as errors:
        starting = asyncio.ensure_future(
            asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", module),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=errors.descriptor,
            )
        )
        try:
            process = await asyncio.shield(starting)
        except asyncio.CancelledError:
            # Asyncio leaves the pipes open if it is cancelled while it starts a child.
            await end_child(await starting)
            raise
        errors.follow()
        try:
            yield process, errors
        finally:
            await end_child(process)


async def end_child(process: asyncio.subprocess.Process) -> None:
    """Kill a child that still runs, and wait for its end, even if the caller is cancelled."""
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await asyncio.shield(process.wait())


def tellable_lines(printed: str) -> list[str]:
    """Return the lines of a child's output that cannot contain user text."""
    found = (_tellable(line.rstrip()) for line in printed.splitlines())
    return [line for line in found if line]


def _tellable(line: str) -> str:
    for telling in (_PLACE, _FATAL, _TELLING):
        if telling.fullmatch(line):
            return line
    kind = _KIND.match(line)
    return kind.group() if kind else ""


def describe_end(lines: list[str], exit_code: int | None) -> str:
    """Describe why a child ended: its last error, else its signal or exit code; "" after a clean exit."""
    named = [line for line in lines if _FATAL.fullmatch(line) or _KIND.match(line)]
    if named:
        return named[-1]
    if exit_code is not None and exit_code < 0:
        with contextlib.suppress(ValueError):
            return f"ended by {signal.Signals(-exit_code).name}"
    return f"exit code {exit_code}" if exit_code else ""
