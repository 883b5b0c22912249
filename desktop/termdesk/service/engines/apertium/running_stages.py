"""The processes of a pipeline from one start to their end, with as many sentences on their way as there are threads."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from termdesk.service.child_errors import ErrorTail, describe_end
from termdesk.service.engines.apertium.modes import Command
from termdesk.service.engines.apertium.process_chain import ProcessChain


class RunningStages:
    """The parts of a pipeline, each with one sentence at a time, so that the next one follows while it goes on."""

    def __init__(self, parts: Sequence[Sequence[Command]]) -> None:
        """Start all processes. Raises OSError."""
        self._chains = [ProcessChain(commands) for commands in parts]
        self._turns = [threading.Lock() for _ in parts]
        self._errors = ErrorTail()
        self._killing = threading.Lock()
        self._is_killed = False
        # Until then they may still be reading their dictionaries.
        self.has_answered = False
        try:
            for chain in self._chains:
                chain.start(self._errors.descriptor)
        except OSError:
            self.end()
            raise
        self._errors.follow()

    def ask(self, part: int, message: str, seconds: float) -> str:
        """The answer of a part, which has this time once it is free; all are killed where it has none.

        Raises OSError or TimeoutError.
        """
        with self._turns[part]:
            if self._is_killed:
                raise BrokenPipeError
            try:
                return self._chains[part].ask(message, time.monotonic() + seconds)
            except (OSError, TimeoutError):
                # Before the next one has its turn: it would take the answer that comes too late for its own.
                self.kill()
                raise

    @property
    def resident_bytes(self) -> int:
        """The memory of all processes that is theirs alone."""
        return sum(chain.resident_bytes for chain in self._chains)

    @property
    def process_ids(self) -> list[int]:
        """The ids of all processes."""
        return [process.pid for chain in self._chains for process in chain.processes]

    def kill(self) -> None:
        """Kill all processes: whoever waits for them gets an OSError. `end` comes when nobody does any more."""
        with self._killing:
            self._is_killed = True
            for chain in self._chains:
                chain.kill()

    def end(self) -> str:
        """End all processes; gives why the first of them that was dead had ended, else that they were too slow."""
        self.kill()
        codes = [chain.end() for chain in self._chains]
        code = next((code for code in codes if code), None)
        return describe_end(self._errors.finish(), code) or "it took too long"


class SharedStages:
    """The stages of a pipeline for many threads: started for the first, ended when they fail, or when nobody is left.

    A thread closes no pipe that another one waits for: the system would give its number to the next pipe. So broken
    stages are killed at once, and ended by the last thread that leaves them.
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
        """What runs now."""
        return self._current

    @contextmanager
    def use(self) -> Iterator[RunningStages]:
        """The running stages, beside other threads. An OSError or a TimeoutError ends them, for all who use them."""
        with self._changed:
            while self._is_held or self._holding:
                self._changed.wait()
            stages = self._entered()
        try:
            yield stages
        except (OSError, TimeoutError):
            self._discard(stages)
            raise
        finally:
            self._leave(stages)

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Wait until nobody uses the stages, and let nobody in; for `alone` and `end`."""
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
        """The running stages for the thread that holds them. Raises OSError."""
        if self._current is None:
            self._current = RunningStages(self._parts)
        return self._current

    def end(self) -> str:
        """End the stages, for the thread that holds them; gives why they had ended."""
        stages, self._current = self._current, None
        return stages.end() if stages else "it did not start"

    def _entered(self) -> RunningStages:
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
