"""Find entries whose target uses a term that is forbidden for their source, or for a term inside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from termdesk.domain.entries.row_phrases import RowPhrases
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.matching.terms import Exactness, TermHit, TermIndex
from termdesk.domain.matching.uses import check_use

ForbiddenCheck = Callable[[str, str], tuple[str, ...]]


def forbidden_check(forbidden: Iterable[tuple[str, str]], pair: LanguagePair) -> ForbiddenCheck:
    """A function that returns the forbidden targets that an entry (source, target) uses.

    `forbidden` has (source, target) pairs. A pair without a source is forbidden everywhere.
    """
    by_source: dict[str, list[str]] = {}
    everywhere = []
    for source, target in forbidden:
        if target and source:
            by_source.setdefault(source, []).append(target)
        elif target:
            everywhere.append(target)
    index = TermIndex.of(((source, source) for source in by_source), language=pair.source)

    def check(source: str, target: str) -> tuple[str, ...]:
        # Rows to check after an edit are found by their exact words, so a variant with a hyphen would be missed.
        hits = [hit for hit in index.find(source) if hit.exactness is not Exactness.OTHER_HYPHEN] if len(index) else []
        candidates = dict.fromkeys(each for hit in hits for each in by_source.get(hit.source, ()))
        candidates |= dict.fromkeys(everywhere)
        return tuple(each for each in candidates if _stands_in(each, target, pair.target))

    return check


def _stands_in(phrase: str, text: str, language: str) -> bool:
    hit = TermHit(0, 0, "", phrase)
    return check_use([hit], text, language=language)[0].is_used


class ForbiddenUses:
    """The rows that use forbidden terms. After edits of forbidden entries call `renew`, then `look` at rows."""

    def __init__(self, phrases: RowPhrases, pair: LanguagePair) -> None:
        self._phrases = phrases
        self._pair = pair
        self.found: dict[int, tuple[str, ...]] = {}
        self.renew()

    def renew(self) -> None:
        """Read the forbidden entries again."""
        phrases = self._phrases
        # In the order of their ids, which is also the order of the first reading.
        forbidden = [(phrases.sources[each], phrases.targets[each]) for each in sorted(phrases.forbidden)]
        self._check = forbidden_check(forbidden, self._pair) if forbidden else None

    def look(self, row_ids: Iterable[int]) -> None:
        """Check these rows again."""
        for row_id in row_ids:
            source, target = self._phrases.find_compared_phrases(row_id)
            if self._check is not None and target and (used := self._check(source, target)):
                self.found[row_id] = used
            else:
                self.found.pop(row_id, None)
