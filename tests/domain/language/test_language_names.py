"""English names of languages, and the languages that a dictionary can have."""

from __future__ import annotations

import pytest

from termdesk.domain.language.language import Language
from termdesk.domain.language.language_names import (
    GLOSSARY_LANGUAGES,
    english_name,
    list_built_in_languages,
    pair_languages,
    variants_of,
)


def test_a_dictionary_of_a_language_serves_its_variants() -> None:
    assert variants_of("en") == ("en-GB", "en-US")
    assert variants_of("de") == ()


@pytest.mark.parametrize(
    ("code", "name"),
    [("DE", "German"), ("en_us", "English (American)"), ("de-at", "German (de-AT)"), ("xx-YY", "xx-YY"), ("", "")],
)
def test_a_language_is_called_by_its_name_else_by_its_code(code: str, name: str) -> None:
    assert english_name(code) == name


def test_all_glossary_languages_can_be_chosen_without_a_service() -> None:
    languages = list_built_in_languages(without=["en"])

    assert languages.sources == languages.targets
    assert {code for code, _ in languages.sources} == set(GLOSSARY_LANGUAGES) - {"en"}
    assert all(name != code for code, name in languages.sources)
    assert [name for _, name in languages.sources] == sorted(name for _, name in languages.sources)


def test_a_language_is_listed_on_the_sides_that_it_can_have() -> None:
    listed = [
        Language("pt-BR", "Portuguese", usable_as_source=False, usable_as_target=True),
        Language("pt", "portuguese (all)", usable_as_source=True, usable_as_target=False),
        Language("de", "German", usable_as_source=True, usable_as_target=True),
    ]

    languages = pair_languages(listed)

    assert languages.sources == (("de", "German"), ("pt", "portuguese (all)"))
    assert languages.targets == (("de", "German"), ("pt-BR", "Portuguese"))
