"""The findings of entries that are not open."""

from __future__ import annotations

import pytest

from support.check_workplace import Workplace, said
from termdesk.application.glossaries.checks.comparison import Read
from termdesk.application.glossaries.checks.entries_check import CheckDecisions, check_entries, fix_entries
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.findings.custom_rules import CustomRule
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress

EN_DE = LanguagePair("en", "de")
ROWS = [("house", "Haus"), ("houses", "Haus"), ("tree ", "Baum"), ("sea", "Me\u200ber"), ("house", "Haus")]


@pytest.mark.anyio
async def test_entries_have_the_findings_of_an_open_dictionary(position: Workplace) -> None:
    checks = position.checks(await position.open("Open", ROWS))

    found = said(check_entries(NoProgress(), Entries.of(ROWS), EN_DE))

    assert (3, TARGET, "invisible") in found
    assert found == said(await checks.listing())


def test_decisions_of_the_user_hold() -> None:
    rule = CustomRule("No sea", "sea")
    decisions = CheckDecisions((rule,), frozenset({("invisible", TARGET, "Me\u200ber")}), frozenset({"near_duplicate"}))

    found = said(check_entries(NoProgress(), Entries.of(ROWS), EN_DE, decisions))

    assert (3, SOURCE, rule.key) in found
    assert {kind for _, _, kind in found}.isdisjoint({"invisible", "near_duplicate"})


def test_other_dictionaries_are_compared() -> None:
    read = Read({"Other": {"house": "Heim"}}, {"Haus": "house"})

    found = said(check_entries(NoProgress(), Entries.of(ROWS[:2]), EN_DE, read=read))

    assert (0, TARGET, "other_glossary") in found


def test_all_findings_of_a_kind_are_fixed_in_one_change() -> None:
    entries = Entries.of(ROWS)

    change = fix_entries(NoProgress(), entries, EN_DE, {"duplicate", "outer_space"})

    assert change is not None
    entries.apply(change)
    assert list(entries) == [("house", "Haus"), ("houses", "Haus"), ("tree", "Baum"), ("sea", "Me\u200ber")]
    assert fix_entries(NoProgress(), entries, EN_DE, {"duplicate"}) is None
