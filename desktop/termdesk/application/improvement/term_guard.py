"""Find terms that an improvement drops or alters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from termdesk.application.fresh_cache import FreshCache
from termdesk.application.progress import run_in_thread
from termdesk.application.session.session import Session
from termdesk.domain.glossary import Dictionary, Glossary
from termdesk.domain.language.language import root
from termdesk.domain.matching.lemmas import Lemmatizers
from termdesk.domain.matching.protected_terms import EndangeredTerm, TermHits, find_endangered, term_table
from termdesk.domain.matching.term_table import TermTable
from termdesk.domain.matching.terms import TermIndex
from termdesk.domain.progress import NoProgress, Progress
from termdesk.domain.similarity.text_diff import Chunk


class _GuardedTerms(NamedTuple):
    """The phrases of a glossary in one language, in two indexes: as they are written, and in inflected forms."""

    written: TermIndex
    forms: TermTable


class TermGuard:
    """Finds the changes that affect terms of a glossary, in any of its languages."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._known: FreshCache[tuple[str, str, str], _GuardedTerms] = FreshCache()
        self._lemmatizers = Lemmatizers(low_memory=True)

    def forget(self) -> None:
        """Read the terms again before their next use, because a dictionary was published."""
        self._known.expire()

    async def glossaries(self, language: str) -> list[Glossary]:
        """Return the glossaries that have terms of a language, by name. Raises TermdeskError."""
        api = await self._session.api()
        listed = await api.glossaries.list()
        return sorted((each for each in listed if _in_language(each, language)), key=lambda each: each.name.casefold())

    async def find_endangered(
        self, text: str, result: str, chunks: Sequence[Chunk], glossary: Glossary, language: str
    ) -> tuple[EndangeredTerm, ...]:
        """Return the changes that drop or alter a term. Raises TermdeskError if the entries cannot be read."""
        terms = await self._terms(glossary, root(language))
        return await run_in_thread(NoProgress(), self._find_endangered, text, result, chunks, terms, root(language))

    async def _terms(self, glossary: Glossary, language: str) -> _GuardedTerms:
        key = self._session.profile, glossary.glossary_id, language

        async def make(_last: _GuardedTerms | None) -> _GuardedTerms:
            return await run_in_thread(
                NoProgress(), self._make_terms, await self._phrases(glossary, language), language
            )

        return await self._known.get(key, make)

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

    def _make_terms(self, _progress: Progress, phrases: dict[str, None], language: str) -> _GuardedTerms:
        lemmatize = self._lemmatizers.of(language)
        forms = TermTable(((phrase, "") for phrase in phrases), language=language, lemmatize=lemmatize)
        return _GuardedTerms(TermIndex([term_table(phrases)]), forms)

    def _find_endangered(
        self, _progress: Progress, text: str, result: str, chunks: Sequence[Chunk], terms: _GuardedTerms, language: str
    ) -> tuple[EndangeredTerm, ...]:
        index = TermIndex([terms.forms], lemmatize=self._lemmatizers.of(language))
        hits = TermHits(index.find(text), index.find(result))
        return tuple(find_endangered(text, result, chunks, terms.written.positions(text), hits))


def _in_language(glossary: Glossary, language: str) -> list[Dictionary]:
    return [
        each for each in glossary.dictionaries if root(language) in (each.pair.roots.source, each.pair.roots.target)
    ]
