"""Terms that an improvement must not drop or alter."""

from __future__ import annotations

from collections.abc import Sequence

from termdesk.application.fresh_cache import FreshCache
from termdesk.application.progress import run_in_thread
from termdesk.application.session.session import Session
from termdesk.domain.glossary import Dictionary, Glossary
from termdesk.domain.language.language import root
from termdesk.domain.matching.protected_terms import EndangeredTerm, find_endangered, term_table
from termdesk.domain.matching.terms import TermIndex
from termdesk.domain.progress import NoProgress, Progress
from termdesk.domain.similarity.text_diff import Chunk


class TermGuard:
    """Finds the changes that touch terms of a glossary, in whichever of its languages the text is written."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._known: FreshCache[tuple[str, str, str], TermIndex] = FreshCache()

    def forget(self) -> None:
        """Read the terms again before their next use: a dictionary was published."""
        self._known.expire()

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

    async def _terms(self, glossary: Glossary, language: str) -> TermIndex:
        key = self._session.profile, glossary.glossary_id, language

        async def make(_last: TermIndex | None) -> TermIndex:
            return await run_in_thread(NoProgress(), _made, await self._phrases(glossary, language))

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


def _in_language(glossary: Glossary, language: str) -> list[Dictionary]:
    return [
        each for each in glossary.dictionaries if root(language) in (each.pair.roots.source, each.pair.roots.target)
    ]


def _made(_progress: Progress, phrases: dict[str, None]) -> TermIndex:
    return TermIndex([term_table(phrases)])


def _found(
    _progress: Progress, text: str, result: str, chunks: Sequence[Chunk], terms: TermIndex
) -> tuple[EndangeredTerm, ...]:
    return tuple(find_endangered(text, result, chunks, terms.places(text)))
