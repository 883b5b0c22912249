"""The short form has few values or combinations of a test, and the full length has all."""

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


def test_the_short_form_has_the_first_values_and_the_full_length_all(monkeypatch: pytest.MonkeyPatch) -> None:
    values = {"a": 1, "b": 2, "c": 3}

    monkeypatch.setattr(campaign, "IS_LONG", False)
    assert campaign.first(values) == ["a"]
    assert campaign.first(values.values(), 2) == [1, 2]
    assert campaign.first(values, 9) == ["a", "b", "c"]

    monkeypatch.setattr(campaign, "IS_LONG", True)
    assert campaign.first(values) == ["a", "b", "c"]
