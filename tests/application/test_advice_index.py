"""After any changes the index knows what a new one would find."""

from __future__ import annotations

import random

import pytest

from termdesk.application.advice_index import AdviceIndex
from termdesk.domain.advice.kinds import INVISIBLE, NEAR_DUPLICATE, REPEATED_BLANKS, SAME_AS_SOURCE
from termdesk.domain.advice.own_rules import OwnRule
from termdesk.domain.changes import Batch, Change, InsertRows, RemoveRows, SetCells
from termdesk.domain.entries import SOURCE, TARGET, Entries
from termdesk.domain.language import LanguagePair

PAIR = LanguagePair("en", "de")
PHRASES = ["house", "House", "hou\u00adse", "houses", "e-mail", "email", "", "a  b", "Haus", "etc.", "p\u0430y"]
RULES = (OwnRule("abbreviations", r"etc\."), OwnRule("off", "a", is_on=False))


def follow(index: AdviceIndex, entries: Entries, change: Change) -> Change:
    if isinstance(change, Batch):
        return Batch(tuple(reversed([follow(index, entries, each) for each in change.changes])))
    inverse = entries.apply(change)
    index.follow(change, inverse)
    return inverse


def known(index: AdviceIndex) -> tuple[object, object]:
    marks = index.marks()
    cells = {kind: sides for kind, sides in marks.cells.items() if any(sides)}
    return cells, {key: sorted(ids) for key, ids in marks.spellings.items()}


def random_change(entries: Entries, chance: random.Random) -> Change:
    rows = sorted(chance.sample(range(len(entries)), chance.randint(1, min(4, len(entries)))))
    texts = [chance.choice(PHRASES) for _ in rows]
    match chance.randrange(4):
        case 0:
            return InsertRows.at(entries, rows[0], [(text, chance.choice(PHRASES)) for text in texts])
        case 1 if len(entries) > 8:
            return RemoveRows(rows)
        case 2:
            return Batch((SetCells(SOURCE, rows, texts), SetCells(TARGET, rows[:1], texts[:1])))
    return SetCells(chance.choice((SOURCE, TARGET)), rows, texts)


@pytest.mark.parametrize("seed", range(8))
def test_changes_and_their_inverses_are_followed(seed: int) -> None:
    chance = random.Random(seed)
    entries = Entries.of((chance.choice(PHRASES), chance.choice(PHRASES)) for _ in range(12))
    index = AdviceIndex(entries, PAIR, rules=RULES)
    before, inverses = known(index), []

    for _ in range(60):
        inverses.append(follow(index, entries, random_change(entries, chance)))
        assert known(index) == known(AdviceIndex(entries, PAIR, rules=RULES))
    for inverse in reversed(inverses):
        follow(index, entries, inverse)

    assert known(index) == before


def test_a_cell_tells_what_is_odd_about_it() -> None:
    entries = Entries.of([("e-mail", "E-Mail  hier"), ("email", "email"), ("hou\u00adse", "Haus etc."), ("a", "b")])
    index = AdviceIndex(entries, PAIR, rules=RULES)

    assert index.kinds_at(0, SOURCE) == [NEAR_DUPLICATE]
    assert index.kinds_at(0, TARGET) == [REPEATED_BLANKS]
    assert index.kinds_at(1, TARGET) == [SAME_AS_SOURCE]
    assert index.kinds_at(2, SOURCE) == [INVISIBLE]
    assert index.kinds_at(2, TARGET) == ["own:abbreviations"]
    assert index.kinds_at(3, SOURCE) == []


def test_a_rule_that_runs_away_is_left_out_and_named() -> None:
    entries = Entries.of([("a" * 200, "b"), ("etc.", "c")])
    index = AdviceIndex(entries, PAIR, rules=(OwnRule("slow", r"(a|aa)+$x|(a+a+)+b"), *RULES))

    marks = index.marks()

    assert marks.too_slow == ("own:slow",)
    assert marks.cells["own:abbreviations"][SOURCE] == {1}
