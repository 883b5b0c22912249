"""Phrases that differ only in spelling: one key for all spellings of a phrase, by language.

    near_key("en")("E-Mails") == near_key("en")("email")

A finding, not a violation: the service accepts all of them as different phrases.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Sequence
from enum import StrEnum
from itertools import combinations

from termdesk.domain.language.composition import compose
from termdesk.domain.language.language import root
from termdesk.domain.language.plurals import singular_of
from termdesk.domain.progress import NoProgress, Progress
from termdesk.messages.finding_messages import VariationMessage

Key = Callable[[str], str]

_ROWS_A_STEP = 10_000


class Variation(StrEnum):
    """The differences between two spellings, in the order in which they are tried."""

    COMPOSITION = "composition"
    CASE = "case"
    HYPHENS = "hyphens"
    WIDTH = "width"
    MARKS = "marks"
    PLURAL = "plural"


EVERYTHING = frozenset(Variation)

VARIATION_WORDS = {
    Variation.COMPOSITION: VariationMessage.COMPOSITION(),
    Variation.CASE: VariationMessage.CASE(),
    Variation.HYPHENS: VariationMessage.HYPHENS(),
    Variation.WIDTH: VariationMessage.WIDTH(),
    Variation.MARKS: VariationMessage.MARKS(),
    Variation.PLURAL: VariationMessage.PLURAL(),
}

# Spaces, hyphens and dashes, Catalan and katakana middle dots, zero-width joiners, soft hyphen. Not the minus.
_JOINTS = "\\s\\-\u00ad\u00b7\u2010-\u2015\u200b-\u200d\u2060\u30fb\ufeff\uff65\ufe58\ufe63\uff0d"
_JOINT = re.compile(f"[{_JOINTS}]+")
_WORD = re.compile(r"[^\W\d_]+")
_QUOTES = str.maketrans({"’": "'", "‘": "'", "‛": "'", "ʼ": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"'})
# Arabic vowel signs and the stretching tatweel, Hebrew points.
_VOWEL_MARKS = re.compile("[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670]")
# サーバ and サーバー are the same word: the length mark at the end of a katakana word is optional.
_LENGTH_MARK = re.compile("(?<=[\u30a1-\u30fa])\u30fc(?![\u30a1-\u30ff])")
_CAPITALS = {code: str.maketrans({"I": "ı", "İ": "i"}) for code in ("tr", "az")}
# Arabic keyboards type these instead of the Persian and Urdu letters that look the same.
_ARABIC_LETTERS = {code: str.maketrans("يىك", "ییک") for code in ("fa", "ur", "ckb")}


def near_key(language: str, ignoring: Collection[Variation] = EVERYTHING) -> Key:
    """A function that gives all spellings of a phrase the same key.

    Two phrases are near-duplicates if they differ and their keys are equal. 100,000 phrases take 0.3 s.
    """
    code = root(language)
    steps = [step for variation, step in _steps(code) if variation in ignoring]

    def key(phrase: str) -> str:
        text = phrase
        for step in steps:
            text = step(text)
        # A phrase that consists of hyphens is similar to no other.
        return text or phrase

    return key


def _steps(code: str) -> list[tuple[Variation, Key]]:
    """The functions that remove differences, in order. Each needs the result of the previous one."""
    return [
        (Variation.COMPOSITION, compose),
        (Variation.WIDTH, _fit_table),
        (Variation.MARKS, _without_marks(code)),
        (Variation.PLURAL, _in_singular(code)),
        (Variation.CASE, _make_fold(code)),
        (Variation.HYPHENS, _remove_joints),
    ]


def _fit_table(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def _without_marks(code: str) -> Key:
    letters = _ARABIC_LETTERS.get(code)
    # Only Japanese words contain the length mark.
    marks = _LENGTH_MARK if code == "ja" else _VOWEL_MARKS

    def without_marks(text: str) -> str:
        if text.isascii():
            return text
        text = text.translate(letters) if letters else text
        return marks.sub("", text)

    return without_marks


def without_vowel_marks(text: str) -> str:
    """An Arabic or Hebrew text without its vowel signs, points and stretching."""
    return text if text.isascii() else _VOWEL_MARKS.sub("", text)


def _in_singular(code: str) -> Key:
    singular = singular_of(code)
    if singular is None:
        return lambda text: text

    def in_singular(text: str) -> str:
        return _WORD.sub(lambda word: singular(word.group()), text)

    return in_singular


def _make_fold(code: str) -> Key:
    capitals = _CAPITALS.get(code)
    if capitals is None:
        return str.casefold
    return lambda text: text.translate(capitals).casefold()


def _remove_joints(text: str) -> str:
    text = _JOINT.sub("", text)
    return text if text.isascii() else text.translate(_QUOTES)


def variations(one: str, other: str, language: str) -> tuple[Variation, ...]:
    """The smallest set of differences between two near-duplicates; empty if they are none."""
    if one == other:
        return ()
    for count in range(1, len(Variation) + 1):
        for ignoring in combinations(Variation, count):
            key = near_key(language, ignoring)
            if key(one) == key(other):
                return ignoring
    return ()


def clusters(phrases: Sequence[str], key: Key, progress: Progress = NoProgress()) -> list[list[int]]:
    """Groups of rows with the same key and different phrases, in the order of their first rows.

    For a worker. Empty phrases are left out; a repeated phrase has all its rows in the cluster.
    """
    # A list for each key would make half a million lists that the garbage collector traverses again and again.
    first_rows: dict[str, int] = {}
    several: dict[str, list[int]] = {}
    for row, phrase in enumerate(phrases):
        if row % _ROWS_A_STEP == 0:
            progress.step(row, len(phrases))
        if phrase and (first := first_rows.setdefault(found := key(phrase), row)) != row:
            several.setdefault(found, [first]).append(row)
    progress.step(len(phrases), len(phrases))
    in_order = sorted(several.values(), key=lambda rows: rows[0])
    return [rows for rows in in_order if len({phrases[row] for row in rows}) > 1]


def twins(phrases: Sequence[str], progress: Progress = NoProgress()) -> list[list[int]]:
    """Groups of rows with identical phrases, in the order of their first rows; without empty phrases.

    For a worker.
    """
    first_rows: dict[str, int] = {}
    several: dict[int, list[int]] = {}
    for row, phrase in enumerate(phrases):
        if row % _ROWS_A_STEP == 0:
            progress.step(row, len(phrases))
        if phrase and (first := first_rows.setdefault(phrase, row)) != row:
            several.setdefault(first, [first]).append(row)
    return [several[first] for first in sorted(several)]
