"""Checks of real dictionaries: what is listed, ignored and taken back, compared with others, and kept up by edits."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

import pytest

from termdesk.application.checking import Refusal
from termdesk.application.checks import Checks
from termdesk.application.comparing import Neighbours
from termdesk.application.editing import OpenDictionary
from termdesk.application.finding_words import words_for
from termdesk.application.findings import Listing
from termdesk.application.library import Library
from termdesk.application.session import Session
from termdesk.domain.advice.kinds import KINDS
from termdesk.domain.advice.own_rules import OwnRule
from termdesk.domain.changes import InsertRows, RemoveRows, SetCells, SetDetails
from termdesk.domain.entries import SOURCE, TARGET, Entries
from termdesk.domain.entry_detail import FORBIDDEN, EntryDetail
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language import LanguagePair
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio
PAIR = LanguagePair("en", "de")


class Workplace:
    """A library on the local service, and the checks of the dictionary that is open."""

    def __init__(self, session: Session, records: Records) -> None:
        self.library = Library(session, records)
        self.records = records
        self.opened: list[OpenDictionary] = []

    async def open(self, name: str, pairs: Sequence[tuple[str, str]], pair: LanguagePair = PAIR) -> OpenDictionary:
        self.opened.append(await self.library.new(name, pair, Entries.of(pairs)))
        return self.opened[-1]

    def checks(self, dictionary: OpenDictionary) -> Checks:
        return Checks(dictionary, self.records.check_notes, Neighbours(self.library))


@pytest.fixture
async def place(local_session: Session, records: Records) -> AsyncIterator[Workplace]:
    workplace = Workplace(local_session, records)
    yield workplace
    for each in workplace.opened:
        await workplace.library.close(each)


def said(listing: Listing, *, is_ignored: bool = False) -> list[tuple[int, int, str]]:
    found = [listing.finding(each) for each in listing.of(None, is_ignored=is_ignored)]
    return [(each.row, each.column, each.kind) for each in found]


def words(listing: Listing, kind: str) -> list[str]:
    return [words_for(listing, listing.finding(each)) for each in listing.of([kind])]


async def test_rules_and_advice_are_listed_by_row_the_gravest_kinds_first(place: Workplace) -> None:
    dictionary = await place.open(
        "Mixed", [("e-mail", "E-Mail"), ("email", "email"), (" ", "b "), ("cat", "Katze"), ("cat", "K\u0430tze")]
    )

    listing = await place.checks(dictionary).listing()

    assert said(listing) == [
        (0, SOURCE, "near_duplicate"),
        (1, SOURCE, "near_duplicate"),
        (1, TARGET, "same_as_source"),
        (2, SOURCE, "empty"),
        (2, TARGET, "outer_space"),
        (3, SOURCE, "duplicate"),
        (4, SOURCE, "duplicate"),
        (4, TARGET, "mixed_scripts"),
    ]
    assert list(listing.counts) == sorted(listing.counts, key=list(KINDS).index)
    assert words(listing, "near_duplicate")[0] == "Like “email” in row 2 (hyphens, blanks or quotes)."
    assert words(listing, "mixed_scripts") == ["“Kаtze” mixes Latin and Cyrillic letters."]
    assert words(listing, "duplicate") == ["“cat” is the source phrase of rows 4, 5."] * 2


async def test_every_finding_has_words(place: Workplace) -> None:
    dictionary = await place.open(
        "All", [("ab  c", "a\u200bb\u202e"), ("Ab c", "cafe\u0301"), ("ab", "Kredit"), ("x", "etc."), ("", "\t")]
    )
    checks = place.checks(dictionary)
    await checks.set_rules([OwnRule("No etc.", r"etc\.", message="Write it out.")])

    listing = await checks.listing()

    kinds = {listing.finding(each).kind for each in listing.open}
    assert kinds >= {"repeated_blanks", "invisible", "bidi", "shadowed", "not_composed", "nested_otherwise"}
    assert kinds >= {"own:No etc.", "empty"}
    for each in listing.open:
        finding = listing.finding(each)
        assert len(words_for(listing, finding)) > 8
        assert listing.kind(finding.kind).title
    assert words(listing, "own:No etc.") == ["Write it out."]


async def test_edits_are_followed_row_by_row(place: Workplace) -> None:
    dictionary = await place.open("Edits", [("house", "Haus"), ("House", "Heim"), ("tree", "Baum")])
    checks = place.checks(dictionary)
    assert said(await checks.listing()) == [(0, SOURCE, "near_duplicate"), (1, SOURCE, "shadowed")]

    dictionary.apply(SetCells(TARGET, (1,), ("Haus",)))
    assert said(await checks.listing()) == [(0, SOURCE, "near_duplicate"), (1, SOURCE, "near_duplicate")]
    dictionary.apply(RemoveRows([0]))
    assert said(await checks.listing()) == []
    dictionary.apply(InsertRows.at(dictionary.entries, 0, [("trees", "Bäume"), ("tree house", "Baumhaus")]))
    found = await checks.listing()

    assert said(found)[:2] == [(0, SOURCE, "near_duplicate"), (1, SOURCE, "nested")]
    assert words(found, "nested") == ["It holds “tree” → “Baum” (row 4), “House” → “Haus” (row 3)."]


async def test_a_change_of_many_rows_is_looked_at_anew(place: Workplace) -> None:
    dictionary = await place.open("Many", [(f"word {number}", "Wort") for number in range(6_000)])
    checks = place.checks(dictionary)
    assert len(await checks.listing()) == 0

    dictionary.apply(SetCells(TARGET, range(6_000), ["a  b"] * 6_000))

    assert (await checks.listing()).counts == {"repeated_blanks": 6_000}


async def test_what_is_ignored_counts_no_more_until_the_phrase_changes_or_it_is_taken_back(place: Workplace) -> None:
    dictionary = await place.open("Ignored", [("Polish", "Polish"), ("Rust", "Rust")])
    checks = place.checks(dictionary)
    listing = await checks.listing()

    await checks.ignore(listing, [listing.finding(listing.open[0])], "A name.")
    checks.close()
    again = place.checks(dictionary)
    listing = await again.listing()

    assert said(listing) == [(1, TARGET, "same_as_source")]
    assert said(listing, is_ignored=True) == [(0, TARGET, "same_as_source")]
    assert again.note_of(listing, listing.finding(listing.ignored[0])) == "A name."
    await again.take_back(listing, [listing.finding(listing.ignored[0])])
    assert len(await again.listing()) == 2


async def test_a_cell_warns_until_that_is_ignored(place: Workplace) -> None:
    dictionary = await place.open("Warnings", [("a", "b\u200b")])
    checks = place.checks(dictionary)
    assert checks.warnings_at(0, TARGET) == []
    listing = await checks.listing()
    assert checks.warnings_at(0, TARGET) == ["Invisible character"]

    await checks.ignore(listing, [listing.finding(listing.open[0])], "Meant.")
    await checks.listing()

    assert checks.warnings_at(0, TARGET) == []


async def test_problems_cannot_be_ignored_away(place: Workplace) -> None:
    dictionary = await place.open("Problem", [("", "b")])
    checks = place.checks(dictionary)
    listing = await checks.listing()

    await checks.ignore(listing, [listing.finding(listing.open[0])], "")

    assert said(await checks.listing()) == [(0, SOURCE, "empty")]


async def test_forbidden_targets_are_found_and_forbidden_rows_left_alone(place: Workplace) -> None:
    dictionary = await place.open(
        "Forbidden", [("cell phone", "Handy"), ("cell phone case", "Handy-Hülle"), ("Cell phone", "Mobiltelefon")]
    )
    checks = place.checks(dictionary)
    assert "forbidden_term" not in (await checks.listing()).counts

    dictionary.apply(SetDetails((0,), (EntryDetail(FORBIDDEN),)))
    listing = await checks.listing()

    assert (1, TARGET, "forbidden_term") in said(listing)
    assert words(listing, "forbidden_term") == ["It uses “Handy”, which is forbidden."]
    assert not [each for each in said(listing) if each[0] == 0]


async def test_other_glossaries_and_the_reverse_are_compared(place: Workplace) -> None:
    await place.open("Bank", [("credit", "Darlehen"), ("house", "Haus")])
    dictionary = await place.open("Law", [("credit", "Kredit"), ("house", "Haus"), ("home", "Haus"), ("car", "Auto")])
    shelf = next(each for each in await place.library.shelves() if each.key == dictionary.draft.shelf_key)
    back = Entries.of([("Haus", "house"), ("Kredit", "loan"), ("Tür", "door")])
    place.opened.append(await place.library.add_dictionary(shelf, PAIR.reverse, back))
    checks = place.checks(dictionary)

    await checks.compare()
    listing = await checks.listing()

    assert [each for each in said(listing) if KINDS[each[2]].looks_across] == [
        (0, TARGET, "other_glossary"),
        (0, TARGET, "reverse_contradicts"),
        (2, TARGET, "reverse_many"),
        (3, TARGET, "reverse_missing"),
    ]
    assert words(listing, "other_glossary") == ["Bank: Darlehen"]
    assert words(listing, "reverse_contradicts") == ["de → en says “Kredit” → “loan”."]
    assert checks.compared is not None
    assert (checks.compared.only_in_reverse, checks.is_fresh) == (2, True)
    dictionary.apply(SetCells(TARGET, (0,), ("Darlehen",)))
    assert not checks.is_fresh
    assert "other_glossary" not in (await checks.listing()).counts


async def test_refusals_of_the_service_stand_in_the_list_until_the_row_changes(place: Workplace) -> None:
    dictionary = await place.open("Refused", [("a", "x"), ("b", "y")])
    checks = place.checks(dictionary)

    first = checks.refuse([Refusal("about the whole"), Refusal("“b”: not allowed", row=1, column=TARGET)])
    listing = await checks.listing()

    assert first is not None
    assert (first.row, first.column) == (1, TARGET)
    assert said(listing) == [(1, TARGET, "refused")]
    assert words(listing, "refused") == ["“b”: not allowed"]
    dictionary.apply(SetCells(TARGET, (1,), ("z",)))
    assert said(await checks.listing()) == []


async def test_rules_that_cannot_work_are_not_kept(place: Workplace) -> None:
    checks = place.checks(await place.open("Rules", [("a", "b")]))

    with pytest.raises(InvalidInput):
        await checks.set_rules([OwnRule("good", "a"), OwnRule("bad", "(")])

    assert await checks.rules() == []
