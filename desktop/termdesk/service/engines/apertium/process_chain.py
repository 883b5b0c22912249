"""A chain of processes, each reading the output of the one before; messages go through in order, ended by NUL."""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import time
from collections.abc import Sequence

import psutil

from termdesk.service.engines.apertium.modes import Command


class ProcessChain:
    """The running processes of a list of commands. Only `kill` may be called from another thread."""

    def __init__(self, commands: Sequence[Command]) -> None:
        self._commands = commands
        self.processes: list[subprocess.Popen[bytes]] = []
        self._is_killed = False
        self._code: int | None = None

    @property
    def is_running(self) -> bool:
        """Whether the processes are running."""
        return bool(self.processes)

    @property
    def resident_bytes(self) -> int:
        """The private memory of these processes. Shared memory would be counted once for each."""
        return sum(_own_bytes(process.pid) for process in self.processes)

    def start(self, errors: int) -> None:
        """Start the processes; `errors` is the file descriptor for their error stream. Raises OSError."""
        self._is_killed, self._code = False, None
        previous = None
        for command in self._commands:
            # A separate process group, so that grandchildren can be ended, too.
            process = subprocess.Popen(
                command,
                stdin=previous if previous is not None else subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                bufsize=0,
                start_new_session=True,
            )
            if previous is not None:
                previous.close()
            previous = process.stdout
            self.processes.append(process)
        first = self.processes[0].stdin
        assert first is not None
        os.set_blocking(first.fileno(), False)

    def ask(self, message: str, deadline: float) -> str:
        """Send a message, return the response. Raises OSError if a process ended, TimeoutError after the deadline."""
        [answer] = self.ask_all([message], deadline)
        return answer

    def ask_all(self, messages: Sequence[str], deadline: float) -> list[str]:
        """Send several messages in one go, return the response to each. Raises OSError and TimeoutError as `ask`."""
        first, last = self.processes[0].stdin, self.processes[-1].stdout
        assert first is not None
        assert last is not None
        to_write, to_read = first.fileno(), last.fileno()
        rest, chunks, open_answers = "".join(f"{message}\0" for message in messages).encode(), [], len(messages)
        # Most messages fit into the pipe. Asking first whether it has room would double the time.
        with contextlib.suppress(BlockingIOError):
            rest = rest[os.write(to_write, rest) :]
        # Alternate writing and reading, because the processes write before they have read all of a long message.
        while open_answers > 0:
            writing = [to_write] if rest else []
            readable, writable, _ = select.select([to_read], writing, [], max(0.0, deadline - time.monotonic()))
            if not (readable or writable):
                raise TimeoutError
            if writable:
                rest = rest[os.write(to_write, rest[:65_536]) :]
            if readable:
                chunk = os.read(to_read, 65_536)
                if not chunk:
                    raise BrokenPipeError
                chunks.append(chunk)
                open_answers -= chunk.count(b"\0")
        *answers, rest_of_answers = b"".join(chunks).decode("utf-8", "replace").split("\0")
        if rest_of_answers or len(answers) != len(messages):
            # The answers do not match the messages. From here on, answers would be assigned to the wrong messages.
            raise BrokenPipeError
        return answers

    def kill(self) -> None:
        """Kill the processes, so that a thread waiting for a response gets an OSError; call `end` later."""
        if not self._is_killed:
            self._is_killed = True
            self._code = next((code for process in self.processes if (code := process.poll())), None)
        for process in self.processes:
            process.kill()

    def end(self) -> int | None:
        """End the processes; return the exit code of the first that had already ended, None if all were running."""
        self.kill()
        for process in self.processes:
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()
        for process in self.processes:
            process.wait()
        self.processes = []
        return self._code


def _own_bytes(pid: int) -> int:
    try:
        found = psutil.Process(pid).memory_info()
    except psutil.Error:
        return 0
    return int(found.rss - getattr(found, "shared", 0))
