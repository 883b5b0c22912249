"""Phrases are sorted as in dictionaries of their language."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.domain.language.collation import alphabetical

# Each list has the order of a dictionary in that language.
SORTED = {
    "de": "Ahorn Ähre Apfel oft Ölung Straße Strudel Zebra",
    "sv": "aber apa zulu ångström ärlig öra",
    "fi": "aamu zulu åbo äiti öljy",
    "da": "abe zulu æble øre år",
    "nb": "abe zulu æble øre år",
    "es": "nácar nube nzeta ñandú oso",
    "fr": "accord côté élan face",
    "pl": "las łoś mak zero źle żaba",
    "cs": "cibule čaj hrad chata ibis",
    "hu": "comb cukor csak dob",
    "tr": "hata ılık ışık ince iş jale",
    "et": "ring sall šokk zoo žanr tamm väli õun ära öö üks",
    "lv": "cena čaula",
    "ro": "apă ăsta ban",
    "vi": "an ăn âm ba da đa",
    "ru": "еж ёлка ель жук ирис йод",
    "uk": "гав ґава дім єнот жук ирій іній їжак йод",
    "el": "άνθος βήμα ώρα",
    "ar": "أب باب تاب ثوب",
    "fa": "بد پدر تو کل گل لب واو هوا یک",
    "he": "אב מלך שלום",
    "ja": "かがみ カギ かく きゃく キャベツ さあ サーバー さく 亜 愛 漢字 辞書",
    "zh": "阿 北 国 海 上 中",
    "zh-Hant": "一 上 中 海 國 龍",
    "ko": "가 나무 학교",
    "th": "กา เก แก ขา เขา ไข",
}


@pytest.mark.parametrize("language", SORTED)
def test_words_stand_as_in_a_dictionary_of_the_language(language: str) -> None:
    words = SORTED[language].split()

    assert sorted(words, key=alphabetical(language)) == words
    # No two phrases have equal keys; otherwise any order would pass.
    assert len(set(map(alphabetical(language), words))) == len(words)


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("de", "Éclair", "eclair"),
        ("en", "ﬁle", "FILE"),
        ("he", "בְּרֵאשִׁית", "בראשית"),
        ("de", "Straße", "STRASSE"),
        ("ja", "サーバー", "さあばあ"),
        ("ja", "ｶﾞﾗｽ", "カラス"),
        ("sv", unicodedata.normalize("NFD", "Åre"), "åre"),
        ("ar", "كِتَاب", "كتاب"),
        ("vi", "ẩm", "âm"),
    ],
)
def test_case_and_accents_make_no_difference(language: str, one: str, other: str) -> None:
    assert alphabetical(language)(one) == alphabetical(language)(other)


@given(phrase=st.text(max_size=20), language=st.sampled_from([*SORTED, "xx"]))
def test_every_phrase_has_a_key(phrase: str, language: str) -> None:
    assert isinstance(alphabetical(language)(phrase), str)
