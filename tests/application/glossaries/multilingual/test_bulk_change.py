"""A change of many cells changes all dictionaries and their derived values together, or none."""

from __future__ import annotations

import pytest

from termdesk.application.glossaries.multilingual.bulk_change import compute_multilingual_bulk_change
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.violation_index import ViolationIndex
from termdesk.domain.errors import InvalidInput
from termdesk.domain.multilingual.edits import rewrite_cells
from termdesk.domain.multilingual.entries import MultilingualEntries
from termdesk.domain.multilingual.table import MultilingualChange, align
from termdesk.domain.progress import NoProgress

DICTIONARIES = ([("cat", "Katze"), ("dog", "Hund")], [("cat", "chat")], [("cow", "vaca")])
BASES = ({"cat": "Katze"}, {}, {"cow": "vaca"})


def table_of() -> MultilingualEntries:
    entries = [Entries.of(each) for each in DICTIONARIES]
    return MultilingualEntries(entries, align(entries))


def renamed(table: MultilingualEntries) -> MultilingualChange:
    (row,) = table.rows_with("cat")
    return rewrite_cells(table, [(0, [row], ["dog"]), (1, [row], ["Katze "])])


def test_changed_dictionaries_come_with_their_violations() -> None:
    made = compute_multilingual_bulk_change(NoProgress(), table_of(), renamed, BASES)

    assert list(made.parts) == [0, 1]
    assert list(made.parts[0].entries) == [("dog", "Katze "), ("dog", "Hund")]
    for column, part in made.parts.items():
        assert part.entries is made.entries.dictionaries[column]
        anew = ViolationIndex(part.entries, BASES[column])
        assert (part.violations.rows(), part.violations.size) == (anew.rows(), anew.size)


def test_the_inverse_of_the_table_and_of_each_dictionary_lead_back() -> None:
    whole = compute_multilingual_bulk_change(NoProgress(), table_of(), renamed, BASES)
    alone = compute_multilingual_bulk_change(NoProgress(), table_of(), renamed, BASES)

    whole.entries.apply(whole.inverse)
    for part in alone.parts.values():
        part.entries.apply(part.inverse)

    for made in (whole, alone):
        assert tuple(list(each) for each in made.entries.dictionaries) == DICTIONARIES
    assert whole.entries.alignment == table_of().alignment


def test_a_change_that_cannot_be_made_is_told() -> None:
    def refuse(_table: MultilingualEntries) -> MultilingualChange:
        raise InvalidInput("The pattern takes too long.")

    with pytest.raises(InvalidInput, match="too long"):
        compute_multilingual_bulk_change(NoProgress(), table_of(), refuse, BASES)
