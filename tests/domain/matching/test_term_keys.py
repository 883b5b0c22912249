"""The first words of many phrases, computed together, equal those of each single phrase."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from termdesk.domain.language.composition import fold
from termdesk.domain.matching import term_keys
from termdesk.domain.matching.term_keys import FirstWordIndex, all_first_words, forms_of
from termdesk.domain.matching.tokens import Tokenizer

LETTERS = st.text(st.sampled_from("aBßéİe\u0301用ก่ _-\n\u00a0\x1f5"), max_size=8)


def lemma(word: str) -> str:
    return word.rstrip("a")


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh"])
@settings(deadline=None)
@given(st.lists(LETTERS, min_size=1, max_size=6))
def test_forms_are_those_of_the_first_tokens(language: str, phrases: list[str]) -> None:
    tokenizer = Tokenizer(language)
    form = fold if language == "zh" else lambda word: fold(lemma(word))

    index = FirstWordIndex(tokenizer, forms_of(lemma, tokenizer), row_bits=24)
    for number, phrase in enumerate(phrases):
        first = phrase.partition(" ")[0]
        index.add([first.encode()] if number % 2 else [first], phrases.__getitem__)
    index.freeze()

    spellings = [[words[0] for words in tokenizer.spellings(phrase) if words] for phrase in phrases]
    keys = [{key for first in firsts for key in (fold(first), form(first))} for firsts in spellings]
    for key in {"a", *(key for each in keys for key in each)}:
        assert index.rows(key) == [row for row, each in enumerate(keys) if key in each]


@pytest.mark.parametrize("language", ["en", "zh"])
@settings(deadline=None)
@given(LETTERS)
def test_the_first_two_words_are_those_of_each_spelling(language: str, phrase: str) -> None:
    tokenizer = Tokenizer(language)

    spellings = [(*words[:2], "")[:2] for words in tokenizer.spellings(phrase) if words]

    assert dict.fromkeys(next(all_first_words([phrase], tokenizer))) == dict.fromkeys(spellings)


def test_a_word_is_asked_for_once() -> None:
    asked: list[str] = []

    def note(word: str) -> str:
        asked.append(word)
        return word

    tokenizer = Tokenizer("en")
    index = FirstWordIndex(tokenizer, forms_of(note, tokenizer), row_bits=24)
    phrases = ["big house", "big garden", "garden-house", "garden", "big"]
    index.add(["big", "big", "garden-house"], phrases.__getitem__)
    index.add(["garden", "big"], phrases.__getitem__)
    index.freeze()

    assert sorted(asked) == ["big", "garden", "gardenhouse"]
    assert index.rows("big") == [0, 1, 4]


def test_words_that_were_forgotten_are_found_with_their_rows_before_and_after(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(term_keys, "_MOST_WORDS_KEPT", 2)
    tokenizer = Tokenizer("en")
    index = FirstWordIndex(tokenizer, forms_of(lambda word: word.removesuffix("s"), tokenizer), row_bits=24)
    words = ["pumps", "valve", "pump", "e-mail", "Pumps", "pumps"]
    for word in words:
        index.add([word], words.__getitem__)
    index.freeze()

    assert [index.rows(key) for key in ("pump", "pumps", "valve", "email", "x")] == [
        [0, 2, 4, 5],
        [0, 4, 5],
        [1],
        [3],
        [],
    ]
