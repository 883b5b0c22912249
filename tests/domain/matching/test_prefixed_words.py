"""Hebrew and Arabic words with prefixes."""

from __future__ import annotations

import pytest

from termdesk.domain.matching.prefixed_words import has_prefixes_only, may_be_prefixed


@pytest.mark.parametrize(
    ("word", "term", "expected"),
    [("בגווני", "גווני", True), ("ושבמסד", "מסד", True), ("הגדרות", "דרות", False), ("מסד", "מסד", True)],
)
def test_what_is_before_a_hebrew_term_must_be_prefixes(word: str, term: str, *, expected: bool) -> None:
    assert has_prefixes_only(word, term) is expected


@pytest.mark.parametrize(
    ("language", "word", "term", "expected"),
    [
        ("he", "הרשימות", "רשימה", True),
        ("he", "במחיקת", "מחיקה", True),
        ("he", "הקובץ", "רשימה", False),
        ("ar", "للصائق", "اللصائق", True),
        ("ar", "الشّريحة", "شريحة", True),
        ("ar", "الملف", "شريحة", False),
    ],
)
def test_endings_articles_and_short_vowels_may_differ(language: str, word: str, term: str, *, expected: bool) -> None:
    assert may_be_prefixed(word, term, language) is expected
