"""The checks of one open dictionary: findings, ignored findings, custom rules and comparisons."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial

from termdesk.application.failures import PublishViolation
from termdesk.application.glossaries.checks.check_index import CheckIndex, Columns
from termdesk.application.glossaries.checks.comparison import (
    Neighbor,
    Neighbors,
    Read,
    ReadableLibrary,
    comparison_with,
)
from termdesk.application.glossaries.checks.entries_check import CheckDecisions, make_index
from termdesk.application.glossaries.checks.findings import Finding, Listing, ListingInput, list_findings
from termdesk.application.glossaries.checks.index_updater import IndexUpdater, Work
from termdesk.application.glossaries.editing.edit_counts import EditKey
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.domain.entries.changes import Batch, Change, InsertRows, RemoveRows, SetCells, SetDetails
from termdesk.domain.entries.entries import SOURCE
from termdesk.domain.event import Event
from termdesk.domain.findings.custom_rules import CustomRule
from termdesk.domain.findings.kinds import KINDS, REFUSED, SwitchedOffKinds
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress, Progress
from termdesk.storage.check_notes import CheckNotes, DictionaryKey, IgnoredFinding
from termdesk.storage.records import Records


class CheckFactory:
    """Creates the checks of open dictionaries. They share the custom rules and the notes on disk."""

    def __init__(self, library: ReadableLibrary, records: Records) -> None:
        self._notes = records.check_notes
        self._neighbors = Neighbors(library)

    def create(self, dictionary: OpenDictionary) -> DictionaryChecks:
        """Return the checks of an open dictionary. They cost nothing before their first use. Close them after use."""
        return DictionaryChecks(dictionary, self._notes, self._neighbors)

    async def decisions(self, key: DictionaryKey) -> CheckDecisions:
        """Return what the user decided about the checks of a dictionary. Raises StorageFailed."""
        ignored, off = await self._notes.read_ignored_findings(key), await self._notes.read_switched_off_kinds(key)
        return CheckDecisions(tuple(await self._notes.rules()), frozenset(each.key for each in ignored), off.all)

    async def neighbors(self, glossary_key: str, pair: LanguagePair) -> Read:
        """Read the dictionaries that a dictionary is compared with. Raises ServiceError and StorageFailed."""
        return await self._neighbors.of_pair(glossary_key, pair)


class DictionaryChecks:
    """The findings of one open dictionary. Nothing is computed until `listing` is called for the first time.

    The findings are updated after every edit. Other dictionaries are compared as they were at the last `compare`;
    `find_edited_neighbors` returns those that were edited later.
    """

    def __init__(self, dictionary: OpenDictionary, notes: CheckNotes, neighbors: Neighbors) -> None:
        self._dictionary = dictionary
        self._notes = notes
        self._neighbors = neighbors
        self._index_updater = IndexUpdater(dictionary)
        self._rules: list[CustomRule] | None = None
        self._ignored: list[IgnoredFinding] | None = None
        self._switched_off = SwitchedOffKinds()
        self._read: Read | None = None
        self._refused: dict[int, tuple[str, ...]] = {}
        self._refused_side = SOURCE
        # Emitted when a dictionary that this one was compared with is edited in this program.
        self.neighbor_edited = Event[[]]()
        self._unsubscribe_dictionary = dictionary.changed.subscribe(self._on_dictionary_changed)
        self._unsubscribe_neighbors = neighbors.edited.subscribe(self._note_edits)

    def close(self) -> None:
        """Stop listening to edits."""
        self._unsubscribe_dictionary()
        self._unsubscribe_neighbors()

    # Reading

    async def listing(
        self, progress: Progress = NoProgress(), *, rows: Callable[[], Sequence[int]] | None = None
    ) -> Listing:
        """Return all findings for the latest state of the entries. Raises StorageFailed.

        `rows` returns the entry ids in the order to list them; -1 means a row without an entry.
        """
        await self.rules()
        await self.read_ignored_findings()
        await self.read_switched_off_kinds()

        def prepare() -> Work[Listing]:
            # Use the present values: they may have changed while the findings were computed.
            rules, ignored = self._rules or (), self._ignored or ()
            violating, repeated, forbidden = self._dictionary.violations.marks()
            looked = partial(
                ListingInput,
                pair=self._dictionary.pair,
                violating=violating,
                repeated=repeated,
                ignored=frozenset(each.key for each in ignored),
                own_kinds={rule.key: rule.kind for rule in rules},
                forbidden=forbidden,
                refused=dict(self._refused),
                refused_side=self._refused_side,
                switched_off=self._switched_off.all,
            )
            return partial(_list_from_index, looked=looked, rows=rows() if rows is not None else None)

        return await self._index_updater.use(progress, self._index_maker, prepare)

    @property
    def is_behind(self) -> bool:
        """Whether the marks of cells lack recent edits of many rows. `update` adds them."""
        return self._index_updater.is_behind

    async def update(self, progress: Progress = NoProgress()) -> None:
        """Update the index in a worker after edits of many rows. Raises StorageFailed."""
        await self.rules()
        await self._index_updater.use(progress, self._index_maker, lambda: _nothing)

    async def compare(self, progress: Progress = NoProgress()) -> None:
        """Compare with the other dictionaries of this pair, and with the reverse one.

        Raises ServiceError and StorageFailed.
        """
        read = await self._neighbors.of(self._dictionary, progress)
        await self.rules()
        await self._index_updater.use(progress, self._index_maker, lambda: partial(_meet_neighbors, read=read))
        self._read = read

    @property
    def compared(self) -> Read | None:
        """The dictionaries that the last comparison read, and when; None before the first comparison."""
        return self._read

    def find_edited_neighbors(self) -> list[Neighbor]:
        """Return the compared dictionaries that were edited in this program after the comparison."""
        return self._neighbors.find_edited(self._read) if self._read is not None else []

    def _note_edits(self, keys: Collection[EditKey]) -> None:
        neighbors = self._read.neighbors if self._read is not None else ()
        if any(key in each.edit_counts for each in neighbors for key in keys):
            self.neighbor_edited.emit()

    def kinds_at(self, row: int, column: int) -> list[str]:
        """Return the kinds of the known findings of a cell, without the ignored ones."""
        index = self._index_updater.index
        if index is None:
            return []
        return self._not_ignored(index.kinds_at(self._dictionary.entries.ids[row], column), row, column)

    def finding_titles_at(self, row: int, column: int) -> list[str]:
        """Return the titles of the warnings of a cell. Fast: the grid calls this for every cell that it paints."""
        index = self._index_updater.index
        if index is None:
            return []
        kinds = index.kinds_marked_at(self._dictionary.entries.ids[row], column)
        return self._titles(self._not_ignored(kinds, row, column))

    def titles_at(self, row: int, column: int) -> list[str]:
        """Return the titles of the findings of a cell. The title of a custom rule is its name."""
        return self._titles(self.kinds_at(row, column))

    def _titles(self, kinds: Sequence[str]) -> list[str]:
        own = {rule.key: rule.name for rule in self._rules or ()} if kinds else {}
        # A rule may have been deleted just now.
        return [own.get(kind) or KINDS[kind].title for kind in kinds if kind in own or kind in KINDS]

    def _not_ignored(self, kinds: list[str], row: int, column: int) -> list[str]:
        if not kinds:
            return []
        phrase = self._dictionary.entries.cell(row, column)
        ignored, off = {each.key for each in self._ignored or ()}, self._switched_off.all
        return [kind for kind in kinds if kind not in off and (kind, column, phrase) not in ignored]

    def _index_maker(self) -> Callable[[Progress, Columns], CheckIndex]:
        return partial(make_index, pair=self._dictionary.pair, rules=self._rules or (), read=self._read)

    # After edits

    def _on_dictionary_changed(self, change: Change, inverse: Change) -> None:
        self._index_updater.update(change, inverse)
        if self._refused:
            self._settle(change, inverse)

    def _settle(self, change: Change, inverse: Change) -> None:
        """Drop the refusals of rows that were edited after the service refused them."""
        row_ids, ids = self._dictionary.entries.ids, list[int]()
        match change, inverse:
            case SetCells(rows=rows), _:
                ids += [row_ids[row] for row in rows]
            case RemoveRows(), InsertRows(ids=gone):
                ids += gone
            case Batch(changes=parts), _ if all(isinstance(each, SetCells | SetDetails) for each in parts):
                ids += [row_ids[row] for each in parts if isinstance(each, SetCells) for row in each.rows]
            case Batch(), _:
                # Row numbers inside a batch are no longer valid, so drop all refusals.
                ids += self._refused
        for row_id in ids:
            self._refused.pop(row_id, None)

    # Responses of the service

    def refuse(self, violations: Sequence[PublishViolation]) -> Finding | None:
        """Record the entries that the service refused. Return the finding of the first violation that has a row."""
        placed = [each for each in violations if each.row is not None]
        ids = self._dictionary.entries.ids
        self._refused = {ids[each.row]: (each.message,) for each in placed if each.row is not None}
        if not placed or placed[0].row is None:
            return None
        self._refused_side = placed[0].column
        return Finding(placed[0].row, placed[0].column, REFUSED, ids[placed[0].row])

    def accept(self) -> None:
        """Drop earlier refusals, because the service accepted everything."""
        self._refused.clear()

    # Custom rules and ignored findings

    async def rules(self) -> list[CustomRule]:
        """Return the user's custom rules, which all dictionaries share. Raises StorageFailed."""
        if self._rules is None:
            self._rules = await self._notes.rules()
        return self._rules

    async def set_rules(self, rules: Sequence[CustomRule]) -> None:
        """Store and use these rules. If one is invalid, none is stored.

        Raises InvalidInput for an invalid rule, and StorageFailed.
        """
        for rule in rules:
            rule.check()
        await self._notes.set_rules(rules)
        self.use_rules(rules)

    def use_rules(self, rules: Sequence[CustomRule]) -> None:
        """Use rules that are already stored."""
        self._rules = list(rules)
        self._index_updater.forget()

    async def read_switched_off_kinds(self) -> SwitchedOffKinds:
        """Return the kinds that are switched off, read from disk because other pages can change them.

        Raises StorageFailed.
        """
        self._switched_off = await self._notes.read_switched_off_kinds(self._key)
        return self._switched_off

    async def switch_off(self, kinds: SwitchedOffKinds) -> None:
        """Switch off exactly these kinds. Raises StorageFailed."""
        await self._notes.switch_off(self._key, kinds)
        self._switched_off = kinds

    async def read_ignored_findings(self) -> list[IgnoredFinding]:
        """Return the ignored findings of this dictionary. Raises StorageFailed."""
        if self._ignored is None:
            self._ignored = await self._notes.read_ignored_findings(self._key)
        return self._ignored

    async def notes(self) -> dict[tuple[str, int, str], str]:
        """Return the reasons for ignoring findings, by kind, side and phrase. A reason may be empty.

        Raises StorageFailed.
        """
        return {each.key: each.note for each in await self.read_ignored_findings()}

    async def ignore(self, listing: Listing, findings: Sequence[Finding], note: str) -> None:
        """Ignore these findings for as long as their phrases stay the same. Raises StorageFailed."""
        await self._notes.ignore(self._key, _keys(listing, findings), note)
        self._ignored = await self._notes.read_ignored_findings(self._key)

    async def take_back(self, listing: Listing, findings: Sequence[Finding]) -> None:
        """Stop ignoring these findings. Raises StorageFailed."""
        await self._notes.take_back(self._key, _keys(listing, findings))
        self._ignored = await self._notes.read_ignored_findings(self._key)

    @property
    def _key(self) -> DictionaryKey:
        draft = self._dictionary.draft
        return DictionaryKey(draft.profile, draft.glossary_key, draft.pair)


def _keys(listing: Listing, findings: Sequence[Finding]) -> list[tuple[str, int, str]]:
    return [(each.kind, each.column, listing.phrase(each)) for each in findings]


def _nothing(_progress: Progress, _index: CheckIndex, _ids: Sequence[int]) -> None:
    return None


def _meet_neighbors(progress: Progress, index: CheckIndex, _ids: Sequence[int], *, read: Read) -> None:
    index.meet(comparison_with(read, index.phrases, progress), progress)


def _list_from_index(
    progress: Progress,
    index: CheckIndex,
    ids: Sequence[int],
    *,
    looked: Callable[..., ListingInput],
    rows: Sequence[int] | None,
) -> Listing:
    ids = ids if rows is None else rows
    columns = index.columns(ids)
    return list_findings(
        progress, looked(sources=columns.sources, targets=columns.targets, ids=ids, checks=index.marks(columns))
    )
