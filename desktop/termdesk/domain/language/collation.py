"""Sort keys of phrases by language: letters without case and accents, in the order of the language's alphabet.

    alphabetical("sv")("Ångström") > alphabetical("sv")("Zebra")
    alphabetical("de")("Ähre") < alphabetical("de")("Zebra")

A key is a text, made once for each phrase: 500,000 of them sort as fast as plain texts, while a collator that compares
two phrases at a time takes twenty times as long. Kana, Han characters and Thai vowels have the order of the
dictionaries of these languages; Han characters use the old national standards, which were numbered by sound (Japanese,
simplified Chinese) or by strokes (traditional Chinese). All other characters sort by code point.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache

from termdesk.domain.language.language import root

SortKey = Callable[[str], str]

# Combining marks of the service's scripts; they are ignored, so letters sort without their marks.
_MARKS = [
    sign
    for first, last in (
        (0x300, 0x36F), (0x483, 0x489), (0x591, 0x5BD), (0x5BF, 0x5C7), (0x610, 0x61A), (0x640, 0x640), (0x64B, 0x65F),
        (0x670, 0x670), (0xE47, 0xE4E), (0xEB1, 0xEB1), (0xEC8, 0xECD), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF),
        (0x20D0, 0x20FF), (0x3099, 0x309A), (0xFE20, 0xFE2F),
    )
    for sign in range(first, last + 1)
]  # fmt: skip

# Separate letters: "n ñ" sorts ñ after n and everything that starts with n.
_ALPHABETS = {
    "az": "c ç|e ə|g ğ|h x|i ı|o ö|s ş|u ü",
    "bs": "c č ć|d dž đ|l lj|n nj|s š|z ž",
    "cs": "c č|h ch|r ř|s š|z ž",
    "cy": "c ch|d dd|f ff|g ng|l ll|p ph|r rh|t th",
    "da": "z æ ø å",
    "es": "n ñ",
    "et": "s š z ž|w õ ä ö ü",
    "fi": "z å ä ö",
    "fo": "a á|d ð|i í|o ó|u ú|y ý|z æ ø",
    "hr": "c č ć|d dž đ|l lj|n nj|s š|z ž",
    "hu": "c cs|d dz dzs|g gy|l ly|n ny|o ö|s sz|t ty|u ü|z zs",
    "is": "a á|d ð|e é|i í|o ó|u ú|y ý|z þ æ ö å",
    "lt": "c č|s š|z ž",
    "lv": "c č|g ģ|k ķ|l ļ|n ņ|s š|z ž",
    "nb": "z æ ø å",
    "nn": "z æ ø å",
    "no": "z æ ø å",
    "pl": "a ą|c ć|e ę|l ł|n ń|o ó|s ś|z ź ż",
    "ro": "a ă â|i î|s ș|t ț",
    "sk": "a ä|c č|d dz dž|h ch|o ô|s š|z ž",
    "sl": "c č ć|d đ|s š|z ž",
    "sq": "c ç|d dh|e ë|g gj|l ll|n nj|r rr|s sh|t th|x xh|z zh",
    "sr": "c č ć|d dž đ|l lj|n nj|s š|z ž",
    "sv": "z å ä ö",
    "tr": "c ç|g ğ|h ı|o ö|s ş|u ü",
    "vi": "a ă â|d đ|e ê|o ô ơ|u ư",
    # Cyrillic and Arabic letters outside the alphabetical code ranges.
    "fa": "ب پ|ج چ|ز ژ|ك گ|ن و ه",
    "ur": "ب پ|ت ٹ|ج چ|د ڈ|ر ڑ|ز ژ|ك گ|ن ں و ه",
}
_EVERYWHERE = "г ґ ѓ|д ђ|е є|з ѕ|и і ї й|к ќ|л љ|н њ|т ћ|у ў|z þ"
# Letters without a decomposition that sort like another letter, or like two.
_SAME = str.maketrans(
    {"ø": "o", "đ": "d", "ł": "l", "æ": "ae", "œ": "oe", "ð": "d", "ħ": "h", "ı": "i", "ך": "כ", "ם": "מ", "ן": "נ"}
    | {"ף": "פ", "ץ": "צ", "ى": "ي", "ی": "ي", "ک": "ك", "ہ": "ه", "ھ": "ه", "ے": "ي"}
)
# Dotted and dotless i are two letters, and so are their capitals.
_CAPITALS = {code: str.maketrans({"I": "ı", "İ": "i"}) for code in ("tr", "az")}
_BEYOND = 0xF000  # a private-use character after all letters: "n" + this sorts after "nz" and before "o"

_TONES = re.compile("[\u0300\u0301\u0303\u0309\u0323]")
_HAN_STANDARDS = {"ja": "euc_jp", "zh": "gb2312"}
_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff]")
_LEADING_VOWEL = re.compile("([\u0e40-\u0e44\u0ec0-\u0ec4])([\u0e01-\u0e2e\u0e81-\u0eae])")
_KATAKANA = {code: chr(code - 0x60) for code in range(0x30A1, 0x30F7)}
_SMALL_KANA = str.maketrans("ぁぃぅぇぉっゃゅょゎ", "あいうえおつやゆよわ")
_VOWELS = {kana: row[0] for row in ("あかさたなはまやらわ", "いきしちにひみりゐ", "うくすつぬふむゆる",
                                    "えけせてねへめれゑ", "おこそとのほもよろを") for kana in row}  # fmt: skip
_LENGTH_MARK = re.compile("([\u3041-\u3096])\u30fc")


@cache
def alphabetical(language: str) -> SortKey:
    """A function that gives the sort key of a phrase. Phrases that differ only in case and accents have equal keys."""
    code = _alphabet(language)
    letters, pairs = _letters(code)
    table, capitals, shaped = _Table(letters, _order(code)), _CAPITALS.get(code), _SHAPES.get(code)
    digraphs = re.compile("|".join(sorted(pairs, key=len, reverse=True))) if pairs else None
    is_plain = has_plain_letters(language)

    def key(phrase: str) -> str:
        if is_plain and phrase.isascii():
            return phrase.casefold()
        text = unicodedata.normalize("NFC", _without_tones(phrase) if code == "vi" else phrase)
        text = (text.translate(capitals) if capitals else text).casefold()
        if digraphs is not None:
            text = digraphs.sub(lambda found: pairs[found.group()], text)
        text = text.translate(table)
        return shaped(text) if shaped else text

    return key


@cache
def has_plain_letters(language: str) -> bool:
    """Whether the ASCII letters sort in their usual order, as in most languages. In Estonian, z does not."""
    letters, pairs = _letters(_alphabet(language))
    return not pairs and _alphabet(language) not in _CAPITALS and min(letters) > 127


def is_by_letters(language: str) -> bool:
    """Whether the key of a phrase is the joined keys of its characters, passed through `shape_of`."""
    return not _letters(_alphabet(language))[1] and _alphabet(language) not in _CAPITALS


def shape_of(language: str) -> SortKey | None:
    """The function to apply to the joined keys of the characters; most languages need none."""
    return _SHAPES.get(_alphabet(language))


@cache
def composing_marks(language: str) -> frozenset[str]:
    """The marks that turn the letter before them into another letter of this language."""
    letters, _ = _letters(_alphabet(language))
    return frozenset(mark for code in letters for mark in unicodedata.normalize("NFD", chr(code))[1:])


def _alphabet(language: str) -> str:
    """The name of a language in the tables."""
    is_traditional = root(language) == "zh" and "hant" in language.casefold()
    return "zh-Hant" if is_traditional else root(language)


class _Table(dict[int, str]):
    """Maps characters to their part of a key: the letters of an alphabet, and the decomposed rest by code point.

    It caches every requested character, because Python is slow for missing keys.
    """

    def __init__(self, letters: Mapping[int, str], order: Mapping[int, int | str | None]) -> None:
        super().__init__()
        self._letters = letters
        self._order = order

    def __missing__(self, code: int) -> str:
        letter = unicodedata.normalize("NFKD", self._letters.get(code, chr(code)))
        self[code] = letter.translate(self._order)
        return self[code]


def _letters(code: str) -> tuple[dict[int, str], dict[str, str]]:
    """The key parts of an alphabet's special letters: single letters, and those of two or three characters."""
    single: dict[int, str] = {}
    several: dict[str, str] = {}
    own = _ALPHABETS.get(code, "")
    for group in f"{_EVERYWHERE}|{own}".strip("|").split("|"):
        base, *others = group.split()
        for position, letter in enumerate(others):
            stands_for = f"{base.translate(_SAME)}{chr(_BEYOND + position)}"
            if len(letter) == 1:
                single[ord(letter)] = stands_for
            else:
                several[letter] = stands_for
    return single, several


def _without_tones(phrase: str) -> str:
    """Vietnamese ẩ becomes â: the vowel mark makes another letter, the tone mark does not."""
    return _TONES.sub("", unicodedata.normalize("NFD", phrase))


def _order(code: str) -> dict[int, int | str | None]:
    """The key parts of decomposed characters: marks are dropped; kana and Han characters get their order.

    Hiragana replace katakana, full kana replace small ones.
    """
    table: dict[int, int | str | None] = dict.fromkeys(_MARKS) | _SAME
    if code == "ja":
        table |= _SMALL_KANA | {kana: hiragana.translate(_SMALL_KANA) for kana, hiragana in _KATAKANA.items()}
    if code in ("ja", "zh", "zh-Hant"):
        table |= _han_order(code)
    return table


def _with_vowels(text: str) -> str:
    """The vowel in place of a length mark, as in Japanese dictionaries."""
    if "\u30fc" not in text:
        return text
    return _LENGTH_MARK.sub(lambda found: found[1] + _VOWELS.get(found[1], ""), text)


def _thai(text: str) -> str:
    """Swap a consonant and the vowel that is written before it."""
    return _LEADING_VOWEL.sub(r"\2\1", text)


@cache
def _han_order(code: str) -> dict[int, str]:
    """Han characters in the order of a national standard, mapped to characters after all others."""
    encoding = _HAN_STANDARDS.get(code, "big5")
    positions = ((lead, trail) for lead in range(0xA1, 0xFF) for trail in (*range(0x40, 0x7F), *range(0xA1, 0xFF)))
    found = (bytes(position).decode(encoding, "ignore") for position in positions)
    characters = [character for character in found if len(character) == 1 and _HAN.match(character)]
    return {ord(character): chr(0xF0000 + number) for number, character in enumerate(characters)}


_SHAPES: dict[str, SortKey] = {"ja": _with_vowels, "th": _thai, "lo": _thai}
