"""The queue of trainings, one process at a time: add, observe, cancel, and clean up."""

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
from termdesk.messages.engine_messages import EngineFact, message_record
from termdesk.service.child_errors import describe_end, run_child
from termdesk.service.engines.statistical.corpus import Kind
from termdesk.service.engines.statistical.training_process import Task

log = logging.getLogger("termdesk.service")

PROCESS = "termdesk.service.engines.statistical.training_process"
SCRATCH = ".training-"
# Finished trainings stay listed until this many newer ones have finished.
MOST_REMEMBERED = 20


class TrainingJob(msgspec.Struct):
    """One training. `state` is queued, running, done, failed or cancelled; `phase`, `done` and `total` are its
    progress.
    """

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
    # Why it failed, and a remedy: in English, and as the records of the two messages.
    message: str = ""
    messages: list[dict[str, Any] | None] = []

    @property
    def is_over(self) -> bool:
        """Whether the training has ended, with whatever result."""
        return self.state not in ("queued", "running")

    def fail(self, message: str) -> None:
        """End without a model, for this reason."""
        # A response takes no message, which is a subclass of `str`.
        self.state, self.message, self.messages = "failed", str(message), [message_record(message)]


class Trainings:
    """All trainings of the service. A complete model is moved to `models`, and then `on_model` is called and
    awaited.
    """

    def __init__(self, models: Path, on_model: Callable[[], Awaitable[None]]) -> None:
        self._models = models
        self._on_model = on_model
        self._trainings: dict[str, TrainingJob] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()

    async def tidy(self) -> None:
        """Remove unfinished files of an earlier run of the service."""
        await asyncio.to_thread(_remove_scratch, self._models)

    def path_for_upload(self) -> Path:
        """Return a path for an uploaded training file; pass it to `add`, or delete it."""
        self._models.mkdir(parents=True, exist_ok=True, mode=0o700)
        return self._models / f"{SCRATCH}{secrets.token_hex(8)}.upload"

    def add(self, file: Path, *, kind: Kind, pair: LanguagePair, name: str) -> TrainingJob:
        """Queue a training; `file` is deleted when the training is over."""
        training = TrainingJob(secrets.token_hex(8), pair.source, pair.target, name)
        self._trainings[training.training_id] = training
        task = self._tasks[training.training_id] = asyncio.create_task(self._run(training, file, kind))
        # A done callback also runs if the task is cancelled before its first step.
        task.add_done_callback(lambda _: self._settle(training, file))
        over = [each.training_id for each in self._trainings.values() if each.is_over]
        for old in over[:-MOST_REMEMBERED]:
            del self._trainings[old]
        return training

    def all(self) -> list[TrainingJob]:
        """Return all trainings, newest last."""
        return list(self._trainings.values())

    async def cancel(self, training_id: str) -> bool:
        """Cancel a training, or forget a finished one; return whether the id exists."""
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
            training.fail(EngineFact.TRAINING_ENDED())
        finally:
            self._settle(training, file)

    def _settle(self, training: TrainingJob, file: Path) -> None:
        """Clean up after a training, except for its result. A training without an end state was cancelled."""
        if not training.is_over:
            training.state = "cancelled"
        self._tasks.pop(training.training_id, None)
        # Delete without awaiting, because a cancelled task must do it, too. There are only a few files.
        _remove(file)
        _remove(self._scratch_of(training))

    def _scratch_of(self, training: TrainingJob) -> Path:
        return self._models / f"{SCRATCH}{training.training_id}"


async def _train(training: TrainingJob, task: Task) -> bool:
    """Run the process and follow its messages; return whether a model was written.

    The process is killed if this task is cancelled.
    """
    async with run_child(PROCESS) as (process, errors):
        is_finished = await _follow_to_end(training, task, process)
        if not is_finished and not training.is_over:
            lines = await asyncio.to_thread(errors.finish)
            training.fail(_why(lines, process.returncode))
    return is_finished


async def _follow_to_end(training: TrainingJob, task: Task, process: asyncio.subprocess.Process) -> bool:
    """Send the task and update `training` until the process ends; return whether it reported a model."""
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
    """Explain to the user why a training ended without a model; the process's error output goes to the log."""
    for line in lines:
        log.error("training: %s", line)
    reason = describe_end(lines, exit_code)
    if not lines or "MemoryError" in reason:
        # If the system kills a process for lack of memory, the process cannot report that.
        return EngineFact.OUT_OF_MEMORY(reason=reason)
    return EngineFact.TRAINING_STOPPED(reason=reason)


async def _next(stream: asyncio.StreamReader) -> dict[str, Any]:
    """Return the next message; an empty one at the end."""
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
        training.messages = message["messages"]


def _remove_scratch(models: Path) -> None:
    for left in models.glob(f"{SCRATCH}*"):
        _remove(left)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
