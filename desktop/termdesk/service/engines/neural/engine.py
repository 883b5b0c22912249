"""Neural models that the user added: CTranslate2 and Argos packages, and models of Firefox Translations."""

from __future__ import annotations

import asyncio
import importlib.util
from pathlib import Path

from termdesk.domain.language.language import LanguagePair
from termdesk.messages.engine_messages import EngineFact
from termdesk.service.engines.apertium.modes import PROBES
from termdesk.service.engines.errors import EngineFailed, model_gone
from termdesk.service.engines.neural.model_folders import Model, Unusable, models_in
from termdesk.service.engines.results import EngineDescription
from termdesk.service.engines.translation_engine import Sentence
from termdesk.service.engines.workers.workers import Workers

WORKER = "termdesk.service.engines.neural.worker"
# Most models translate from or into English: other pairs go through English.
PIVOT = "en"
_NAMES = {"ctranslate2": "CTranslate2", "firefox": "Firefox Translations"}
_NEEDS = {"ctranslate2": ("ctranslate2", "sentencepiece"), "firefox": ("fxtranslate",)}


class NeuralEngine:
    """The usable models of a folder, each with its own worker process while in use."""

    is_prose = True
    sentences_at_once = 2

    def __init__(self, folder: Path, workers: Workers) -> None:
        self._folder = folder
        self._workers = workers
        self._models: dict[LanguagePair, Model] = {}
        self._failures: list[Unusable] = []

    async def find(self) -> None:
        """Scan the folder, probe new models, and forget models that were removed."""
        found = await asyncio.to_thread(lambda: list(models_in(self._folder)))
        failures = [each for each in found if isinstance(each, Unusable)]
        models: dict[LanguagePair, Model] = {}
        for model in found:
            if not isinstance(model, Model) or model.pair in models:
                continue
            if self._models.get(model.pair) == model:
                models[model.pair] = model
            elif failure := await self._failure_of(model):
                failures.append(Unusable(model.name, failure))
            else:
                models[model.pair] = model
        self._models, self._failures = models, failures

    async def _failure_of(self, model: Model) -> str:
        missing = [name for name in _NEEDS[model.kind] if importlib.util.find_spec(name) is None]
        if missing:
            return EngineFact.NEEDS_PACKAGES(names=missing)
        try:
            answer = await self._ask(model, PROBES.get(model.pair.source, "OK."))
        except EngineFailed:
            return EngineFact.CANNOT_TRANSLATE()
        finally:
            await self._workers.end(_worker_name(model))
        return "" if answer.strip() else EngineFact.GIVES_NO_TEXT()

    async def _ask(self, model: Model, sentence: str) -> str:
        answer = await self._workers.ask(
            _worker_name(model), WORKER, model.kind, str(model.folder), request={"sentence": sentence}
        )
        return str(answer["text"])

    def pairs(self) -> frozenset[LanguagePair]:
        """Return the pairs of the models, direct and through English."""
        direct = set(self._models)
        into = {pair.source for pair in direct if pair.target == PIVOT}
        out_of = {pair.target for pair in direct if pair.source == PIVOT}
        return frozenset(direct | {LanguagePair(a, b) for a in into for b in out_of if a != b})

    def _route(self, pair: LanguagePair) -> list[Model]:
        if pair in self._models:
            return [self._models[pair]]
        return [self._models[LanguagePair(pair.source, PIVOT)], self._models[LanguagePair(PIVOT, pair.target)]]

    def name_for(self, pair: LanguagePair) -> str:
        """Return the names of the models that translate a pair, in order."""
        return ", then ".join(f"{_NAMES[model.kind]} {model.name}" for model in self._route(pair))

    async def translate(self, sentence: str, pair: LanguagePair) -> Sentence:
        """Translate a sentence, through English where there is no direct model. Raises EngineFailed."""
        if pair not in self.pairs():
            raise model_gone(pair)
        for model in self._route(pair):
            sentence = await self._ask(model, sentence)
        return Sentence(sentence)

    def describe(self) -> list[EngineDescription]:
        """Describe each model for the user."""
        sizes = self._workers.resident_bytes()
        shown = [
            EngineDescription(
                EngineFact.MODEL(maker=_NAMES[model.kind], name=model.name),
                model.version,
                EngineFact.AS_ITS_MAKER_SAYS(),
                EngineFact.TRANSLATES(source=pair.source, target=pair.target),
                EngineFact.READY(),
                sizes.get(_worker_name(model), 0),
            )
            for pair, model in sorted(self._models.items())
        ]
        shown += [
            EngineDescription(
                EngineFact.BROKEN_MODEL(name=each.name), "", "", EngineFact.SERVES_NOTHING(), each.failure
            )
            for each in self._failures
        ]
        return shown

    async def end_idle(self) -> None:
        """Do nothing: `Workers` ends all workers together."""

    async def close(self) -> None:
        """Do nothing: `Workers` ends all workers together."""


def _worker_name(model: Model) -> str:
    return f"model {model.name}"
