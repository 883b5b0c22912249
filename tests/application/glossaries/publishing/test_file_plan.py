"""A file compared with the content of the service."""

from __future__ import annotations

import pytest

from termdesk.application.glossaries.publishing.file_plan import (
    FilePlan,
    find_known_base,
    has_only_edits_of,
    plan_file,
)
from termdesk.client.entries_wire import BodySizes
from termdesk.client.wire_dialect import WireDialect
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import FORBIDDEN, EntryDetail
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress
from termdesk.domain.provider import Dialect

SIZES = BodySizes(WireDialect(Dialect.SPECIFICATION))


def plan(
    file: dict[str, str],
    *,
    base: dict[str, str] | None,
    remote: dict[str, str] | None,
    takes_remote: bool | None = None,
) -> FilePlan:
    def entries(held: dict[str, str] | None) -> Entries | None:
        return None if held is None else Entries.of(held.items())

    return plan_file(
        NoProgress(),
        Entries.of(file.items()),
        name="Terms",
        pair=LanguagePair("en", "de"),
        base=entries(base),
        remote=entries(remote),
        sizes=SIZES,
        takes_remote=takes_remote,
    )


def test_without_a_base_the_file_replaces_everything() -> None:
    found = plan({"a": "A2"}, base=None, remote={"a": "A", "b": "B"})

    assert found.difference.changed == {"a": ("A", "A2")}
    assert found.difference.removed == {"b": "B"}
    assert found.newer.is_empty


def test_with_a_base_only_what_the_file_changed_is_published() -> None:
    found = plan({"a": "A2"}, base={"a": "A"}, remote={"a": "A", "b": "B"})

    assert found.merged.as_dict() == {"a": "A2", "b": "B"}
    assert found.newer.added == {"b": "B"}
    assert not found.conflicts


def test_a_conflict_is_settled_as_chosen() -> None:
    sides = {"base": {"a": "A", "b": "B"}, "remote": {"a": "A3", "b": "B"}}
    [conflict] = plan({"a": "A2"}, **sides).conflicts

    assert (conflict.local, conflict.remote) == ("A2", "A3")
    assert plan({"a": "A2"}, **sides, takes_remote=True).merged.as_dict() == {"a": "A3"}
    assert plan({"a": "A2"}, **sides, takes_remote=False).merged.as_dict() == {"a": "A2"}
    # The file removed the phrase, and others changed it.
    removed = plan({"b": "B"}, **sides, takes_remote=True)
    assert removed.merged.as_dict() == {"a": "A3", "b": "B"}
    assert plan({"b": "B"}, **sides, takes_remote=False).merged.as_dict() == {"b": "B"}


def test_large_removals_need_a_confirmation() -> None:
    held = {f"w{number}": "W" for number in range(10)}

    assert plan({"w0": "W"}, base=None, remote=held).needs_confirmation
    assert not plan({**held, "x": "X"}, base=None, remote=held).needs_confirmation


def test_what_breaks_a_rule_and_what_is_forbidden() -> None:
    assert plan({" a": "A"}, base=None, remote={}).violations
    entries = Entries(["a", "b"], ["A", "B"])
    entries.set_detail(1, EntryDetail(status=FORBIDDEN))

    found = plan_file(
        NoProgress(),
        entries,
        name="Terms",
        pair=LanguagePair("en", "de"),
        base=None,
        remote=Entries(["a"], ["A"]),
        sizes=SIZES,
    )

    assert found.is_clean


def test_what_was_sent_counts_as_known_where_the_service_has_it() -> None:
    base = Entries.of([("house", "Haus"), ("tree", "Baum"), ("cat", "Katze"), ("dog", "Hund")])
    sent = Entries.of([("house", "Heim"), ("tree", "Tanne"), ("cat", "Kater"), ("new", "neu")])
    remote = Entries.of([("house", "Heim"), ("tree", "Baum"), ("cat", "Tier"), ("new", "neu"), ("sea", "Meer")])

    known = find_known_base(base, sent=sent, remote=remote)

    assert known is not None
    # Of the tree nothing arrived, and others have changed the cat since.
    assert known.as_dict() == {"house": "Heim", "tree": "Baum", "cat": "Katze", "new": "neu"}


def test_a_first_push_counts_as_known_only_as_a_whole() -> None:
    sent = Entries.of([("house", "Heim"), ("tree", "Tanne")])
    arrived, other = (Entries.of([("house", "Heim"), ("tree", tree), ("sea", "Meer")]) for tree in ("Tanne", "Baum"))

    assert find_known_base(None, sent=sent, remote=arrived) == sent
    assert find_known_base(None, sent=sent, remote=other) is None


@pytest.mark.parametrize(
    ("local", "is_own"),
    [
        ({"a": "A", "b": "B"}, True),
        ({"a": "1", "b": "B"}, True),
        ({"a": "2", "b": "B", "c": "C"}, True),
        ({"a": "1"}, False),
        ({"a": "3", "b": "B"}, False),
        ({"a": "A", "b": "B", "d": "D"}, False),
    ],
)
def test_edits_are_those_of_a_file_if_one_of_its_versions_has_each(local: dict[str, str], is_own: bool) -> None:
    base = Entries.of([("a", "A"), ("b", "B")])
    versions = [Entries.of([("a", "1"), ("b", "B")]), Entries.of([("a", "2"), ("b", "B"), ("c", "C")])]
    entries = Entries.of(local.items())

    assert has_only_edits_of(NoProgress(), base=base, local=entries, versions=versions) is is_own
