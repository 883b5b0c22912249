"""Changes by others are merged as one undoable change, with the result of the three-way merge."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.application.glossaries.editing.pull import change_to
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.publishing.publish_plan import PublishPlan
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Difference, Method, difference
from termdesk.domain.merging.merge import Conflict, merge

versions = st.dictionaries(st.sampled_from("abcdef"), st.sampled_from("xyz"))


@pytest.mark.slow
@given(versions, versions, versions)
def test_settled_changes_of_both_sides_come_in_and_go_again(
    base: dict[str, str], local: dict[str, str], remote: dict[str, str]
) -> None:
    here = Entries(local.keys(), local.values())
    before = here.copy()
    merged = merge(Entries(base.keys(), base.values()), local=here, remote=Entries(remote.keys(), remote.values()))
    incoming = difference(here, merged.entries)
    choices = {each.source: each.remote for each in merged.conflicts}
    expected: dict[str, str | None] = {
        **incoming.added,
        **{source: new for source, (_, new) in incoming.changed.items()},
        **dict.fromkeys(incoming.removed),
        **choices,
    }

    undo = here.apply(change_to(here, expected))
    after = here.as_dict()
    here.apply(undo)

    settled = {**merged.entries.as_dict(), **choices}
    assert after == {source: target for source, target in settled.items() if target is not None}
    assert here == before
    assert here.ids == before.ids


@pytest.mark.anyio
async def test_what_a_merge_changes_here_is_counted_with_the_choices(library: Library) -> None:
    entries = Entries.of([("tree", "Baum"), ("sea", "Meer"), ("sun", "Sonne")])
    dictionary = await library.new("Terms", LanguagePair("en", "de"), entries.copy())
    conflicts = (
        Conflict("tree", "Baum", "Baum", "Eiche"),
        Conflict("sea", "See", "Meer", None),
        Conflict("sky", "Himmel", None, "Firmament"),
        Conflict("sun", "Licht", "Sonne", "Stern"),
    )
    incoming = Difference({"a": "A"}, {}, {})
    plan = PublishPlan(dictionary, 0, entries, Method.MERGE, conflicts=conflicts, incoming=incoming)

    choices = {"tree": "Eiche", "sea": None, "sky": "Firmament", "sun": "Sonne"}
    found = plan.incoming_with(choices)

    assert found == Difference({"a": "A", "sky": "Firmament"}, {"tree": ("Baum", "Eiche")}, {"sea": "Meer"})
    plan = replace(plan, revision=dictionary.revision)
    dictionary.apply(plan.incoming_change(choices))
    assert difference(entries, dictionary.entries) == found
    await library.close(dictionary)


@pytest.mark.anyio
async def test_a_plan_gives_all_that_is_large_to_be_freed(library: Library) -> None:
    entries, remote = Entries.of([("tree", "Baum")]), Entries.of([("sea", "Meer")])
    dictionary = await library.new("Terms", LanguagePair("en", "de"), entries.copy())
    change = difference(remote, entries)

    new = PublishPlan(dictionary, 0, entries, Method.CREATE, change)
    known = replace(new, remote=remote)

    assert [id(each) for each in new.large_parts] == list(
        map(id, (entries, change.added, change.changed, change.removed))
    )
    assert any(each is remote for each in known.large_parts)
