"""Changes by others are merged as one undoable change, with the result of the three-way merge."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from termdesk.application.glossaries.editing.pull import change_to
from termdesk.domain.entries.entries import Entries
from termdesk.domain.merging.difference import difference
from termdesk.domain.merging.merge import merge

versions = st.dictionaries(st.sampled_from("abcdef"), st.sampled_from("xyz"))


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
