"""Hebrew and Arabic words, which are written as one word with prefixes: בגווני is ב with גווני."""

from __future__ import annotations

import re

# The Hebrew “and”, “that”, “as”, “when”, “in”, “to”, “from” and “the”, in the order in which they can stand together.
_HEBREW_PREFIX = re.compile("ו?(?:כש|ש)?[בכלמ]?ה?")
# Endings of gender, number, possession and of a noun before another one: רשימה, רשימת, רשימות.
_HEBREW_ENDING = re.compile("(?<=..)(?:יות|יים|ים|ות|ית|ה|ת|י)$")
_ARABIC_PREFIX = re.compile("[وف]?(?:[بكل]?ال|لل|[بكل])?")
# Short vowels, which most texts leave out, and the sign that only makes a word longer.
_ARABIC_MARKS = re.compile("[\u064b-\u0652\u0670\u0640]")
_ARABIC_LETTERS = str.maketrans("أإآٱى", "ااااي")
_SHORTEST_STEM = 3


def has_prefixes_only(word: str, term: str) -> bool:
    """Whether a Hebrew word is a term with prefixes, judging by the letters: it may also be another word."""
    return word.endswith(term) and _HEBREW_PREFIX.fullmatch(word, 0, len(word) - len(term)) is not None


def may_be_prefixed(word: str, term: str, language: str) -> bool:
    """Whether a Hebrew or Arabic word may be another form of a word of a term."""
    return _may_be_hebrew(word, term) if language == "he" else _may_be_arabic(word, term)


def _may_be_hebrew(word: str, term: str) -> bool:
    stem = _HEBREW_ENDING.sub("", term)
    end = len(word) - len(_HEBREW_ENDING.sub("", word))
    rest = word[: len(word) - end]
    return len(stem) >= _SHORTEST_STEM and rest.endswith(stem) and has_prefixes_only(rest, stem)


def _may_be_arabic(word: str, term: str) -> bool:
    word, term = _plain_arabic(word), _plain_arabic(term)
    bare = _ARABIC_PREFIX.sub("", term, count=1)
    if len(bare) < _SHORTEST_STEM:
        bare = term
    return word.endswith(bare) and _ARABIC_PREFIX.fullmatch(word, 0, len(word) - len(bare)) is not None


def _plain_arabic(word: str) -> str:
    return _ARABIC_MARKS.sub("", word).translate(_ARABIC_LETTERS)
