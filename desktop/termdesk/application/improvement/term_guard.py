"""Terms that an improvement must not drop or alter."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from termdesk.application.progress import run_in_thread
from termdesk.application.session.session import Session
from termdesk.domain.glossary import Dictionary, Glossary
from termdesk.domain.language.language import root
from termdesk.domain.matching.protected_terms import (
    AccountTerms,
    EndangeredTerm,
    TermsOfDictionary,
    find_endangered,
)
from termdesk.domain.progress import NoProgress, Progress
from termdesk.domain.similarity.text_diff import Chunk

# The service reveals changes only by the count, so entries are read again after this time.
SECONDS_FRESH = 60.0
_MOST_KEPT = 4


@dataclass(slots=True)
class _KnownTerms:
    terms: AccountTerms
    fresh_until: float


class TermGuard:
    """Finds the changes that touch terms of a glossary, in whichever of its languages the text is written."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._known: OrderedDict[tuple[str, str, str], _KnownTerms] = OrderedDict()

    async def glossaries(self, language: str) -> list[Glossary]:
        """The glossaries that have terms of a language, by name. Raises TermdeskError."""
        api = await self._session.api()
        listed = await api.glossaries.list()
        return sorted((each for each in listed if _in_language(each, language)), key=lambda each: each.name.casefold())

    async def endangered(
        self, text: str, result: str, chunks: Sequence[Chunk], glossary: Glossary, language: str
    ) -> tuple[EndangeredTerm, ...]:
        """The changes that drop or alter a term. Raises TermdeskError where the entries cannot be read."""
        terms = await self._terms(glossary, root(language))
        return await run_in_thread(NoProgress(), _found, text, result, chunks, terms)

    async def _terms(self, glossary: Glossary, language: str) -> AccountTerms:
        key = self._session.profile, glossary.glossary_id, language
        known = self._known.get(key)
        if known is None or time.monotonic() >= known.fresh_until:
            phrases = await self._phrases(glossary, language)
            terms = await run_in_thread(NoProgress(), _made, phrases)
            known = self._known[key] = _KnownTerms(terms, time.monotonic() + SECONDS_FRESH)
        self._known.move_to_end(key)
        while len(self._known) > _MOST_KEPT:
            self._known.popitem(last=False)
        return known.terms

    async def _phrases(self, glossary: Glossary, language: str) -> dict[str, None]:
        api = await self._session.api()
        phrases: dict[str, None] = {}
        for dictionary in _in_language(glossary, language):
            entries = await api.glossaries.entries(
                glossary.glossary_id, dictionary.pair, expected_count=dictionary.entry_count
            )
            is_source = root(dictionary.pair.source) == language
            phrases.update(dict.fromkeys(entries.sources if is_source else entries.targets))
        return phrases


def _in_language(glossary: Glossary, language: str) -> list[Dictionary]:
    return [
        each for each in glossary.dictionaries if root(language) in (each.pair.roots.source, each.pair.roots.target)
    ]


def _made(_progress: Progress, phrases: dict[str, None]) -> AccountTerms:
    return AccountTerms((TermsOfDictionary([phrases]),))


def _found(
    _progress: Progress, text: str, result: str, chunks: Sequence[Chunk], terms: AccountTerms
) -> tuple[EndangeredTerm, ...]:
    return tuple(find_endangered(text, result, chunks, terms.of(text).places(text)))
