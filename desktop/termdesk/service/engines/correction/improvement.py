"""Improves texts: finds the languages whose rules are installed, and the workers that apply them."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.metadata
import platform
import sys
from collections.abc import Mapping
from typing import Literal

import psutil

from termdesk.domain.language.language import root
from termdesk.domain.matching.protected_terms import AccountTerms
from termdesk.messages.engine_messages import EngineFact
from termdesk.service.engines import detection
from termdesk.service.engines.correction.recent_languages import RecentLanguages
from termdesk.service.engines.errors import EngineFailed, NotServed
from termdesk.service.engines.missing_packages import is_missing
from termdesk.service.engines.results import EngineDescription, EngineImprovement
from termdesk.service.engines.workers.workers import Workers

# The interface's target languages, each with the language of its rules.
TARGETS = {
    "de": "de",
    "en-GB": "en",
    "en-US": "en",
    "es": "es",
    "fr": "fr",
    "it": "it",
    "ja": "ja",
    "ko": "ko",
    "pt-BR": "pt",
    "pt-PT": "pt",
    "zh": "zh",
    "zh-Hans": "zh",
}
CHECKER = "checker for "
WORKER = "termdesk.service.engines.correction.worker"
# The variant to use for a language without a region. The vendor uses the same.
DEFAULT_VARIANTS = {"en": "en-US", "pt": "pt-PT"}
# Languages whose rules overlook most of the mistakes that people make.
LIMITED = frozenset({"it", "ja", "ko", "zh"})
# Limits for loading rules at start, before any text.
MOST_WARMED = 2
LEAST_FREE_BYTES = 1_500_000_000
HARPER_TARGETS = ("en-GB", "en-US")
KIWI_TARGET = "ko"


class ImprovementEngines:
    """Finds installed rules without loading them: those of a language take up to 600 MB, in a worker process."""

    def __init__(self, workers: Workers, recent: RecentLanguages | None = None) -> None:
        self._has_rules = not is_missing("lt_py")
        self._has_harper = not is_missing("harper")
        self._has_kiwi = not any(map(is_missing, rule_modules(KIWI_TARGET)))
        self._targets = [target for target, code in TARGETS.items() if self._has_engine(target, code)]
        self._workers = workers
        self._recent = recent or RecentLanguages()
        self._warming: dict[str, asyncio.Task[None]] = {}

    def _has_engine(self, target: str, code: str) -> bool:
        """Whether rules are installed; for English, Harper alone is enough."""
        if code == KIWI_TARGET:
            return self._has_kiwi
        if self._has_rules and not any(map(is_missing, rule_modules(code))):
            return True
        return self._has_harper and target in HARPER_TARGETS

    def languages(self) -> Mapping[str, frozenset[str]]:
        """Return the target languages with their available features; no engine here changes style or tone on demand."""
        return {target: frozenset() for target in self._targets}

    async def improve(
        self, text: str, *, target: str, mode: Literal["rephrase", "correct"], terms: AccountTerms
    ) -> EngineImprovement:
        """Improve a text; `terms` stay unchanged. Raises NotServed and EngineFailed."""
        self._check(target)
        await self._use(target)
        protected_terms = await asyncio.to_thread(terms.of, text)
        answer = await self._workers.ask(
            _worker_name(target),
            WORKER,
            target,
            request={
                "text": text,
                "mode": mode,
                "phrases": protected_terms.phrases,
                "words": sorted(protected_terms.words),
            },
        )
        engines = ["LingoTweaker"] if self._has_rules and target != KIWI_TARGET else []
        if target == KIWI_TARGET:
            engines.append("Kiwi")
        if target in HARPER_TARGETS and self._has_harper:
            engines.append("Harper")
        if target == "zh-Hans":
            engines.append("OpenCC")
        return EngineImprovement(answer["text"], tuple(engines), answer["is_only_corrected"])

    async def warm(self, target: str) -> None:
        """Start loading the rules of a language that will soon be used, without waiting for them.

        Raises NotServed if no rules are installed.
        """
        self._check(target)
        await self._use(target)
        if target not in self._warming:
            self._warming[target] = asyncio.create_task(self._load(target))

    async def warm_recent(self) -> None:
        """Load the rules of the most recently used languages, one after another, the last used first.

        No text has been sent yet, so nothing is loaded if memory is low.
        """
        recent = [target for target in self._recent.codes() if target in self._targets]
        self._workers.keep(map(_worker_name, recent))
        for target in recent[:MOST_WARMED]:
            if psutil.virtual_memory().available > LEAST_FREE_BYTES:
                await self._load(target)

    async def close(self) -> None:
        """Stop loading rules."""
        for task in list(self._warming.values()):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _load(self, target: str) -> None:
        try:
            with contextlib.suppress(EngineFailed):
                # A failure is ignored here, because the next request reports it. Load language detection before the
                # rules, because every text needs it first.
                await asyncio.to_thread(detection.detect, target)
                await self._workers.ask(_worker_name(target), WORKER, target, request={"is_warming": True})
        finally:
            self._warming.pop(target, None)

    async def _use(self, target: str) -> None:
        await asyncio.to_thread(self._recent.note, target)
        self._workers.keep(map(_worker_name, self._recent.codes()))

    def _check(self, target: str) -> None:
        if target not in self._targets:
            raise NotServed(f"No engine on this computer improves texts in {target}.")

    def describe(self) -> list[EngineDescription]:
        """Describe the correction engines for the user."""
        harper = [each for each in HARPER_TARGETS if each in self._targets]
        sizes = self._workers.resident_bytes()
        kiwi_held = sizes.pop(_worker_name(KIWI_TARGET), 0)
        held = sum(size for name, size in sizes.items() if name.startswith(CHECKER))
        ruled = [each for each in self._targets if each != KIWI_TARGET]
        described = [self._describe("Harper", "harper-py", "Apache-2.0", harper)]
        if self._has_rules:
            license = EngineFact.SEVERAL_LICENSES()
            described.insert(0, self._describe("LingoTweaker", "lingotweaker", license, ruled, held))
        if self._has_kiwi:
            described.append(self._describe("Kiwi", "kiwipiepy", "Apache-2.0", [KIWI_TARGET], kiwi_held))
        else:
            described.append(_describe_missing_kiwi())
        if "zh-Hans" in self._targets:
            described.append(self._describe("OpenCC", "OpenCC", "Apache-2.0", ["zh-Hans"]))
        return described

    def _describe(self, name: str, package: str, license: str, targets: list[str], held: int = 0) -> EngineDescription:
        shown = [EngineFact.LIMITED(language=each) if root(each) in LIMITED else each for each in targets]
        serves = EngineFact.IMPROVES(languages=shown) if shown else EngineFact.IMPROVES_NOTHING()
        try:
            version = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            return EngineDescription(name, "", license, serves, EngineFact.NOT_INSTALLED())
        state = EngineFact.READY() if targets else EngineFact.NO_RULES()
        return EngineDescription(name, version, license, serves, state, held)


def rule_modules(code: str) -> tuple[str, ...]:
    """Return the names of the modules with a language's rules."""
    return ("kiwipiepy", "kiwipiepy_model") if code == KIWI_TARGET else (f"lingotweaker_data_{code}",)


def _describe_missing_kiwi() -> EngineDescription:
    """Describe Kiwi where it is not installed: what it would improve, and how to install it."""
    serves = EngineFact.IMPROVES(languages=[EngineFact.LIMITED(language=KIWI_TARGET)])
    # The extra names it for this system alone.
    is_offered = sys.platform == "linux" and platform.machine() == "x86_64"
    state = EngineFact.INSTALL_EXTRA() if is_offered else EngineFact.EXTRA_ELSEWHERE()
    return EngineDescription("Kiwi", "", "Apache-2.0", serves, state)


def _worker_name(target: str) -> str:
    return f"{CHECKER}{target}"
