"""An engine that only replaces glossary terms, as whole words, and leaves everything else unchanged.

It serves for rehearsals, for tests with other programs, and to preview what a glossary would touch. It is off unless
`termdesk serve --terms-only` enables it, and serves the pairs that no other engine has.
"""

from __future__ import annotations

import re

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.language.language_names import GLOSSARY_LANGUAGES
from termdesk.messages.engine_messages import EngineFact
from termdesk.service.engines.results import EngineDescription
from termdesk.service.engines.translation_engine import Sentence

NAME = "Terms only (nothing else is translated)"
_WORD = re.compile(r"\w+")


class TermsOnly:
    """Returns every sentence unchanged; its terms are replaced before and restored afterwards."""

    is_prose = True
    sentences_at_once = 2

    async def find(self) -> None:
        """Do nothing: there is nothing to find."""

    def pairs(self) -> frozenset[LanguagePair]:
        """Return every pair of languages that glossaries can have."""
        return frozenset(LanguagePair(a, b) for a in GLOSSARY_LANGUAGES for b in GLOSSARY_LANGUAGES if a != b)

    def name_for(self, pair: LanguagePair) -> str:
        """Return the name of the engine, the same for all pairs."""
        return NAME

    async def translate(self, sentence: str, pair: LanguagePair) -> Sentence:
        """Return the sentence unchanged; every word counts as unknown."""
        return Sentence(sentence, tuple(_WORD.findall(sentence)))

    def describe(self) -> list[EngineDescription]:
        """Describe this engine for the user."""
        name, serves = EngineFact.TERMS_ONLY(), EngineFact.REPLACES_TERMS()
        return [EngineDescription(name, "", "Apache-2.0", serves, EngineFact.READY())]

    async def end_idle(self) -> None:
        """Do nothing: no process runs."""

    async def close(self) -> None:
        """Do nothing: no process runs."""
