"""Articles at the start of a phrase and within it, and prepositions that are written as one word with an article."""

from __future__ import annotations

import pytest

from termdesk.domain.language.articles import is_article, reduce_articles, without_first_article


@pytest.mark.parametrize(
    ("language", "phrase", "rest"),
    [
        ("es", "la bomba de combustible", "bomba de combustible"),
        ("de", "Die Pumpe", "Pumpe"),
        ("fr", "l’arrêt d’urgence", "arrêt d’urgence"),
        ("fr", "des pompes", "pompes"),
        ("it", "un'elica", "elica"),
        ("el", "οι αντλίες", "αντλίες"),
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
