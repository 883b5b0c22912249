"""Rows with spelling variants of one phrase are found after any insertions and removals."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from termdesk.application.glossaries.checks.spelling_index import SpellingIndex
from termdesk.domain.similarity.near_duplicates import near_key

PHRASES = ("e-mail", "E-Mail", "email", "emails", "tree", "")
KEY = near_key("en")
edits = st.lists(st.tuples(st.integers(0, 5), st.sampled_from(PHRASES)), max_size=20)


@given(edits)
def test_after_any_edits_the_rows_with_the_same_key_are_known(several: list[tuple[int, str]]) -> None:
    index = SpellingIndex(KEY)
    phrases: dict[int, str] = {}
    for row_id, phrase in several:
        if row_id in phrases:
            index.remove(row_id, phrases[row_id])
        phrases[row_id] = phrase
        index.add(row_id, phrase)

    groups: dict[str, list[int]] = {}
    for row_id, phrase in sorted(phrases.items()):
        if phrase:
            groups.setdefault(KEY(phrase), []).append(row_id)

    expected = [group for group in groups.values() if len(group) > 1]
    assert sorted(map(list, index.several())) == sorted(expected)
    for phrase in PHRASES:
        group = groups.get(KEY(phrase), []) if phrase else []
        assert list(index.like(phrase)) == (group if len(group) > 1 else [])
