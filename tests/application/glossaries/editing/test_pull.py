"""Changes published by others are merged as one step: phrases of the service, local details and order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.detailed import detailed, details_of
from termdesk.application.glossaries.editing.pull import STEP, change_from, change_to, pull
from termdesk.application.glossaries.editing.undo_walk import go_to_step
from termdesk.application.glossaries.library.library import Library
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import FORBIDDEN, NO_DETAIL, EntryDetail
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress

dictionaries = st.dictionaries(st.sampled_from("abcde"), st.sampled_from("xyz"))


@pytest.mark.slow
@given(dictionaries, dictionaries)
def test_afterwards_the_phrases_are_those_of_the_service(here: dict[str, str], remote: dict[str, str]) -> None:
    entries = Entries.of(here.items())

    inverse = entries.apply(change_from(NoProgress(), entries.copy(), Entries.of(remote.items())))

    assert entries.as_dict() == remote
    stayed = [source for source in here if source in remote]
    assert entries.sources[: len(stayed)] == stayed
    entries.apply(inverse)
    assert list(entries) == list(here.items())


def test_details_stay_and_what_is_forbidden_here_is_no_entry_of_the_service() -> None:
    noted, banned = EntryDetail(note="asked Ann"), EntryDetail(FORBIDDEN)
    entries = detailed([("a", "x"), ("a", "bad"), ("b", "y")], [noted, banned, NO_DETAIL])

    entries.apply(change_from(NoProgress(), entries.copy(), Entries.of([("a", "z"), ("c", "w")])))

    assert list(entries) == [("a", "z"), ("a", "bad"), ("c", "w")]
    assert details_of(entries) == [noted, banned, NO_DETAIL]


def test_what_is_so_already_changes_nothing() -> None:
    entries = Entries.of([("a", "x"), ("b", "y")])

    assert change_to(entries, {"a": "x", "gone": None}).count == 0


@pytest.mark.anyio
async def test_a_pull_is_one_step_of_undo_and_leaves_nothing_to_publish(library: Library) -> None:
    dictionary = await library.new("Terms", LanguagePair("en", "de"), Entries.of([("tree", "Baum"), ("sea", "See")]))
    await dictionary.rebase(base=dictionary.entries.copy(), glossary=("g9", "Terms"))
    remote = Entries.of([("tree", "Gehölz"), ("house", "Haus")])

    await pull(dictionary, remote)

    assert dictionary.steps.titles == [STEP]
    assert list(dictionary.entries) == list(remote)
    assert not dictionary.has_unpublished_edits
    await pull(dictionary, remote)
    assert dictionary.steps.titles == [STEP]
    await go_to_step(dictionary, 0)
    assert list(dictionary.entries) == [("tree", "Baum"), ("sea", "See")]
    assert await dictionary.is_as_published(), "the former base came back, so nothing is to be sent"
    await go_to_step(dictionary, 1)
    assert dictionary.published == remote.as_dict()
    assert await dictionary.is_as_published()
    await library.close(dictionary)


@pytest.mark.anyio
async def test_a_synonym_whose_preferred_entry_others_removed_is_an_unpublished_edit(library: Library) -> None:
    pairs = [("car", "Auto"), ("car", "Karre"), ("sea", "See")]
    entries = detailed(pairs, [EntryDetail("preferred"), EntryDetail("admitted")])
    dictionary = await library.new("Terms", LanguagePair("en", "de"), entries)
    await dictionary.rebase(base=dictionary.entries.copy_published_part(), glossary=("g9", "Terms"))

    await pull(dictionary, Entries.of([("sea", "See")]))

    assert list(dictionary.entries) == pairs[1:]
    assert dictionary.has_unpublished_edits
    assert dictionary.published == {"sea": "See"}
