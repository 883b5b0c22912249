"""The reverse of a dictionary, and what stands in its way: one target that several sources have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from termdesk.domain.entries import Entries


@dataclass(frozen=True, slots=True)
class Clash:
    """A target phrase of several sources; reversed, it can have only one of them. They stand in file order."""

    phrase: str
    candidates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reversal:
    """The candidates of each phrase, in file order, and the rows that have no reverse because a side is empty."""

    candidates: Mapping[str, tuple[str, ...]]
    incomplete_rows: int

    @property
    def clashes(self) -> list[Clash]:
        return [Clash(phrase, found) for phrase, found in self.candidates.items() if len(found) > 1]

    def entries(self, settled: Mapping[str, str]) -> Entries:
        """The reverse dictionary: of clashing candidates the one in `settled`, else the first."""
        return Entries(
            list(self.candidates), [settled.get(phrase, found[0]) for phrase, found in self.candidates.items()]
        )


def reverse(entries: Entries) -> Reversal:
    """Targets as sources. The same pair twice is no clash."""
    candidates: dict[str, list[str]] = {}
    incomplete = 0
    for source, target in entries:
        if not source or not target:
            incomplete += 1
            continue
        found = candidates.setdefault(target, [])
        if source not in found:
            found.append(source)
    return Reversal({phrase: tuple(found) for phrase, found in candidates.items()}, incomplete)
