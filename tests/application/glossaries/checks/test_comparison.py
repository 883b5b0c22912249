"""An open dictionary compared with other glossaries and with the reverse direction."""

from __future__ import annotations

import pytest

from support.check_workplace import PAIR, Workplace, said, words
from support.detailed import phrases_of
from termdesk.application.glossaries.checks.comparison import Read, comparison_with, without_forbidden
from termdesk.application.glossaries.checks.findings import Listing
from termdesk.domain.entries.changes import InsertRows, SetCells, SetDetails
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_detail import FORBIDDEN, EntryDetail
from termdesk.domain.findings.kinds import KINDS
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress

pytestmark = pytest.mark.anyio


async def test_an_empty_dictionary_is_checked_and_what_comes_in_is_followed(position: Workplace) -> None:
    await position.open("Bank", [("tree", "Baum")])
    dictionary = await position.open("Empty", [])
    checks = position.checks(dictionary)
    await checks.compare()
    assert said(await checks.listing()) == []

    dictionary.apply(InsertRows.at(dictionary.entries, 0, [("tree", "Busch"), ("tree top", "Wipfel")]))

    assert said(await checks.listing()) == [(0, TARGET, "other_glossary"), (1, SOURCE, "nested_otherwise")]


async def test_other_glossaries_and_the_reverse_are_compared(position: Workplace) -> None:
    await position.open("Bank", [("credit", "Darlehen"), ("house", "Haus")])
    dictionary = await position.open(
        "Law", [("credit", "Kredit"), ("house", "Haus"), ("home", "Haus"), ("car", "Auto")]
    )
    summary = next(each for each in await position.library.summaries() if each.key == dictionary.draft.glossary_key)
    back = Entries.of([("Haus", "house"), ("Kredit", "loan"), ("Tür", "door")])
    position.opened.append(await position.library.add_dictionary(summary, PAIR.reverse, back))
    checks = position.checks(dictionary)

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


async def test_edits_are_compared_at_once_with_what_was_read_of_others(position: Workplace) -> None:
    bank = await position.open("Bank", [("credit", "Darlehen"), ("loan", "Kredit")])
    dictionary = await position.open("Law", [("credit", "Kredit"), ("home", "Haus")])
    summary = next(each for each in await position.library.summaries() if each.key == dictionary.draft.glossary_key)
    back = Entries.of([("Haus", "house"), ("Kredit", "credit")])
    position.opened.append(await position.library.add_dictionary(summary, PAIR.reverse, back))
    checks = position.checks(dictionary)
    await checks.compare()
    assert across(await checks.listing()) == [(0, TARGET, "other_glossary"), (1, TARGET, "reverse_contradicts")]

    dictionary.apply(SetCells(TARGET, (0,), ("Darlehen",)))
    assert across(await checks.listing()) == [(0, TARGET, "reverse_missing"), (1, TARGET, "reverse_contradicts")]
    # The reverse dictionary translates the target as "house", so it does not contradict.
    dictionary.apply(InsertRows.at(dictionary.entries, 0, [("house", "Haus"), ("loan", "Leihe")]))
    assert across(await checks.listing()) == [
        (1, TARGET, "other_glossary"),
        (1, TARGET, "reverse_missing"),
        (2, TARGET, "reverse_missing"),
        (3, TARGET, "reverse_many"),
    ]
    assert checks.finding_titles_at(1, TARGET) == ["Other target elsewhere"]
    dictionary.apply(SetDetails((2,), (EntryDetail(FORBIDDEN),)))
    dictionary.apply(SetCells(SOURCE, (0,), ("credit house",)))
    dictionary.apply(SetCells(TARGET, (0,), ("Haus für Darlehen",)))
    assert checks.finding_titles_at(0, TARGET) == ["Forbidden term"], "at once, without a list"
    assert checks.kinds_at(0, TARGET) == ["forbidden_term"]
    bank.apply(SetCells(TARGET, (0,), ("Gutschrift",)))
    assert "Bank: Kredit" in words(await checks.listing(), "other_glossary")


def across(listing: Listing) -> list[tuple[int, int, str]]:
    kinds = ("other_glossary", "reverse_missing", "reverse_contradicts", "reverse_many")
    return [each for each in said(listing) if each[2] in kinds]


async def test_it_is_told_when_a_dictionary_that_was_compared_with_is_edited(position: Workplace) -> None:
    bank = await position.open("Bank", [("credit", "Darlehen")])
    other = await position.open("Elsewhere", [("crédit", "Kredit")], LanguagePair("fr", "de"))
    dictionary = await position.open("Law", [("credit", "Kredit")])
    checks = position.checks(dictionary)
    reported: list[int] = []
    checks.neighbor_edited.subscribe(lambda: reported.append(1))
    await checks.compare()
    dictionary.apply(SetCells(TARGET, (0,), ("Kredite",)))
    other.apply(SetCells(TARGET, (0,), ("Kredite",)))
    assert (checks.find_edited_neighbors(), reported) == ([], [])

    bank.apply(SetCells(TARGET, (0,), ("Kredite",)))

    assert [each.glossary_name for each in checks.find_edited_neighbors()] == ["Bank"]
    assert reported == [1]
    assert words(await checks.listing(), "other_glossary") == ["Bank: Darlehen"]
    await checks.compare()
    assert checks.find_edited_neighbors() == []
    assert "other_glossary" not in (await checks.listing()).open.counts
    # After publishing, its glossary has another key than the draft had.
    await bank.rebase(base=bank.entries.copy(), glossary=("published-bank", "Bank"))
    bank.apply(SetCells(TARGET, (0,), ("Schulden",)))
    assert [each.glossary_name for each in checks.find_edited_neighbors()] == ["Bank"]
    checks.close()
    bank.apply(SetCells(TARGET, (0,), ("Schuld",)))
    assert reported == [1, 1]


def test_large_dictionaries_share_their_texts_with_the_open_one() -> None:
    count = 20_000
    phrases = phrases_of([(f"word {row}", f"Wort {row}") for row in range(count)])
    other = {f"word {row}": f"Wort {row}" for row in range(0, count, 2)} | {
        f"other {row}": "x" for row in range(count // 2)
    }

    comparison = comparison_with(Read({"Bank": other}, {"Wort 1": "word 2"}), phrases, NoProgress())

    comparison.look(range(count))
    assert not comparison.is_elsewhere(0)
    assert comparison.elsewhere("word 2", "Wort") == ("Bank: Wort 2",)
    assert comparison.back("Wort 1") is phrases.sources[2]
    assert len(comparison_with(Read({"Bank": {"a": "b"}}, None), phrases, NoProgress()).elsewhere("a", "c")) == 1


def test_forbidden_entries_are_compared_as_empty_ones() -> None:
    sources = ["tree", "house", "sea"]

    assert without_forbidden(sources, [4, 5, 6], ()) is sources
    assert without_forbidden(sources, [4, 5, 6], {5}) == ["tree", "", "sea"]
