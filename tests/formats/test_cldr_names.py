"""Names and codes of languages in many languages."""

from __future__ import annotations

import pytest

from termdesk.formats.cldr_names import (
    code_named,
    is_script,
    names_in_all_languages,
    other_codes,
    own_name,
    root_code,
    territory_named,
)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Maltese", "mt"),
        ("MALTI", "mt"),
        ("maltais", "mt"),
        ("Maltesisch", "mt"),
        ("マルタ語", "mt"),
        ("Tibetan", "bo"),
        ("ქართული", "ka"),
        ("英文", "en"),
        ("英语", "en"),
        ("日文", "ja"),
        ("Schweizer Hochdeutsch", None),
        ("art", None),
        ("note", None),
    ],
)
def test_a_language_is_known_by_its_name_in_many_languages(name: str, code: str | None) -> None:
    assert code_named(name) == code


@pytest.mark.parametrize(
    ("code", "root"), [("mt", "mt"), ("MLT", "mt"), ("ger", "de"), ("hsb", "hsb"), ("xx", None), ("bin", None)]
)
def test_a_code_is_known_in_any_of_its_forms(code: str, root: str | None) -> None:
    assert root_code(code) == root


def test_a_territory_is_known_by_its_name() -> None:
    assert territory_named("United States") == "US"
    assert territory_named("PRC") == "CN"
    assert territory_named("Nowhere") is None


def test_four_letters_are_a_script_or_a_word() -> None:
    assert is_script("Hant")
    assert is_script("cyrl")
    assert not is_script("note")


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("de", "Deutsch"),
        ("en-GB", "British English"),
        ("pt-BR", "português (Brasil)"),
        ("nb", "norsk bokmål"),
        ("zh-Hant", "繁體中文"),
        ("zh-Hans", "简体中文"),
        ("sr-Latn", "srpski (latinica)"),
        ("tl", "Tagalog"),
        ("xx", ""),
        ("de-XX", ""),
    ],
)
def test_a_language_has_the_name_that_its_speakers_give_it(code: str, name: str) -> None:
    assert own_name(code) == name


def test_a_language_has_names_in_all_languages_and_older_codes() -> None:
    named = names_in_all_languages()

    assert {"saksa", "德语", "德文", "немецкий", "Deutsch"} <= named["de"]
    assert other_codes()["ger"] == other_codes()["deu"] == "de"
