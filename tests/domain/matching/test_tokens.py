"""Texts are divided into words, or into clusters of characters."""

from __future__ import annotations

import unicodedata

import pytest

from termdesk.domain.matching.tokens import Tokenizer, space_hyphens


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        ("en", "It's 5 o'clock.", ["It", "'", "s", "5", "o", "'", "clock", "."]),
        ("de", unicodedata.normalize("NFD", "Müll über"), ["Müll", "über"]),
        # Vowel signs, and accents without a composed form, belong to their word.
        ("hi", "हिन्दी शब्द", ["हिन्दी", "शब्द"]),
        ("he", "שָׁלוֹם", [unicodedata.normalize("NFC", "שָׁלוֹם")]),
        ("en", "x\u0302y", ["x\u0302y"]),
        ("ja", "用語集 API2.0", ["用", "語", "集", " ", "API2", ".", "0"]),
        ("ja", unicodedata.normalize("NFD", "ガード"), ["ガ", "ー", "ド"]),
        ("th", "ที่เกม", ["ที่", "เก", "ม"]),
        ("zh", "使用API接口", ["使", "用", "API", "接", "口"]),
    ],
)
def test_tokens(language: str, text: str, words: list[str]) -> None:
    tokens = Tokenizer(language).tokens(text)

    assert tokens.words == words
    assert Tokenizer(language).words(text) == words
    composed = [unicodedata.normalize("NFC", text[start:end]) for start, end in tokens.spans]
    assert composed == words


def test_white_space_around_a_phrase_does_not_count() -> None:
    assert Tokenizer("zh").words(" 词 典 ") == ["词", " ", "典"]
    assert Tokenizer("en").words("  data   base ") == ["data", "base"]
    assert Tokenizer("en").words(" ") == Tokenizer("ja").words("\u3000") == []


def test_a_hyphen_takes_the_place_of_a_space() -> None:
    assert space_hyphens("X\u2011Achse, Not-Aus \u2013 x") == "X Achse, Not Aus \u2013 x"
