"""All engines of the service behind one interface."""

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
from termdesk.free_memory import return_free_memory
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
    """Finds and probes engines in the background, so that the service starts at once; `ready` waits for that."""

    def __init__(
        self, memory: ConfirmedTranslations, models: Path, options: EngineOptions, recent: RecentLanguages
    ) -> None:
        self._workers = Workers()
        self._statistical = StatisticalEngine(models, self._workers)
        self.trainings = Trainings(models, self.look_again)
        engines: list[TranslationEngine] = [NeuralEngine(models, self._workers)]
        # The host of another computer that texts and terms may be sent to; empty if there is none.
        self.host_elsewhere = ""
        if options.libretranslate:
            server = LibreTranslate(options.libretranslate, options.libretranslate_key)
            engines.append(server)
            self.host_elsewhere = server.host_elsewhere
        engines.extend((ApertiumEngine(), self._statistical))
        if options.is_terms_only:
            # It comes last, because it serves the pairs that no other engine serves.
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
        """Find the engines. `models` is the folder of added and trained models. It need not exist.

        `recent` are the languages used last for improvement: their rules are loaded ahead.
        """
        return cls(memory, models, options or EngineOptions(), recent or RecentLanguages())

    async def ready(self) -> None:
        """Wait until every engine has been probed."""
        await asyncio.shield(self._probing)

    async def _find_first(self) -> None:
        await self.trainings.tidy()
        await self._translation.find()

    async def look_again(self) -> None:
        """Look for engines again; those found before keep working meanwhile."""
        await self.ready()
        self._probing = asyncio.create_task(self._translation.find())
        await self.ready()

    def translation_pairs(self) -> frozenset[LanguagePair]:
        """Return the pairs that some engine translates."""
        return self._translation.pairs()

    async def word_links(self, text: str, translation: str, pair: LanguagePair) -> list[WordLink]:
        """Link the words of a translation to their source words, as far as an engine of the pair can."""
        await self.ready()
        return await self._translation.word_links(text, translation, pair)

    def improvement_languages(self) -> Mapping[str, frozenset[str]]:
        """Return the languages in which texts can be improved, each with its features."""
        return self._improvement.languages()

    def detectable_languages(self) -> frozenset[str]:
        """Return the codes of the languages that can be detected."""
        return detection.languages()

    def detect(self, text: str, among: Collection[str] = GLOSSARY_LANGUAGES) -> Detection:
        """Detect a text's language; if unreliable, the most probable one of `among` (root codes)."""
        return detection.detect(text, among)

    def detect_sources(self, texts: Sequence[str], *, target: str, may_be_target: bool = True) -> list[str]:
        """Detect the language of each text of a batch, and prefer languages that can be served; "" where that is
        impossible.

        With `may_be_target` false, a text counts as target language only if that is certain.
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
        """Translate a text; `protected` are ranges of code points to keep unchanged.

        A confirmed translation of exactly this text takes precedence. Raises NotServed if no engine has the pair,
        EngineFailed if all its engines failed.
        """
        await self.ready()
        return await self._translation.translate(text, pair=pair, terms=terms, protected=protected, splitting=splitting)

    def prepare_terms(self, pair: LanguagePair) -> None:
        """Start what the engines of a pair need for terms, without waiting: a text with terms comes soon."""
        self._translation.prepare_terms(pair)

    async def improve(
        self, text: str, *, target: str, mode: Literal["rephrase", "correct"], terms: AccountTerms
    ) -> EngineImprovement:
        """Improve a text; terms of the account's glossaries stay unchanged. Raises as `translate` does."""
        return await self._improvement.improve(text, target=target, mode=mode, terms=terms)

    async def warm_improvement(self, target: str) -> None:
        """Start loading what improving texts in a language needs. Raises NotServed if that is impossible."""
        await self._improvement.warm(target)

    def describe(self) -> list[EngineDescription]:
        """Describe every engine for the user, including missing ones."""
        return [*self._translation.describe(), *self._improvement.describe(), *describe_missing()]

    def find_trained_models(self) -> list[TrainedModel]:
        """Return the locally trained models that are in use."""
        return self._statistical.models()

    async def delete_trained(self, model_id: str) -> bool:
        """Delete a trained model; return whether it existed."""
        return await self._statistical.delete(model_id)

    async def close(self) -> None:
        """Stop trainings, engines and worker processes."""
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
            await asyncio.to_thread(return_free_memory)
