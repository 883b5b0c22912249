"""Worker processes of the service: started on demand, limited, ended when idle, restarted when they die."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, BinaryIO, cast

import psutil

from termdesk.service.child_errors import ErrorTail, describe_end
from termdesk.service.engines.errors import EngineFailed
from termdesk.service.engines.workers.frames import read_frame, write_frame

log = logging.getLogger("termdesk.service")

SECONDS_A_CALL = 60.0
SECONDS_IDLE = 300.0
# For workers in use, for example for the language shown in a window: restarting them would be noticed.
SECONDS_IDLE_IN_USE = 3_600.0
MOST_WORKERS = 8
# The memory limit for all workers together: this, or a share of the computer's memory if that is larger. The rules of
# one language take up to 600 MB, which only ending the process releases.
LEAST_BYTES = 1_500_000_000
SHARE_OF_MEMORY = 0.25


class Worker:
    """One worker process: a module that answers frames on its pipes. Calls take turns; a call that takes too long ends
    it.

    `name` identifies it in messages, as in “the checker for de”. `python -m` runs the module with `arguments`; it must
    end when its input ends.
    """

    def __init__(self, name: str, module: str, *arguments: str, seconds_a_call: float = SECONDS_A_CALL) -> None:
        self.name = name
        self.last_used = time.monotonic()
        self._command = [sys.executable, "-P", "-m", module, *arguments]
        self._seconds_a_call = seconds_a_call
        self._process: subprocess.Popen[bytes] | None = None
        self._errors: ErrorTail | None = None
        self._lock = threading.Lock()
        self._is_stopped = False

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Send a request and wait for the response. Raises EngineFailed if the worker dies twice or was stopped."""
        with self._lock:
            self.last_used = time.monotonic()
            reason = ""
            for _attempt in range(2):
                if self._is_stopped:
                    break
                try:
                    return self._ask(request)
                except (OSError, EOFError):
                    reason = self._end()
                    log.warning("The %s ended: %s", self.name, reason)
                finally:
                    self.last_used = time.monotonic()
        raise EngineFailed(
            f"The {self.name} stopped working on this text ({reason}).", remedy="Try a part of the text."
        )

    @property
    def is_idle(self) -> bool:
        """Whether no request is running."""
        return not self._lock.locked()

    @property
    def resident_bytes(self) -> int:
        """The memory that the process uses now; 0 if it does not run."""
        process = self._process
        if process is None:
            return 0
        try:
            return psutil.Process(process.pid).memory_info().rss
        except psutil.Error:
            return 0

    def close(self) -> None:
        """End the process after its current request."""
        with self._lock:
            self._end()

    def stop(self) -> None:
        """End the process at once, even during a request, and never start it again."""
        self._is_stopped = True
        if (process := self._process) is not None:
            process.kill()
        self.close()

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        process = self._process or self._start()
        guard = threading.Timer(self._seconds_a_call, process.kill)
        guard.start()
        try:
            write_frame(cast(BinaryIO, process.stdin), request)
            answer = read_frame(cast(BinaryIO, process.stdout))
        finally:
            guard.cancel()
        return cast(dict[str, Any], answer)

    def _start(self) -> subprocess.Popen[bytes]:
        errors = ErrorTail()
        try:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors.descriptor
            )
        except OSError:
            errors.finish()
            raise
        errors.follow()
        self._errors = errors
        if self._is_stopped:
            # `stop` was called before the process existed.
            self._process.kill()
        return self._process

    def _end(self) -> str:
        """End the process if it runs; return why it had ended, as far as it reported that."""
        process, self._process = self._process, None
        if process is None:
            return ""
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                if pipe is not None:
                    pipe.close()
        process.kill()
        process.wait()
        lines = self._errors.finish() if self._errors else []
        for line in lines:
            log.warning("%s: %s", self.name, line)
        return describe_end(lines, process.returncode)


class Workers:
    """The running workers, limited in number and total memory; the one idle longest is ended to make room."""

    def __init__(self, *, most_bytes: int | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._workers: dict[str, Worker] = {}
        self._in_use: frozenset[str] = frozenset()
        self._most_bytes = most_bytes or max(LEAST_BYTES, int(psutil.virtual_memory().total * SHARE_OF_MEMORY))
        self._clock = clock

    async def ask(self, name: str, module: str, *arguments: str, request: dict[str, Any]) -> dict[str, Any]:
        """Send a request to the worker of this name, and start it if necessary.

        Raises EngineFailed if it dies twice, or responds that it `failed` on this request.
        """
        worker = self._workers.get(name)
        if worker is None:
            await self._make_room()
            worker = self._workers.setdefault(name, Worker(name, module, *arguments))
        answer = await asyncio.to_thread(worker.ask, request)
        await self._keep_within_memory(worker)
        if "failed" in answer:
            raise EngineFailed(f"The {name} failed on this text ({answer['failed']}).", remedy="Try a part of it.")
        return answer

    def keep(self, names: Iterable[str]) -> None:
        """Set the workers in use, running or not: they may idle longer and are ended last to make room."""
        self._in_use = frozenset(names)

    def resident_bytes(self) -> dict[str, int]:
        """Return the memory of each running worker, by name."""
        return {name: size for name, worker in list(self._workers.items()) if (size := worker.resident_bytes)}

    async def end(self, name: str) -> None:
        """End one worker, for example when its model is deleted. Does nothing if no worker has this name."""
        worker = self._workers.pop(name, None)
        if worker is not None:
            await asyncio.to_thread(worker.close)

    async def end_idle(self) -> None:
        """End workers that were not used for a while."""
        now = self._clock()
        for worker in self._idle_workers():
            if worker.last_used < now - (SECONDS_IDLE_IN_USE if worker.name in self._in_use else SECONDS_IDLE):
                await self.end(worker.name)

    async def close(self) -> None:
        """End all worker processes, even during requests: the service ends, and nobody waits for them."""
        workers, self._workers = list(self._workers.values()), {}
        await asyncio.gather(*(asyncio.to_thread(worker.stop) for worker in workers))

    async def _make_room(self) -> None:
        for worker in self._idle_workers()[: max(0, len(self._workers) - MOST_WORKERS + 1)]:
            await self.end(worker.name)

    async def _keep_within_memory(self, used: Worker) -> None:
        """End idle workers until the rest fits in memory. A worker that alone exceeds the limit is ended, too."""
        others = [each for each in self._idle_workers() if each is not used]
        while sum(self.resident_bytes().values()) > self._most_bytes:
            if not others:
                if used.resident_bytes > self._most_bytes and used.is_idle:
                    await self.end(used.name)
                return
            await self.end(others.pop(0).name)

    def _idle_workers(self) -> list[Worker]:
        """Return idle workers in the order in which to end them: those in use last, otherwise longest idle first."""
        idle = (each for each in self._workers.values() if each.is_idle)
        return sorted(idle, key=lambda each: (each.name in self._in_use, each.last_used))
