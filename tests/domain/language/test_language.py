"""Language codes in any casing, their roots, pairs and directions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.domain.language.language import (
    Language,
    LanguagePair,
    canonical,
    find_language,
    first_pair,
    is_right_to_left,
    is_variant,
    root,
)


@pytest.mark.parametrize(
    ("given_code", "expected"),
    [
        ("EN", "en"),
        ("en-us", "en-US"),
        ("EN_gb", "en-GB"),
        ("ZH-HANT", "zh-Hant"),
        ("zh-hant-tw", "zh-Hant-TW"),
        ("es-419", "es-419"),
        (" pt-br ", "pt-BR"),
        ("SR-latn-rs", "sr-Latn-RS"),
        ("", ""),
    ],
)
def test_codes_get_their_bcp_47_casing(given_code: str, expected: str) -> None:
    assert canonical(given_code) == expected


@given(st.from_regex(r"[A-Za-z]{2,3}([-_]([A-Za-z]{4}))?([-_]([A-Za-z]{2}|[0-9]{3}))?", fullmatch=True))
def test_casing_never_makes_another_language(code: str) -> None:
    assert canonical(canonical(code)) == canonical(code)
    assert canonical(code) == canonical(code.upper()) == canonical(code.lower())
    assert root(code.upper()) == root(code.lower()) == canonical(code).split("-")[0]


def test_a_variant_is_not_its_root_but_has_one() -> None:
    assert is_variant("pt-BR")
    assert not is_variant("PT")
    assert root("PT-br") == "pt"
    assert canonical("pt-BR") != canonical("pt")


def test_pairs_compare_whatever_the_casing() -> None:
    assert LanguagePair("EN", "pt-br") == LanguagePair("en", "PT-BR")
    assert {LanguagePair("EN", "DE"), LanguagePair("en", "de")} == {LanguagePair("en", "de")}


def test_a_pair_knows_its_roots_and_its_reverse() -> None:
    pair = LanguagePair("en-GB", "zh-Hant")

    assert pair.roots == LanguagePair("en", "zh")
    assert pair.reverse == LanguagePair("zh-Hant", "en-GB")
    assert str(pair) == "en-GB → zh-Hant"


@pytest.mark.parametrize("code", ["ar", "HE", "fa-IR", "ckb", "az-Arab", "uz-arab-AF"])
def test_languages_from_right_to_left_are_known_by_language_or_script(code: str) -> None:
    assert is_right_to_left(code)


@pytest.mark.parametrize("code", ["en", "ja", "ku-Latn", "ar-Latn", "arn", "hu"])
def test_other_languages_run_from_left_to_right(code: str) -> None:
    assert not is_right_to_left(code)


def test_a_language_is_found_by_its_code_else_by_its_root() -> None:
    english, british, german = (
        Language(code, code, usable_as_source=True, usable_as_target=True) for code in ("EN", "en-gb", "de")
    )
    languages = [english, british, german]

    assert find_language(languages, "EN-GB") is british
    assert find_language(languages, "en-AU") is english
    assert find_language(languages, "DE-at") is german
    assert find_language(languages, "fr") is None
    assert british.code == "en-GB"


@pytest.mark.parametrize(
    ("codes", "source", "pair"),
    [
        (["de", "de-LI", "fr"], "", ("de", "fr")),
        (["en-US", "en-GB", "de"], "", ("en-US", "de")),
        (["de", "en"], "en", ("en", "de")),
        (["de", "en-US", "en"], "en", ("en", "de")),
        (["de", "en-US"], "en-GB", ("en-US", "de")),
        (["de", "en"], "ja", ("de", "en")),
        (["en-US", "en-GB"], "en-GB", ("en-GB", "en-US")),
    ],
)
def test_a_file_of_several_languages_holds_a_pair_of_two_languages(
    codes: list[str], source: str, pair: tuple[str, str]
) -> None:
    assert first_pair(codes, source) == LanguagePair(*pair)


def test_one_language_alone_is_no_pair() -> None:
    assert first_pair(["en"]) is None
    assert first_pair([]) is None
    assert first_pair(["en", "en"]) is None
