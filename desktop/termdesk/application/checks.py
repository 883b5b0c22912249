"""The checks of one open dictionary: what is found, what is ignored, and how old the comparisons are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from termdesk.application.advice_index import AdviceIndex, AdviceMarks
from termdesk.application.checking import Refusal
from termdesk.application.comparing import Compared, Inside, Neighbours, compared, inside
from termdesk.application.editing import OpenDictionary
from termdesk.application.findings import Across, Finding, Listing, Looked, listed
from termdesk.application.library import Library
from termdesk.application.progress import run_in_thread
from termdesk.domain.advice.kinds import KINDS, REFUSED
from termdesk.domain.advice.own_rules import OwnRule
from termdesk.domain.changes import Change, InsertRows, RemoveRows, SetCells, SetDetails
from termdesk.domain.entries import SOURCE, Entries
from termdesk.domain.language import LanguagePair
from termdesk.domain.progress import NoProgress, Progress
from termdesk.storage.check_notes import CheckNotes, DictionaryKey, IgnoredFinding
from termdesk.storage.records import Records

# A change of more cells than this is looked at anew, in a worker, when somebody asks.
MOST_FOLLOWED = 5_000
# Entries of a dictionary of this size are compared with each other after every edit: that takes a third of a second.
COMPARED_AT_ONCE = 50_000


class Checking:
    """Makes the checks of dictionaries that are opened."""

    def __init__(self, library: Library, records: Records) -> None:
        self._notes = records.check_notes
        self._neighbours = Neighbours(library)

    def of(self, dictionary: OpenDictionary) -> Checks:
        """The checks of an open dictionary; they cost nothing before somebody asks, and are to be closed."""
        return Checks(dictionary, self._notes, self._neighbours)


class Checks:
    """Finds what there is to say about an open dictionary. Costs nothing until `listing` is asked for the first time.

    Findings about cells and spellings follow every change. What compares entries with others is as old as the last
    `compare`; rows that changed since then are no longer among it.
    """

    def __init__(self, dictionary: OpenDictionary, notes: CheckNotes, neighbours: Neighbours) -> None:
        self._dictionary = dictionary
        self._notes = notes
        self._neighbours = neighbours
        self._index: AdviceIndex | None = None
        self._rules: list[OwnRule] | None = None
        self._ignored: list[IgnoredFinding] | None = None
        self._inside: Inside | None = None
        self._compared: Compared | None = None
        self._refused: dict[int, tuple[str, ...]] = {}
        self._refused_side = SOURCE
        self.edits_since = 0
        dictionary.followers.append(self._follow)

    def close(self) -> None:
        """Follow the dictionary no longer."""
        if self._follow in self._dictionary.followers:
            self._dictionary.followers.remove(self._follow)

    # Looking

    async def listing(self, progress: Progress = NoProgress()) -> Listing:
        """All findings, for the latest state of the entries. Raises StorageFailed."""
        rules, ignored = await self.rules(), await self.ignored()
        await self._catch_up(progress)
        dictionary = self._dictionary
        while True:
            revision = dictionary.revision
            looked = self._looked(rules, frozenset(each.key for each in ignored))
            listing = await run_in_thread(progress, listed, looked)
            if revision == dictionary.revision:
                return listing
            await self._catch_up(progress)

    async def compare(self, progress: Progress = NoProgress()) -> None:
        """Compare with the other dictionaries of this pair, and with the reverse. Raises ServiceError."""
        found = await self._neighbours.of(self._dictionary, progress)
        was_outdated = self.edits_since > 0
        while True:
            revision = self._dictionary.revision
            sources, targets = self._columns()
            ids = self._dictionary.entries.ids[:]
            forbidden = self._dictionary.entries.forbidden_ids()
            result = await run_in_thread(progress, compared, sources, targets, ids, found, forbidden)
            if revision == self._dictionary.revision:
                self._compared, self.edits_since = result, 0
                break
        if was_outdated:
            await self._compare_inside(progress)

    @property
    def compared(self) -> Compared | None:
        """What the last comparison read, and when; None before the first one."""
        return self._compared

    @property
    def is_fresh(self) -> bool:
        """Whether entries were compared with others since the last edit."""
        return self._compared is not None and not self.edits_since

    def kinds_at(self, row: int, column: int) -> list[str]:
        """What is odd about a cell, as far as that is known without looking at others."""
        return self._index.kinds_at(row, column) if self._index is not None else []

    def warnings_at(self, row: int, column: int) -> list[str]:
        """Titles of what warns of a cell by itself. Cheap: the grid asks for every cell that it paints."""
        if self._index is None:
            return []
        kinds = self._index.warnings_at(row, column)
        if not kinds:
            return []
        phrase = self._dictionary.entries.cell(row, column)
        ignored = {each.key for each in self._ignored or ()}
        own = {rule.key: rule.name for rule in self._rules or ()}
        return [own.get(kind) or KINDS[kind].title for kind in kinds if (kind, column, phrase) not in ignored]

    async def _catch_up(self, progress: Progress) -> None:
        """Make what is missing: at the first time, and after changes that were too large to follow."""
        dictionary = self._dictionary
        rules = await self.rules()
        while self._index is None:
            revision, copy = dictionary.revision, dictionary.entries.copy()
            index = await run_in_thread(progress, _indexed, copy, dictionary.pair, rules)
            if revision == dictionary.revision:
                index.attach(dictionary.entries)
                self._index = index
        if self._inside is None:
            await self._compare_inside(progress)

    async def _compare_inside(self, progress: Progress) -> None:
        dictionary = self._dictionary
        while True:
            revision = dictionary.revision
            sources, targets = self._columns()
            forbidden = dictionary.entries.forbidden_ids()
            result = await run_in_thread(
                progress, inside, sources, targets, dictionary.entries.ids[:], dictionary.pair, forbidden
            )
            if revision == dictionary.revision:
                self._inside = result
                return

    def _columns(self) -> tuple[list[str], list[str]]:
        entries = self._dictionary.entries
        return entries.sources.copy(), entries.targets.copy()

    def _looked(self, rules: Sequence[OwnRule], ignored: frozenset[tuple[str, int, str]]) -> Looked:
        dictionary = self._dictionary
        faulty, repeated, forbidden = dictionary.problems.marks()
        sources, targets = self._columns()
        return Looked(
            dictionary.pair,
            sources,
            targets,
            dictionary.entries.ids[:],
            faulty,
            repeated,
            self._index.marks() if self._index is not None else AdviceMarks({}, {}, ()),
            self._across(),
            ignored,
            {rule.key: rule.kind for rule in rules},
            forbidden,
        )

    def _across(self) -> Mapping[str, Across]:
        found: dict[str, Across] = {}
        for each in (self._inside, self._compared):
            if each is not None:
                gone = frozenset(each.gone)
                found |= {kind: (column, details, gone) for kind, (column, details) in each.found.items()}
        if self._refused:
            found[REFUSED] = (self._refused_side, dict(self._refused), ())
        return found

    # Keeping up

    def _follow(self, change: Change, inverse: Change) -> None:
        if isinstance(change, SetDetails):
            if _forbids(change) or _forbids(inverse):
                self._inside = None
            return
        if self._index is not None:
            if change.count > MOST_FOLLOWED:
                self._index = None
            else:
                self._index.follow(change, inverse)
        self._outdate(change, inverse)

    def _outdate(self, change: Change, inverse: Change) -> None:
        ids: Sequence[int] = ()
        match change, inverse:
            case SetCells(rows=rows), _:
                entries = self._dictionary.entries
                ids = [entries.ids[row] for row in rows]
            case RemoveRows(), InsertRows(ids=gone):
                ids = gone
        self.edits_since += change.count
        for each in (self._inside, self._compared):
            if each is not None:
                each.gone.update(ids)
        for row_id in ids:
            self._refused.pop(row_id, None)
        if len(self._dictionary) <= COMPARED_AT_ONCE:
            self._inside = None

    # What the service said

    def refuse(self, refusals: Sequence[Refusal]) -> Finding | None:
        """Keep what the service refused, and give the first of it that has a row."""
        placed = [each for each in refusals if each.row is not None]
        ids = self._dictionary.entries.ids
        self._refused = {ids[each.row]: (each.message,) for each in placed if each.row is not None}
        if not placed or placed[0].row is None:
            return None
        self._refused_side = placed[0].column
        return Finding(placed[0].row, placed[0].column, REFUSED, ids[placed[0].row])

    def accept(self) -> None:
        """The service took everything: what it refused before is settled."""
        self._refused.clear()

    # Rules and what is ignored

    async def rules(self) -> list[OwnRule]:
        """The user's own rules, those of all dictionaries."""
        if self._rules is None:
            self._rules = await self._notes.rules()
        return self._rules

    async def set_rules(self, rules: Sequence[OwnRule]) -> None:
        """Keep and use these rules. Raises InvalidInput for one that cannot work, and then none is kept."""
        for rule in rules:
            rule.check()
        await self._notes.set_rules(rules)
        self._rules, self._index = list(rules), None

    async def ignored(self) -> list[IgnoredFinding]:
        """What is ignored in this dictionary."""
        if self._ignored is None:
            self._ignored = await self._notes.ignored(self._key)
        return self._ignored

    async def ignore(self, listing: Listing, findings: Sequence[Finding], note: str) -> None:
        """These findings count no more, for as long as the phrases stay as they are."""
        await self._notes.ignore(self._key, _keys(listing, findings), note)
        self._ignored = None

    async def take_back(self, listing: Listing, findings: Sequence[Finding]) -> None:
        """These findings count again."""
        await self._notes.take_back(self._key, _keys(listing, findings))
        self._ignored = None

    def note_of(self, listing: Listing, finding: Finding) -> str:
        """Why a finding is ignored."""
        key = (finding.kind, finding.column, listing.phrase(finding))
        return next((each.note for each in self._ignored or () if each.key == key), "")

    @property
    def _key(self) -> DictionaryKey:
        draft = self._dictionary.draft
        return DictionaryKey(draft.profile, draft.shelf_key, draft.pair)


def _forbids(change: Change) -> bool:
    return isinstance(change, SetDetails) and any(each.is_forbidden for each in change.details)


def _keys(listing: Listing, findings: Sequence[Finding]) -> list[tuple[str, int, str]]:
    return [(each.kind, each.column, listing.phrase(each)) for each in findings]


def _indexed(progress: Progress, entries: Entries, pair: LanguagePair, rules: Sequence[OwnRule]) -> AdviceIndex:
    return AdviceIndex(entries, pair, rules=rules, progress=progress)
