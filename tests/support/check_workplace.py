"""A library with open dictionaries and their checks, and helpers to read a list of findings."""

from __future__ import annotations

from collections.abc import Sequence

from termdesk.application.glossaries.checks.comparison import Neighbors
from termdesk.application.glossaries.checks.dictionary_checks import DictionaryChecks
from termdesk.application.glossaries.checks.finding_words import words_for
from termdesk.application.glossaries.checks.findings import Listing
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.library.library import Library
from termdesk.application.session.session import Session
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.records import Records

PAIR = LanguagePair("en", "de")


class Workplace:
    """A library on the local service, and the checks of its open dictionaries."""

    def __init__(self, session: Session, records: Records) -> None:
        self.library = Library(session, records)
        self.records = records
        self.opened: list[OpenDictionary] = []

    async def open(self, name: str, pairs: Sequence[tuple[str, str]], pair: LanguagePair = PAIR) -> OpenDictionary:
        self.opened.append(await self.library.new(name, pair, Entries.of(pairs)))
        return self.opened[-1]

    def checks(self, dictionary: OpenDictionary) -> DictionaryChecks:
        return DictionaryChecks(dictionary, self.records.check_notes, Neighbors(self.library))


def said(listing: Listing, *, is_ignored: bool = False) -> list[tuple[int, int, str]]:
    """Return row, column and kind of each finding."""
    found = [listing.finding(each) for each in (listing.ignored if is_ignored else listing.open).all]
    return [(each.row, each.column, each.kind) for each in found]


def words(listing: Listing, kind: str) -> list[str]:
    """Return the sentences of all findings of one kind."""
    return [words_for(listing, listing.finding(each)) for each in listing.open.of(kind)]


async def fresh(position: Workplace, dictionary: OpenDictionary) -> Listing:
    """Return the findings of new checks, for comparison with checks that were updated after edits."""
    checks = position.checks(dictionary)
    await checks.compare()
    listing = await checks.listing()
    checks.close()
    return listing


def everything(listing: Listing) -> list[tuple[int, int, str, str]]:
    """Return row, column, kind and sentence of each finding."""
    found = [listing.finding(each) for each in listing.open.all]
    return [(each.row, each.column, each.kind, words_for(listing, each)) for each in found]
