"""Languages are found by code, and by name in any language."""

from __future__ import annotations

import pytest

from termdesk.application.languages.language_search import LanguageNames, read_names, search
from termdesk.domain.language.language import Language

CODES = {
    "de": "German",
    "de-CH": "German (Swiss)",
    "es": "Spanish",
    "ja": "Japanese",
    "zh-Hans": "Chinese (simplified)",
}
LANGUAGES = [Language(code, name, True, True) for code, name in CODES.items()]


@pytest.fixture(scope="module")
def names() -> LanguageNames:
    return read_names(CODES)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("", ["nb", "pt-BR", "es", "zh-Hant"]),
        ("PT", ["pt-BR"]),
        ("pt-br", ["pt-BR"]),
        ("portugues", ["pt-BR"]),
        ("braz", ["pt-BR"]),
        ("bokmal", ["nb"]),
        ("ES", ["es", "pt-BR", "zh-Hant"]),
        ("hant", ["zh-Hant"]),
        ("klingon", []),
    ],
)
def test_languages_are_found_by_code_or_name(words: str, expected: list[str]) -> None:
    languages = [
        Language("zh-Hant", "Traditional Chinese", True, True),
        Language("es", "Spanish", True, True),
        Language("pt-BR", "Portuguese (Brazilian)", True, True),
        Language("nb", "Norwegian Bokmål", True, True),
    ]

    assert [each.code for each in search(languages, words)] == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("saksa", ["de", "de-CH"]),
        ("Немецк", ["de", "de-CH"]),
        ("德语", ["de", "de-CH"]),
        ("Deutsch", ["de", "de-CH"]),
        ("hochdeutsch", ["de-CH"]),
        ("espanol", ["es"]),
        ("日本語", ["ja"]),
        ("giapponese", ["ja"]),
        ("deu", ["de", "de-CH"]),
        ("ger", ["de", "de-CH"]),
        ("简体", ["zh-Hans"]),
        ("klingonish", []),
    ],
)
def test_any_name_in_any_language_finds_a_language_and_its_variants(
    words: str, expected: list[str], names: LanguageNames
) -> None:
    assert [each.code for each in search(LANGUAGES, words, names)][: len(expected) or None] == expected


def test_two_letters_do_not_find_by_names_in_other_languages(names: LanguageNames) -> None:
    # In Finnish, Spanish is espanja, and many other languages have names that start like this.
    assert [each.code for each in search(LANGUAGES, "sa", names)] == []


def test_own_names_are_those_of_the_speakers(names: LanguageNames) -> None:
    assert names.own == {
        "de": "Deutsch",
        "de-CH": "Schweizer Hochdeutsch",
        "es": "español",
        "ja": "日本語",
        "zh-Hans": "简体中文",
    }
