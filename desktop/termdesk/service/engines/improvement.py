"""Improving texts: which languages have their rules installed, and the workers that apply them."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import re
from collections.abc import Callable, Mapping
from typing import Literal

from termdesk.service.engines.errors import NotServed
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
WORKER = "termdesk.service.engines.worker"
_WORD = re.compile(r"\w+")


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
        self, text: str, *, target: str, mode: Literal["rephrase", "correct"], protected: Callable[[str], bool]
    ) -> EngineImprovement:
        if target not in self._targets:
            raise NotServed(f"No engine on this computer improves texts in {target}.")
        words = sorted({word.casefold() for word in _WORD.findall(text) if protected(word)})
        answer = await self._workers.ask(
            f"checker for {target}", WORKER, target, request={"text": text, "mode": mode, "protected": words}
        )
        engines = ["LingoTweaker"]
        if target == "en-US" and self._has_harper:
            engines.append("Harper")
        return EngineImprovement(answer["text"], tuple(engines))

    def describe(self) -> list[EngineDescription]:
        shown = []
        for name, package, licence, serves in (
            ("LingoTweaker", "lingotweaker", "LGPL-2.1-or-later, data under several", ", ".join(self._targets)),
            ("Harper", "harper-py", "Apache-2.0", "en-US"),
        ):
            try:
                version, state = importlib.metadata.version(package), "ready" if serves else "no rules installed"
            except importlib.metadata.PackageNotFoundError:
                version, state = "", "not installed"
            shown.append(EngineDescription(name, version, licence, f"improves {serves or 'nothing'}", state))
        return shown
