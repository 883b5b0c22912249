"""Row ids by key and by part equal those in plain sets, after any insertions and removals."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest

from termdesk.domain.entries.row_ids import Groups, RowIds, RowsByPart, find_row


@pytest.mark.parametrize(
    ("row_id", "expected", "row"), [(7, 1, 1), (7, 0, 1), (7, 9, 1), (7, None, 1), (8, 1, None), (None, 1, None)]
)
def test_a_row_is_found_wherever_it_is_now(row_id: int | None, expected: int | None, row: int | None) -> None:
    assert find_row([5, 7, 6], row_id, expected) == row


@pytest.mark.parametrize("seed", range(4))
def test_rows_of_a_key_are_ascending_whatever_came_and_went(seed: int) -> None:
    chance = random.Random(seed)
    rows, plain = RowIds(), defaultdict[str, set[int]](set)

    for _ in range(600):
        key, row_id = chance.choice("abc"), chance.randrange(12)
        if row_id in plain[key]:
            rows.discard(key, row_id)
            plain[key].discard(row_id)
        elif chance.random() < 0.8:
            rows.add(key, row_id)
            plain[key].add(row_id)
        else:
            rows.discard(key, row_id)
        for each, known in plain.items():
            assert list(rows.of(each)) == sorted(known)
        assert sorted(map(list, rows.several())) == sorted(sorted(each) for each in plain.values() if len(each) > 1)


def test_a_part_of_many_rows_is_only_known_to_be_common() -> None:
    positions = RowsByPart(most=3)
    for row_id in range(3):
        positions.add(("the", f"word{row_id}"), row_id)
    assert list(positions.of("the") or ()) == [0, 1, 2]
    positions.discard(("the",), 1)
    positions.discard(("the", "unknown"), 7)
    assert list(positions.of("the") or ()) == [0, 2]

    positions.add(("the",), 8)
    positions.add(("the",), 9)

    assert positions.of("the") is None
    positions.discard(("the",), 8)
    assert positions.of("the") is None
    assert list(positions.of("word2") or ()) == [2]
    positions.discard(("word2",), 2)
    assert list(positions.of("word2") or ()) == []


def test_groups_come_out_as_they_went_in() -> None:
    groups = Groups()
    for numbers in ([3, 1], [], [7]):
        groups.append(numbers)

    assert [list(each) for each in groups] == [[3, 1], [], [7]]
    assert (len(groups), list(groups[2])) == (3, [7])
