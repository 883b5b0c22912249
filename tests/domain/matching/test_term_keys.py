"""The first words of many phrases, computed together, equal those of each single phrase."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from termdesk.domain.language.composition import fold
from termdesk.domain.matching.term_keys import FirstKeys, first_words, forms_of
from termdesk.domain.matching.tokens import Tokenizer

LETTERS = st.text(st.sampled_from("aBßéİe\u0301用ก่ _-\n\u00a0\x1f5"), max_size=8)


def lemma(word: str) -> str:
    return word.rstrip("a")


@pytest.mark.parametrize("language", ["en", "zh"])
@settings(deadline=None)
@given(st.lists(LETTERS, min_size=1, max_size=6))
def test_forms_are_those_of_the_first_tokens(language: str, phrases: list[str]) -> None:
    tokenizer = Tokenizer(language)
    form = fold if language == "zh" else lambda word: fold(lemma(word))

    known = FirstKeys(tokenizer, forms_of(lemma, tokenizer), hash)
    found = known.of([phrase.partition(" ")[0] for phrase in phrases], phrases.__getitem__)

    spellings = [[words[0] for words in tokenizer.spellings(phrase) if words] for phrase in phrases]
    assert [set(keys) for keys in found] == [
        {hash(key) for first in firsts for key in (fold(first), form(first))} for firsts in spellings
    ]


@pytest.mark.parametrize("language", ["en", "zh"])
@settings(deadline=None)
@given(LETTERS)
def test_the_first_two_words_are_those_of_each_spelling(language: str, phrase: str) -> None:
    tokenizer = Tokenizer(language)

    spellings = [(*words[:2], "")[:2] for words in tokenizer.spellings(phrase) if words]

    assert dict.fromkeys(first_words(phrase, tokenizer)) == dict.fromkeys(spellings)


def test_a_word_is_asked_for_once() -> None:
    asked: list[str] = []

    def note(word: str) -> str:
        asked.append(word)
        return word

    tokenizer = Tokenizer("en")
    known = FirstKeys(tokenizer, forms_of(note, tokenizer), hash)
    known.of(["big", "big", "garden-house"], ["big house", "big garden", "garden-house"].__getitem__)
    known.of(["garden"], ["garden"].__getitem__)

    assert sorted(asked) == ["big", "garden", "gardenhouse"]
