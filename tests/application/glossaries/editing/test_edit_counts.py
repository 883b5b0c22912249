"""The edits of each dictionary are counted under every key that refers to it."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from termdesk.application.glossaries.editing.edit_counts import EditCounts, EditKey, edit_keys
from termdesk.application.glossaries.library.library import Library
from termdesk.domain.entries.changes import SetCells
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.language.language import LanguagePair

pytestmark = pytest.mark.anyio

PAIR = LanguagePair("en-GB", "de")


def test_variants_of_a_language_share_a_key() -> None:
    assert edit_keys("g1", "d1", PAIR) == edit_keys("g1", "d1", LanguagePair("en-US", "de-AT"))
    assert edit_keys("g1", None, PAIR) == edit_keys("g1", "d1", PAIR)[:1]
    assert not {*edit_keys("g1", "d1", PAIR)} & {*edit_keys("g1", "d1", PAIR.reverse)}


async def test_each_change_counts_once_under_each_key_and_is_told(library: Library) -> None:
    counts = EditCounts()
    reported: list[Collection[EditKey]] = []
    counts.counted.subscribe(reported.append)
    dictionary = await library.new("Terms", PAIR.roots, Entries.of([("tree", "Baum")]))
    other = await library.new("Others", PAIR.roots, Entries.of([("tree", "Baum")]))
    counts.count(dictionary)
    keys = edit_keys(dictionary.draft.glossary_key, dictionary.draft.draft_id, PAIR)

    dictionary.apply(SetCells(TARGET, (0,), ("Gehölz",)))
    dictionary.apply(SetCells(TARGET, (0,), ("Baum",)))
    other.apply(SetCells(TARGET, (0,), ("Gehölz",)))

    assert len(keys) == 2
    assert counts == dict.fromkeys(keys, 2)
    assert reported == [keys, keys]
    await library.close(dictionary)
    await library.close(other)


async def test_a_dictionary_that_was_published_counts_under_its_new_key(library: Library) -> None:
    counts = EditCounts()
    dictionary = await library.new("Terms", PAIR.roots, Entries.of([("tree", "Baum")]))
    counts.count(dictionary)
    before, draft_key = edit_keys(dictionary.draft.glossary_key, dictionary.draft.draft_id, PAIR)
    dictionary.apply(SetCells(TARGET, (0,), ("Gehölz",)))

    await dictionary.rebase(base=dictionary.entries.copy(), glossary=("g9", "Terms"))
    dictionary.apply(SetCells(TARGET, (0,), ("Baum",)))

    after, _ = edit_keys("g9", None, PAIR) * 2
    assert counts == {before: 1, after: 1, draft_key: 2}
    await library.close(dictionary)
