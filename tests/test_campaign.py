"""The short form of combined values has each value, and the full length has all combinations."""

from __future__ import annotations

import pytest

from support import campaign


def test_the_short_form_has_each_value_in_as_few_combinations_as_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign, "IS_LONG", False)

    assert campaign.combined("abc", [1, 2]) == [("a", 1), ("b", 2), ("c", 1)]
    assert campaign.combined([1, 2], "abc", [True]) == [(1, "a", True), (2, "b", True), (1, "c", True)]


def test_the_full_length_has_all_combinations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign, "IS_LONG", True)

    assert campaign.combined("ab", [1, 2]) == [("a", 1), ("a", 2), ("b", 1), ("b", 2)]
