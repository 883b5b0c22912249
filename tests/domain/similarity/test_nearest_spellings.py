"""Phrases that differ by one or two letters are found, with the same result as comparing all pairs."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from termdesk.domain.errors import Stopped
from termdesk.domain.progress import Progress
from termdesk.domain.similarity import nearest_spellings as module
from termdesk.domain.similarity.nearest_spellings import SHORTEST, count_allowed_errors, nearest_spellings


def plain_clusters(keys: list[str]) -> list[list[int]]:
    """Return the expected clusters by comparing all pairs."""
    clusters, taken = [], set()
    for row, key in enumerate(keys):
        if row in taken or len(key) < SHORTEST:
            continue
        near = [
            other
            for other in range(row + 1, len(keys))
            if other not in taken
            and len(keys[other]) >= SHORTEST
            and Levenshtein.distance(key, keys[other]) <= count_allowed_errors(min(len(key), len(keys[other])))
        ]
        if any(keys[other] != key for other in near):
            clusters.append([row, *near])
            taken.update(clusters[-1])
    return clusters


@given(keys=st.lists(st.text("abc", min_size=4, max_size=14), max_size=25))
def test_nothing_near_is_missed(keys: list[str]) -> None:
    assert nearest_spellings(keys, keys).clusters == plain_clusters(keys)


def test_nothing_near_is_missed_among_mistyped_words() -> None:
    chance = random.Random(5)
    words = ["".join(chance.choices("abcdefghij", k=chance.randint(6, 18))) for _ in range(150)]
    keys = []
    for word in words:
        position = chance.randrange(len(word))
        keys += [
            word,
            word[:position] + word[position + 1 :],
            word[:position] + "k" + word[position:],
            word[:position] + "l" + word,
        ]
    chance.shuffle(keys)

    assert nearest_spellings(keys, keys).clusters == plain_clusters(keys)


def test_other_numbers_are_other_things() -> None:
    keys = ["norm din 4711", "norm din 4712", "norn din 4711"]

    assert nearest_spellings(keys, keys).clusters == [[0, 2]]


def test_what_is_bounded_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CROWDED", 3)
    keys = [f"terminology {letter}" for letter in "abcdefgh"]

    found = nearest_spellings([*keys, "tree"], [*keys, "tree"])

    assert 0 < found.crowded < 8
    assert found.too_short == 1
    assert found.compared_pairs < 28


def test_it_can_be_stopped() -> None:
    class AtOnce(Progress):
        def step(self, done: int, total: int | None = None) -> None:
            raise Stopped

    with pytest.raises(Stopped):
        nearest_spellings(["phrases"], ["phrases"], AtOnce())
