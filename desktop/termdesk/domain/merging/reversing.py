"""The reverse of a dictionary, and what stands in its way: one target that several sources have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail


@dataclass(frozen=True, slots=True)
class Clash:
    """A target phrase of several sources; reversed, it can have only one of them. They stand in file order."""

    phrase: str
    candidates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reversal:
    """The candidates of each phrase, in file order, and the rows that have no reverse.

    Those are rows with an empty side, and forbidden ones: that a target must not be used says nothing about the other
    direction, and its reverse would look allowed. `details` are by phrase and candidate.
    """

    candidates: Mapping[str, tuple[str, ...]]
    incomplete_rows: int
    forbidden_rows: int = 0
    details: Mapping[tuple[str, str], EntryDetail] = field(default_factory=dict)

    @property
    def clashes(self) -> list[Clash]:
        return [Clash(phrase, found) for phrase, found in self.candidates.items() if len(found) > 1]

    def entries(self, settled: Mapping[str, str]) -> Entries:
        """The reverse dictionary: of clashing candidates the one in `settled`, else the first; with its details."""
        made = Entries(
            list(self.candidates), [settled.get(phrase, found[0]) for phrase, found in self.candidates.items()]
        )
        if self.details:
            for row, pair in enumerate(made):
                if detail := self.details.get(pair):
                    made.set_detail(row, detail)
        return made


def reverse(entries: Entries) -> Reversal:
    """Targets as sources. The same pair twice is no clash. Notes and domains go along; a status is of the target."""
    candidates: dict[str, list[str]] = {}
    details: dict[tuple[str, str], EntryDetail] = {}
    incomplete = 0
    for row in entries.published_rows():
        source, target = entries[row]
        if not source or not target:
            incomplete += 1
            continue
        found = candidates.setdefault(target, [])
        if source not in found:
            found.append(source)
        if entries.details and not (detail := replace(entries.detail(row), status="")).is_empty:
            details.setdefault((target, source), detail)
    forbidden = len(entries.forbidden_ids())
    return Reversal({phrase: tuple(found) for phrase, found in candidates.items()}, incomplete, forbidden, details)
