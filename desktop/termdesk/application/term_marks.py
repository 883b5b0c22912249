"""Which terms of a glossary stand in a text, and which of them a translation used."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from termdesk.application.progress import run_in_thread
from termdesk.application.session import Session
from termdesk.domain.entries import Entries
from termdesk.domain.glossary import Dictionary, Glossary
from termdesk.domain.language import LanguagePair
from termdesk.domain.progress import NoProgress, Progress
from termdesk.domain.terms import TermHit, TermIndex, TermUse, check_use

if TYPE_CHECKING:
    from termdesk.client.api import ApiClient

# The service tells no change of a dictionary but its count: after this the entries are read again.
SECONDS_FRESH = 60.0
_MOST_KEPT = 4

_Key = tuple[str, str, LanguagePair, int, object]


@dataclass(slots=True)
class _Kept:
    index: TermIndex
    fingerprint: str
    fresh_until: float


class TermMarks:
    """Indexes of the dictionaries in use, each built once for its content and kept while it is used."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._kept: OrderedDict[_Key, _Kept] = OrderedDict()
        session.service_changed.append(self.forget)

    def forget(self) -> None:
        """Read dictionaries again before they are used: after publishing, or for another service."""
        for kept in self._kept.values():
            kept.fresh_until = 0.0

    async def hits(self, text: str, glossary: Glossary, pair: LanguagePair) -> list[TermHit]:
        """The terms of the glossary's dictionary for this pair that stand in a text. Raises TermdeskError."""
        index = await self._index(glossary, pair)
        return [] if index is None else await run_in_thread(NoProgress(), lambda _: index.find(text))

    async def uses(self, text: str, translation: str, glossary: Glossary, pair: LanguagePair) -> tuple[TermUse, ...]:
        """The terms of a text, each with the place in the translation where it was used, or None."""
        hits = await self.hits(text, glossary, pair)
        return tuple(await run_in_thread(NoProgress(), lambda _: check_use(hits, translation, language=pair.target)))

    async def _index(self, glossary: Glossary, pair: LanguagePair) -> TermIndex | None:
        dictionary = glossary.dictionary(pair)
        if dictionary is None:
            return None
        key = self._session.profile, glossary.glossary_id, dictionary.pair, dictionary.entry_count, glossary.created
        kept = self._kept.get(key)
        if kept is None or time.monotonic() >= kept.fresh_until:
            kept = await self._read(await self._session.api(), glossary, dictionary, kept)
            self._kept[key] = kept
        self._kept.move_to_end(key)
        while len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)
        return kept.index

    async def _read(self, api: ApiClient, glossary: Glossary, dictionary: Dictionary, kept: _Kept | None) -> _Kept:
        entries = await api.glossaries.entries(
            glossary.glossary_id, dictionary.pair, expected_count=dictionary.entry_count
        )
        return await run_in_thread(NoProgress(), _indexed, entries, dictionary.pair.source, kept)


def _indexed(progress: Progress, entries: Entries, language: str, kept: _Kept | None) -> _Kept:
    fingerprint = entries.fingerprint()
    is_same = kept is not None and kept.fingerprint == fingerprint
    index = kept.index if kept is not None and is_same else TermIndex(entries, language=language)
    return _Kept(index, fingerprint, time.monotonic() + SECONDS_FRESH)
