"""After any changes, the index has the same findings as a new one, for cells and for comparisons of entries."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

import pytest

from support.campaign import seeds, size
from termdesk.application.glossaries.checks.check_index import MOST_ROWS_AT_ONCE, CheckIndex, Columns
from termdesk.application.glossaries.editing.row_edits import row_edit
from termdesk.domain.entries.changes import Batch, Change, InsertRows, RemoveRows, SetCells, SetDetails
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_detail import ADMITTED, FORBIDDEN, NO_DETAIL, EntryDetail
from termdesk.domain.findings import nested
from termdesk.domain.findings.comparison import NeighborComparison
from termdesk.domain.findings.custom_rules import CustomRule
from termdesk.domain.findings.kinds import NESTED_OTHERWISE
from termdesk.domain.language.language import LanguagePair

EN_DE, JA_EN = LanguagePair("en", "de"), LanguagePair("ja", "en")
TR_EN, FR_EN = LanguagePair("tr", "en"), LanguagePair("fr", "en")
PHRASES = ["house", "House", "hou\u00adse", "houses", "e-mail", "email", "", "a  b", "Haus", "etc.", "p\u0430y"]
LONGER = ["the house", "tree house", "House, tree", "the tree house of the sea", "tree", "a", "the", "house house"]
JAPANESE = ["信用", "信用状", "状", "信用 状", "書", "信用状書", "サーバ", "サーバー", "サーバーの状", "aの"]
FRENCH = ["arrêt d'urgence", "Arrêt d’urgence", "bouton d’arrêt d'urgence", "d’urgence", "l'arrêt", "arrêt"]
TURKISH = ["ISI", "ısı", "İstanbul", "istanbul", "ISI pompası", "İstanbul suyu", "pompa"]
RULES = (CustomRule("abbreviations", r"etc\."), CustomRule("empty", "^$"), CustomRule("off", "a", is_on=False))
OTHERS = {"Bank": {"house": "Heim", "tree": "Baum"}, "Law": {"house": "Haus", "e-mail": "x", "信用": "trust"}}
REVERSE = {"Haus": "house", "house": "tree", "Heim": "houses", "email": "e-mail", "a": "信用", "Tür": "door"}
STATUSES = (EntryDetail(FORBIDDEN), EntryDetail(ADMITTED), NO_DETAIL, EntryDetail(FORBIDDEN, "why"))


def columns_of(entries: Entries) -> Columns:
    forbidden = frozenset(entries.forbidden_ids())
    return Columns(entries.sources.copy(), entries.targets.copy(), entries.ids[:], forbidden)


def fresh(entries: Entries, pair: LanguagePair = EN_DE) -> CheckIndex:
    index = CheckIndex(columns_of(entries), pair, rules=RULES)
    index.meet(NeighborComparison(index.phrases, OTHERS, REVERSE))
    return index


def apply(index: CheckIndex, entries: Entries, change: Change) -> Change:
    if isinstance(change, Batch):
        return Batch(tuple(reversed([apply(index, entries, each) for each in change.changes])))
    inverse = entries.apply(change)
    if edit := row_edit(change, inverse, entries):
        index.cost(edit)
        index.apply(edit)
    return inverse


def known(index: CheckIndex, entries: Entries) -> Mapping[str, object]:
    """Return all findings and their descriptions."""
    marks = index.marks(columns_of(entries))
    said: dict[tuple[int, str], object] = {}
    for bits, meanings in marks.bits:
        for row_id, value in enumerate(bits):
            for bit, (kind, _) in meanings.items():
                if value & bit:
                    source, target = index.phrases.sources[row_id], index.phrases.targets[row_id]
                    is_nested = kind == NESTED_OTHERWISE
                    inside = marks.inside(row_id) if is_nested else marks.details_of(row_id, kind, source, target)
                    said[row_id, kind] = inside
    return {
        "cells": {kind: sides for kind, sides in marks.cell_findings.cells.items() if any(sides)},
        "spellings": sorted(map(list, marks.cell_findings.spellings)),
        "forbidden": dict(marks.forbidden_uses),
        "said": said,
        "only in reverse": marks.only_in_reverse,
    }


def random_change(entries: Entries, chance: random.Random, phrases: list[str]) -> Change:
    rows = sorted(chance.sample(range(len(entries)), chance.randint(1, min(4, len(entries)))))
    texts = [chance.choice(phrases) for _ in rows]
    match chance.randrange(6):
        case 0:
            return InsertRows.at(entries, rows[0], [(text, chance.choice(phrases)) for text in texts])
        case 1 if len(entries) > 8:
            return RemoveRows(rows)
        case 2:
            return Batch((SetCells(SOURCE, rows, texts), SetCells(TARGET, rows[:1], texts[:1])))
        case 3:
            return SetDetails(rows, [chance.choice(STATUSES) for _ in rows])
        case 4:
            # Move a row: remove it and insert it elsewhere, with its id and status.
            taken = entries.copy().apply(RemoveRows(rows[:1]))
            assert isinstance(taken, InsertRows)
            position = chance.randrange(len(entries))
            moved = InsertRows((position,), taken.sources, taken.targets, taken.ids, taken.details)
            return Batch((RemoveRows(rows[:1]), moved))
    return SetCells(chance.choice((SOURCE, TARGET)), rows, texts)


@pytest.fixture(params=(1, 1_000), ids=("all parts common", "few parts common"))
def common(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Also words that occur in too many rows to be looked up."""
    monkeypatch.setattr(nested, "MOST_LOOKED_UP", request.param)
    return None


@pytest.mark.slow
@pytest.mark.usefixtures("common")
@pytest.mark.parametrize(
    ("pair", "phrases"),
    [(EN_DE, PHRASES + LONGER), (EN_DE, LONGER), (JA_EN, JAPANESE + PHRASES[:3]), (TR_EN, TURKISH), (FR_EN, FRENCH)],
)
@pytest.mark.parametrize("seed", seeds(1, 6))
def test_changes_and_their_inverses_are_followed(pair: LanguagePair, phrases: list[str], seed: int) -> None:
    chance = random.Random(seed)
    entries = Entries.of((chance.choice(phrases), chance.choice(phrases)) for _ in range(12))
    index = fresh(entries, pair)
    before, inverses = known(index, entries), []

    for _ in range(size(25, 50)):
        inverses.append(apply(index, entries, random_change(entries, chance, phrases)))
        assert known(index, entries) == known(fresh(entries, pair), entries)
    redone = [apply(index, entries, inverse) for inverse in reversed(inverses)]
    assert known(index, entries) == before
    for change in reversed(redone):
        apply(index, entries, change)
    assert known(index, entries) == known(fresh(entries, pair), entries)


def test_what_few_rows_hold_costs_little_and_what_many_hold_is_left_to_a_worker() -> None:
    entries = Entries.of([("rare", "x"), ("common", "y"), *((f"common {number}", "z") for number in range(3_000))])
    index = fresh(entries)

    def cost(row: int, source: str) -> int:
        change = SetCells(SOURCE, (row,), (source,))
        edit = row_edit(change, change, entries)
        assert edit is not None
        return index.cost(edit)

    assert cost(0, "rarer") < 100
    assert cost(0, "common") >= MOST_ROWS_AT_ONCE
    assert cost(1, "other") >= MOST_ROWS_AT_ONCE
    assert cost(0, "common 7") < 100
    forbid = SetDetails((0,), STATUSES[:1])
    edit = row_edit(forbid, SetDetails((0,), (NO_DETAIL,)), entries)
    assert edit is not None
    assert index.cost(edit) < 100
    forbid = SetDetails((1,), STATUSES[:1])
    edit = row_edit(forbid, SetDetails((1,), (NO_DETAIL,)), entries)
    assert edit is not None
    assert index.cost(edit) >= MOST_ROWS_AT_ONCE
