"""A process that trains an engine at the lowest priority and reports its progress.

It writes a complete model or nothing.

Run as `python -m termdesk.service.engines.statistical.training_process` with one frame of `Task` on standard input.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from termdesk.domain.errors import TermdeskError
from termdesk.domain.language.language import LanguagePair
from termdesk.messages.engine_messages import EngineFact, message_record
from termdesk.service.engines.statistical.corpus import Kind, read_corpus
from termdesk.service.engines.workers.frames import read_frame, write_frame
from termdesk.service.engines.workers.worker_loop import limit_resources

NICENESS = 19


class Task(msgspec.Struct):
    """What to train: a `file` of a kind; the model is written to `scratch`, then moved to `folder` beside it."""

    file: str
    kind: Kind
    source: str
    target: str
    name: str
    scratch: str
    folder: str


def main() -> None:
    """Run the training described on standard input, and report on standard output."""
    progress_stream = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    limit_resources(NICENESS)
    task = msgspec.convert(read_frame(sys.stdin.buffer), Task)

    def tell(message: dict[str, Any]) -> None:
        write_frame(progress_stream, message)

    try:
        _train(task, tell)
    except TermdeskError as error:
        tell(_violation(error.message, error.remedy))
    except OSError as error:
        reason = error.strerror or "its files are not whole"
        tell(_violation(EngineFact.MODEL_NOT_WRITTEN(reason=reason), EngineFact.FREE_SPACE()))


def _violation(message: str, remedy: str) -> dict[str, Any]:
    """Return why there is no model: two English sentences, and their records for the interface language."""
    return {"refused": message, "remedy": remedy, "messages": [*map(message_record, (message, remedy))]}


def _train(task: Task, tell: Callable[[dict[str, Any]], None]) -> None:
    from termdesk.service.engines.statistical.decoder import write_description
    from termdesk.service.engines.statistical.trainer import train

    tell({"phase": "reading", "done": 0, "total": 1})
    corpus = read_corpus(Path(task.file), task.kind, LanguagePair(task.source, task.target))
    tell({"left_out": dict(corpus.left_out), "segments": len(corpus.pairs)})
    scratch = Path(task.scratch)
    scratch.mkdir(parents=True, mode=0o700)
    description = train(
        corpus.pairs,
        scratch,
        source=task.source,
        target=task.target,
        name=task.name,
        report=lambda phase, done, total: tell({"phase": phase, "done": done, "total": total}),
    )
    moment = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
    write_description(scratch, msgspec.structs.replace(description, trained=moment))
    scratch.rename(task.folder)
    tell({"finished": True})


if __name__ == "__main__":
    main()
