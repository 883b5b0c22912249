"""An engine that translates nothing: glossary terms are replaced as whole words, all else stays as it is.

For rehearsals, for tests with other programs, and as a preview of what a glossary would touch. It is off
unless `termdesk serve --terms-only` asks for it, and serves the pairs that no other engine has.
"""

from __future__ import annotations

import re

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.language.language_names import GLOSSARY_LANGUAGES
from termdesk.service.engines.results import EngineDescription
from termdesk.service.engines.translation_engine import Sentence

NAME = "Terms only (nothing else is translated)"
_WORD = re.compile(r"\w+")


class TermsOnly:
    """Gives every sentence back as it came; the terms in it were replaced before and are put in afterwards."""

    is_prose = True
    sentences_at_once = 2

    async def find(self) -> None:
        """There is nothing to look for."""

    def pairs(self) -> frozenset[LanguagePair]:
        """Every pair of languages that glossaries can have."""
        return frozenset(LanguagePair(a, b) for a in GLOSSARY_LANGUAGES for b in GLOSSARY_LANGUAGES if a != b)

    def name_for(self, pair: LanguagePair) -> str:
        """The name of the engine, the same for all pairs."""
        return NAME

    async def translate(self, sentence: str, pair: LanguagePair) -> Sentence:
        """Give back the sentence as it is; every word counts as unknown."""
        return Sentence(sentence, tuple(_WORD.findall(sentence)))

    def describe(self) -> list[EngineDescription]:
        """What is shown to the user of this engine."""
        return [EngineDescription("Terms only", "", "Apache-2.0", "replaces glossary terms, in every pair", "ready")]

    async def end_idle(self) -> None:
        """Nothing runs."""

    async def close(self) -> None:
        """Nothing runs."""
