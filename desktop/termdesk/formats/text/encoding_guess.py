"""Guess of the encoding of old files: which of a language's encodings gives the most plausible letters, case and
symbols.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from termdesk.domain.language.language import root

# Encodings for each group of languages, most likely first: those of spreadsheet programs, the web, DOS and Macs.
_FAMILIES = {
    "de en es fr it nl pt sv da ca eu gl is fi id nb ga": "cp1252 mac-roman cp850 iso8859-15",
    "cs hr hu pl ro sk sl": "cp1250 iso8859-2 cp852 mac-latin2",
    "ru be bg mk sr": "cp1251 koi8-r cp866 iso8859-5 mac-cyrillic",
    "uk": "cp1251 koi8-u cp1125 iso8859-5 mac-cyrillic",
    "el": "cp1253 iso8859-7 cp737 mac-greek",
    "tr": "cp1254 cp857 mac-turkish",
    "he yi": "cp1255 iso8859-8 cp862",
    "ar fa ur": "cp1256 iso8859-6",
    "et lt lv": "cp1257 iso8859-13 iso8859-4 cp775",
    "vi": "cp1258",
    "th": "cp874",
    "ja": "cp932 euc_jp",
    "ko": "cp949 johab",
    "zh": "gb18030 big5hkscs",
}
# Frequent letters of a language besides a to z. They decide if two encodings both give letters.
_LETTERS = {
    "ca": "àçèéíïòóúü·",
    "cs": "áčďéěíňóřšťúůýž",
    "da": "æøåé",
    "de": "äöüß",
    "es": "áéíñóúü",
    "et": "äõöüšž",
    "fi": "äö",
    "fr": "àâçèéêëîïôùûœ",
    "gl": "áéíñóúü",
    "hr": "čćđšž",
    "hu": "áéíóöőúüű",
    "is": "áðéíóúýþæö",
    "it": "àèéìòù",
    "lt": "ąčęėįšųūž",
    "lv": "āčēģīķļņšūž",
    "nb": "æøåé",
    "nl": "éëïóö",
    "pl": "ąćęłńóśźż",
    "pt": "áâãàçéêíóôõú",
    "ro": "ăâîșțşţ",
    "sk": "áäčďéíľĺňóôŕšťúýž",
    "sl": "čšž",
    "sv": "äåöé",
    "tr": "çğıöşüİ",
}
_WINDOW = re.compile(r"(?s)(.?)([^\x00-\x7f])(?=(.?))")
_HALF_WIDTH_KATAKANA = range(0xFF61, 0xFFA0)


def find_fitting_encoding(sample: bytes, languages: Sequence[str], suggested: str = "") -> str:
    """Return the encoding that gives the most plausible text in these languages; empty if none decodes the sample.

    If no language has its own encodings, compare those of the languages that use `suggested`.
    """
    # Start with the last language, and try English last, because no letters distinguish its encodings.
    last_first = languages[::-1]
    for language in sorted(last_first, key=lambda each: root(each) == "en"):
        for spoken, encodings in _FAMILIES.items():
            if root(language) in spoken.split() and (best := _best(sample, encodings.split(), root(language))):
                return best
    related = [each for encodings in _FAMILIES.values() if suggested in encodings.split() for each in encodings.split()]
    return _best(sample, list(dict.fromkeys([suggested, *related])) if suggested else [], "")


def _best(sample: bytes, encodings: Sequence[str], language: str) -> str:
    scores = {each: score for each in encodings if (score := _score(sample, each, language)) is not None}
    return max(scores, key=lambda each: scores[each], default="")


def _score(sample: bytes, encoding: str, language: str) -> float | None:
    """Return the average plausibility of the characters beyond ASCII; None if the bytes cannot be decoded."""
    try:
        text = sample.decode(encoding)
    except UnicodeDecodeError:
        return None
    counts = Counter(_WINDOW.findall(text))
    letters = _LETTERS.get(language, "")
    total = sum(_points(*found, letters) * count for found, count in counts.items())
    return total / max(counts.total(), 1)


@lru_cache(maxsize=65_536)
def _points(before: str, character: str, after: str, letters: str) -> float:
    kind = unicodedata.category(character)
    if ord(character) in _HALF_WIDTH_KATAKANA:
        return -1
    if kind[0] in "LM":
        # A capital inside a word is usually a lower-case letter in the wrong encoding.
        if kind == "Lu" and before.isalpha():
            return -1
        return 1 + (character.lower() in letters)
    if kind[0] == "C":
        return -5
    # Symbols between letters are less plausible than symbols between words.
    return -2 if before.isalpha() and after.isalpha() else -0.5
