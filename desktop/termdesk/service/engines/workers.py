"""Worker processes of the service: started when needed, limited, ended when idle, started again when they die."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
import threading
import time
from typing import Any, BinaryIO, cast

import psutil

from termdesk.service.engines.errors import EngineFailed
from termdesk.service.engines.frames import read_frame, write_frame

SECONDS_A_CALL = 60.0
SECONDS_IDLE = 300.0
MOST_WORKERS = 4
# For all workers together. The rules of one language take up to 600 MB, and none of it comes back but by the end.
MOST_BYTES = 1_500_000_000


class Worker:
    """One process: a module that answers frames on its pipes. Calls take turns; one that takes too long ends it.

    `name` says in messages what it is, as in “the checker for de”. The module is run with `arguments` by
    `python -m`; it must end when its input ends.
    """

    def __init__(self, name: str, module: str, *arguments: str, seconds_a_call: float = SECONDS_A_CALL) -> None:
        self.name = name
        self.last_used = time.monotonic()
        self._command = [sys.executable, "-P", "-m", module, *arguments]
        self._seconds_a_call = seconds_a_call
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Send a request and wait for its answer. Raises EngineFailed where the worker dies twice."""
        with self._lock:
            self.last_used = time.monotonic()
            for _attempt in range(2):
                try:
                    return self._asked(request)
                except (OSError, EOFError):
                    self._end()
                finally:
                    self.last_used = time.monotonic()
        raise EngineFailed(f"The {self.name} stopped working on this text.", remedy="Try a part of the text.")

    @property
    def is_idle(self) -> bool:
        return not self._lock.locked()

    @property
    def resident_bytes(self) -> int:
        """The memory that the process holds now; 0 where it does not run."""
        process = self._process
        if process is None:
            return 0
        try:
            return psutil.Process(process.pid).memory_info().rss
        except psutil.Error:
            return 0

    def close(self) -> None:
        with self._lock:
            self._end()

    def _asked(self, request: dict[str, Any]) -> dict[str, Any]:
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
        self._process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                if pipe is not None:
                    pipe.close()
        process.kill()
        process.wait()


class Workers:
    """The workers in use, few enough and small enough together; the one that rested longest makes room."""

    def __init__(self) -> None:
        self._workers: dict[str, Worker] = {}

    async def ask(self, name: str, module: str, *arguments: str, request: dict[str, Any]) -> dict[str, Any]:
        """Ask the worker of this name, started where it does not run.

        Raises EngineFailed where it dies twice, or answers that it `failed` on this request.
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

    def resident_bytes(self) -> dict[str, int]:
        """The memory of each worker that runs, by its name."""
        return {name: size for name, worker in list(self._workers.items()) if (size := worker.resident_bytes)}

    async def end(self, name: str) -> None:
        """End one worker, as when what it serves is taken away; it is no fault where none of this name runs."""
        worker = self._workers.pop(name, None)
        if worker is not None:
            await asyncio.to_thread(worker.close)

    async def end_idle(self) -> None:
        """End the workers that nobody has asked for a while."""
        before = time.monotonic() - SECONDS_IDLE
        for worker in [each for each in self._resting() if each.last_used < before]:
            await self.end(worker.name)

    async def close(self) -> None:
        workers, self._workers = list(self._workers.values()), {}
        await asyncio.gather(*(asyncio.to_thread(worker.close) for worker in workers))

    async def _make_room(self) -> None:
        for worker in self._resting()[: max(0, len(self._workers) - MOST_WORKERS + 1)]:
            await self.end(worker.name)

    async def _keep_within_memory(self, used: Worker) -> None:
        """End others that rest until all fit; one that is too large alone ends as well, and starts anew small."""
        others = [each for each in self._resting() if each is not used]
        while sum(self.resident_bytes().values()) > MOST_BYTES:
            if not others:
                if used.resident_bytes > MOST_BYTES and used.is_idle:
                    await self.end(used.name)
                return
            await self.end(others.pop(0).name)

    def _resting(self) -> list[Worker]:
        return sorted((each for each in self._workers.values() if each.is_idle), key=lambda each: each.last_used)
