"""Confirmed translations, held in memory for the engines and in the store for good."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rapidfuzz import process as fuzzy
from rapidfuzz.distance import Indel

from termdesk.domain.language import LanguagePair
from termdesk.service.store import Store

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


class ConfirmedMemory:
    """What people confirmed, by pair. Exact hits come from a dict, near ones from a fuzzy search."""

    def __init__(self, confirmed: Mapping[LanguagePair, dict[str, str]]) -> None:
        self._confirmed = dict(confirmed)

    @classmethod
    async def read(cls, store: Store) -> ConfirmedMemory:
        return cls(await store.confirmed())

    def pairs(self) -> frozenset[LanguagePair]:
        return frozenset(self._confirmed)

    def add(self, pair: LanguagePair, source: str, target: str) -> None:
        self._confirmed.setdefault(pair, {})[source] = target

    def segments(self, pair: LanguagePair) -> dict[str, str]:
        """All confirmed segments of a pair with their translations, oldest first."""
        return self._confirmed.get(pair, {})

    def forget(self, pair: LanguagePair) -> None:
        self._confirmed.pop(pair, None)

    def exact(self, pair: LanguagePair, segment: str) -> str | None:
        """The confirmed translation of exactly this segment."""
        return self._confirmed.get(pair, {}).get(segment)

    def near(self, pair: LanguagePair, segment: str, at_least: float = 0.95) -> tuple[str, float] | None:
        """The translation of the most similar segment with the same numbers, and the similarity (0 to 1)."""
        known = self._confirmed.get(pair, {})
        found = fuzzy.extractOne(segment, known.keys(), scorer=Indel.normalized_similarity, score_cutoff=at_least)
        if found is None or _NUMBER.findall(found[0]) != _NUMBER.findall(segment):
            return None
        return known[found[0]], found[1]
