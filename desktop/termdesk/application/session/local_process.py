"""The local service as a child process: start it, communicate over pipes, stop it with this program."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import secrets
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import termdesk
from termdesk.application.failures import LocalServiceFailed
from termdesk.application.redaction import keep_out, redact
from termdesk.messages.connection_messages import LocalServiceMessage
from termdesk.messages.message import Message

T = TypeVar("T")

log = logging.getLogger(__name__)

# The start usually takes two seconds. A computer that is swapping may need more.
SECONDS_TO_START = 30.0
# The total stays below the two seconds in which the program must end.
SECONDS_TO_END = 1.0
SECONDS_TO_END_BY_SIGNAL = 0.5
LARGEST_LOG = 1_048_576


@dataclass(frozen=True, slots=True)
class Address:
    """The address of the running service and its key, which is valid only for this run."""

    url: str
    key: str


class LocalProcess:
    """One run of the service. If this program dies, the service ends too, because its standard input is closed.

    It receives a key of 32 random bytes over the pipe; the key is in no file, argument or environment variable. Its
    standard error goes to `log_path`.
    """

    def __init__(self, *, data: Path, log_path: Path, options: Sequence[str] = ()) -> None:
        self._data = data
        self._options = options
        self._log_path = log_path
        self._log_start = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._loop = asyncio.get_running_loop()
        self._first_line: asyncio.Future[bytes] = self._loop.create_future()
        self.ended: asyncio.Future[int] = self._loop.create_future()

    async def start(self) -> Address:
        """Start the service and wait until it accepts requests. If it raises LocalServiceFailed, nothing is running."""
        key = secrets.token_urlsafe(32)
        keep_out(key)
        try:
            self._launch(key)
        except OSError as error:
            raise self._failure(LocalServiceMessage.NOT_STARTED(reason=str(error.strerror))) from error
        try:
            async with asyncio.timeout(SECONDS_TO_START):
                line = await asyncio.shield(self._first_line)
            return Address(url=json.loads(line)["url"], key=key)
        except TimeoutError:
            await self.stop()
            raise self._failure(LocalServiceMessage.NOT_READY(round(SECONDS_TO_START))) from None
        except (ValueError, KeyError, TypeError):
            await self.stop()
            code = await self.ended
            raise self._failure(LocalServiceMessage.ENDED_AT_ONCE(code=code, reason=self._last_words())) from None
        except asyncio.CancelledError:
            await self.stop()
            raise

    async def stop(self) -> None:
        """Stop the service within 2 s: close its input, then terminate it, then kill it.

        Does nothing if it has ended.
        """
        process = self._process
        if process is None:
            return
        with contextlib.suppress(OSError):
            process.stdin.close()  # type: ignore[union-attr]  # it was opened as a pipe
        for seconds, harder in (
            (SECONDS_TO_END, process.terminate),
            (SECONDS_TO_END_BY_SIGNAL, process.kill),
        ):
            await asyncio.wait({self.ended}, timeout=seconds)
            if self.ended.done():
                return
            harder()
        await asyncio.wait({self.ended}, timeout=SECONDS_TO_END_BY_SIGNAL)

    @property
    def pid(self) -> int | None:
        """The process id; None if the process was not started."""
        return self._process.pid if self._process else None

    def _launch(self, key: str) -> None:
        with _log_file(self._log_path) as errors:
            self._log_start = self._log_path.stat().st_size if self._log_path.exists() else 0
            self._process = subprocess.Popen(
                self._command(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                env=_environment(),
                # Ctrl+C in the terminal must reach only the window, which then stops the service properly.
                start_new_session=os.name == "posix",
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        threading.Thread(target=self._watch, args=(self._process,), name="local service", daemon=True).start()
        # If the process has already ended, the pipe is broken. The log says why the process ended.
        with contextlib.suppress(OSError):
            self._process.stdin.write(key.encode("ascii") + b"\n")  # type: ignore[union-attr]  # a pipe
            self._process.stdin.flush()  # type: ignore[union-attr]

    def _command(self) -> Sequence[str]:
        # -P: never import a file from the current folder instead of a library.
        start = [sys.executable, "-P", "-m", "termdesk", "serve"]
        return [*start, "--port", "0", "--with-parent", "--key-from-stdin", *self._own_options()]

    def _own_options(self) -> Sequence[str]:
        return ["--data", str(self._data), "--log", str(self._log_path), *self._options]

    def _watch(self, process: subprocess.Popen[bytes]) -> None:
        """Wait for the process in a thread, because event loops differ in how they wait for processes."""
        assert process.stdout is not None
        with process.stdout:
            line = process.stdout.readline()
            self._tell(lambda: _settle(self._first_line, line))
            while process.stdout.read(65_536):
                continue
        code = process.wait()
        self._tell(lambda: _settle(self.ended, code))

    def _tell(self, report: Callable[[], None]) -> None:
        # The loop is closed if the program ended without waiting.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(report)

    def _failure(self, message: Message) -> LocalServiceFailed:
        return LocalServiceFailed(message, log=str(self._log_path))

    def _last_words(self) -> str:
        """Return the last line that this run wrote to the log; it says why the run ended."""
        try:
            content = self._log_path.read_bytes()
            # If the file is shorter than before, a new log was started meanwhile.
            output = content[self._log_start if self._log_start <= len(content) else 0 :].decode("utf-8", "replace")
        except OSError:
            return ""
        # The interpreter's messages about its own end follow the cause.
        lines = output.partition("Fatal Python error")[0].split("\n")
        return redact(next((line.strip() for line in reversed(lines) if line.strip()), ""))[:300]


def _settle(future: asyncio.Future[T], value: T) -> None:
    if not future.done():
        future.set_result(value)


def _environment() -> dict[str, str]:
    """Return the environment with the location of this package first in PYTHONPATH."""
    own = str(Path(termdesk.__file__).parents[1])
    paths = [own, *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in paths if path)}


@contextlib.contextmanager
def _log_file(path: Path) -> Iterator[int]:
    """Open the log for appending, readable only by this user. A large log is renamed and kept."""
    try:
        if path.exists() and path.stat().st_size > LARGEST_LOG:
            path.replace(path.with_name(path.name + ".old"))
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    except OSError as error:
        log.warning("The local service has no log: %s", error.strerror)
        yield subprocess.DEVNULL
        return
    try:
        yield descriptor
    finally:
        os.close(descriptor)
