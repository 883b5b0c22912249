"""Filter for spelling variants to report: singular and plural with equivalent translations are not reported.

A dictionary may have “pouch” and “pouches” on purpose. They are reported if their targets are different words, or
different spellings of one word.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

from termdesk.domain.language.composition import fold
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.language.plurals import singular_of
from termdesk.domain.similarity.near_duplicates import EVERYTHING, Variation, near_key, without_vowel_marks

# A group of more than this many different entries is reported as a whole: comparing all pairs would take too long.
_MOST_COMPARED = 40
_WORD = re.compile(r"\w+")
# The Arabic article, and its form after the preposition ل.
_ARTICLE = re.compile(r"\b(?:ال|لل)(?=\w{2})")
_FEWEST_SHARED = 2
# Letters of the scripts with such marks or this article.
_HAS_MARKS = re.compile("[\u0590-\u06ff]")


class SpellingGroups:
    """Examines the entries of one pair whose sources have the same `near_key`."""

    def __init__(self, pair: LanguagePair) -> None:
        self._has_plurals = singular_of(pair.source) is not None
        self._same_number = near_key(pair.source, EVERYTHING - {Variation.PLURAL})

    def are_reported(self, entries: Sequence[tuple[str, str]]) -> list[bool]:
        """For each entry (source, target) of a group, return whether to report it.

        Entries are reported if several sources have the same number (singular or plural). Otherwise they are reported
        if no target of the other number is a form of the same word, or if one differs only in vowel marks or the
        article.
        """
        sources = {source for source, _ in entries}
        if len(sources) < 2:
            return [False] * len(entries)
        different = list(dict.fromkeys(entries))
        if not self._has_plurals or len(different) > _MOST_COMPARED:
            return [True] * len(entries)
        numbers = {source: self._same_number(source) for source in sources}
        if len(different) == 2:
            # Fast path for almost all groups: of two entries, both are reported or neither is.
            (one, one_target), (other, other_target) = different
            is_reported = numbers[one] == numbers[other] or _is_worth_telling(one_target, [other_target])
            return [is_reported] * len(entries)
        spellings = Counter(numbers.values())
        found = {
            (source, target): spellings[numbers[source]] > 1
            or _is_worth_telling(target, [each for other, each in different if numbers[other] != numbers[source]])
            for source, target in different
        }
        return [found[entry] for entry in entries]


def _is_worth_telling(target: str, others: Sequence[str]) -> bool:
    """Whether a singular and a plural are reported: their targets are different words, or spellings of one word."""
    if not target or not all(others):
        return False
    if any(_is_written_otherwise(target, other) for other in others):
        return True
    return not any(_is_same_word(target, other) for other in others)


def _is_written_otherwise(one: str, other: str) -> bool:
    """Whether two targets differ only in Arabic or Hebrew vowel marks or the Arabic article."""
    if one.isascii() or one == other or not (_HAS_MARKS.search(one) or _HAS_MARKS.search(other)):
        return False
    return fold(one) != fold(other) and _bare(fold(one)) == _bare(fold(other))


def _bare(text: str) -> str:
    return _ARTICLE.sub("", without_vowel_marks(text))


def _is_same_word(one: str, other: str) -> bool:
    """Whether two targets may be forms of one term: two of their words share half of their letters, in order."""
    half = (min(len(one), len(other)) + 1) // 2
    if one[:half] == other[:half] and not _ARTICLE.match(one):
        # Fast path that decides most cases without splitting words.
        return True
    return any(_share_letters(word, each) for word in _words(one) for each in _words(other))


def _words(text: str) -> list[str]:
    if text.isascii():
        return _WORD.findall(text.lower())
    letters = unicodedata.normalize("NFKD", _bare(text.casefold()))
    return _WORD.findall("".join(letter for letter in letters if not unicodedata.combining(letter)))


def _share_letters(one: str, other: str) -> bool:
    from rapidfuzz.distance import LCSseq

    shorter = min(len(one), len(other))
    shared: int = LCSseq.similarity(one, other)
    return shared * 2 >= shorter and shared >= min(_FEWEST_SHARED, shorter)
