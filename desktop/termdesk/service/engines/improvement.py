"""Improving texts: which languages have their rules installed, and the workers that apply them."""

from __future__ import annotations

import asyncio
import importlib.metadata
import importlib.util
from collections.abc import Mapping
from typing import Literal

from termdesk.domain.language import root
from termdesk.service.engines.errors import NotServed
from termdesk.service.engines.kept_terms import AccountTerms
from termdesk.service.engines.results import EngineDescription, EngineImprovement
from termdesk.service.engines.workers import Workers

# The interface's targets, and the data package that each needs.
TARGETS = {
    "de": "de",
    "en-GB": "en",
    "en-US": "en",
    "es": "es",
    "fr": "fr",
    "it": "it",
    "ja": "ja",
    "pt-BR": "pt",
    "pt-PT": "pt",
    "zh": "zh",
    "zh-Hans": "zh",
}
CHECKER = "checker for "
WORKER = "termdesk.service.engines.worker"
# Languages without a region mean one of their variants, as they do at the vendor's.
DEFAULT_VARIANTS = {"en": "en-US", "pt": "pt-PT"}
# Languages whose rules find few of the faults that people make.
LIMITED = frozenset({"it", "ja", "zh"})
HARPER_TARGETS = ("en-GB", "en-US")


class Improvement:
    """Looks which rules are installed, without loading them: a language takes up to 600 MB, in a worker."""

    def __init__(self, workers: Workers) -> None:
        has_engine = importlib.util.find_spec("lt_py") is not None
        self._targets = [
            target
            for target, code in TARGETS.items()
            if has_engine and importlib.util.find_spec(f"lingotweaker_data_{code}") is not None
        ]
        self._has_harper = importlib.util.find_spec("harper") is not None
        self._workers = workers

    def languages(self) -> Mapping[str, frozenset[str]]:
        """Targets, with the features really served: no engine here changes style or tone on demand."""
        return {target: frozenset() for target in self._targets}

    async def improve(
        self, text: str, *, target: str, mode: Literal["rephrase", "correct"], terms: AccountTerms
    ) -> EngineImprovement:
        if target not in self._targets:
            raise NotServed(f"No engine on this computer improves texts in {target}.")
        kept = await asyncio.to_thread(terms.of, text, language=target)
        answer = await self._workers.ask(
            f"{CHECKER}{target}",
            WORKER,
            target,
            request={"text": text, "mode": mode, "phrases": kept.phrases, "words": sorted(kept.words)},
        )
        engines = ["LingoTweaker"]
        if target in HARPER_TARGETS and self._has_harper:
            engines.append("Harper")
        if target == "zh-Hans":
            engines.append("OpenCC")
        return EngineImprovement(answer["text"], tuple(engines))

    def describe(self) -> list[EngineDescription]:
        harper = [each for each in HARPER_TARGETS if each in self._targets]
        sizes = self._workers.resident_bytes()
        held = sum(size for name, size in sizes.items() if name.startswith(CHECKER))
        described = [
            self._described(
                "LingoTweaker", "lingotweaker", "LGPL-2.1-or-later, data under several", self._targets, held
            ),
            self._described("Harper", "harper-py", "Apache-2.0", harper),
        ]
        if "zh-Hans" in self._targets:
            described.append(self._described("OpenCC", "OpenCC", "Apache-2.0", ["zh-Hans"]))
        return described

    def _described(self, name: str, package: str, licence: str, targets: list[str], held: int = 0) -> EngineDescription:
        shown = [f"{each} (limited)" if root(each) in LIMITED else each for each in targets]
        serves = f"improves {', '.join(shown) or 'nothing'}"
        try:
            version = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            return EngineDescription(name, "", licence, serves, "not installed")
        return EngineDescription(name, version, licence, serves, "ready" if targets else "no rules installed", held)
