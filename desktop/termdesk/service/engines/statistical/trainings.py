"""Trainings one after the other, each a process: added, watched, cancelled, and cleaned up after."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec

from termdesk.domain.language.language import LanguagePair
from termdesk.service.child_errors import describe_end, run_child
from termdesk.service.engines.statistical.corpus import Kind
from termdesk.service.engines.statistical.training_process import Task

log = logging.getLogger("termdesk.service")

PROCESS = "termdesk.service.engines.statistical.training_process"
SCRATCH = ".training-"
# Finished trainings stay listed until this many newer ones have finished.
MOST_REMEMBERED = 20


class TrainingJob(msgspec.Struct):
    """One training. `state` is queued, running, done, failed or cancelled; `phase`, `done` and `total` say how far."""

    training_id: str
    source_lang: str
    target_lang: str
    name: str
    state: str = "queued"
    phase: str = ""
    done: int = 0
    total: int = 0
    segments: int = 0
    left_out: dict[str, int] = {}
    message: str = ""

    @property
    def is_over(self) -> bool:
        """Whether the training has ended, in whatever way."""
        return self.state not in ("queued", "running")


class Trainings:
    """All trainings of the service. A model appears whole in `models` or not at all; then `on_model` is awaited."""

    def __init__(self, models: Path, on_model: Callable[[], Awaitable[None]]) -> None:
        self._models = models
        self._on_model = on_model
        self._trainings: dict[str, TrainingJob] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()

    async def tidy(self) -> None:
        """Remove what an earlier run of the service left half-done."""
        await asyncio.to_thread(_remove_scratch, self._models)

    def place_for_upload(self) -> Path:
        """Where a file to learn from is written first; hand it to `add`, or delete it."""
        self._models.mkdir(parents=True, exist_ok=True, mode=0o700)
        return self._models / f"{SCRATCH}{secrets.token_hex(8)}.upload"

    def add(self, file: Path, *, kind: Kind, pair: LanguagePair, name: str) -> TrainingJob:
        """Queue a training; `file` is deleted when it is over."""
        training = TrainingJob(secrets.token_hex(8), pair.source, pair.target, name)
        self._trainings[training.training_id] = training
        task = self._tasks[training.training_id] = asyncio.create_task(self._run(training, file, kind))
        # Also where it is cancelled before its first step.
        task.add_done_callback(lambda _: self._settle(training, file))
        over = [each.training_id for each in self._trainings.values() if each.is_over]
        for old in over[:-MOST_REMEMBERED]:
            del self._trainings[old]
        return training

    def all(self) -> list[TrainingJob]:
        """The newest last."""
        return list(self._trainings.values())

    async def cancel(self, training_id: str) -> bool:
        """End a training, or forget one that is over; says whether there is one of this id."""
        training = self._trainings.get(training_id)
        if training is None:
            return False
        if training.is_over:
            del self._trainings[training_id]
            return True
        await self._end(training_id)
        return True

    async def close(self) -> None:
        """Cancel all trainings."""
        for training_id in list(self._tasks):
            await self._end(training_id)

    async def _end(self, training_id: str) -> None:
        task = self._tasks.get(training_id)
        if task is not None:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _run(self, training: TrainingJob, file: Path, kind: Kind) -> None:
        folder = self._models / f"trained-{training.source_lang}-{training.target_lang}-{training.training_id}"
        scratch = self._scratch_of(training)
        task = Task(
            str(file), kind, training.source_lang, training.target_lang, training.name, str(scratch), str(folder)
        )
        try:
            async with self._turn:
                training.state = "running"
                if await _train(training, task):
                    training.phase = "trying"
                    await self._on_model()
                    training.state = "done"
        except Exception:
            log.exception("a training ended by an error of this program")
            training.state, training.message = "failed", "The training ended by an error of this program."
        finally:
            self._settle(training, file)

    def _settle(self, training: TrainingJob, file: Path) -> None:
        """Clean up after a training, except for its result. A training that has not ended by itself was cancelled."""
        if not training.is_over:
            training.state = "cancelled"
        self._tasks.pop(training.training_id, None)
        # Not awaited: this must also be done where the task is cancelled. The files are few.
        _remove(file)
        _remove(self._scratch_of(training))

    def _scratch_of(self, training: TrainingJob) -> Path:
        return self._models / f"{SCRATCH}{training.training_id}"


async def _train(training: TrainingJob, task: Task) -> bool:
    """Run the process to its end, following what it tells; says whether there is a model now.

    The process is killed where we are cancelled.
    """
    async with run_child(PROCESS) as (process, errors):
        is_finished = await _follow_to_end(training, task, process)
        if not is_finished and not training.is_over:
            lines = await asyncio.to_thread(errors.finish)
            training.state, training.message = "failed", _why(lines, process.returncode)
    return is_finished


async def _follow_to_end(training: TrainingJob, task: Task, process: asyncio.subprocess.Process) -> bool:
    """Hand the task over and keep `training` up to date until the process ends; says whether it told of a model."""
    assert process.stdin is not None
    assert process.stdout is not None
    is_finished = False
    data = msgspec.msgpack.encode(task)
    process.stdin.write(len(data).to_bytes(4, "big") + data)
    while message := await _next(process.stdout):
        _follow(training, message)
        is_finished = is_finished or "finished" in message
    await process.wait()
    return is_finished


def _why(lines: list[str], exit_code: int | None) -> str:
    """What the user reads of a training that ended without a model; the lines of the process go to the log."""
    for line in lines:
        log.error("training: %s", line)
    reason = describe_end(lines, exit_code)
    if not lines or "MemoryError" in reason:
        # Where the system kills a process for its memory, it says nothing.
        return f"The training stopped ({reason}); there may not be enough memory for so large a file."
    return f"The training stopped by an error of this program: {reason}. The log of the local service has more."


async def _next(stream: asyncio.StreamReader) -> dict[str, Any]:
    """The next message; empty at the end."""
    try:
        size = int.from_bytes(await stream.readexactly(4), "big")
        message: dict[str, Any] = msgspec.msgpack.decode(await stream.readexactly(size))
    except asyncio.IncompleteReadError:
        return {}
    return message


def _follow(training: TrainingJob, message: dict[str, Any]) -> None:
    if "phase" in message:
        training.phase, training.done, training.total = message["phase"], message["done"], message["total"]
    elif "segments" in message:
        training.segments, training.left_out = message["segments"], message["left_out"]
    elif "refused" in message:
        training.state, training.message = "failed", f"{message['refused']} {message['remedy']}".strip()


def _remove_scratch(models: Path) -> None:
    for left in models.glob(f"{SCRATCH}*"):
        _remove(left)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
