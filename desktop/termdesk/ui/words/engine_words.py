"""The words for engines in the interface language. The local service describes them in English."""

from __future__ import annotations

import re

from PySide6.QtCore import QCoreApplication

# If two sentences begin alike, the longer one comes first.
SENTENCES = (
    *("ready", "yours", "nothing", "as its maker says", "no rules installed", "not installed"),
    *("Confirmed translations", "Terms only", "texts that you confirmed"),
    *("replaces glossary terms, in every pair", "offers no translation", "improves nothing"),
    *("detects the language of a text", "improves texts; without it Harper improves English alone"),
    "turns Chinese texts into the simplified script when they are improved",
    *("is trained from your own translations", "not installed: there is no package for {system}"),
    "translates {source} to {target} as in {segments} segments; {words} of held-out words known, "
    "{exact} of held-out segments exact",
    *("translates {source} to {target}", "translates {pairs}", "improves {languages}"),
    *("Trained engine {name}", "Model {name}"),
)


def _pattern(sentence: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(sentence)), re.DOTALL)


_PATTERNS = [(_pattern(each), each) for each in SENTENCES]


def engine_text(text: str) -> str:
    """Return the name, purpose or state of an engine in the interface language.

    An unknown one is returned unchanged.
    """
    for pattern, sentence in _PATTERNS:
        if found := pattern.fullmatch(text):
            return QCoreApplication.translate("EngineWords", sentence).format_map(found.groupdict())
    return text
