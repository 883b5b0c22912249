"""The engines of the service on this computer: list them, add models, train engines."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from termdesk.application.progress import run_in_thread
from termdesk.application.session.session import Session
from termdesk.domain.errors import InvalidInput, StorageFailed, UnreadableFile
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import Progress
from termdesk.messages.connection_messages import EngineMessage, EngineRemedy
from termdesk.messages.engine_messages import message_of
from termdesk.storage.files.atomic_file import write_failure

PACKAGE = ".argosmodel"
# File extensions of training data.
CORPORA = {".tmx": "tmx", ".tsv": "tsv", ".txt": "tsv", ".tab": "tsv"}
LARGEST_CORPUS = 200 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Engine:
    """An engine as the service describes it. `state` is `ready`, or the reason why the engine is not ready.

    The texts are messages, except for proper names, versions, and what another version of the service says.
    """

    name: str
    serves: str
    version: str
    license: str
    state: str
    resident_bytes: int


@dataclass(frozen=True, slots=True)
class Training:
    """A training as the service reports it. `share` is the progress of its phase, 0 to 1, or None if unknown.

    `left_out` counts unused segments by reason. `message` says why it failed; it may be a sentence with its `remedy`.
    """

    training_id: str
    name: str
    pair: LanguagePair
    state: str
    phase: str
    share: float | None
    segments: int
    left_out: Mapping[str, int]
    message: str
    remedy: str = ""

    @property
    def is_over(self) -> bool:
        """Whether it has ended, successfully or not."""
        return self.state not in ("queued", "running")


@dataclass(frozen=True, slots=True)
class TrainedEngine:
    """An engine that was trained on this computer."""

    model_id: str
    name: str
    pair: LanguagePair


class LocalEngines:
    """Manages the engines of this computer. Raises InvalidInput if another service is in use."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def is_local(self) -> bool:
        """Whether the service on this computer is in use."""
        return self._session.provider.is_local

    @property
    def folder(self) -> Path:
        """The folder with the models."""
        return self._session.folders.data / "service" / "models"

    async def read(self) -> list[Engine]:
        """Return the engines of the service. Raises ServiceError."""
        api = await self._session.api()
        return [
            Engine(
                _text(each, "name"),
                _text(each, "serves"),
                _text(each, "version"),
                _text(each, "license"),
                _text(each, "state"),
                size if isinstance(size := each.get("resident_bytes", 0), int) else 0,
            )
            for each in await api.local.engines()
        ]

    async def look_again(self) -> list[Engine]:
        """Let the service search for new models, and return its engines. Raises ServiceError."""
        api = await self._session.api()
        await api.local.look_for_engines()
        return await self.read()

    async def add_models(self, paths: Sequence[Path], progress: Progress) -> list[Engine]:
        """Copy models into the folder, each completely or not at all, and let the service load them.

        Raises InvalidInput for a file that is not a model or already exists, StorageFailed if copying fails, and
        ServiceError.
        """
        for path in paths:
            await run_in_thread(progress, _copy, path, self.folder)
        return await self.look_again()

    async def train(self, path: Path, *, pair: LanguagePair, name: str) -> None:
        """Start to train an engine with a TMX or TSV file. Raises InvalidInput, UnreadableFile and ServiceError."""
        kind = CORPORA.get(path.suffix.lower())
        if kind is None:
            raise InvalidInput(EngineMessage.NOT_A_CORPUS(name=path.name), remedy=EngineRemedy.CHOOSE_CORPUS())
        content = await asyncio.to_thread(_read_corpus, path)
        api = await self._session.api()
        await api.local.train(pair, name=name, kind=kind, content=content)

    async def trainings(self) -> list[Training]:
        """Return the trainings of the service. Raises ServiceError."""
        api = await self._session.api()
        return [_training(each) for each in await api.local.trainings()]

    async def cancel(self, training_id: str) -> None:
        """Cancel a training and discard its work. Raises ServiceError."""
        api = await self._session.api()
        await api.local.cancel_training(training_id)

    async def read_trained_engines(self) -> list[TrainedEngine]:
        """Return the trained engines. Raises ServiceError."""
        api = await self._session.api()
        return [
            TrainedEngine(
                str(each.get("model_id", "")),
                str(each.get("name", "")),
                LanguagePair(str(each.get("source_lang", "")), str(each.get("target_lang", ""))),
            )
            for each in await api.local.models()
        ]

    async def delete(self, engine: TrainedEngine) -> list[Engine]:
        """Delete a trained engine permanently, and return the remaining engines. Raises ServiceError."""
        api = await self._session.api()
        await api.local.delete_model(engine.model_id)
        return await self.read()

    async def make_folder(self) -> Path:
        """Return the folder with the models, and create it if it is missing. Raises StorageFailed."""
        try:
            await asyncio.to_thread(self.folder.mkdir, parents=True, exist_ok=True)
        except OSError as error:
            raise write_failure(self.folder, error) from error
        return self.folder


def _read_corpus(path: Path) -> bytes:
    try:
        if path.stat().st_size > LARGEST_CORPUS:
            raise InvalidInput(
                EngineMessage.CORPUS_TOO_LARGE(name=path.name, limit=LARGEST_CORPUS // 1024**2),
                remedy=EngineRemedy.SPLIT(),
            )
        return path.read_bytes()
    except OSError as error:
        raise UnreadableFile(
            EngineMessage.UNREADABLE(name=path.name, reason=str(error.strerror)),
            path=str(path),
            remedy=EngineRemedy.CHECK_FILE(),
        ) from error


def _training(answer: Mapping[str, object]) -> Training:
    done, total, segments = (
        value if isinstance(value := answer.get(name), int) else 0 for name in ("done", "total", "segments")
    )
    left_out = answer.get("left_out")
    return Training(
        str(answer.get("training_id", "")),
        str(answer.get("name", "")),
        LanguagePair(str(answer.get("source_lang", "")), str(answer.get("target_lang", ""))),
        str(answer.get("state", "")),
        str(answer.get("phase", "")),
        done / total if total > 1 else None,
        segments,
        {str(reason): int(count) for reason, count in left_out.items()} if isinstance(left_out, dict) else {},
        *_reason(answer),
    )


def _reason(answer: Mapping[str, object]) -> tuple[str, str]:
    """Return why a training failed, and a remedy: as messages if the service sends them, else its English text."""
    records = answer.get("messages")
    found = [message_of(each) for each in records] if isinstance(records, list) else []
    if not found or found[0] is None:
        return str(answer.get("message", "")), ""
    return found[0], (found[1] or "") if len(found) > 1 else ""


def _text(engine: Mapping[str, object], name: str) -> str:
    text = engine.get(name, "")
    # `str()` would make a message a plain text.
    return text if isinstance(text, str) else str(text)


def _copy(progress: Progress, path: Path, folder: Path) -> None:
    if not (path.is_dir() or path.suffix == PACKAGE):
        raise InvalidInput(EngineMessage.NOT_A_MODEL(name=path.name), remedy=EngineRemedy.CHOOSE_MODEL(ending=PACKAGE))
    target = folder / path.name
    if target.exists():
        raise InvalidInput(EngineMessage.MODEL_EXISTS(name=path.name), remedy=EngineRemedy.DELETE_FIRST())
    scratch = folder / f".{path.name}.part"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _copy_bytes(progress, path, scratch)
        scratch.rename(target)
    except OSError as error:
        raise StorageFailed(
            EngineMessage.NOT_COPIED(name=path.name, reason=str(error.strerror)),
            path=str(target),
            remedy=EngineRemedy.FREE_SPACE(),
        ) from error
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
        # A failed clean-up must not hide the reason why copying failed.
        with contextlib.suppress(OSError):
            scratch.unlink(missing_ok=True)


def _copy_bytes(progress: Progress, path: Path, target: Path) -> None:
    files = [path] if path.is_file() else sorted(each for each in path.rglob("*") if each.is_file())
    total, done = sum(each.stat().st_size for each in files), 0
    for each in files:
        copied = target if path.is_file() else target / each.relative_to(path)
        copied.parent.mkdir(parents=True, exist_ok=True)
        with each.open("rb") as source, copied.open("wb") as copy:
            while chunk := source.read(4 * 1024 * 1024):
                copy.write(chunk)
                done += len(chunk)
                progress.step(done, total)
