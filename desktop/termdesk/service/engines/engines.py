"""All engines of the service behind one door."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Literal

from termdesk.domain.language.language import LanguagePair, root
from termdesk.domain.language.language_names import GLOSSARY_LANGUAGES
from termdesk.domain.matching.protected_terms import AccountTerms
from termdesk.domain.matching.terms import TermIndex
from termdesk.domain.texts import WordLink
from termdesk.service.configuration import EngineOptions
from termdesk.service.engines import detection, lemmas
from termdesk.service.engines.apertium.apertium_engine import ApertiumEngine
from termdesk.service.engines.correction.improvement import ImprovementEngines
from termdesk.service.engines.correction.recent_languages import RecentLanguages
from termdesk.service.engines.libretranslate import LibreTranslate
from termdesk.service.engines.missing_packages import describe_missing
from termdesk.service.engines.neural.engine import NeuralEngine
from termdesk.service.engines.results import (
    ConfirmedTranslations,
    Detection,
    EngineDescription,
    EngineImprovement,
    EngineTranslation,
)
from termdesk.service.engines.sentences import Splitting
from termdesk.service.engines.statistical.engine import StatisticalEngine, TrainedModel
from termdesk.service.engines.statistical.trainings import Trainings
from termdesk.service.engines.terms_only import TermsOnly
from termdesk.service.engines.translation import TranslationEngines
from termdesk.service.engines.translation_engine import TranslationEngine
from termdesk.service.engines.workers.workers import Workers

SECONDS_BETWEEN_LOOKS = 30.0


class Engines:
    """Finds and probes engines in the background, so that the service is up at once; `ready` waits for that."""

    def __init__(
        self, memory: ConfirmedTranslations, models: Path, options: EngineOptions, recent: RecentLanguages
    ) -> None:
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
        self._translation = TranslationEngines(memory, engines)
        self._improvement = ImprovementEngines(self._workers, recent)
        self._probing = asyncio.create_task(self._find_first())
        self._watching = asyncio.create_task(self._end_idle())
        self._warming = asyncio.create_task(self._warm_recent())

    @classmethod
    async def find(
        cls,
        *,
        memory: ConfirmedTranslations,
        models: Path,
        options: EngineOptions | None = None,
        recent: RecentLanguages | None = None,
    ) -> Engines:
        """`models` is the folder of models that users bring or train; it need not exist.

        `recent` are the languages that texts were improved in last: their rules are loaded ahead.
        """
        return cls(memory, models, options or EngineOptions(), recent or RecentLanguages())

    async def ready(self) -> None:
        """Wait until every engine was probed."""
        await asyncio.shield(self._probing)

    async def _find_first(self) -> None:
        await self.trainings.tidy()
        await self._translation.find()

    async def look_again(self) -> None:
        """Look for engines again; the engines found before keep serving meanwhile."""
        await self.ready()
        self._probing = asyncio.create_task(self._translation.find())
        await self.ready()

    def translation_pairs(self) -> frozenset[LanguagePair]:
        """The pairs that some engine translates."""
        return self._translation.pairs()

    async def word_links(self, text: str, translation: str, pair: LanguagePair) -> list[WordLink]:
        """The words of a translation with those that they come from, as far as an engine of the pair can tell."""
        await self.ready()
        return await self._translation.word_links(text, translation, pair)

    def improvement_languages(self) -> Mapping[str, frozenset[str]]:
        """The languages that texts are improved in, each with its features."""
        return self._improvement.languages()

    def detectable_languages(self) -> frozenset[str]:
        """Codes of the languages that can be detected."""
        return detection.languages()

    def detect(self, text: str, among: Collection[str] = GLOSSARY_LANGUAGES) -> Detection:
        """The language of a text; where that is not certain, the most probable one of `among` (root codes)."""
        return detection.detect(text, among)

    def detect_sources(self, texts: Sequence[str], *, target: str, may_be_target: bool = True) -> list[str]:
        """The language of each text of a batch, as far as can be told one that is served; empty where nothing can.

        `may_be_target` false takes a text for one in the target language only where that is certain.
        """
        among = self._translation.sources_for(target)
        among = among if may_be_target else among - {root(target)}
        return detection.detect_sources(texts, among=among, target=root(target))

    async def translate(
        self,
        text: str,
        *,
        pair: LanguagePair,
        terms: TermIndex | None = None,
        protected: Sequence[tuple[int, int]] = (),
        splitting: Splitting = "1",
    ) -> EngineTranslation:
        """Translate a text; `protected` are ranges of code points that come back as they are.

        What was confirmed goes before the engines, for the same text only.
        Raises NotServed where no engine has the pair, EngineFailed where all that have it broke.
        """
        await self.ready()
        return await self._translation.translate(text, pair=pair, terms=terms, protected=protected, splitting=splitting)

    async def improve(
        self, text: str, *, target: str, mode: Literal["rephrase", "correct"], terms: AccountTerms
    ) -> EngineImprovement:
        """Improve a text; the terms of the account's glossaries are left as they are. Raises as `translate` does."""
        return await self._improvement.improve(text, target=target, mode=mode, terms=terms)

    async def warm_improvement(self, target: str) -> None:
        """Load ahead what improves texts in a language; ends at once. Raises NotServed where nothing does."""
        await self._improvement.warm(target)

    def describe(self) -> list[EngineDescription]:
        """What the user sees of every engine, also of those that are missing."""
        return [*self._translation.describe(), *self._improvement.describe(), *describe_missing()]

    def trained_models(self) -> list[TrainedModel]:
        """The models that were trained here and are in use."""
        return self._statistical.models()

    async def delete_trained(self, model_id: str) -> bool:
        """Take a trained model away; says whether there was one."""
        return await self._statistical.delete(model_id)

    async def close(self) -> None:
        """End trainings, engines and worker processes."""
        await self.trainings.close()
        for task in (self._watching, self._probing, self._warming):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await asyncio.gather(self._translation.close(), self._workers.close(), self._improvement.close())

    async def _warm_recent(self) -> None:
        await self.ready()
        await self._improvement.warm_recent()

    async def _end_idle(self) -> None:
        await asyncio.to_thread(lemmas.prepare)
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
            await self._translation.end_idle()
            await self._workers.end_idle()
            lemmas.end_idle()
