"""Which glossaries fit a translation, and the reason in words where none does."""

from __future__ import annotations

import pytest

from termdesk.application.translation.glossary_choice import choice
from termdesk.domain.glossary import Dictionary, Glossary
from termdesk.domain.language.language import Language, LanguagePair


def _glossary(name: str, *pairs: tuple[str, str]) -> Glossary:
    return Glossary(name, name, tuple(Dictionary(LanguagePair(*pair), 1) for pair in pairs))


LAW = _glossary("Law", ("en", "de"), ("de", "en"))
CARS = _glossary("cars", ("en", "de"))
FISH = _glossary("Fish", ("fr", "pt"))


def _language(code: str, *features: str) -> Language:
    return Language(code, f"Language {code}", True, True, features=dict.fromkeys(features, "stable"))


def test_the_fitting_glossaries_come_by_name_without_a_reason() -> None:
    found = choice([LAW, FISH, CARS], source="en", target="de")

    assert [each.name for each in found.glossaries] == ["cars", "Law"]
    assert found.reason == ""


def test_a_variant_uses_the_dictionary_of_its_language_and_says_so() -> None:
    found = choice([FISH], source="fr", target="pt-BR")

    assert found.glossaries == (FISH,)
    assert "fr → pt is used for pt-BR" in found.reason


@pytest.mark.parametrize(
    ("glossaries", "source", "target", "expected"),
    [
        pytest.param([], "en", "de", "no glossary on this service yet", id="none at all"),
        pytest.param([LAW, FISH], None, "de", "needs the source language", id="detected source"),
        pytest.param([LAW, FISH], None, "de", "into German from English", id="detected source names what there is"),
        pytest.param([LAW, FISH], "fr", "es", "No glossary has a dictionary fr → es.", id="no such pair"),
        pytest.param(
            [LAW, FISH], "pt-BR", "fr", "only the other direction, fr → pt: “Fish”.", id="only the other direction"
        ),
    ],
)
def test_where_none_can_be_used_the_reason_is_said(
    glossaries: list[Glossary], source: str | None, target: str, expected: str
) -> None:
    found = choice(glossaries, source=source, target=target)

    assert found.glossaries == ()
    assert expected in found.reason


def test_a_language_without_glossaries_is_the_reason_where_the_service_tells() -> None:
    languages = [_language("en", "glossary"), _language("de", "glossary"), _language("th")]

    refused = choice([LAW], source="en", target="th", languages=languages)
    taken = choice([LAW], source="en", target="de", languages=languages)
    untold = choice([LAW], source="en", target="de", languages=[_language("en"), _language("de")])

    assert refused.reason == "The service uses no glossaries with Language th."
    assert taken.glossaries == (LAW,)
    assert untold.glossaries == (LAW,)
