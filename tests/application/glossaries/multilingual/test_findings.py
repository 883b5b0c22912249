"""The findings of all languages in one list, by the rows of the table."""

from __future__ import annotations

import pytest

from support.multilingual_glossary import findings, said
from termdesk.application.glossaries.multilingual.checks import MultilingualChecks
from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.domain.entries.entry_rules import Rule
from termdesk.domain.findings.custom_rules import CustomRule
from termdesk.domain.findings.kinds import INVISIBLE, NEAR_DUPLICATE, REPEATED_BLANKS

pytestmark = pytest.mark.anyio


async def test_the_rules_of_the_service_are_listed_at_once_by_the_rows_of_the_table(
    table: OpenTable, checks: MultilingualChecks
) -> None:
    listing = await checks.by_rules()

    assert said(listing, Rule.OUTER_SPACE) == [("de", "Schraube "), ("ja", "ナット ")]
    assert said(listing, Rule.DUPLICATE) == [("en", "nut"), ("en", "nut")]
    assert listing.open.by_kind.keys() == {Rule.OUTER_SPACE, Rule.DUPLICATE}
    for each in findings(listing, Rule.OUTER_SPACE):
        assert table.entries.target(each.row, each.part) == listing.phrase(each)
    assert [each.row for each in findings(listing, Rule.DUPLICATE)] == table.entries.rows_with("nut")


async def test_what_is_said_of_a_source_phrase_is_said_once_and_all_else_of_its_language(
    table: OpenTable, checks: MultilingualChecks
) -> None:
    listing = await checks.listing()

    assert said(listing, REPEATED_BLANKS) == [("de", "a  b")]
    assert said(listing, INVISIBLE) == [("ja", "木\u200b")]
    # These are spelling variants of one phrase only in Japanese.
    assert {phrase for _, phrase in said(listing, NEAR_DUPLICATE)} == {"email", "e-mail"}
    await checks.set_rules([CustomRule("No nuts", "nut")])
    (own,) = (await checks.listing()).own_kinds
    listing = await checks.listing()
    assert said(listing, own) == [("en", "nut"), ("en", "nut")]
    assert all(listing.of_all(each) for each in findings(listing, own))
    packed = listing.open.of(own)[0]
    assert listing.pack(listing.finding(packed)) == packed
    first, behind = listing.position_of(listing.finding(packed).row, 0)
    assert first <= packed <= behind
