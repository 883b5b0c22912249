"""The script of a phrase, by its letters."""

from __future__ import annotations

import re
import unicodedata
from enum import StrEnum
from functools import cache


class Script(StrEnum):
    """The scripts of the glossary languages; values are the prefixes of the Unicode names of their letters."""

    NONE = ""
    LATIN = "LATIN"
    CYRILLIC = "CYRILLIC"
    GREEK = "GREEK"
    ARABIC = "ARABIC"
    HEBREW = "HEBREW"
    ARMENIAN = "ARMENIAN"
    GEORGIAN = "GEORGIAN"
    DEVANAGARI = "DEVANAGARI"
    BENGALI = "BENGALI"
    GURMUKHI = "GURMUKHI"
    GUJARATI = "GUJARATI"
    TAMIL = "TAMIL"
    TELUGU = "TELUGU"
    KANNADA = "KANNADA"
    MALAYALAM = "MALAYALAM"
    SINHALA = "SINHALA"
    THAI = "THAI"
    LAO = "LAO"
    KHMER = "KHMER"
    MYANMAR = "MYANMAR"
    ETHIOPIC = "ETHIOPIC"
    HANGUL = "HANGUL"
    HAN = "CJK"
    KANA = "KANA"
    JAPANESE = "JAPANESE"
    OTHER = "OTHER"
    MIXED = "MIXED"


_NAMES = {script.value: script for script in Script} | {"HIRAGANA": Script.KANA, "KATAKANA": Script.KANA}
_NAMES |= {"KATAKANA-HIRAGANA": Script.KANA, "IDEOGRAPHIC": Script.HAN}
# The ordinals in "1.ª" and "nº", and unit symbols, which occur next to letters of any script.
_NAMES |= dict.fromkeys(("FEMININE", "MASCULINE", "ANGSTROM", "KELVIN"), Script.LATIN)
_NAMES |= dict.fromkeys(("MICRO", "OHM"), Script.NONE)


@cache
def script_of_letter(letter: str) -> Script:
    """The script of a character; `NONE` for digits, symbols, marks and spaces."""
    if not letter.isalpha():
        return Script.NONE
    words = unicodedata.name(letter, "").removeprefix("FULLWIDTH ").removeprefix("HALFWIDTH ").split(" ", 1)
    return _NAMES.get(words[0], Script.OTHER)


# Fast path for most phrases: Latin letters including Vietnamese, symbols and spaces.
_LATIN = re.compile("[\0-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u024f\u1e00-\u1eff\u2000-\u206f]*")
_JAPANESE = frozenset({Script.HAN, Script.KANA, Script.JAPANESE})


def script_of(phrase: str) -> Script:
    """The script of all letters of a phrase; `MIXED` if there are several, but `JAPANESE` for kana with Han."""
    if _LATIN.fullmatch(phrase):
        return Script.LATIN if phrase[:1].isalpha() or any(map(str.isalpha, phrase)) else Script.NONE
    found = set(map(script_of_letter, phrase))
    found.discard(Script.NONE)
    if len(found) == 1:
        return found.pop()
    if not found:
        return Script.NONE
    return Script.JAPANESE if found <= _JAPANESE else Script.MIXED
