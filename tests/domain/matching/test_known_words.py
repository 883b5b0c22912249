"""What is known about the words of targets."""

from __future__ import annotations

import pytest

from termdesk.domain.matching.known_words import KnownWords
from termdesk.domain.matching.lemmas import Lemmatizers


@pytest.mark.slow
def test_a_word_of_a_target_is_known_by_the_forms_that_it_may_have() -> None:
    german = KnownWords("de", Lemmatizers().of("de"))

    switch = german.target_words["einschalten"]
    assert switch.separable is not None
    assert (switch.separable.prefix, switch.separable.verb) == ("ein", "schalten")
    assert german.target_words["lesen"].irregular_forms == {"las"}
    assert german.target_words["bücher"].bases == ("buch",)
    assert (german.target_words["bücher"].beginning, german.target_words["bücher"].head_stem) == ("büch", "buch")
    assert german.target_words["uhr"].head_stem == ""
    assert KnownWords("en", None).target_words["axis"].other_plural == "axes"
    assert KnownWords("es", None).target_words["rechazar"].other_spellings >= {"rechace"}


@pytest.mark.slow
def test_compounds_are_known_only_with_a_list_of_base_forms() -> None:
    assert KnownWords("de", None).target_words["pumpe"].head_stem == ""
    assert KnownWords("en", Lemmatizers().of("en")).target_words["pump"].head_stem == ""


def test_phrases_are_split_and_folded_once_for_all_texts() -> None:
    known = KnownWords("es", None)

    assert known.spellings_of["Bomba de Agua"] == [["bomba", "de", "agua"]]
    assert known.spellings_of["Bomba de Agua"] is known.spellings_of["Bomba de Agua"]
    assert known.core["la bomba"] == "bomba"
    assert known.core["Nombre:"] == "Nombre"
    assert known.plain_targets["Bomba de agua"] == "bomba de agua"
    assert known.plain_targets["bomba (grande)"] == ""
    assert known.plain_targets["Bomba-Agua"] == "bomba agua"
    assert known.plain_targets["bomba- agua"] == known.plain_targets["bomba_-agua"] == ""
