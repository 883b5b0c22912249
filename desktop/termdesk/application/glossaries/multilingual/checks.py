"""The checks of all dictionaries of a table: their findings in one list."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import replace

from termdesk.application.failures import PublishViolation
from termdesk.application.glossaries.checks.dictionary_checks import CheckFactory, DictionaryChecks
from termdesk.application.glossaries.checks.findings import Finding, Listing
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.multilingual.findings import (
    MultilingualListing,
    in_part,
    join_listings,
    list_violations,
)
from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.application.glossaries.multilingual.table_rows import DictionaryColumn, Texts, texts_of
from termdesk.application.progress import run_in_thread
from termdesk.domain.findings.custom_rules import CustomRule
from termdesk.domain.findings.kinds import SwitchedOffKinds
from termdesk.domain.multilingual.table import NONE
from termdesk.domain.progress import NoProgress, Part, Progress


class MultilingualChecks:
    """The checks of a table, with the interface of `DictionaryChecks`. Each dictionary has an index of its own."""

    def __init__(self, table: OpenTable, of_dictionaries: Sequence[DictionaryChecks]) -> None:
        self._table = table
        self._all = tuple(of_dictionaries)
        # The last listing of each dictionary, and the input that it was computed from.
        self._known: list[tuple[object, Listing] | None] = [None] * len(self._all)

    @classmethod
    def create(cls, table: OpenTable, factory: CheckFactory) -> MultilingualChecks:
        """Create the checks of all dictionaries of a table. Close them after use."""
        return cls(table, [factory.create(each) for each in table.dictionaries])

    def close(self) -> None:
        """Stop listening to edits."""
        for each in self._all:
            each.close()

    async def by_rules(self, progress: Progress = NoProgress()) -> MultilingualListing:
        """Return only the violations of the service's rules.

        They are available at once, while the other checks take seconds the first time.
        """
        pairs = [each.pair for each in self._table.dictionaries]

        def work(
            progress: Progress, columns: Sequence[DictionaryColumn], texts: Texts | None
        ) -> tuple[MultilingualListing, Texts]:
            return list_violations(progress, columns, pairs), texts or texts_of(columns, progress)

        return await self._table.compute(work, progress)

    async def listing(self, progress: Progress = NoProgress()) -> MultilingualListing:
        """Return all findings for the latest state of the table. Raises StorageFailed."""
        while True:
            # An edit of any dictionary may have moved the rows of the table.
            revision, count = self._table.revision, len(self._all) + 1
            parts = [await self._part(column, Part(progress, column, count)) for column in range(len(self._all))]
            made = await run_in_thread(Part(progress, count - 1, count), join_listings, parts)
            if revision == self._table.revision:
                return made

    async def _part(self, column: int, progress: Progress) -> Listing:
        """Return the findings of one dictionary by rows of the table. The last listing is reused if nothing changed."""
        checks, dictionary = self._all[column], self._table.dictionaries[column]
        made_of = tuple(await checks.rules()), frozenset(await checks.notes()), await checks.read_switched_off_kinds()
        known = self._known[column]
        if known is not None and known[0] == (dictionary.revision, made_of):
            listing = known[1]
            if _are_same(listing.looked.ids, self._rows(column)):
                return listing
        listing = await checks.listing(progress, rows=lambda: self._rows(column)[:])
        self._known[column] = (dictionary.revision, made_of), listing
        return listing

    def _rows(self, column: int) -> array[int]:
        return self._table.entries.alignment.columns[column]

    @property
    def is_behind(self) -> bool:
        """Whether the marks of cells lack recent edits."""
        return any(each.is_behind for each in self._all)

    async def update(self, progress: Progress = NoProgress()) -> None:
        """Update the indexes in a worker after edits of many rows. Raises StorageFailed."""
        for each in self._all:
            if each.is_behind:
                await each.update(progress)

    def kinds_at(self, row: int, column: int) -> list[str]:
        """Return the kinds of the known findings of a cell of the table."""
        return self._at(row, column, lambda checks, position, side: checks.kinds_at(position, side))

    def titles_at(self, row: int, column: int) -> list[str]:
        """Return the titles of the findings of a cell."""
        return self._at(row, column, lambda checks, position, side: checks.titles_at(position, side))

    def finding_titles_at(self, row: int, column: int) -> list[str]:
        """Return the titles of the warnings of a cell. Fast: the grid calls this for every cell that it paints."""
        return self._at(row, column, lambda checks, position, side: checks.finding_titles_at(position, side))

    def _at(self, row: int, column: int, ask: Callable[[DictionaryChecks, int, int], list[str]]) -> list[str]:
        entries = self._table.entries
        shown = entries.columns[column]
        parts, side = entries.holders(row) if shown.part is None else [shown.part], shown.side
        found: dict[str, None] = {}
        for part in parts:
            if (position := entries.position(row, part)) is not None:
                found.update(dict.fromkeys(ask(self._all[part], position, side)))
        return list(found)

    # Responses of the service

    def refuse(self, dictionary: OpenDictionary, violations: Sequence[PublishViolation]) -> Finding | None:
        """Record the entries of a dictionary that the service refused.

        Return the finding of the first violation that has a row, by rows of the table.
        """
        part = self._table.dictionaries.index(dictionary)
        self._known[part] = None
        found = self._all[part].refuse(violations)
        return None if found is None else replace(found, row=self._rows(part).index(found.row_id), part=part)

    def accept(self, dictionary: OpenDictionary) -> None:
        """Drop earlier refusals, because the service accepted all entries of a dictionary."""
        part = self._table.dictionaries.index(dictionary)
        self._known[part] = None
        self._all[part].accept()

    # Custom rules and ignored findings

    async def rules(self) -> list[CustomRule]:
        """Return the user's custom rules, which all dictionaries share. Raises StorageFailed."""
        return await self._all[0].rules()

    async def set_rules(self, rules: Sequence[CustomRule]) -> None:
        """Store and use these rules. If one is invalid, none is stored.

        Raises InvalidInput for an invalid rule, and StorageFailed.
        """
        first, *others = self._all
        await first.set_rules(rules)
        for each in others:
            each.use_rules(rules)

    async def read_switched_off_kinds(self) -> SwitchedOffKinds:
        """Return the kinds that are switched off in this glossary or in all. Raises StorageFailed."""
        return await self._all[0].read_switched_off_kinds()

    async def switch_off(self, kinds: SwitchedOffKinds) -> None:
        """Switch off exactly these kinds. Raises StorageFailed."""
        await self._all[0].switch_off(kinds)

    async def notes(self) -> dict[tuple[str, int, str], str]:
        """Return the reasons for ignoring findings, by kind, side and phrase. Raises StorageFailed."""
        return {key: note for each in self._all for key, note in (await each.notes()).items()}

    async def ignore(self, listing: MultilingualListing, findings: Sequence[Finding], note: str) -> None:
        """Ignore these findings for as long as their phrases stay the same. Raises StorageFailed."""
        for part, found in self._by_part(listing, findings).items():
            await self._all[part].ignore(listing.parts[part], found, note)

    async def take_back(self, listing: MultilingualListing, findings: Sequence[Finding]) -> None:
        """Stop ignoring these findings. Raises StorageFailed."""
        for part, found in self._by_part(listing, findings).items():
            await self._all[part].take_back(listing.parts[part], found)

    def _by_part(self, listing: MultilingualListing, findings: Sequence[Finding]) -> dict[int, list[Finding]]:
        """Group findings by dictionary.

        A finding about a shared phrase goes to every dictionary that has the phrase.
        """
        by_part: dict[int, list[Finding]] = {}
        for finding in findings:
            for part, its in enumerate(listing.parts):
                is_meant = part == finding.part or listing.of_all(finding)
                if is_meant and its.looked.ids[finding.row] != NONE:
                    by_part.setdefault(part, []).append(in_part(finding, part, its))
        return by_part


def _are_same(known: Sequence[int], current: array[int]) -> bool:
    """Return whether an array of ids is unchanged. Compared as bytes, because there may be half a million."""
    return isinstance(known, array) and memoryview(known).cast("B") == memoryview(current).cast("B")
