"""Terms that an improvement must not drop or alter."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from termdesk.application.progress import run_in_thread
from termdesk.application.session.session import Session
from termdesk.domain.glossary import Dictionary, Glossary
from termdesk.domain.language.language import root
from termdesk.domain.matching.terms import TermHit, TermIndex
from termdesk.domain.progress import NoProgress, Progress
from termdesk.domain.similarity.text_diff import Chunk, DiffKind

# The service reveals changes only by the count, so entries are read again after this time.
SECONDS_FRESH = 60.0
_MOST_KEPT = 4


class EndangeredTerm(NamedTuple):
    """A change (its number among the chunks) that drops or alters a term of the text."""

    chunk: int
    term: str


@dataclass(slots=True)
class _KnownTerms:
    index: TermIndex
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
        index = await self._index(glossary, root(language))
        hits = await run_in_thread(NoProgress(), _found, text, index)
        return tuple(find_endangered(text, result, chunks, hits))

    async def _index(self, glossary: Glossary, language: str) -> TermIndex:
        key = self._session.profile, glossary.glossary_id, language
        known = self._known.get(key)
        if known is None or time.monotonic() >= known.fresh_until:
            phrases = await self._phrases(glossary, language)
            index = await run_in_thread(NoProgress(), _made, phrases, language)
            known = self._known[key] = _KnownTerms(index, time.monotonic() + SECONDS_FRESH)
        self._known.move_to_end(key)
        while len(self._known) > _MOST_KEPT:
            self._known.popitem(last=False)
        return known.index

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


def find_endangered(
    text: str, result: str, chunks: Sequence[Chunk], hits: Sequence[TermHit]
) -> Iterable[EndangeredTerm]:
    """The changes that overlap a term of the text, unless what replaces it still has the term as it stood there."""
    for number, chunk in enumerate(chunks):
        if chunk.kind is DiffKind.EQUAL:
            continue
        for hit in hits:
            if not _touches(chunk, hit):
                continue
            surface = text[hit.start : hit.end]
            # The words that stay around the change belong to the term, too.
            kept_before, kept_after = max(0, chunk.before_start - hit.start), max(0, hit.end - chunk.before_end)
            around = result[max(0, chunk.after_start - kept_before) : chunk.after_end + kept_after]
            if surface not in around:
                yield EndangeredTerm(number, surface)
                break


def _touches(chunk: Chunk, hit: TermHit) -> bool:
    if chunk.before_start == chunk.before_end:
        return hit.start < chunk.before_start < hit.end
    return chunk.before_start < hit.end and hit.start < chunk.before_end


def _in_language(glossary: Glossary, language: str) -> list[Dictionary]:
    return [
        each for each in glossary.dictionaries if root(language) in (each.pair.roots.source, each.pair.roots.target)
    ]


def _made(_progress: Progress, phrases: dict[str, None], language: str) -> TermIndex:
    return TermIndex.of(((phrase, phrase) for phrase in phrases), language=language)


def _found(_progress: Progress, text: str, index: TermIndex) -> list[TermHit]:
    return index.find(text)
