"""Phrases by length, number of words and script."""

from __future__ import annotations

import pytest

from termdesk.domain.entries.phrase_classes import (
    LENGTHS,
    SCRIPTS,
    WORD_COUNTS,
    has_words,
    length_classes,
    script_classes,
    word_classes,
)
from termdesk.domain.language.scripts import Script, script_of


@pytest.mark.parametrize(
    ("phrase", "length"),
    [
        ("", "empty"),
        ("a" * 10, "to_10"),
        ("a" * 11, "to_20"),
        ("ж" * 80, "to_80"),
        ("a" * 81, "longer"),
        ("a" * 920, "longer"),
        ("a" * 921, "near_limit"),
        ("漢" * 306, "longer"),
        ("漢" * 307, "near_limit"),
        ("漢" * 341, "near_limit"),
        ("漢" * 342, "over_limit"),
        ("😀" * 256, "near_limit"),
        ("😀" * 257, "over_limit"),
        ("a" * 1025, "over_limit"),
    ],
)
def test_lengths_are_characters_until_the_bytes_matter(phrase: str, length: str) -> None:
    assert LENGTHS[length_classes([phrase])[0]] == length


def test_words_are_told_apart_by_blanks() -> None:
    phrases = ["", "  ", "one", "two words", "a b c", "a b c d", "a b c d e f", "a b c d e f g", "a " * 50]

    names = [WORD_COUNTS[number] for number in word_classes(phrases)]

    assert names == ["no_word", "no_word", "one", "two", "three", "to_6", "to_6", "more", "more"]
    assert [has_words(code) for code in ("de", "ar", "ja", "zh-Hant")] == [True, True, False, False]


@pytest.mark.parametrize(
    ("phrase", "script"),
    [
        ("Tree 12", Script.LATIN),
        ("Ähre", Script.LATIN),
        ("12-3", Script.NONE),
        ("…", Script.NONE),
        ("дерево", Script.CYRILLIC),
        ("aдерево", Script.MIXED),
        ("كِتَاب 5", Script.ARABIC),
        ("漢字", Script.HAN),
        ("ﾊﾝ", Script.KANA),
        ("サーバー", Script.KANA),
        ("東京タワー", Script.JAPANESE),
        ("東京Tower", Script.MIXED),
        ("한국어", Script.HANGUL),
        ("ไทย", Script.THAI),
        ("Ｗｉｄｅ", Script.LATIN),
        ("ᚠᚢ", Script.OTHER),
    ],
)
def test_a_phrase_has_the_script_of_its_letters(phrase: str, script: Script) -> None:
    assert script_of(phrase) is script
    assert SCRIPTS[script_classes([phrase])[0]] is script
