"""Keys computed for a whole column equal those of its single phrases, in every script."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from termdesk.domain.language.collation import alphabetical
from termdesk.domain.language.column_keys import alphabetical_keys

LANGUAGES = [
    "ar",
    "az",
    "bg",
    "da",
    "de",
    "en",
    "et",
    "fa",
    "he",
    "hu",
    "ja",
    "ru",
    "sv",
    "th",
    "tr",
    "uk",
    "vi",
    "zh",
    "xx",
]
SIGNS = "aAäÅéßœþ…½ŁčЖйѓї\u0306\u0301\u0308\u0323\u031bأكِگבּשׁ\n \0กเ็้ếữơがカﾞー漢ﬁ\ue000\uf000\uf001\U0001f600\U00020000"
phrases = st.lists(st.text(st.sampled_from(SIGNS) | st.characters(), max_size=8), max_size=30)


def keys_one_by_one(language: str, column: list[str]) -> list[str]:
    return [alphabetical(language)(phrase) for phrase in column]


@given(column=phrases, language=st.sampled_from(LANGUAGES))
def test_a_column_has_the_keys_of_its_phrases(column: list[str], language: str) -> None:
    assert alphabetical_keys(language, column) == keys_one_by_one(language, column)


@pytest.mark.slow
@settings(max_examples=30)
@given(column=phrases, language=st.sampled_from(LANGUAGES), form=st.sampled_from(["NFC", "NFD"]))
def test_signs_that_come_late_are_learned(column: list[str], language: str, form: str) -> None:
    late = [*["plain"] * 450, *(unicodedata.normalize(form, phrase) for phrase in column), *["ähnlich"] * 450]

    assert alphabetical_keys(language, late) == keys_one_by_one(language, late)


@pytest.mark.parametrize("language", ["de", "ja"])
def test_a_column_of_more_signs_than_a_table_holds(language: str) -> None:
    column = [chr(code) * 2 for code in range(0xA1, 0xA00)]

    assert alphabetical_keys(language, column) == keys_one_by_one(language, column)
