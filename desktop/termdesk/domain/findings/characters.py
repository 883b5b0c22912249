"""Find, name and remove characters in phrases that are invisible or look like others."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from termdesk.domain.findings.kinds import BIDI, INVISIBLE, MIXED_SCRIPTS, NOT_COMPOSED, REPEATED_BLANKS
from termdesk.domain.language.invisible import NAMES
from termdesk.domain.language.language import is_right_to_left, root
from termdesk.messages.character_names import CharacterName
from termdesk.messages.message import Message

CellCheck = Callable[[str], tuple[str, ...]]

_MARKS = "\u200e\u200f\u061c"
_EMBEDDINGS = "\u202a-\u202e\u2066-\u2069"
# Zero-width space and joiners, word joiner, byte order mark, soft hyphen, invisible operators, fillers of Hangul, tags.
_ZERO_WIDTH_SPACE, _JOINERS = "\u200b", "\u200c\u200d"
_ALWAYS_INVISIBLE = (
    "\u00ad\u034f\u115f\u1160\u180e\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb"
    "\U000e0001\U000e0020-\U000e007f"
)
_SPACELESS = frozenset({"km", "lo", "my", "th"})
_JOINED = frozenset(
    ("ar", "as", "bn", "bo", "ckb", "dv", "fa", "gu", "hi", "kn", "ks", "ml", "mr", "my", "ne", "or", "pa", "ps")
) | frozenset(("sa", "sd", "si", "ta", "te", "ug", "ur", "km", "mn"))
# A joiner combines two emoji into one, and tags after a flag name its country.
_PICTURE = (
    "(?<=[\u2600-\u27bf\ufe0f\U0001f000-\U0001faff])\u200d(?=[\u2600-\u27bf\U0001f000-\U0001faff])"
    "|\U0001f3f4[\U000e0020-\U000e007f]+"
)
_PICTURES = re.compile(_PICTURE)

# Scripts with similar letters. A word that mixes them is a typing error or a deception.
_LETTERS = {
    "Latin": "A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff",
    "Greek": "\u0370-\u0373\u0376-\u037d\u0386\u0388-\u03e1\u1f00-\u1fff",
    "Cyrillic": "\u0400-\u052f",
    "Armenian": "\u0531-\u0587",
}
_ACCENTS = "[\u0300-\u036f]*"
_BORDER = re.compile(
    "|".join(
        f"[{letters}]{_ACCENTS}[{''.join(each for name, each in _LETTERS.items() if name != script)}]"
        for script, letters in _LETTERS.items()
    )
)
_WORD = re.compile(r"[^\W\d_][^\W\d_\u0300-\u036f]*(?:[\u0300-\u036f]+[^\W\d_]*)*")
_SCRIPT = {script: re.compile(f"[{letters}]") for script, letters in _LETTERS.items()}
# "μm", "ΔT", "πr": scientific symbols that do not look like Latin letters.
_SCIENCE = frozenset("αβγδεζηθλμξπρσφχψωΓΔΘΛΞΠΣΦΨΩ")
_BLANKS = re.compile("[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]{2,}")


def cell_check(language: str) -> CellCheck:
    """A function that returns the kinds of findings about the characters of a phrase. Fast for plain phrases."""
    bidi, invisible = _bidi(language), _invisible(language)

    def check(phrase: str) -> tuple[str, ...]:
        if phrase.isascii():
            return (REPEATED_BLANKS,) if "  " in phrase else ()
        found = []
        # Most of these are format characters, which printable text does not contain.
        if not phrase.isprintable() and bidi.search(phrase):
            found.append(BIDI)
        if invisible.search(phrase) and invisible.search(_PICTURES.sub("", phrase)):
            found.append(INVISIBLE)
        if _BORDER.search(phrase) and find_mixed_words(phrase):
            found.append(MIXED_SCRIPTS)
        if not unicodedata.is_normalized("NFC", phrase):
            found.append(NOT_COMPOSED)
        if _BLANKS.search(phrase):
            found.append(REPEATED_BLANKS)
        return tuple(found)

    return check


def _bidi(language: str) -> re.Pattern[str]:
    """Direction marks are allowed in right-to-left languages; other direction controls are allowed nowhere."""
    return re.compile(f"[{_EMBEDDINGS}]" if is_right_to_left(language) else f"[{_EMBEDDINGS}{_MARKS}]")


def _invisible(language: str) -> re.Pattern[str]:
    code = root(language)
    characters = _ALWAYS_INVISIBLE
    # Thai and related scripts separate words with it; Persian and Indic scripts need joiners.
    characters += "" if code in _SPACELESS else _ZERO_WIDTH_SPACE
    characters += "" if code in _JOINED or is_right_to_left(code) else _JOINERS
    return re.compile(f"[{characters}]")


def find_mixed_words(phrase: str) -> list[str]:
    """Words with letters of similar scripts. Latin next to Han, kana or Hangul does not count."""
    return [word for word in _WORD.findall(phrase) if _is_mixed(word)]


def _is_mixed(word: str) -> bool:
    return bool(_BORDER.search(word)) and not _is_science(word)


def scripts_of(word: str) -> list[str]:
    """Which of the similar scripts a word uses."""
    return [script for script, pattern in _SCRIPT.items() if pattern.search(word)]


def _is_science(word: str) -> bool:
    greek = [letter for letter in word if _SCRIPT["Greek"].match(letter)]
    return len(greek) == 1 and greek[0] in _SCIENCE and word[0] in _SCIENCE and scripts_of(word) == ["Latin", "Greek"]


def name_characters(phrase: str, kind: str, language: str) -> list[Message]:
    """The names of the direction controls or invisible characters in a phrase, each once."""
    pattern = _bidi(language) if kind == BIDI else _invisible(language)
    found = dict.fromkeys(pattern.findall(_PICTURES.sub("", phrase)))
    return [CharacterName.WITH_CODE_POINT(name=_name(each), code_point=f"U+{ord(each):04X}") for each in found]


def _name(character: str) -> str:
    # Characters without a name of ours have their Unicode name, which is English.
    return NAMES.get(character) or unicodedata.name(character, "").lower() or CharacterName.UNNAMED()


def without_bidi(phrase: str, language: str) -> str:
    """The phrase without the direction controls that do not belong into its language."""
    return _bidi(language).sub("", phrase)


def without_invisible(phrase: str, language: str) -> str:
    """The phrase without invisible characters; joiners and tags inside emoji stay."""
    unseen = re.compile(f"({_PICTURE})|{_invisible(language).pattern}")
    return unseen.sub(lambda found: found[1] or "", phrase)


def single_blanks(phrase: str) -> str:
    """The phrase with one space instead of several; several no-break spaces become one no-break space."""
    return _BLANKS.sub(lambda blanks: " " if " " in blanks.group() else blanks.group()[0], phrase)


# Letters that look the same, at the same positions in the two strings.
_ALIKE = {
    "Cyrillic": ("АВЕЅІЈКМНОРСТУХаеорсухѕіјһԁԛԝ", "ABESIJKMHOPCTYXaeopcyxsijhdqw"),
    "Greek": ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABEZHIKMNOPTYXo"),
}


def in_one_script(phrase: str) -> str:
    """The phrase with each mixed word in one script, if all its foreign letters have a lookalike in that script."""
    return _WORD.sub(lambda found: _fix(found.group()), phrase)


def _fix(word: str) -> str:
    scripts = scripts_of(word) if _is_mixed(word) else ()
    # Replace the script with fewer letters; if that is impossible, the other one.
    for intruder in sorted(scripts, key=lambda script: len(_SCRIPT[script].findall(word))):
        for home in scripts:
            table = _table(intruder, home)
            changed = word.translate(table) if table else word
            if changed != word and scripts_of(changed) == [home]:
                return changed
    return word


def _table(intruder: str, home: str) -> dict[int, int]:
    if home == "Latin" and intruder in _ALIKE:
        return str.maketrans(*_ALIKE[intruder])
    if intruder == "Latin" and home in _ALIKE:
        own, latin = _ALIKE[home]
        return str.maketrans(latin, own)
    return {}
