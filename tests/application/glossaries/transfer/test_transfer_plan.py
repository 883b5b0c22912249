"""Names for copies: the original name if it is free, else the first numbered one that is."""

from __future__ import annotations

import pytest

from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.application.glossaries.transfer.transfer_plan import (
    PlannedDictionary,
    PlannedGlossary,
    TransferPlan,
    free_name,
)
from termdesk.client.wire import DictionaryRecord, GlossaryRecord
from termdesk.domain.language.language import LanguagePair


@pytest.mark.parametrize(
    ("taken", "free"),
    [
        ([], "Law"),
        (["Law school"], "Law"),
        (["Law"], "Law (2)"),
        (["law", "Law (2)"], "Law (3)"),
    ],
)
def test_a_copy_gets_a_name_that_is_free(taken: list[str], free: str) -> None:
    assert free_name("Law", taken) == free


@pytest.mark.parametrize(
    ("moved", "stays", "is_move", "calls"),
    [(("de", "fr"), (), True, 1), (("de", "fr"), ("it",), True, 2), (("de", "fr"), (), False, 0)],
)
def test_a_move_counts_the_calls_that_delete_the_original(
    moved: tuple[str, ...], stays: tuple[str, ...], is_move: bool, calls: int
) -> None:
    records = tuple(DictionaryRecord("en", target, 1) for target in (*moved, *stays))
    summary = GlossarySummary("g1", "g1", "Law", GlossaryRecord("g1", "Law", records))
    rows = [DictionarySummary(LanguagePair("en", target), 1) for target in moved]
    planned = PlannedGlossary(summary, "Law", tuple(PlannedDictionary(row, "hash", 1, 20) for row in rows))

    assert TransferPlan("Agency", is_move, (planned,), frozenset()).deletion_count == calls
