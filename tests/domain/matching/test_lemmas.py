"""Base forms, loaded when they are needed and given back when they are not."""

from __future__ import annotations

import gc
import weakref

import pytest

from termdesk.domain.matching.lemmas import Lemmatisers

WORDS = ["breakers", "houses", "went", "Leases", "API", "is", "backplane"]


def test_base_forms_are_the_same_with_much_and_with_little_memory() -> None:
    fast, small = Lemmatisers().of("en"), Lemmatisers(low_memory=True).of("en-GB")

    assert fast is not None
    assert small is not None
    assert [fast(word) for word in WORDS] == [small(word) for word in WORDS]
    assert [fast(word) for word in ("breakers", "houses", "is")] == ["breaker", "house", "is"]


@pytest.mark.parametrize("language", ["ja", "th", "zh", "x"])
def test_a_language_that_nobody_knows_has_no_base_forms(language: str) -> None:
    assert Lemmatisers().of(language) is None


def test_lists_of_languages_that_are_not_in_use_are_given_back() -> None:
    now = 0.0
    lemmatisers = Lemmatisers(most_languages=2, clock=lambda: now)
    known = {code: weakref.ref(lemmatisers.of(code)) for code in ("en", "de", "fr")}  # type: ignore[arg-type]
    gc.collect()
    assert [code for code, each in known.items() if each()] == ["de", "fr"]

    now = 60.0
    lemmatisers.of("fr")
    now = 100.0
    lemmatisers.drop_idle(60.0)
    gc.collect()
    assert [code for code, each in known.items() if each()] == ["fr"]


def test_a_list_that_was_released_is_loaded_again_for_those_who_outlive_it() -> None:
    lemmatisers = Lemmatisers()
    lemma = lemmatisers.lasting("en")
    assert lemma is not None
    assert lemma("breakers") == "breaker"
    released = weakref.ref(lemmatisers.of("en"))  # type: ignore[arg-type]

    lemmatisers.drop_idle(0)
    gc.collect()

    assert released() is None
    assert lemma("houses") == "house"
    assert lemmatisers.lasting("ja") is None
