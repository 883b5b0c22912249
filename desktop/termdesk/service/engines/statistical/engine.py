"""The engine that uses the trained models in a folder; each usable model serves its pair."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from termdesk.domain.language.language import LanguagePair
from termdesk.messages.engine_messages import EngineFact
from termdesk.messages.message import Message
from termdesk.service.engines.errors import EngineFailed, model_gone, reason_of
from termdesk.service.engines.results import EngineDescription
from termdesk.service.engines.statistical.decoder import DESCRIPTION, Description, read_description
from termdesk.service.engines.translation_engine import Sentence, TracedWord
from termdesk.service.engines.workers.workers import Workers

WORKER = "termdesk.service.engines.statistical.worker"


@dataclass(frozen=True, slots=True)
class TrainedModel:
    """A model with its folder, whose name is the model's id."""

    folder: Path
    description: Description

    @property
    def model_id(self) -> str:
        """The id of the model: the name of its folder."""
        return self.folder.name

    @property
    def pair(self) -> LanguagePair:
        """The languages of the model."""
        return LanguagePair(self.description.source, self.description.target)


class StatisticalEngine:
    """Translates with trained models; best for short strings like its training data. A pair's newest model is used."""

    is_prose = False
    sentences_at_once = 2

    def __init__(self, folder: Path, workers: Workers) -> None:
        self._folder = folder
        self._workers = workers
        self._models: dict[LanguagePair, TrainedModel] = {}
        self._failures: dict[str, str] = {}

    async def find(self) -> None:
        """Scan the folder and probe new models."""
        found, failures = await asyncio.to_thread(_models_in, self._folder)
        models: dict[LanguagePair, TrainedModel] = {}
        for model in sorted(found, key=lambda each: each.description.trained):
            if self._models.get(model.pair) == model or not (failure := await self._failure_of(model)):
                models[model.pair] = model
            else:
                failures[model.model_id] = failure
        self._models, self._failures = models, failures

    async def _failure_of(self, model: TrainedModel) -> str:
        try:
            await self._ask(model, "1")
        except EngineFailed:
            return EngineFact.DAMAGED()
        finally:
            await self._workers.end(_worker_name(model.model_id))
        return ""

    async def _ask(self, model: TrainedModel, sentence: str) -> Sentence:
        answer = await self._workers.ask(
            _worker_name(model.model_id), WORKER, str(model.folder), request={"sentence": sentence}
        )
        return Sentence(answer["text"], tuple(answer["unknown"]))

    def pairs(self) -> frozenset[LanguagePair]:
        """Return the pairs that have a trained model."""
        return frozenset(self._models)

    def name_for(self, pair: LanguagePair) -> str:
        """Return the name of a pair's model."""
        return str(self._fact_of(pair))

    def _fact_of(self, pair: LanguagePair) -> Message:
        return EngineFact.TRAINED(name=self._models[pair].description.name)

    async def translate(self, sentence: str, pair: LanguagePair) -> Sentence:
        """Translate a sentence with the model of its pair. Raises EngineFailed."""
        if (model := self._models.get(pair)) is None:
            raise model_gone(pair)
        return await self._ask(model, sentence)

    async def trace_words(self, sentences: Sequence[str], pair: LanguagePair) -> list[list[TracedWord]]:
        """Return for each sentence its translated words with their source words; empty after a failure."""
        # Use one model for all sentences: it may be deleted or replaced before the last one.
        if model := self._models.get(pair):
            with contextlib.suppress(EngineFailed):
                return [await self._trace(model, each) for each in sentences]
        return [[] for _ in sentences]

    async def _trace(self, model: TrainedModel, sentence: str) -> list[TracedWord]:
        request = {"sentence": sentence, "trace": True}
        answer = await self._workers.ask(_worker_name(model.model_id), WORKER, str(model.folder), request=request)
        return [
            TracedWord(word, tuple((start, end) for start, end in positions)) for word, positions in answer["words"]
        ]

    def models(self) -> list[TrainedModel]:
        """The models in use, by pair."""
        return [model for _, model in sorted(self._models.items())]

    async def delete(self, model_id: str) -> bool:
        """Delete a model with its worker and files, even if it is not in use; return whether it existed."""
        folders = await asyncio.to_thread(lambda: list(_model_folders(self._folder)))
        # Compare the id with existing folders instead of joining a path, because it comes from a request.
        folder = next((each for each in folders if each.name == model_id), None)
        if folder is None:
            return False
        self._models = {pair: model for pair, model in self._models.items() if model.model_id != model_id}
        await self._workers.end(_worker_name(model_id))
        await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)
        await self.find()
        return True

    def describe(self) -> list[EngineDescription]:
        """Describe each model for the user, including unreadable ones."""
        sizes = self._workers.resident_bytes()
        shown = [
            EngineDescription(
                self._fact_of(pair), model.description.trained[:10], EngineFact.YOURS(),
                _serves(model.description), EngineFact.READY(),
                sizes.get(_worker_name(model.model_id), 0),
            )
            for pair, model in sorted(self._models.items())
        ]  # fmt: skip
        shown += [
            EngineDescription(
                EngineFact.TRAINED(name=name), "", EngineFact.YOURS(), EngineFact.SERVES_NOTHING(), failure
            )
            for name, failure in self._failures.items()
        ]
        return shown

    async def end_idle(self) -> None:
        """Do nothing: `Workers` ends all workers together."""

    async def close(self) -> None:
        """Do nothing: `Workers` ends all workers together."""


def _serves(description: Description) -> str:
    return EngineFact.TRANSLATES_AS_TRAINED(
        description.segments,
        source=description.source,
        target=description.target,
        words=round(description.known_words * 100),
        exact=round(description.exact * 100),
    )


def _worker_name(model_id: str) -> str:
    return f"trained engine {model_id}"


def _models_in(folder: Path) -> tuple[list[TrainedModel], dict[str, str]]:
    found = []
    failures: dict[str, str] = {}
    for path in _model_folders(folder):
        try:
            found.append(TrainedModel(path, read_description(path)))
        except (OSError, msgspec.DecodeError) as error:
            failures[path.name] = EngineFact.UNREADABLE_DESCRIPTION(reason=reason_of(error))
    return found, failures


def _model_folders(folder: Path) -> Iterator[Path]:
    with contextlib.suppress(OSError):
        for path in sorted(folder.iterdir()):
            if not path.name.startswith(".") and (path / DESCRIPTION).exists():
                yield path
