"""Changes since the baseline."""

from __future__ import annotations

from termdesk.domain.spot_check.judgments import EntryState
from termdesk.domain.spot_check.moves import EntryMove, entry_moves

USED, MISSED, INFLECTED = EntryState.USED, EntryState.MISSED, EntryState.INFLECTED


def test_only_what_changed_is_told_and_what_became_worse_first() -> None:
    before = {("a", "1"): USED, ("b", "2"): MISSED, ("c", "3"): USED, ("d", "4"): USED}
    after = {("a", "1"): USED, ("b", "2"): INFLECTED, ("c", "3"): MISSED, ("e", "5"): USED}

    assert entry_moves(before, after) == [
        EntryMove("c", "3", USED, MISSED),
        EntryMove("b", "2", MISSED, INFLECTED),
        EntryMove("e", "5", None, USED),
        EntryMove("d", "4", USED, None),
    ]


def test_a_new_entry_that_is_missed_is_not_worse_than_before() -> None:
    assert not EntryMove("a", "1", None, MISSED).is_worse
    assert EntryMove("a", "1", INFLECTED, MISSED).is_worse
