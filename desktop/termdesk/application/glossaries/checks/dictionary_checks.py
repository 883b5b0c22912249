"""The checks of one open dictionary: what is found, what is ignored, and how old the comparisons are."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial

from termdesk.application.failures import PublishViolation
from termdesk.application.glossaries.checks.check_index import CheckIndex, Columns
from termdesk.application.glossaries.checks.comparison import (
    Neighbour,
    Neighbours,
    Read,
    ReadableLibrary,
    comparison_with,
)
from termdesk.application.glossaries.checks.findings import Finding, Listing, Looked, listed
from termdesk.application.glossaries.checks.index_updater import IndexUpdater, Work
from termdesk.application.glossaries.editing.edit_counts import EditKey
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.domain.advice.custom_rules import CustomRule
from termdesk.domain.advice.kinds import KINDS, REFUSED
from termdesk.domain.entries.changes import Batch, Change, InsertRows, RemoveRows, SetCells, SetDetails
from termdesk.domain.entries.entries import SOURCE
from termdesk.domain.event import Event
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress, Progress
from termdesk.storage.check_notes import CheckNotes, DictionaryKey, IgnoredFinding
from termdesk.storage.records import Records


class CheckFactory:
    """Creates the checks of dictionaries that are opened. They share the custom rules and the notes on disk."""

    def __init__(self, library: ReadableLibrary, records: Records) -> None:
        self._notes = records.check_notes
        self._neighbours = Neighbours(library)

    def create(self, dictionary: OpenDictionary) -> DictionaryChecks:
        """The checks of an open dictionary. They cost nothing until they are asked for, and have to be closed."""
        return DictionaryChecks(dictionary, self._notes, self._neighbours)


class DictionaryChecks:
    """Finds what there is to say about an open dictionary. Costs nothing until `listing` is asked for the first time.

    Everything follows every change: cells, spellings, entries against each other, and this dictionary against others.
    The others are as they were at the last `compare`; `edited_since` names those that were edited here meanwhile.
    """

    def __init__(self, dictionary: OpenDictionary, notes: CheckNotes, neighbours: Neighbours) -> None:
        self._dictionary = dictionary
        self._notes = notes
        self._neighbours = neighbours
        self._index_updater = IndexUpdater(dictionary)
        self._rules: list[CustomRule] | None = None
        self._ignored: list[IgnoredFinding] | None = None
        self._read: Read | None = None
        self._refused: dict[int, tuple[str, ...]] = {}
        self._refused_side = SOURCE
        # Emitted when a dictionary that was compared with is edited in this program.
        self.neighbour_edited = Event[[]]()
        self._unsubscribe_dictionary = dictionary.changed.subscribe(self._follow)
        self._unsubscribe_neighbours = neighbours.edited.subscribe(self._heard_of)

    def close(self) -> None:
        """Follow the dictionary no longer."""
        self._unsubscribe_dictionary()
        self._unsubscribe_neighbours()

    # Looking

    async def listing(
        self, progress: Progress = NoProgress(), *, rows: Callable[[], Sequence[int]] | None = None
    ) -> Listing:
        """All findings, for the latest state of the entries. Raises StorageFailed.

        `rows` gives the ids of the entries in another order than that of the dictionary, -1 for a row without one.
        """
        await self.rules()
        await self.ignored()

        def prepared() -> Work[Listing]:
            # As they are by now: somebody may have changed them while a list was made.
            rules, ignored = self._rules or (), self._ignored or ()
            violating, repeated, forbidden = self._dictionary.violations.marks()
            looked = partial(
                Looked,
                pair=self._dictionary.pair,
                violating=violating,
                repeated=repeated,
                ignored=frozenset(each.key for each in ignored),
                own_kinds={rule.key: rule.kind for rule in rules},
                forbidden=forbidden,
                refused=dict(self._refused),
                refused_side=self._refused_side,
            )
            return partial(_listed, looked=looked, rows=rows() if rows is not None else None)

        return await self._index_updater.use(progress, self._made, prepared)

    @property
    def is_behind(self) -> bool:
        """Whether marks of cells are older than the last edits, since those concern many rows: `pull` does it."""
        return self._index_updater.is_behind

    async def pull(self, progress: Progress = NoProgress()) -> None:
        """Follow in a worker what could not be followed at once. Raises StorageFailed."""
        await self.rules()
        await self._index_updater.use(progress, self._made, lambda: _nothing)

    async def compare(self, progress: Progress = NoProgress()) -> None:
        """Compare with the other dictionaries of this pair, and with the reverse. Raises ServiceError."""
        read = await self._neighbours.of(self._dictionary, progress)
        await self.rules()
        await self._index_updater.use(progress, self._made, lambda: partial(_met, read=read))
        self._read = read

    @property
    def compared(self) -> Read | None:
        """What the last comparison read, and when; None before the first one."""
        return self._read

    def edited_since(self) -> list[Neighbour]:
        """Dictionaries that were edited in this program after they were compared with."""
        return self._neighbours.edited_since(self._read) if self._read is not None else []

    def _heard_of(self, keys: Collection[EditKey]) -> None:
        neighbours = self._read.neighbours if self._read is not None else ()
        if any(key in each.edit_counts for each in neighbours for key in keys):
            self.neighbour_edited.emit()

    def kinds_at(self, row: int, column: int) -> list[str]:
        """What is odd about a cell, as far as it is known, and not ignored."""
        index = self._index_updater.index
        if index is None:
            return []
        return self._not_ignored(index.kinds_at(self._dictionary.entries.ids[row], column), row, column)

    def warnings_at(self, row: int, column: int) -> list[str]:
        """Titles of what warns of a cell. Cheap: the grid asks for every cell that it paints."""
        index = self._index_updater.index
        if index is None:
            return []
        kinds = index.warnings_at(self._dictionary.entries.ids[row], column)
        return self._titles(self._not_ignored(kinds, row, column))

    def titles_at(self, row: int, column: int) -> list[str]:
        """What all is called that is odd about a cell; a rule of one's own by its name."""
        return self._titles(self.kinds_at(row, column))

    def _titles(self, kinds: Sequence[str]) -> list[str]:
        own = {rule.key: rule.name for rule in self._rules or ()} if kinds else {}
        # A rule may have been deleted a moment ago.
        return [own.get(kind) or KINDS[kind].title for kind in kinds if kind in own or kind in KINDS]

    def _not_ignored(self, kinds: list[str], row: int, column: int) -> list[str]:
        if not kinds:
            return []
        phrase = self._dictionary.entries.cell(row, column)
        ignored = {each.key for each in self._ignored or ()}
        return [kind for kind in kinds if (kind, column, phrase) not in ignored]

    def _made(self) -> Callable[[Progress, Columns], CheckIndex]:
        return partial(_indexed, pair=self._dictionary.pair, rules=self._rules or (), read=self._read)

    # Keeping up

    def _follow(self, change: Change, inverse: Change) -> None:
        self._index_updater.follow(change, inverse)
        if self._refused:
            self._settle(change, inverse)

    def _settle(self, change: Change, inverse: Change) -> None:
        """What the service refused and was edited is to be seen anew."""
        now, ids = self._dictionary.entries.ids, list[int]()
        match change, inverse:
            case SetCells(rows=rows), _:
                ids += [now[row] for row in rows]
            case RemoveRows(), InsertRows(ids=gone):
                ids += gone
            case Batch(changes=parts), _ if all(isinstance(each, SetCells | SetDetails) for each in parts):
                ids += [now[row] for each in parts if isinstance(each, SetCells) for row in each.rows]
            case Batch(), _:
                # The rows of its parts are those of moments that are over.
                ids += self._refused
        for row_id in ids:
            self._refused.pop(row_id, None)

    # What the service said

    def refuse(self, violations: Sequence[PublishViolation]) -> Finding | None:
        """Keep what the service refused, and give the first of it that has a row."""
        placed = [each for each in violations if each.row is not None]
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

    async def rules(self) -> list[CustomRule]:
        """The user's own rules, those of all dictionaries."""
        if self._rules is None:
            self._rules = await self._notes.rules()
        return self._rules

    async def set_rules(self, rules: Sequence[CustomRule]) -> None:
        """Keep and use these rules. Raises InvalidInput for one that cannot work, and then none is kept."""
        for rule in rules:
            rule.check()
        await self._notes.set_rules(rules)
        self.use_rules(rules)

    def use_rules(self, rules: Sequence[CustomRule]) -> None:
        """These are the rules now; somebody has kept them."""
        self._rules = list(rules)
        self._index_updater.forget()

    async def ignored(self) -> list[IgnoredFinding]:
        """What is ignored in this dictionary."""
        if self._ignored is None:
            self._ignored = await self._notes.ignored(self._key)
        return self._ignored

    async def notes(self) -> dict[tuple[str, int, str], str]:
        """Why findings are ignored, by kind, side and phrase."""
        return {each.key: each.note for each in await self.ignored()}

    async def ignore(self, listing: Listing, findings: Sequence[Finding], note: str) -> None:
        """These findings count no more, for as long as the phrases stay as they are."""
        await self._notes.ignore(self._key, _keys(listing, findings), note)
        self._ignored = await self._notes.ignored(self._key)

    async def take_back(self, listing: Listing, findings: Sequence[Finding]) -> None:
        """These findings count again."""
        await self._notes.take_back(self._key, _keys(listing, findings))
        self._ignored = await self._notes.ignored(self._key)

    @property
    def _key(self) -> DictionaryKey:
        draft = self._dictionary.draft
        return DictionaryKey(draft.profile, draft.glossary_key, draft.pair)


def _keys(listing: Listing, findings: Sequence[Finding]) -> list[tuple[str, int, str]]:
    return [(each.kind, each.column, listing.phrase(each)) for each in findings]


def _indexed(
    progress: Progress, columns: Columns, *, pair: LanguagePair, rules: Sequence[CustomRule], read: Read | None
) -> CheckIndex:
    index = CheckIndex(columns, pair, rules=rules, progress=progress)
    if read is not None:
        index.meet(comparison_with(read, index.phrases, progress), progress)
    return index


def _nothing(_progress: Progress, _index: CheckIndex, _ids: Sequence[int]) -> None:
    return None


def _met(progress: Progress, index: CheckIndex, _ids: Sequence[int], *, read: Read) -> None:
    index.meet(comparison_with(read, index.phrases, progress), progress)


def _listed(
    progress: Progress,
    index: CheckIndex,
    ids: Sequence[int],
    *,
    looked: Callable[..., Looked],
    rows: Sequence[int] | None,
) -> Listing:
    ids = ids if rows is None else rows
    columns = index.columns(ids)
    return listed(
        progress, looked(sources=columns.sources, targets=columns.targets, ids=ids, checks=index.marks(columns))
    )
