"""A three-way merge never loses a change without reporting it, whoever made it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.domain.entries.entries import Entries
from termdesk.domain.merging.merge import merge

pytestmark = pytest.mark.scorecard("R16")

phrases = st.sampled_from("abcdef")
versions = st.dictionaries(phrases, st.sampled_from("123"), max_size=6)


def entries_of(version: dict[str, str]) -> Entries:
    return Entries(version.keys(), version.values())


@given(base=versions, local=versions, remote=versions)
def test_every_phrase_ends_as_one_side_wanted_it_or_as_a_conflict(
    base: dict[str, str], local: dict[str, str], remote: dict[str, str]
) -> None:
    merged = merge(entries_of(base), local=entries_of(local), remote=entries_of(remote))

    result = merged.entries.as_dict()
    conflicts = {conflict.source: conflict for conflict in merged.conflicts}
    for phrase in {*base, *local, *remote}:
        was, my, their = base.get(phrase), local.get(phrase), remote.get(phrase)
        if my == their or their == was:
            assert result.get(phrase) == my
            assert phrase not in conflicts
        elif my == was:
            assert result.get(phrase) == their
            assert phrase not in conflicts
        else:
            reported = conflicts[phrase]
            assert (reported.base, reported.local, reported.remote) == (was, my, their)
            assert result.get(phrase) == my
    assert result.keys() <= {*base, *local, *remote}


@given(base=versions, local=versions, remote=versions)
def test_nothing_that_both_sides_kept_is_lost(
    base: dict[str, str], local: dict[str, str], remote: dict[str, str]
) -> None:
    merged = merge(entries_of(base), local=entries_of(local), remote=entries_of(remote))

    assert local.keys() & remote.keys() <= set(merged.entries.sources)


@given(base=versions, local=versions)
def test_where_only_one_side_changed_its_version_is_the_result(base: dict[str, str], local: dict[str, str]) -> None:
    ours = merge(entries_of(base), local=entries_of(local), remote=entries_of(base))
    others = merge(entries_of(base), local=entries_of(base), remote=entries_of(local))

    assert ours.entries == entries_of(local)
    assert others.entries.as_dict() == local
    assert not ours.conflicts
    assert not others.conflicts


@given(base=versions, local=versions, remote=versions)
def test_conflicts_are_the_same_seen_from_either_side(
    base: dict[str, str], local: dict[str, str], remote: dict[str, str]
) -> None:
    here = merge(entries_of(base), local=entries_of(local), remote=entries_of(remote))
    there = merge(entries_of(base), local=entries_of(remote), remote=entries_of(local))

    assert {each.source for each in here.conflicts} == {each.source for each in there.conflicts}


@given(base=versions, sides=st.lists(versions, min_size=2, max_size=5))
def test_writers_who_merge_before_they_write_never_lose_what_another_added(
    base: dict[str, str], sides: list[dict[str, str]]
) -> None:
    """R16: several writers start from one base. Each merges with the current state, then writes."""
    service = entries_of(base)
    added: dict[str, str] = {}

    for number, side in enumerate(sides):
        own = {**base, f"only writer {number}": "x", **side}
        added[f"only writer {number}"] = "x"
        service = merge(entries_of(base), local=entries_of(own), remote=service).entries

    assert added.items() <= service.as_dict().items()


def test_my_order_stays_and_what_they_added_comes_last() -> None:
    merged = merge(
        entries_of({"a": "1", "b": "2"}),
        local=entries_of({"z": "9", "b": "2", "a": "1"}),
        remote=entries_of({"y": "8", "a": "1", "b": "3"}),
    )

    assert list(merged.entries) == [("z", "9"), ("b", "3"), ("a", "1"), ("y", "8")]


def test_a_change_against_a_removal_is_a_conflict() -> None:
    base = entries_of({"a": "1"})

    changed = merge(base, local=entries_of({"a": "2"}), remote=Entries())
    removed = merge(base, local=Entries(), remote=entries_of({"a": "2"}))

    assert [(each.local, each.remote) for each in changed.conflicts] == [("2", None)]
    assert [(each.local, each.remote) for each in removed.conflicts] == [(None, "2")]
    assert changed.entries.as_dict() == {"a": "2"}
    assert removed.entries.as_dict() == {}
