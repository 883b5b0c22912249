"""The processes of a pipeline from start to end; each thread can have sentences in it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from heapq import heappop, heappush
from itertools import count

from termdesk.service.child_errors import ErrorTail, describe_end
from termdesk.service.engines.apertium.modes import Command
from termdesk.service.engines.apertium.process_chain import ProcessChain


class Turns:
    """A lock for threads with work of different sizes. Small work goes first, but each thread is overtaken fewer than
    `size` times.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._numbers = count()
        self._waiting: list[tuple[int, int]] = []
        self._is_taken = False

    @contextmanager
    def take(self, size: int) -> Iterator[None]:
        """Wait for a turn, and hold the lock."""
        with self._changed:
            number = next(self._numbers)
            turn = number + size, number
            heappush(self._waiting, turn)
            while self._is_taken or self._waiting[0] != turn:
                self._changed.wait()
            heappop(self._waiting)
            self._is_taken = True
        try:
            yield
        finally:
            with self._changed:
                self._is_taken = False
                self._changed.notify_all()


class RunningStages:
    """The parts of a pipeline. Several threads can use it, because each part works for one thread at a time."""

    def __init__(self, parts: Sequence[Sequence[Command]]) -> None:
        """Start all processes. Raises OSError."""
        self._chains = [ProcessChain(commands) for commands in parts]
        self._turns = [Turns() for _ in parts]
        self._errors = ErrorTail()
        self._killing = threading.Lock()
        self._is_killed = False
        # Until the first response the stages may still be reading their dictionaries.
        self.has_answered = False
        try:
            for chain in self._chains:
                chain.start(self._errors.descriptor)
        except OSError:
            self.end()
            raise
        self._errors.follow()

    def note_answer(self) -> None:
        """Note that the stages have responded, so they have read their dictionaries."""
        self.has_answered = True

    def ask(self, part: int, message: str, seconds: float) -> str:
        """Return the response of a part; the time limit starts when the part is free. A failure kills all parts.

        Raises OSError or TimeoutError.
        """
        [answer] = self.ask_all(part, [message], seconds)
        return answer

    def ask_all(self, part: int, messages: Sequence[str], seconds: float) -> list[str]:
        """Return the responses of a part to messages sent in one go; all within the time limit. Raises as `ask`."""
        with self._turns[part].take(len(messages)):
            if self._is_killed:
                raise BrokenPipeError
            try:
                return self._chains[part].ask_all(messages, time.monotonic() + seconds)
            except (OSError, TimeoutError):
                # Kill them before the next thread's turn, which would take the late response for its own.
                self.kill()
                raise

    @property
    def resident_bytes(self) -> int:
        """The private memory of all processes."""
        return sum(chain.resident_bytes for chain in self._chains)

    @property
    def process_ids(self) -> list[int]:
        """The ids of all processes."""
        return [process.pid for chain in self._chains for process in chain.processes]

    def kill(self) -> None:
        """Kill all processes: threads that wait for them get an OSError. Call `end` when no thread waits any more."""
        with self._killing:
            self._is_killed = True
            for chain in self._chains:
                chain.kill()

    def end(self) -> str:
        """End all processes; return why the first dead one had ended, or else that they were too slow."""
        self.kill()
        codes = [chain.end() for chain in self._chains]
        code = next((code for code in codes if code), None)
        return describe_end(self._errors.finish(), code) or "it took too long"


class SharedStages:
    """Shares the stages of a pipeline among threads. They start for the first thread, and end on failure or by `end`.

    A thread must not close a pipe that another thread waits for, because the system would reuse its number for the next
    pipe. So broken stages are killed at once, and ended by the last thread that leaves them.
    """

    def __init__(self, parts: Sequence[Sequence[Command]]) -> None:
        self._parts = parts
        self._current: RunningStages | None = None
        self._users: dict[RunningStages, int] = {}
        self._is_held = False
        self._holding = 0
        self._changed = threading.Condition()

    @property
    def current(self) -> RunningStages | None:
        """The stages that run now, or None."""
        return self._current

    @contextmanager
    def use(self) -> Iterator[RunningStages]:
        """Yield the running stages, shared with other threads. An OSError or TimeoutError ends them for all threads."""
        with self._changed:
            while self._is_held or self._holding:
                self._changed.wait()
            stages = self._enter()
        try:
            yield stages
        except (OSError, TimeoutError):
            self._discard(stages)
            raise
        finally:
            self._leave(stages)

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Wait until no thread uses the stages, and keep others out; needed for `alone` and `end`."""
        with self._changed:
            self._holding += 1
            try:
                while self._is_held or self._users:
                    self._changed.wait()
                self._is_held = True
            finally:
                self._holding -= 1
        try:
            yield
        finally:
            with self._changed:
                self._is_held = False
                self._changed.notify_all()

    def alone(self) -> RunningStages:
        """Return the running stages for the thread that holds them; start them if necessary. Raises OSError."""
        if self._current is None:
            self._current = RunningStages(self._parts)
        return self._current

    def end(self) -> str:
        """End the stages, in the thread that holds them; return why they had ended."""
        stages, self._current = self._current, None
        return stages.end() if stages else "it did not start"

    def _enter(self) -> RunningStages:
        stages = self.alone()
        self._users[stages] = self._users.get(stages, 0) + 1
        return stages

    def _discard(self, stages: RunningStages) -> None:
        with self._changed:
            if self._current is stages:
                self._current = None
        stages.kill()

    def _leave(self, stages: RunningStages) -> None:
        with self._changed:
            self._users[stages] -= 1
            is_last = not self._users[stages]
            if is_last and stages is not self._current:
                stages.end()
            if is_last:
                del self._users[stages]
                self._changed.notify_all()
