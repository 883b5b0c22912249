"""Where find and replace searches in one dictionary."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import pytest

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.domain.entries.rewrite import make_replacement
from termdesk.domain.progress import NoProgress
from termdesk.ui.glossaries.dictionary.rewrite_scope import dictionary_scope

Opening = Callable[[Sequence[tuple[str, str]]], OpenDictionary]
Finish = Callable[[Coroutine[Any, Any, Any]], Any]


@pytest.fixture
def dictionary(opening: Opening) -> OpenDictionary:
    return opening([("aa", "a"), ("b", "a"), ("a", "c")])


def test_each_place_looks_where_its_words_say(dictionary: OpenDictionary, finish: Finish) -> None:
    scope = dictionary_scope(dictionary)
    rewrite = make_replacement("a", "x", is_pattern=False, with_case=True, whole_words=False)

    found = {}
    for words, columns in scope.positions:
        hits = finish(scope.phrases.hits(rewrite, columns=columns, rows=scope.shown_rows, progress=NoProgress()))
        found[words] = {each.column: list(each.rows) for each in hits if len(each)}

    assert found == {
        "Source and target": {SOURCE: [0, 2], TARGET: [0, 1]},
        "Source": {SOURCE: [0, 2]},
        "Target": {TARGET: [0, 1]},
    }


def test_sides_are_told_with_their_languages(dictionary: OpenDictionary) -> None:
    sides = dictionary_scope(dictionary).sides

    assert [code for _, code in sides] == ["en", "ar"]
    assert sides[SOURCE][0] != sides[TARGET][0]
