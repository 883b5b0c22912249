"""Singular and plural of a noun are reduced to the same form."""

from __future__ import annotations

import pytest

from termdesk.domain.language.plurals import singular_of


@pytest.mark.parametrize(
    ("language", "singular", "plural"),
    [
        ("en", "fuse", "fuses"),
        ("en-GB", "battery", "batteries"),
        ("en", "switch", "switches"),
        ("en", "BATTERY", "BATTERIES"),
        ("de", "Katze", "Katzen"),
        ("fr", "journal", "journaux"),
        ("fr", "bateau", "bateaux"),
        ("es", "canción", "canciones"),
        ("es", "luz", "luces"),
        ("pt-BR", "botão", "botões"),
        ("pt", "jornal", "jornais"),
        ("nl", "tafel", "tafels"),
    ],
)
def test_singular_and_plural_are_taken_for_the_same(language: str, singular: str, plural: str) -> None:
    form = singular_of(language)

    assert form is not None
    assert form(singular) == form(plural)


@pytest.mark.parametrize("word", ["gas", "analysis", "bus", "glass", "its", "us"])
def test_words_that_only_end_like_a_plural_stay(word: str) -> None:
    form = singular_of("en")

    assert form is not None
    assert form(word) == word


def test_german_verbs_stay_and_other_languages_have_no_rules() -> None:
    form = singular_of("de")

    assert form is not None
    assert form("drucken") == "drucken"
    assert singular_of("ja") is None
