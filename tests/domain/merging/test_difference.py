"""Differences, the calls that transfer them, and when a click is not enough as consent."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.domain.entries.entries import Entries
from termdesk.domain.merging.difference import Difference, Method, difference, needs_typed_confirmation, smallest_method

versions = st.dictionaries(st.sampled_from("abcdef"), st.sampled_from("123"), max_size=6)


def entries_of(version: dict[str, str]) -> Entries:
    return Entries(version.keys(), version.values())


@given(before=versions, after=versions)
def test_carrying_out_a_difference_gives_the_later_version(before: dict[str, str], after: dict[str, str]) -> None:
    change = difference(entries_of(before), entries_of(after))

    result = {phrase: target for phrase, target in before.items() if phrase not in change.removed}
    result |= change.added | {phrase: new for phrase, (_, new) in change.changed.items()}

    assert result == after
    assert change.is_empty == (before == after)
    assert all(before[phrase] == old for phrase, (old, _) in change.changed.items())
    assert all(before[phrase] == old for phrase, old in change.removed.items())


@given(version=versions)
def test_order_is_no_difference(version: dict[str, str]) -> None:
    turned = dict(reversed(version.items()))

    assert difference(entries_of(version), entries_of(turned)).is_empty


def test_a_new_and_an_emptied_dictionary_differ_in_every_phrase() -> None:
    some = Entries(["a", "b", "a"], ["1", "2", "3"])

    assert difference(Entries(), some) == Difference({"a": "3", "b": "2"}, {}, {})
    assert difference(some, Entries()) == Difference({}, {}, {"a": "3", "b": "2"})
    assert difference(Entries(), Entries()).is_empty


def test_what_changed_is_counted() -> None:
    change = difference(entries_of({"a": "1", "b": "2"}), entries_of({"b": "3", "c": "4", "d": "5"}))

    assert (change.added, change.changed, change.removed) == ({"c": "4", "d": "5"}, {"b": ("2", "3")}, {"a": "1"})
    assert change.count == 4


@pytest.mark.parametrize(
    ("before", "after", "exists", "method"),
    [
        ({}, {"a": "1"}, False, Method.REPLACE),
        ({"a": "1"}, {"a": "1"}, True, Method.NOTHING),
        ({"a": "1"}, {"a": "2", "b": "3"}, True, Method.MERGE),
        ({"a": "1", "b": "2"}, {"a": "1"}, True, Method.REPLACE),
        ({"a": "1", "b": "2"}, {"a": "3", "c": "4"}, True, Method.REPLACE),
    ],
)
def test_the_call_that_can_hurt_least_is_chosen(
    before: dict[str, str], after: dict[str, str], exists: bool, method: Method
) -> None:
    change = difference(entries_of(before), entries_of(after))

    assert smallest_method(change, exists=exists) == method


@pytest.mark.scorecard("R28")
@pytest.mark.parametrize(
    ("removed", "published", "needed"),
    [
        (0, 0, False),
        # A single entry is named in the plan, so it is not typed.
        (1, 1, False),
        (1, 5, False),
        (2, 2, True),
        (2, 10, True),
        (2, 11, False),
        (99, 1_000, False),
        (99, 495, True),
        (99, 496, False),
        (100, 0, True),
        (100, 10**6, True),
    ],
)
def test_removing_much_asks_for_more_than_a_click(removed: int, published: int, needed: bool) -> None:
    change = Difference({}, {}, {str(number): "x" for number in range(removed)})

    assert needs_typed_confirmation(change, published_count=published) is needed
