"""Articles at the start of a phrase and within it, and prepositions that are written as one word with an article."""

from __future__ import annotations

import pytest

from termdesk.domain.language.articles import (
    has_articles_by_gender,
    is_article,
    reduce_articles,
    without_first_article,
)
from termdesk.domain.matching.letters import fold


@pytest.mark.parametrize(
    ("language", "phrase", "rest"),
    [
        ("es", "la bomba de combustible", "bomba de combustible"),
        ("de", "Die Pumpe", "Pumpe"),
        ("fr", "l’arrêt d’urgence", "arrêt d’urgence"),
        ("fr", "des pompes", "pompes"),
        ("it", "un'elica", "elica"),
        ("el", "οι αντλίες", "αντλίες"),
        ("el", "ΤΗΣ ΑΝΤΛΙΑΣ", "ΑΝΤΛΙΑΣ"),
        ("el", "Μία αντλία", "αντλία"),
        ("pt-BR", "a bomba de água", "bomba de água"),
        ("pt", "a proteção", "proteção"),
        # Prepositions, names, words that only begin like an article, and what is too short to be found alone.
        ("pt", "a vapor", ""),
        ("es", "Los Angeles", ""),
        ("es", "lavar", ""),
        ("it", "elica", ""),
        ("en", "the A4", ""),
        ("ja", "の", ""),
    ],
)
def test_the_article_at_the_start_of_a_phrase_is_known(language: str, phrase: str, rest: str) -> None:
    assert without_first_article(phrase, language) == rest


@pytest.mark.parametrize(
    ("language", "words", "reduced", "indexes"),
    [
        ("es", "salida de los motores", "salida de motores", [0, 1, 3]),
        ("es", "salida del motor", "salida de motor", [0, 1, 2]),
        ("fr", "arrêt d ' urgence", "arrêt de urgence", [0, 1, 3]),
        ("it", "porta dell ' auto", "porta di auto", [0, 1, 3]),
        ("de", "zugriff im netz", "zugriff in netz", [0, 1, 2]),
        ("ru", "в доме", "в доме", [0, 1]),
    ],
)
def test_articles_are_left_out_and_contractions_count_as_prepositions(
    language: str, words: str, reduced: str, indexes: list[int]
) -> None:
    assert reduce_articles(words.split(), language) == (reduced.split(), indexes)


def test_prepositions_alone_are_no_articles() -> None:
    words = ["le", "du", "de", "maison"]

    assert [is_article(word, "fr") for word in words] == [True, True, False, False]


def test_greek_articles_are_known_in_folded_words() -> None:
    words = [fold(word) for word in "το μήκος της αντλίας τους τις ένας μία ένα".split()]  # noqa: SIM905

    assert reduce_articles(words, "el") == (["μηκοσ", "αντλιασ"], [1, 3])
    assert all(is_article(word.casefold(), "el") for word in ("της", "ένας", "μία"))


@pytest.mark.parametrize("language", ["bg", "ca", "de", "es-419", "pt-BR", "ro"])
def test_articles_differ_by_gender_in_some_languages(language: str) -> None:
    assert has_articles_by_gender(language)


@pytest.mark.parametrize("language", ["cs", "en", "fi", "hr", "hu", "ja", "lt", "lv", "pl", "ru", "sk", "sl", "uk"])
def test_no_article_has_a_gender_where_there_is_none(language: str) -> None:
    assert not has_articles_by_gender(language)
