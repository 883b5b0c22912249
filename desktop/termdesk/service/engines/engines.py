"""All engines of the service behind one door."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from termdesk.domain.language import LanguagePair
from termdesk.domain.terms import TermIndex
from termdesk.service.configuration import EngineOptions
from termdesk.service.engines import detection
from termdesk.service.engines.apertium_engine import ApertiumEngine
from termdesk.service.engines.improvement import Improvement
from termdesk.service.engines.kept_terms import AccountTerms
from termdesk.service.engines.libretranslate import LibreTranslate
from termdesk.service.engines.neural import NeuralEngine
from termdesk.service.engines.results import (
    Detection,
    EngineDescription,
    EngineImprovement,
    EngineTranslation,
    Memory,
)
from termdesk.service.engines.splitting import Splitting
from termdesk.service.engines.terms_only import TermsOnly
from termdesk.service.engines.translation import Translation
from termdesk.service.engines.translation_engine import TranslationEngine
from termdesk.service.engines.workers import Workers
from termdesk.service.statistical.engine import StatisticalEngine, TrainedModel
from termdesk.service.statistical.trainings import Trainings

SECONDS_BETWEEN_LOOKS = 30.0


class Engines:
    """Finds and probes engines in the background, so that the service is up at once; `ready` waits for that."""

    def __init__(self, memory: Memory, models: Path, options: EngineOptions) -> None:
        self._workers = Workers()
        self._statistical = StatisticalEngine(models, self._workers)
        self.trainings = Trainings(models, self.look_again)
        engines: list[TranslationEngine] = [NeuralEngine(models, self._workers)]
        if options.libretranslate:
            engines.append(LibreTranslate(options.libretranslate, options.libretranslate_key))
        engines += [ApertiumEngine(), self._statistical]
        if options.is_terms_only:
            # The last: it serves what nothing else does.
            engines.append(TermsOnly())
        self._translation = Translation(memory, engines)
        self._improvement = Improvement(self._workers)
        self._probing = asyncio.create_task(self._find_first())
        self._watching = asyncio.create_task(self._end_idle())

    @classmethod
    async def find(cls, *, memory: Memory, models: Path, options: EngineOptions | None = None) -> Engines:
        """`models` is the folder of models that users bring or train; it need not exist."""
        return cls(memory, models, options or EngineOptions())

    async def ready(self) -> None:
        """Wait until every engine was probed."""
        await asyncio.shield(self._probing)

    async def _find_first(self) -> None:
        await self.trainings.tidy()
        await self._translation.find()

    async def look_again(self) -> None:
        """Look for engines anew; what was found before goes on serving meanwhile."""
        await self.ready()
        self._probing = asyncio.create_task(self._translation.find())
        await self.ready()

    def translation_pairs(self) -> frozenset[LanguagePair]:
        return self._translation.pairs()

    def improvement_languages(self) -> Mapping[str, frozenset[str]]:
        return self._improvement.languages()

    def detectable_languages(self) -> frozenset[str]:
        return detection.languages()

    def detect(self, text: str) -> Detection:
        return detection.detect(text)

    async def translate(
        self,
        text: str,
        *,
        pair: LanguagePair,
        terms: TermIndex | None = None,
        kept: Sequence[tuple[int, int]] = (),
        splitting: Splitting = "1",
        similarity: float = 0.95,
    ) -> EngineTranslation:
        """Translate a text; `kept` are ranges of code points that come back as they are.

        A confirmed translation of a sentence that is at least so similar (0 to 1) stands for it.
        Raises NotServed where no engine has the pair, EngineFailed where all that have it broke.
        """
        await self.ready()
        return await self._translation.translate(
            text, pair=pair, terms=terms, kept=kept, splitting=splitting, similarity=similarity
        )

    async def improve(
        self, text: str, *, target: str, mode: Literal["rephrase", "correct"], terms: AccountTerms
    ) -> EngineImprovement:
        """Improve a text; the terms of the account's glossaries are left as they are. Raises as `translate` does."""
        return await self._improvement.improve(text, target=target, mode=mode, terms=terms)

    def describe(self) -> list[EngineDescription]:
        return [*self._translation.describe(), *self._improvement.describe()]

    def trained_models(self) -> list[TrainedModel]:
        return self._statistical.models()

    async def delete_trained(self, model_id: str) -> bool:
        """Take a trained model away; says whether there was one."""
        return await self._statistical.delete(model_id)

    async def close(self) -> None:
        await self.trainings.close()
        for task in (self._watching, self._probing):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await asyncio.gather(self._translation.close(), self._workers.close())

    async def _end_idle(self) -> None:
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
            await self._translation.end_idle()
            await self._workers.end_idle()
