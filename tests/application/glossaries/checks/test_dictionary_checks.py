"""The checks of real dictionaries: listed, ignored and restored, compared with others, and kept current by edits."""

from __future__ import annotations

import pytest

from support.check_workplace import Workplace, said, words
from support.proof.tracked_objects import Visits
from termdesk.application.failures import PublishViolation
from termdesk.application.glossaries.checks.dictionary_checks import DictionaryChecks
from termdesk.domain.entries.changes import Batch, InsertRows, RemoveRows, SetCells, SetDetails
from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.domain.entries.entry_detail import FORBIDDEN, EntryDetail
from termdesk.domain.errors import InvalidInput
from termdesk.domain.findings.custom_rules import CustomRule
from termdesk.domain.findings.kinds import SwitchedOffKinds

pytestmark = pytest.mark.anyio


async def test_a_cell_warns_until_that_is_ignored(position: Workplace) -> None:
    dictionary = await position.open("Warnings", [("a", "b\u200b")])
    checks = position.checks(dictionary)
    assert checks.finding_titles_at(0, TARGET) == []
    listing = await checks.listing()
    assert checks.finding_titles_at(0, TARGET) == ["Invisible character"]
    assert checks.kinds_at(0, TARGET) == ["invisible"]

    await checks.ignore(listing, [listing.finding(listing.open.all[0])], "Meant.")
    await checks.listing()

    assert checks.finding_titles_at(0, TARGET) == []
    assert checks.kinds_at(0, TARGET) == []


async def test_kinds_that_are_switched_off_are_not_reported_but_violations_are(position: Workplace) -> None:
    dictionary = await position.open("Kinds", [("a", "b\u200b"), ("x  y", "z"), ("", "w")])
    checks = position.checks(dictionary)
    await checks.listing()
    assert checks.finding_titles_at(0, TARGET) == ["Invisible character"]

    await checks.switch_off(SwitchedOffKinds(frozenset({"invisible", "empty"}), frozenset({"repeated_blanks"})))

    assert said(await checks.listing()) == [(2, SOURCE, "empty")]
    assert checks.finding_titles_at(0, TARGET) == []
    other = position.checks(await position.open("Other", [("a", "b\u200b"), ("x  y", "z")]))
    assert said(await other.listing()) == [(1, SOURCE, "repeated_blanks")]


async def test_a_new_glossary_with_one_empty_row_has_no_findings(position: Workplace) -> None:
    dictionary = await position.open("New", [])
    checks = position.checks(dictionary)
    dictionary.apply(InsertRows.at(dictionary.entries, 0, [("", "")]))

    assert said(await checks.listing()) == []
    assert dictionary.violations.count == 0


async def test_forbidden_targets_are_found_and_forbidden_rows_left_alone(position: Workplace) -> None:
    dictionary = await position.open(
        "Forbidden", [("cell phone", "Handy"), ("cell phone case", "Handy-Hülle"), ("Cell phone", "Mobiltelefon")]
    )
    checks = position.checks(dictionary)
    assert "forbidden_term" not in (await checks.listing()).open.counts

    dictionary.apply(SetDetails((0,), (EntryDetail(FORBIDDEN),)))
    listing = await checks.listing()

    assert (1, TARGET, "forbidden_term") in said(listing)
    assert words(listing, "forbidden_term") == ["It uses a forbidden term: “Handy”."]
    assert not [each for each in said(listing) if each[0] == 0]


async def test_refusals_of_the_service_stand_in_the_list_until_the_row_changes(position: Workplace) -> None:
    dictionary = await position.open("Refused", [("a", "x"), ("b", "y")])
    checks = position.checks(dictionary)

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


async def test_what_was_refused_and_is_rewritten_with_many_others_is_seen_anew(position: Workplace) -> None:
    dictionary = await position.open("Refused", [("a", "x"), ("b", "y"), ("c", "z")])
    checks = position.checks(dictionary)
    checks.refuse([PublishViolation("not allowed", row=row, column=TARGET) for row in range(3)])

    both = Batch((SetCells(SOURCE, (0,), ("A",)), SetCells(TARGET, (0, 1), ("X", "Y"))))
    await dictionary.apply_bulk_change(lambda _entries: both)
    assert said(await checks.listing()) == [(2, TARGET, "refused")]
    moved = Batch((SetCells(TARGET, (2,), ("Z",)), RemoveRows((0,))))
    await dictionary.apply_bulk_change(lambda _entries: moved)

    assert said(await checks.listing()) == []


async def test_rules_that_cannot_work_are_not_kept(position: Workplace) -> None:
    checks = position.checks(await position.open("Rules", [("a", "b")]))

    with pytest.raises(InvalidInput):
        await checks.set_rules([CustomRule("good", "a"), CustomRule("bad", "(")])

    assert await checks.rules() == []


class RulesAtFirstStep:
    """Selects other rules as soon as a list is being made."""

    def __init__(self, checks: DictionaryChecks, rules: list[CustomRule]) -> None:
        self._checks = checks
        self._rules: list[CustomRule] | None = rules

    def step(self, _done: int, _total: int | None = None) -> None:
        rules, self._rules = self._rules, None
        if rules is not None:
            self._checks.use_rules(rules)


async def test_rules_that_change_while_a_list_is_made_are_those_of_the_list(position: Workplace) -> None:
    checks = position.checks(await position.open("Rules", [("house", "Haus"), ("tree", "Baum")]))
    new = CustomRule("new", "tree")

    listing = await checks.listing(RulesAtFirstStep(checks, [new]))

    assert said(listing) == said(await checks.listing()) == [(1, SOURCE, new.key)]


async def test_a_cell_is_told_by_the_names_of_rules_and_of_kinds(position: Workplace) -> None:
    dictionary = await position.open("Told", [("old  word", "alt")])
    checks = position.checks(dictionary)
    rule = CustomRule("Old words", "old")
    await checks.set_rules([rule])
    await checks.listing()

    assert sorted(checks.titles_at(0, SOURCE)) == ["Old words", "Several spaces"]
    assert checks.titles_at(0, TARGET) == []


@pytest.mark.slow
async def test_the_garbage_collection_does_not_visit_the_findings(position: Workplace) -> None:
    rows = 5_000
    await (await position.open("First", [("a", "b")])).close()
    visits = Visits(rows)
    dictionary = await position.open(
        "Long", [(f"word {number}", f"Wort {number // 3}\u200b") for number in range(rows)]
    )
    listing = await position.checks(dictionary).listing()

    more, large = visits.more()

    assert set(large) <= {dict}, "some of them refer to hidden groups of rows"
    assert more < rows // 2
    assert len(listing.open.all) >= rows
