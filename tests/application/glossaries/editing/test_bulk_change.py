"""A change of many rows updates the entries, all derived values, and the undo step together."""

from __future__ import annotations

import pytest

from termdesk.application.glossaries.editing.bulk_change import at_once, compute_bulk_change
from termdesk.domain.entries.changes import Batch, Change, InsertRows, RemoveRows, SetCells
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.entries.violation_index import ViolationIndex
from termdesk.domain.errors import InvalidInput
from termdesk.domain.progress import NoProgress

PAIRS = [("tree", "Baum"), ("house", "Haus"), ("house", "Heim"), ("sea", " See")]
BASE = {"tree": "Baum", "sea": "See"}


def change_of(entries: Entries) -> Change:
    return Batch((RemoveRows([1]), SetCells(TARGET, [2], ["See"]), InsertRows.at(entries, 0, [("", "leer")])))


def test_the_result_is_what_the_change_makes_of_the_entries() -> None:
    made = compute_bulk_change(NoProgress(), Entries.of(PAIRS), change_of, BASE)

    assert list(made.entries) == [("", "leer"), ("tree", "Baum"), ("house", "Heim"), ("sea", "See")]
    anew = ViolationIndex(made.entries.copy(), BASE)
    assert (made.violations.rows(), made.violations.size) == (anew.rows(), anew.size)
    twin = Entries.of(PAIRS)
    twin.apply(made.change)
    assert twin == made.entries


def test_the_inverse_leads_back() -> None:
    made = compute_bulk_change(NoProgress(), Entries.of(PAIRS), change_of, {})

    made.entries.apply(made.inverse)

    assert list(made.entries) == PAIRS


def test_a_change_that_cannot_be_made_is_told() -> None:
    def refuse(_entries: Entries) -> Change:
        raise InvalidInput("The pattern takes too long.")

    with pytest.raises(InvalidInput, match="too long"):
        compute_bulk_change(NoProgress(), Entries.of(PAIRS), refuse, {})


def test_around_a_change_that_nobody_sees_nothing_happens() -> None:
    with at_once(RemoveRows([0])) as entered:
        assert entered is None
