"""The checks of real dictionaries: listed, ignored and restored, compared with others, and kept current by edits."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Sequence

import pytest

from termdesk.application.failures import PublishViolation
from termdesk.application.glossaries.checks import index_updater
from termdesk.application.glossaries.checks.comparison import Neighbours
from termdesk.application.glossaries.checks.dictionary_checks import DictionaryChecks
from termdesk.application.glossaries.checks.finding_words import words_for
from termdesk.application.glossaries.checks.findings import Listing
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.library.library import Library
from termdesk.application.session.session import Session
from termdesk.domain.advice.custom_rules import CustomRule
from termdesk.domain.advice.kinds import KINDS
from termdesk.domain.entries.changes import Batch, Change, InsertRows, RemoveRows, SetCells, SetDetails
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_detail import FORBIDDEN, EntryDetail
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
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

    def checks(self, dictionary: OpenDictionary) -> DictionaryChecks:
        return DictionaryChecks(dictionary, self.records.check_notes, Neighbours(self.library))


@pytest.fixture
async def place(local_session: Session, records: Records) -> AsyncIterator[Workplace]:
    workplace = Workplace(local_session, records)
    yield workplace
    for each in workplace.opened:
        await workplace.library.close(each)


def said(listing: Listing, *, is_ignored: bool = False) -> list[tuple[int, int, str]]:
    found = [listing.finding(each) for each in (listing.ignored if is_ignored else listing.open).all]
    return [(each.row, each.column, each.kind) for each in found]


def words(listing: Listing, kind: str) -> list[str]:
    return [words_for(listing, listing.finding(each)) for each in listing.open.of(kind)]


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
    assert list(listing.open.counts) == sorted(listing.open.counts, key=list(KINDS).index)
    assert words(listing, "near_duplicate")[0] == "Like “email” in row 2 (hyphens, blanks or quotes)."
    assert words(listing, "mixed_scripts") == ["“Kаtze” mixes letters of these scripts: Latin, Cyrillic."]
    assert words(listing, "duplicate") == ["“cat” is the source phrase of rows 4, 5."] * 2


async def test_an_empty_dictionary_is_checked_and_what_comes_in_is_followed(place: Workplace) -> None:
    await place.open("Bank", [("tree", "Baum")])
    dictionary = await place.open("Empty", [])
    checks = place.checks(dictionary)
    await checks.compare()
    assert said(await checks.listing()) == []

    dictionary.apply(InsertRows.at(dictionary.entries, 0, [("tree", "Busch"), ("tree house", "Baumhaus")]))

    assert said(await checks.listing()) == [(0, TARGET, "other_glossary"), (1, SOURCE, "nested_otherwise")]


async def test_every_finding_has_words(place: Workplace) -> None:
    dictionary = await place.open(
        "All", [("ab  c", "a\u200bb\u202e"), ("Ab c", "cafe\u0301"), ("ab", "Kredit"), ("x", "etc."), ("", "\t")]
    )
    checks = place.checks(dictionary)
    await checks.set_rules([CustomRule("No etc.", r"etc\.", message="Write it out.")])

    listing = await checks.listing()

    kinds = {listing.finding(each).kind for each in listing.open.all}
    assert kinds >= {"repeated_blanks", "invisible", "bidi", "shadowed", "not_composed", "nested_otherwise"}
    assert kinds >= {"own:No etc.", "empty"}
    for each in listing.open.all:
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
    assert words(found, "nested") == ["It contains “tree” → “Baum” (row 4), “House” → “Haus” (row 3)."]


async def test_a_change_of_many_rows_is_looked_at_anew(place: Workplace) -> None:
    dictionary = await place.open("Many", [(f"word {number}", "Wort") for number in range(6_000)])
    checks = place.checks(dictionary)
    assert len(await checks.listing()) == 0

    dictionary.apply(SetCells(TARGET, range(6_000), ["a  b"] * 6_000))

    assert (await checks.listing()).open.counts == {"repeated_blanks": 6_000}


async def test_what_is_ignored_counts_no_more_until_the_phrase_changes_or_it_is_taken_back(place: Workplace) -> None:
    dictionary = await place.open("Ignored", [("Polish", "Polish"), ("Rust", "Rust")])
    checks = place.checks(dictionary)
    listing = await checks.listing()

    await checks.ignore(listing, [listing.finding(listing.open.all[0])], "A name.")
    checks.close()
    again = place.checks(dictionary)
    listing = await again.listing()

    assert said(listing) == [(1, TARGET, "same_as_source")]
    assert said(listing, is_ignored=True) == [(0, TARGET, "same_as_source")]
    assert [each.note for each in await again.ignored()] == ["A name."]
    await again.take_back(listing, [listing.finding(listing.ignored.all[0])])
    assert len(await again.listing()) == 2


async def test_a_cell_warns_until_that_is_ignored(place: Workplace) -> None:
    dictionary = await place.open("Warnings", [("a", "b\u200b")])
    checks = place.checks(dictionary)
    assert checks.warnings_at(0, TARGET) == []
    listing = await checks.listing()
    assert checks.warnings_at(0, TARGET) == ["Invisible character"]
    assert checks.kinds_at(0, TARGET) == ["invisible"]

    await checks.ignore(listing, [listing.finding(listing.open.all[0])], "Meant.")
    await checks.listing()

    assert checks.warnings_at(0, TARGET) == []
    assert checks.kinds_at(0, TARGET) == []


async def test_problems_cannot_be_ignored_away(place: Workplace) -> None:
    dictionary = await place.open("Problem", [("", "b")])
    checks = place.checks(dictionary)
    listing = await checks.listing()

    await checks.ignore(listing, [listing.finding(listing.open.all[0])], "")

    assert said(await checks.listing()) == [(0, SOURCE, "empty")]


async def test_forbidden_targets_are_found_and_forbidden_rows_left_alone(place: Workplace) -> None:
    dictionary = await place.open(
        "Forbidden", [("cell phone", "Handy"), ("cell phone case", "Handy-Hülle"), ("Cell phone", "Mobiltelefon")]
    )
    checks = place.checks(dictionary)
    assert "forbidden_term" not in (await checks.listing()).open.counts

    dictionary.apply(SetDetails((0,), (EntryDetail(FORBIDDEN),)))
    listing = await checks.listing()

    assert (1, TARGET, "forbidden_term") in said(listing)
    assert words(listing, "forbidden_term") == ["It uses a forbidden term: “Handy”."]
    assert not [each for each in said(listing) if each[0] == 0]


async def test_other_glossaries_and_the_reverse_are_compared(place: Workplace) -> None:
    await place.open("Bank", [("credit", "Darlehen"), ("house", "Haus")])
    dictionary = await place.open("Law", [("credit", "Kredit"), ("house", "Haus"), ("home", "Haus"), ("car", "Auto")])
    summary = next(each for each in await place.library.summaries() if each.key == dictionary.draft.glossary_key)
    back = Entries.of([("Haus", "house"), ("Kredit", "loan"), ("Tür", "door")])
    place.opened.append(await place.library.add_dictionary(summary, PAIR.reverse, back))
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
    assert (checks.compared.names, checks.compared.has_reverse) == (("Bank",), True)
    assert listing.looked.checks.only_in_reverse == 2


async def test_edits_are_compared_at_once_with_what_was_read_of_others(place: Workplace) -> None:
    bank = await place.open("Bank", [("credit", "Darlehen"), ("loan", "Kredit")])
    dictionary = await place.open("Law", [("credit", "Kredit"), ("home", "Haus")])
    summary = next(each for each in await place.library.summaries() if each.key == dictionary.draft.glossary_key)
    back = Entries.of([("Haus", "house"), ("Kredit", "credit")])
    place.opened.append(await place.library.add_dictionary(summary, PAIR.reverse, back))
    checks = place.checks(dictionary)
    await checks.compare()
    assert across(await checks.listing()) == [(0, TARGET, "other_glossary"), (1, TARGET, "reverse_contradicts")]

    dictionary.apply(SetCells(TARGET, (0,), ("Darlehen",)))
    assert across(await checks.listing()) == [(0, TARGET, "reverse_missing"), (1, TARGET, "reverse_contradicts")]
    # The reverse leads the target to "house": with that beside it, it is no contradiction.
    dictionary.apply(InsertRows.at(dictionary.entries, 0, [("house", "Haus"), ("loan", "Leihe")]))
    assert across(await checks.listing()) == [
        (1, TARGET, "other_glossary"),
        (1, TARGET, "reverse_missing"),
        (2, TARGET, "reverse_missing"),
        (3, TARGET, "reverse_many"),
    ]
    assert checks.warnings_at(1, TARGET) == ["Other target elsewhere"]
    dictionary.apply(SetDetails((2,), (EntryDetail(FORBIDDEN),)))
    dictionary.apply(SetCells(SOURCE, (0,), ("credit house",)))
    dictionary.apply(SetCells(TARGET, (0,), ("Haus für Darlehen",)))
    assert checks.warnings_at(0, TARGET) == ["Forbidden term"], "at once, without a list"
    assert checks.kinds_at(0, TARGET) == ["forbidden_term"]
    bank.apply(SetCells(TARGET, (0,), ("Gutschrift",)))
    assert "Bank: Kredit" in words(await checks.listing(), "other_glossary")


def across(listing: Listing) -> list[tuple[int, int, str]]:
    kinds = ("other_glossary", "reverse_missing", "reverse_contradicts", "reverse_many")
    return [each for each in said(listing) if each[2] in kinds]


async def test_it_is_told_when_a_dictionary_that_was_compared_with_is_edited(place: Workplace) -> None:
    bank = await place.open("Bank", [("credit", "Darlehen")])
    other = await place.open("Elsewhere", [("crédit", "Kredit")], LanguagePair("fr", "de"))
    dictionary = await place.open("Law", [("credit", "Kredit")])
    checks = place.checks(dictionary)
    told: list[int] = []
    checks.neighbour_edited.subscribe(lambda: told.append(1))
    await checks.compare()
    dictionary.apply(SetCells(TARGET, (0,), ("Kredite",)))
    other.apply(SetCells(TARGET, (0,), ("Kredite",)))
    assert (checks.edited_since(), told) == ([], [])

    bank.apply(SetCells(TARGET, (0,), ("Kredite",)))

    assert [each.glossary_name for each in checks.edited_since()] == ["Bank"]
    assert told == [1]
    assert words(await checks.listing(), "other_glossary") == ["Bank: Darlehen"]
    await checks.compare()
    assert checks.edited_since() == []
    assert "other_glossary" not in (await checks.listing()).open.counts
    # Published, its glossary has another key than it had as a draft.
    await bank.rebase(base=bank.entries.copy(), glossary=("published-bank", "Bank"))
    bank.apply(SetCells(TARGET, (0,), ("Schulden",)))
    assert [each.glossary_name for each in checks.edited_since()] == ["Bank"]
    checks.close()
    bank.apply(SetCells(TARGET, (0,), ("Schuld",)))
    assert told == [1, 1]


async def test_marks_of_cells_catch_up_without_a_list(place: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_updater, "MOST_AT_ONCE", 1)
    monkeypatch.setattr(index_updater, "MOST_FOLLOWED", 3)
    dictionary = await place.open("Marks", [(f"word {number}", "x") for number in range(6)])
    checks = place.checks(dictionary)
    dictionary.apply(SetCells(TARGET, (0, 1), ("a\u200b", "b")))
    assert not checks.is_behind, "nobody has asked yet"
    await checks.listing()
    assert not checks.is_behind

    for rows in ((1, 2), range(6)):
        dictionary.apply(SetCells(TARGET, rows, ["a\u200b"] * len(rows)))
        assert checks.is_behind
        await checks.pull()
        assert not checks.is_behind
        assert checks.warnings_at(rows[-1], TARGET) == ["Invisible character"]


class EditsAtFirstStep:
    """Somebody types while a list is made."""

    def __init__(self, dictionary: OpenDictionary, change: Change) -> None:
        self._dictionary = dictionary
        self._change: Change | None = change

    def step(self, done: int, total: int | None = None) -> None:
        change, self._change = self._change, None
        if change is not None:
            self._dictionary.apply(change)


async def test_a_list_knows_what_was_typed_while_it_was_made(place: Workplace) -> None:
    dictionary = await place.open("Typing", [("house", "Haus"), ("tree", "Baum")])
    checks = place.checks(dictionary)
    await checks.listing()

    change = SetCells(SOURCE, (1,), ("the house",))
    listing = await checks.listing(EditsAtFirstStep(dictionary, change))

    assert said(listing) == [(1, SOURCE, "nested_otherwise")]


TEXTS = ["house", "House", "tree house", "the house", "tree", "", "a  b", "Haus", "Baumhaus", "the tree house", "x"]


@pytest.mark.parametrize("seed", range(6))
async def test_whatever_is_edited_meanwhile_the_list_is_the_one_that_new_checks_make(
    place: Workplace, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At once, in a worker, from scratch: edits of all sizes, some while a list is made, some of those broken off."""
    monkeypatch.setattr(index_updater, "MOST_AT_ONCE", 2)
    monkeypatch.setattr(index_updater, "MOST_FOLLOWED", 12)
    chance = random.Random(seed)
    await place.open("Bank", [("house", "Heim"), ("tree", "Baum")])
    dictionary = await place.open("Law", [(chance.choice(TEXTS), chance.choice(TEXTS)) for _ in range(20)])
    checks = place.checks(dictionary)
    await checks.compare()
    start, inverses = list(dictionary.entries), []

    for _ in range(12):
        being_made = asyncio.ensure_future(checks.listing())
        for _ in range(chance.randrange(4)):
            await asyncio.sleep(chance.choice((0, 0, 0.001)))
            change = random_change(dictionary.entries, chance)
            if chance.random() < 0.2:
                before = dictionary.entries.copy()
                await dictionary.apply_bulk_change(lambda _entries, change=change: change)
                inverses.append(before.apply(change))
            else:
                inverses.append(dictionary.apply(change))
        if chance.random() < 0.4:
            being_made.cancel()
        await asyncio.wait({being_made})
        assert everything(await checks.listing()) == everything(await fresh(place, dictionary))
    for inverse in reversed(inverses):
        dictionary.apply(inverse)

    assert list(dictionary.entries) == start
    assert everything(await checks.listing()) == everything(await fresh(place, dictionary))


def random_change(entries: Entries, chance: random.Random) -> Change:
    rows = sorted(chance.sample(range(len(entries)), chance.choice((1, 1, 2, 4, min(14, len(entries))))))
    texts = [chance.choice(TEXTS) for _ in rows]
    match chance.randrange(5):
        case 0:
            return InsertRows.at(entries, rows[0], [(text, chance.choice(TEXTS)) for text in texts])
        case 1 if len(entries) > 30:
            return RemoveRows(rows[:10])
        case 2:
            return SetDetails(rows, [EntryDetail(chance.choice((FORBIDDEN, ""))) for _ in rows])
        case 3:
            return Batch((SetCells(SOURCE, rows, texts), RemoveRows(rows[:1])))
    return SetCells(chance.choice((SOURCE, TARGET)), rows, texts)


async def fresh(place: Workplace, dictionary: OpenDictionary) -> Listing:
    checks = place.checks(dictionary)
    await checks.compare()
    listing = await checks.listing()
    checks.close()
    return listing


def everything(listing: Listing) -> list[tuple[int, int, str, str]]:
    found = [listing.finding(each) for each in listing.open.all]
    return [(each.row, each.column, each.kind, words_for(listing, each)) for each in found]


async def test_refusals_of_the_service_stand_in_the_list_until_the_row_changes(place: Workplace) -> None:
    dictionary = await place.open("Refused", [("a", "x"), ("b", "y")])
    checks = place.checks(dictionary)

    first = checks.refuse(
        [PublishViolation("about the whole"), PublishViolation("“b”: not allowed", row=1, column=TARGET)]
    )
    listing = await checks.listing()

    assert first is not None
    assert (first.row, first.column) == (1, TARGET)
    assert said(listing) == [(1, TARGET, "refused")]
    assert words(listing, "refused") == ["“b”: not allowed"]
    dictionary.apply(SetCells(TARGET, (1,), ("z",)))
    assert said(await checks.listing()) == []


async def test_what_was_refused_and_is_rewritten_with_many_others_is_seen_anew(place: Workplace) -> None:
    dictionary = await place.open("Refused", [("a", "x"), ("b", "y"), ("c", "z")])
    checks = place.checks(dictionary)
    checks.refuse([PublishViolation("not allowed", row=row, column=TARGET) for row in range(3)])

    both = Batch((SetCells(SOURCE, (0,), ("A",)), SetCells(TARGET, (0, 1), ("X", "Y"))))
    await dictionary.apply_bulk_change(lambda _entries: both)
    assert said(await checks.listing()) == [(2, TARGET, "refused")]
    moved = Batch((SetCells(TARGET, (2,), ("Z",)), RemoveRows((0,))))
    await dictionary.apply_bulk_change(lambda _entries: moved)

    assert said(await checks.listing()) == []


async def test_a_cell_that_is_not_yet_followed_can_be_looked_at(place: Workplace) -> None:
    dictionary = await place.open("New", [("a  b", "x")])
    checks = place.checks(dictionary)
    await checks.listing()
    known = checks.kinds_at(0, SOURCE)

    new = [(f"new {number}", "y  z") for number in range(index_updater.MOST_AT_ONCE + 1)]
    dictionary.apply(InsertRows.at(dictionary.entries, 1, new))
    assert checks.is_behind
    assert [checks.kinds_at(row, SOURCE) for row in (0, 1)] == [known, []]
    assert checks.warnings_at(1, TARGET) == []
    await checks.pull()

    assert checks.kinds_at(1, TARGET) == known != []


async def test_rules_that_cannot_work_are_not_kept(place: Workplace) -> None:
    checks = place.checks(await place.open("Rules", [("a", "b")]))

    with pytest.raises(InvalidInput):
        await checks.set_rules([CustomRule("good", "a"), CustomRule("bad", "(")])

    assert await checks.rules() == []


class RulesAtFirstStep:
    """Other rules are chosen as soon as a list is being made."""

    def __init__(self, checks: DictionaryChecks, rules: list[CustomRule]) -> None:
        self._checks = checks
        self._rules: list[CustomRule] | None = rules

    def step(self, _done: int, _total: int | None = None) -> None:
        rules, self._rules = self._rules, None
        if rules is not None:
            self._checks.use_rules(rules)


async def test_rules_that_change_while_a_list_is_made_are_those_of_the_list(place: Workplace) -> None:
    checks = place.checks(await place.open("Rules", [("house", "Haus"), ("tree", "Baum")]))
    new = CustomRule("new", "tree")

    listing = await checks.listing(RulesAtFirstStep(checks, [new]))

    assert said(listing) == said(await checks.listing()) == [(1, SOURCE, new.key)]


async def test_a_cell_is_told_by_the_names_of_rules_and_of_kinds(place: Workplace) -> None:
    dictionary = await place.open("Told", [("old  word", "alt")])
    checks = place.checks(dictionary)
    rule = CustomRule("Old words", "old")
    await checks.set_rules([rule])
    await checks.listing()

    assert sorted(checks.titles_at(0, SOURCE)) == ["Old words", "Several blanks"]
    assert checks.titles_at(0, TARGET) == []
