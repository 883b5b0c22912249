"""After any change, the violations equal those of a complete check, and the inverse restores the original."""

from __future__ import annotations

import random

import pytest

from termdesk.application.glossaries.editing.indexed_change import apply_indexed
from termdesk.application.glossaries.view.row_texts import RowTexts
from termdesk.domain.entries.changes import Batch, Change, InsertRows, RemoveRows, SetCells, SetDetails
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.entries.violation_index import ViolationIndex
from termdesk.domain.language.language import LanguagePair

TEXTS = ["tree", "house", " lead", "", "tab\t", "wood"]


def random_change(chance: random.Random, entries: Entries) -> Change:
    count = len(entries)
    rows = sorted(chance.sample(range(count), chance.randint(1, min(3, count))))
    match chance.randrange(4):
        case 0:
            return SetCells(chance.choice([SOURCE, TARGET]), tuple(rows), tuple(chance.choice(TEXTS) for _ in rows))
        case 1:
            details = [
                EntryDetail(chance.choice(["forbidden", "preferred", "admitted", "admitted", ""]), "", "") for _ in rows
            ]
            return SetDetails(tuple(rows), tuple(details))
        case 2 if count > 3:
            return RemoveRows(tuple(rows))
    return InsertRows.at(entries, chance.randint(0, count), [(chance.choice(TEXTS), "x")])


@pytest.mark.parametrize("seed", range(8))
def test_the_index_is_what_a_check_of_all_entries_finds(seed: int) -> None:
    chance = random.Random(seed)
    base = {"tree": "Baum"}
    entries = Entries.of([("tree", "Baum"), ("house", "Haus"), ("tree", " Ast"), ("", "leer")])
    start = list(entries)
    violations, texts = ViolationIndex(entries, base), RowTexts(entries, LanguagePair("en", "de"))
    inverses: list[Change] = []

    for _ in range(60):
        inverses.append(apply_indexed(random_change(chance, entries), entries, violations, texts))
        fresh = ViolationIndex(entries, base)
        assert (violations.count, violations.size, violations.excluded) == (fresh.count, fresh.size, fresh.excluded)
        assert violations.excluded == entries.find_unpublished_ids()
        assert violations.synonym_count == fresh.synonym_count
        for row in range(len(entries)):
            for column in (SOURCE, TARGET):
                assert violations.has_violation(row, column) is fresh.has_violation(row, column)
    for inverse in reversed(inverses):
        apply_indexed(inverse, entries, violations, texts)

    assert list(entries) == start


def test_a_batch_is_refused_since_its_parts_are_told_one_by_one() -> None:
    entries = Entries.of([("tree", "Baum")])

    with pytest.raises(TypeError, match="one by one"):
        apply_indexed(Batch(()), entries, ViolationIndex(entries, {}), RowTexts(entries, LanguagePair("en", "de")))
