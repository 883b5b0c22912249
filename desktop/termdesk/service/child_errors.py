"""What a child process says about its own end: read from its error stream, kept short, never a user's text.

A child works on texts, and what an exception or a library prints may hold them. So only lines that tell of the
program are kept: where it was, the kind of error, and the words of errors that are never about a text.
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
# A grandchild may hold the stream open; nobody waits for it longer.
SECONDS_TO_READ = 1.0

_PLACE = re.compile(
    r'Traceback \(most recent call last\):|\s*File "[^"]*", line \d+(,? in \S+)?|thread \'[^\']*\' panicked at \S+'
)
_FATAL = re.compile(r"Fatal Python error: .*|Segmentation fault.*|terminate called .*|.*: Assertion .* failed\.?")
# What these say names modules, files and sizes.
_TELLING = re.compile(r"(?:\w+\.)*(?:ImportError|ModuleNotFoundError|MemoryError|OSError|PermissionError)\b.*")
_KIND = re.compile(r"(?:\w+\.)*\w+(?:Error|Exception)\b")


class ErrorTail:
    """The last lines on the error stream of one child process.

    Hand `descriptor` to the process as its `stderr`, call `follow` once it runs, and `finish` once it has ended.
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
        """Read on in a thread of its own, so that a child that prints much never waits."""
        self._close_writing()
        self._reader = threading.Thread(target=self._read, name="errors of a child", daemon=True)
        self._reader.start()

    def finish(self) -> list[str]:
        """The lines that may be shown and logged, the oldest first; safe to call again."""
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
    """Run a module in a child process with pipes, and read its error stream. It is killed when the block ends."""
    with ErrorTail() as errors:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", module),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=errors.descriptor,
        )
        errors.follow()
        try:
            yield process, errors
        finally:
            await end_child(process)


async def end_child(process: asyncio.subprocess.Process) -> None:
    """Kill a child that still runs, and wait for its end. Nothing cancels that."""
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await asyncio.shield(process.wait())


def tellable_lines(printed: str) -> list[str]:
    """The lines of a child's output that cannot hold a user's text."""
    found = (_tellable(line.rstrip()) for line in printed.splitlines())
    return [line for line in found if line]


def _tellable(line: str) -> str:
    for telling in (_PLACE, _FATAL, _TELLING):
        if telling.fullmatch(line):
            return line
    kind = _KIND.match(line)
    return kind.group() if kind else ""


def describe_end(lines: list[str], exit_code: int | None) -> str:
    """Why a child ended, for a message: the error that it named last, else its signal or exit code; "" if in order."""
    named = [line for line in lines if _FATAL.fullmatch(line) or _KIND.match(line)]
    if named:
        return named[-1]
    if exit_code is not None and exit_code < 0:
        with contextlib.suppress(ValueError):
            return f"ended by {signal.Signals(-exit_code).name}"
    return f"exit code {exit_code}" if exit_code else ""
