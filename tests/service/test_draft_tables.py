"""Drafts for trial translations are kept for a while, for their own language pair."""

from __future__ import annotations

import pytest

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.matching.term_table import TermTable
from termdesk.service.draft_tables import MOST_DRAFTS, DraftTables

pytestmark = pytest.mark.anyio

PAIR = LanguagePair("en", "es")


def table() -> TermTable:
    return TermTable([("pump", "bomba")], language="en")


async def test_a_draft_is_found_by_its_id_for_its_pair_and_its_variants() -> None:
    drafts = DraftTables()
    draft_id = await drafts.add(LanguagePair("en-US", "es"), table)

    assert drafts.find(draft_id, PAIR) is not None
    assert drafts.find(draft_id, PAIR.reverse) is None
    assert drafts.find("draft-0", PAIR) is None


async def test_the_draft_that_was_used_longest_ago_makes_room() -> None:
    drafts = DraftTables()
    first, second = [await drafts.add(PAIR, table) for _ in range(2)]
    assert drafts.find(first, PAIR)

    for _ in range(MOST_DRAFTS - 1):
        await drafts.add(PAIR, table)

    assert drafts.find(first, PAIR)
    assert drafts.find(second, PAIR) is None
