"""Worker processes of the service: started when needed, limited, ended when idle, started again when they die."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
import threading
import time
from typing import Any, BinaryIO, cast

from termdesk.service.engines.errors import EngineFailed
from termdesk.service.engines.frames import read_frame, write_frame

SECONDS_A_CALL = 60.0
SECONDS_IDLE = 300.0
MOST_WORKERS = 3


class Worker:
    """One process for one language. Calls take turns; one that takes too long ends the process."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.last_used = time.monotonic()
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
        raise EngineFailed(
            f"The checker for {self.language} stopped working on this text.", remedy="Try a part of the text."
        )

    @property
    def is_idle(self) -> bool:
        return not self._lock.locked()

    def close(self) -> None:
        with self._lock:
            self._end()

    def _asked(self, request: dict[str, Any]) -> dict[str, Any]:
        process = self._process or self._start()
        guard = threading.Timer(SECONDS_A_CALL, process.kill)
        guard.start()
        try:
            write_frame(cast(BinaryIO, process.stdin), request)
            answer = read_frame(cast(BinaryIO, process.stdout))
        finally:
            guard.cancel()
        return cast(dict[str, Any], answer)

    def _start(self) -> subprocess.Popen[bytes]:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "termdesk.service.engines.worker", self.language],
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
    """The workers in use, at most `MOST_WORKERS`: their memory does not come back but by their end."""

    def __init__(self) -> None:
        self._workers: dict[str, Worker] = {}

    async def ask(self, language: str, request: dict[str, Any]) -> dict[str, Any]:
        worker = self._workers.get(language)
        if worker is None:
            await self._make_room()
            worker = self._workers[language] = Worker(language)
        answer = await asyncio.to_thread(worker.ask, request)
        if "failed" in answer:
            raise EngineFailed(
                f"The checker for {language} failed on this text ({answer['failed']}).", remedy="Try a part of it."
            )
        return answer

    async def _make_room(self) -> None:
        idle = sorted((each for each in self._workers.values() if each.is_idle), key=lambda each: each.last_used)
        for worker in idle[: max(0, len(self._workers) - MOST_WORKERS + 1)]:
            del self._workers[worker.language]
            await asyncio.to_thread(worker.close)

    async def end_idle(self) -> None:
        """End the workers that nobody has asked for a while."""
        before = time.monotonic() - SECONDS_IDLE
        for worker in [each for each in self._workers.values() if each.is_idle and each.last_used < before]:
            del self._workers[worker.language]
            await asyncio.to_thread(worker.close)

    async def close(self) -> None:
        workers, self._workers = list(self._workers.values()), {}
        await asyncio.gather(*(asyncio.to_thread(worker.close) for worker in workers))
