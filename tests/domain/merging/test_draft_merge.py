from __future__ import annotations

import random

import pytest

from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.merging.draft_merge import merge_drafts

BASE = [("contract", "Vertrag"), ("house", "Haus"), ("tree", "Baum"), ("sea", "Meer")]


def merged(one: list[tuple[str, str]], other: list[tuple[str, str]]) -> tuple[list[tuple[str, str]], int]:
    into = Entries.of(one)
    found = merge_drafts(Entries.of(BASE), into, Entries.of(other))
    into.apply(found.change)
    return list(into), found.contradictions


def test_edits_of_both_drafts_are_there() -> None:
    one = [("contract", "Kontrakt"), *BASE[1:], ("river", "Fluss")]
    other = [BASE[0], ("house", "Heim"), BASE[2], ("lake", "See")]

    rows, contradictions = merged(one, other)

    assert rows == [("contract", "Kontrakt"), ("house", "Heim"), BASE[2], ("river", "Fluss"), ("lake", "See")]
    assert contradictions == 0


def test_a_phrase_that_both_changed_stands_twice_and_is_counted() -> None:
    rows, contradictions = merged([("contract", "Kontrakt"), *BASE[1:]], [("contract", "Abkommen"), *BASE[1:]])

    assert rows == [("contract", "Kontrakt"), *BASE[1:], ("contract", "Abkommen")]
    assert contradictions == 1


def test_a_change_wins_over_a_removal_on_either_side() -> None:
    changed = [("contract", "Kontrakt"), *BASE[1:]]

    assert sorted(merged(changed, BASE[1:])[0]) == sorted(changed)
    assert sorted(merged(BASE[1:], changed)[0]) == sorted(changed)


def test_the_same_edit_on_both_sides_is_made_once_and_merging_again_changes_nothing() -> None:
    both = [("contract", "Kontrakt"), *BASE[1:], ("river", "Fluss")]

    assert merged(both, both) == (both, 0)
    rows, _ = merged([*BASE, ("river", "Fluss")], [("contract", "Kontrakt"), *BASE[1:]])
    assert merged(rows, [("contract", "Kontrakt"), *BASE[1:]]) == (rows, 0)


def test_details_and_unfinished_rows_come_along() -> None:
    into, other = Entries.of(BASE), Entries.of([*BASE, ("", "leer"), ("contract", "Vertrag 2")])
    into.set_detail(0, EntryDetail(status="preferred", note="mine"))
    other.set_detail(0, EntryDetail(note="theirs", domain="law"))
    other.set_detail(4, EntryDetail(note="to be finished"))

    into.apply(merge_drafts(Entries.of(BASE), into, other).change)

    assert into.detail(0) == EntryDetail(status="preferred", note="mine\ntheirs", domain="law")
    assert list(into)[4:] == [("", "leer"), ("contract", "Vertrag 2")]
    assert into.detail(4).note == "to be finished"


@pytest.mark.slow
def test_in_thousands_of_random_merges_no_edit_is_lost() -> None:
    chance = random.Random(11)
    words = [f"word {number}" for number in range(8)]
    for _ in range(3_000):
        base = dict.fromkeys(chance.sample(words, 5), "base")
        drafts = []
        for side in "ab":
            draft = dict(base)
            for word in chance.sample(words, 3):
                if word in draft and chance.random() < 0.4:
                    del draft[word]
                else:
                    draft[word] = f"{side} {chance.randint(0, 1)}" if chance.random() < 0.8 else "same"
            drafts.append(draft)
        one, other = drafts
        into = Entries(one.keys(), one.values())
        found = merge_drafts(Entries(base.keys(), base.values()), into, Entries(other.keys(), other.values()))
        into.apply(found.change)

        rows = set(into)
        for draft in drafts:
            assert {pair for pair in draft.items() if pair not in base.items()} <= rows
        for word in words:
            if base.get(word) is not None and (one.get(word) is None or other.get(word) is None):
                # Removed on one side and unchanged on the other, so it is removed.
                assert ((word, "base") in rows) is False
        clashes = sum(1 for word in words if sum(source == word for source, _ in rows) > 1)
        assert clashes == found.contradictions
