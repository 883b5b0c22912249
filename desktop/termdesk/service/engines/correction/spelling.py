"""Estimates how likely it is that someone meant one word and wrote another.

For an unknown word, word lists suggest any word with a similar spelling. But most unknown words are names and terms and
not mistakes: `prosodyctl` is not “prosocial”, and `sparklines` is not “spartéines”. So a suggestion counts only if it
corrects a mistake that people really make. The less likely the kind of mistake, the more common the suggested word must
be.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from enum import IntEnum

from rapidfuzz.distance import DamerauLevenshtein

# In a word of at most this length, two wrong letters are too many: nearly every other short word would be similar.
LONGEST_SHORT_WORD = 7
LONGEST_TINY_WORD = 4
# In words of at least this length, an added or missing letter, or a letter that sounds alike, rarely makes another
# word. For another vowel this holds only in words of at least the second length.
SHORTEST_SURE_WORD = 7
SHORTEST_SURE_OF_VOWELS = 14
# In shorter words people add a vowel by mistake (giebt), but seldom a consonant: cmake is not “cake”, and refname is
# not “rename”.
SHORTEST_WITH_A_LETTER_TOO_MANY = 9
# Words of at least this length may be compounds, which no list of common words contains, even if their parts are
# common.
SHORTEST_COMPOUND = 10

# Endings that form adjectives and French nouns from any verb.
_PRODUCTIVE = re.compile("[ai]bles?$|eurs?$")
_SEPARATOR = re.compile(r"[\s'’-]")
_VOWELS = frozenset("aeiouy")
_WITHOUT_VOWELS = re.compile("[b-df-hj-np-tv-xz]+", re.IGNORECASE)
_ALIKE = frozenset(map(frozenset, ("bp", "dt", "gk", "gj", "ck", "kq", "cs", "cz", "sz", "sx", "fv", "vw", "bv", "mn")))
# The pairs of `_ALIKE` that people also confuse at the end of a word.
_ALIKE_AT_END = frozenset(map(frozenset, ("dt", "bp", "gk", "sz", "ck", "cs")))


_KEYBOARD = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_KEYS = {letter: (row, column) for row, letters in enumerate(_KEYBOARD) for column, letter in enumerate(letters)}


class MistakeKind(IntEnum):
    """The kinds of mistakes, likeliest first.

    * ACCENT: accents, the case of letters, or ß for ss
    * FINGER: a doubled letter, or one that should be doubled; two swapped letters; a silent h
    * SOUND: a letter left out or added, or one that sounds like the right one
    * FAR: another letter, or two of a long word
    """

    ACCENT = 0
    FINGER = 1
    SOUND = 2
    FAR = 3


def likely(
    written: str,
    suggestions: Sequence[str],
    usual: frozenset[str],
    *,
    is_capital: bool,
    most: MistakeKind = MistakeKind.FAR,
) -> list[str]:
    """Return the suggestions that the writer may have meant: the likeliest kind only, in the given order.

    `usual` are the language's common words, in lower case. `is_capital` marks a possible name, which needs stronger
    evidence. `most` is the least likely kind of mistake to accept.
    """
    separators = len(_SEPARATOR.findall(written))
    found: dict[int, list[str]] = {}
    for each in suggestions:
        # Word lists split unknown words into shorter ones (letre: l'entre).
        if len(_SEPARATOR.findall(each)) > separators:
            continue
        kind = _kind_of_words(written, each)
        if kind is not None and kind <= most and _is_taken(written, each, kind, usual, is_capital=is_capital):
            # An uncommon word ranks like a common word with the next less likely kind of mistake.
            rank = kind if each.casefold() in usual or kind is MistakeKind.ACCENT else kind + 1
            found.setdefault(rank, []).append(each)
    return found[min(found)] if found else []


def is_doubling(one: str, other: str) -> bool:
    """Whether two words differ only in one letter that is doubled in one of them."""
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    return any(
        longer[:at] + longer[at + 1 :] == shorter for at in range(1, len(longer)) if longer[at] == longer[at - 1]
    )


def plain(word: str) -> str:
    """Return the word without accents."""
    return "".join(each for each in unicodedata.normalize("NFD", word) if not unicodedata.combining(each))


def kind_of_mistake(written: str, suggestion: str) -> MistakeKind | None:
    """Return the kind of mistake between both words; None if people do not make such a mistake."""
    if plain(suggestion)[1:] != plain(suggestion)[1:].lower() or any(map(str.isdigit, suggestion)):
        # The suggestion is an abbreviation or the name of a program: csv is not “cSv”, and iptables is not “ip6tables”.
        return None
    one, other = plain(written).casefold(), plain(suggestion).casefold()
    if one == other:
        return MistakeKind.ACCENT
    if _PRODUCTIVE.search(one) and not _PRODUCTIVE.search(other):
        # No list contains all words with this ending: postergable is not “postergale”.
        return None
    # An extra last letter is mostly an ending that the list lacks. People seldom mistake the first letter, unless it is
    # a silent h.
    is_shortened = one[:-1] == other and not is_doubling(one, other)
    if is_shortened or (one[:1] != other[:1] and "h" not in (one[:1], other[:1])):
        return None
    if is_doubling(one, other) or _has_changed_places(one, other) or _has_silent_h(one, other):
        return MistakeKind.FINGER
    distance = DamerauLevenshtein.distance(one, other)
    if distance == 1:
        return MistakeKind.SOUND if len(one) != len(other) else _kind_of_letter(one, other)
    is_far = distance == 2 and len(one) > LONGEST_SHORT_WORD and abs(len(one) - len(other)) < distance
    return MistakeKind.FAR if is_far else None


def _kind_of_words(written: str, suggestion: str) -> MistakeKind | None:
    """Compare phrases word by word and return the least likely kind of mistake."""
    words, others = written.split(" "), suggestion.split(" ")
    if len(words) != len(others):
        return kind_of_mistake(written, suggestion)
    kinds = [kind_of_mistake(one, other) for one, other in zip(words, others, strict=True)]
    return None if None in kinds else max(kind for kind in kinds if kind is not None)


def _is_taken(written: str, suggestion: str, kind: MistakeKind, usual: frozenset[str], *, is_capital: bool) -> bool:
    if kind is MistakeKind.ACCENT:
        # A name may have an accent that a similar word lacks (Münter, munter): keep it.
        if is_capital and _accents(suggestion) < _accents(written):
            return False
        return len(written) >= LONGEST_TINY_WORD or suggestion.casefold() in usual
    if len(written) <= LONGEST_TINY_WORD and not _is_mistake_in_tiny_word(written, suggestion):
        return False
    if _WITHOUT_VOWELS.fullmatch(written):
        # Without a vowel it is an abbreviation: ppc is not “pc”.
        return False
    is_shortened = len(suggestion) < len(written) < SHORTEST_WITH_A_LETTER_TOO_MANY
    if kind is MistakeKind.SOUND and is_shortened and not _has_vowel_too_many(written, suggestion):
        return False
    if is_capital and kind is MistakeKind.FAR:
        return False
    if suggestion.casefold() in usual:
        return True
    if is_capital:
        # Another ending of another length may be the inflection of a name.
        has_other_end = written[-1:] != suggestion[-1:] and len(written) != len(suggestion)
        if len(written) < SHORTEST_COMPOUND or has_other_end:
            return False
    if kind is MistakeKind.SOUND:
        if is_capital and (len(suggestion) < len(written) or _has_other_joint(written, suggestion)):
            return False
        return len(written) >= (SHORTEST_SURE_OF_VOWELS if _is_vowel(written, suggestion) else SHORTEST_SURE_WORD)
    # An uncommon word with the same letters as a short word is a different term: tupla is not “tulpa”.
    is_short = LONGEST_TINY_WORD < len(written) < SHORTEST_SURE_WORD
    return kind is MistakeKind.FINGER and not (
        is_short and _has_changed_places(written.casefold(), suggestion.casefold())
    )


def _is_mistake_in_tiny_word(written: str, suggestion: str) -> bool:
    """Whether a letter of a tiny word was forgotten, doubled or swapped.

    Any other change makes a different word.
    """
    is_forgotten = len(suggestion) - 1 == len(written) == LONGEST_TINY_WORD
    one, other = plain(written).casefold(), plain(suggestion).casefold()
    return is_forgotten or is_doubling(one, other) or _has_changed_places(one, other)


def _is_vowel(written: str, suggestion: str) -> bool:
    """Whether only vowels differ, and they sound different. In French, “en” and “an” sound alike."""
    one, other = plain(written).casefold(), plain(suggestion).casefold()
    if len(one) != len(other) or re.sub("[ae](?=[mn])", "a", one) == re.sub("[ae](?=[mn])", "a", other):
        return False
    return all({a, b} <= _VOWELS for a, b in zip(one, other, strict=True) if a != b)


def _has_other_joint(written: str, suggestion: str) -> bool:
    """Whether the suggestion only adds a letter that may link two parts of a compound, or belongs to another ending.

    Linkgruppe is not “Linksgruppe”, and Aufrufes is not “Aufrufers”.
    """
    if len(suggestion) != len(written) + 1:
        return False
    at = next((at for at, (a, b) in enumerate(zip(written, suggestion, strict=False)) if a != b), len(written))
    return suggestion[at] in "enst" or (suggestion[at:] == "rs" and written.endswith("es"))


def _has_vowel_too_many(written: str, suggestion: str) -> bool:
    one, other = plain(written).casefold(), plain(suggestion).casefold()
    return any(one[:at] + one[at + 1 :] == other for at, letter in enumerate(one) if letter in _VOWELS)


def _accents(word: str) -> int:
    """Count the letters with an accent; ß counts, too."""
    return sum(plain(each) != each or each == "ß" for each in word)


def _has_changed_places(one: str, other: str) -> bool:
    return len(one) == len(other) and sorted(one) == sorted(other) and DamerauLevenshtein.distance(one, other) == 1


def _has_silent_h(one: str, other: str) -> bool:
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    return len(longer) == len(shorter) + 1 and any(
        longer[:at] + longer[at + 1 :] == shorter for at, letter in enumerate(longer) if letter == "h"
    )


def _kind_of_letter(one: str, other: str) -> MistakeKind | None:
    """Return the kind of mistake if words of equal length differ in one letter.

    A different last letter is usually another ending and no mistake.
    """
    at = next(at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b)
    letters = frozenset((one[at], other[at]))
    if at == len(one) - 1:
        return MistakeKind.SOUND if letters in _ALIKE_AT_END else None
    if letters <= _VOWELS or letters in _ALIKE:
        return MistakeKind.SOUND
    # Nearly every short word has another one that differs in one letter: chdir is not “chair”.
    return MistakeKind.FAR if len(one) > LONGEST_SHORT_WORD or _are_neighbors(one[at], other[at]) else None


def _are_neighbors(one: str, other: str) -> bool:
    """Whether the keys of two letters touch each other, on keyboards with QWERTY, or QWERTZ but for y and z."""
    if one not in _KEYS or other not in _KEYS:
        return False
    (row, column), (other_row, other_column) = _KEYS[one], _KEYS[other]
    return abs(row - other_row) <= 1 and abs(column - other_column) <= 1
