"""The reverse of a dictionary, and its clashes: targets that several sources share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.entries.term_fields import swap_sides


@dataclass(frozen=True, slots=True)
class Clash:
    """A target of several sources, in file order. The reverse can have only one of them."""

    phrase: str
    candidates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reversal:
    """The candidates of each phrase, in file order, and the number of rows without a reverse.

    Those rows have an empty side or are forbidden. A forbidden target is left out, because as a source it would look
    allowed. `details` are by phrase and candidate.
    """

    candidates: Mapping[str, tuple[str, ...]]
    incomplete_rows: int
    forbidden_rows: int = 0
    details: Mapping[tuple[str, str], EntryDetail] = field(default_factory=dict)

    @property
    def clashes(self) -> list[Clash]:
        """The targets that several sources share."""
        return [Clash(phrase, found) for phrase, found in self.candidates.items() if len(found) > 1]

    def entries(self, settled: Mapping[str, str]) -> Entries:
        """The reverse dictionary with details. A clash gets the candidate in `settled`, else the first."""
        made = Entries(
            list(self.candidates), [settled.get(phrase, found[0]) for phrase, found in self.candidates.items()]
        )
        if self.details:
            for row, pair in enumerate(made):
                if detail := self.details.get(pair):
                    made.set_detail(row, detail)
        return made


def reverse(entries: Entries) -> Reversal:
    """Swap sources and targets.

    A repeated pair is not a clash. Notes and domains are kept; a status belongs to the target.
    """
    candidates: dict[str, list[str]] = {}
    details: dict[tuple[str, str], EntryDetail] = {}
    incomplete = 0
    for row in entries.find_published_rows():
        source, target = entries[row]
        if not source or not target:
            incomplete += 1
            continue
        found = candidates.setdefault(target, [])
        if source not in found:
            found.append(source)
        if entries.details:
            detail = entries.detail(row)
            detail = replace(detail, status="", fields=swap_sides(detail.fields))
            if not detail.is_empty:
                details.setdefault((target, source), detail)
    forbidden = len(entries.forbidden_ids())
    return Reversal({phrase: tuple(found) for phrase, found in candidates.items()}, incomplete, forbidden, details)
