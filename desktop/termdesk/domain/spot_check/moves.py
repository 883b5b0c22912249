"""The differences between two runs over the same set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from termdesk.domain.spot_check.adherence import FAILED, FULFILLED
from termdesk.domain.spot_check.judgments import EntryState, Pair


@dataclass(frozen=True, slots=True)
class EntryMove:
    """An entry whose state differs from the baseline. None: it was not in the sentences, or not in the glossary."""

    source: str
    target: str
    before: EntryState | None
    after: EntryState | None

    @property
    def is_worse(self) -> bool:
        """Whether it was followed before, and is no longer."""
        return self.before in FULFILLED and self.after in FAILED


def entry_moves(before: Mapping[Pair, EntryState], after: Mapping[Pair, EntryState]) -> list[EntryMove]:
    """The entries whose state changed: those that became worse first, otherwise in the order of `after`."""
    pairs = dict.fromkeys([*after, *before])
    moved = [EntryMove(*pair, before.get(pair), after.get(pair)) for pair in pairs]
    return sorted((each for each in moved if each.before is not each.after), key=lambda each: not each.is_worse)
