"""Find the terms of a glossary in a text, and determine which of them a translation used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from termdesk.application.fresh_cache import FreshCache
from termdesk.application.progress import run_in_thread
from termdesk.application.session.session import Session
from termdesk.domain.entries.entries import Entries
from termdesk.domain.glossary import Dictionary, Glossary
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.matching.lemmas import Lemmatizers
from termdesk.domain.matching.protected_parts import find_free_hits
from termdesk.domain.matching.term_table import TermTable
from termdesk.domain.matching.terms import TermHit, TermIndex
from termdesk.domain.matching.uses import TermUse, as_reported, check_use
from termdesk.domain.progress import NoProgress, Progress
from termdesk.domain.texts import EngineReport

if TYPE_CHECKING:
    from termdesk.client.api import ApiClient


_Key = tuple[str, str, LanguagePair, int, object]


@dataclass(frozen=True, slots=True)
class _CachedTerms:
    table: TermTable
    fingerprint: str


class TermMarks:
    """A cache of the term tables of dictionaries, each built once for each version.

    It uses the matcher of the local service, so that window and service agree. All work runs in worker threads.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._kept: FreshCache[_Key, _CachedTerms] = FreshCache()
        # The window checks one text at a time. So it saves memory: it takes a tenth of the service's, at half the
        # speed.
        self._lemmatizers = Lemmatizers(low_memory=True)
        session.service_changed.subscribe(self.forget)

    def forget(self) -> None:
        """Read dictionaries again before their next use, after publishing or for another service."""
        self._kept.expire()

    async def hits(self, text: str, glossary: Glossary, pair: LanguagePair) -> list[TermHit]:
        """Return the terms in a text that the glossary's dictionary for this pair has. Raises TermdeskError."""
        table = await self._table(glossary, pair)
        return [] if table is None else await run_in_thread(NoProgress(), self._find_terms, text, table, pair)

    async def uses(
        self, text: str, translation: str, glossary: Glossary, pair: LanguagePair, *, report: EngineReport
    ) -> tuple[TermUse, ...]:
        """Return the terms of a text and their use in the translation, from the service's report and our own search.

        Raises TermdeskError if the entries cannot be read.
        """
        table = await self._table(glossary, pair)
        if table is None:
            return ()
        return await run_in_thread(NoProgress(), self._check_terms, text, translation, table, pair, report)

    def _find_terms(self, progress: Progress, text: str, table: TermTable, pair: LanguagePair) -> list[TermHit]:
        hits = TermIndex([table], lemmatize=self._lemmatizers.of(pair.source)).find(text)
        return find_free_hits(text, hits)

    def _check_terms(
        self,
        progress: Progress,
        text: str,
        translation: str,
        table: TermTable,
        pair: LanguagePair,
        report: EngineReport,
    ) -> tuple[TermUse, ...]:
        hits = self._find_terms(progress, text, table, pair)
        progress.step(1, 2)
        uses = check_use(hits, translation, language=pair.target, lemmatize=self._lemmatizers.of(pair.target))
        if report.terms_placed is None:
            return tuple(uses)
        return tuple(
            as_reported(uses, placed=report.terms_placed, missed=report.terms_missed, uncertain=report.terms_uncertain)
        )

    async def _table(self, glossary: Glossary, pair: LanguagePair) -> TermTable | None:
        dictionary = glossary.dictionary(pair)
        if dictionary is None:
            return None
        key = self._session.profile, glossary.glossary_id, dictionary.pair, dictionary.entry_count, glossary.created

        async def read(last: _CachedTerms | None) -> _CachedTerms:
            return await self._read(await self._session.api(), glossary, dictionary, last)

        return (await self._kept.get(key, read)).table

    async def _read(
        self, api: ApiClient, glossary: Glossary, dictionary: Dictionary, kept: _CachedTerms | None
    ) -> _CachedTerms:
        entries = await api.glossaries.entries(
            glossary.glossary_id, dictionary.pair, expected_count=dictionary.entry_count
        )
        return await run_in_thread(NoProgress(), self._make_terms, entries, dictionary.pair.source, kept)

    def _make_terms(
        self, progress: Progress, entries: Entries, language: str, kept: _CachedTerms | None
    ) -> _CachedTerms:
        fingerprint = entries.fingerprint()
        if kept is not None and kept.fingerprint == fingerprint:
            table = kept.table
        else:
            pairs = entries.with_progress(progress)
            table = TermTable(pairs, language=language, lemmatize=self._lemmatizers.of(language))
        return _CachedTerms(table, fingerprint)
