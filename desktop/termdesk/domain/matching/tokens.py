"""Split texts into the tokens that terms are matched by: words, or character clusters in unspaced languages."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate

from termdesk.domain.language.capitals import has_dotless_i
from termdesk.domain.language.composition import ComposedText, compose, mark_ranges
from termdesk.domain.language.language import root
from termdesk.domain.language.units import UNITS

# Languages without spaces between words: terms are found anywhere, not only at word boundaries.
UNSPACED = frozenset({"ja", "th", "zh"})

# A hyphen that joins two words makes only another spelling: set-up, set up.
HYPHENS = frozenset("-\u2010\u2011")

SOFT_HYPHEN = "\u00ad"

# Typographic apostrophes, and the apostrophe letter of Ukrainian words.
_APOSTROPHES = "\u2019\u2018\u02bc"

# ISO 639 code for texts of several languages. Terms are found in languages with and without spaces between words.
ANY_LANGUAGE = "mul"

# Terms in capitals up to this length are usually abbreviations. In lower case many of them are other words: IT, US,
# WHO.
LONGEST_ABBREVIATION = 3

# No token contains this character.
JOINT = "\x1f"

_BLANK = frozenset(("", " "))
_UNIT_LETTERS = frozenset("ABGHJMNPTVWabcdghklmoprsµμΩ")
_NUMBER_BEFORE_UNIT = rf"\d+(?=(?:{UNITS})(?!\w))"
# The pattern tries words that begin with a letter first, because most tokens of a text in ASCII are such words.
_PLAIN_TOKEN = re.compile(rf"([A-Za-z_][A-Za-z_0-9]*|{_NUMBER_BEFORE_UNIT}|[A-Za-z_0-9]+|\S)")
# Words separated by single spaces, without punctuation: most terms.
_PLAIN_PHRASE = re.compile(r"(?:[^\W\d]\w*|\d+)(?: (?:[^\W\d]\w*|\d+))*")
# An ending in brackets, which writes singular and plural as one word: Pumpe(n).
_BOTH_NUMBERS = re.compile(r"(?<=\w{3})\((s|es|e|n|en|nen|er|(?<=[ae]u\()x)\)(?!\w)")
# A word before an apostrophe that may replace an accent: citta', perche'.
_WITH_APOSTROPHE = re.compile(r"\w+[aeiou]", re.IGNORECASE)
_ACCENTED = str.maketrans("aeiouAEIOU", "àèìòùÀÈÌÒÙ")
# Thai, Lao, kana and Han.
UNSPACED_SCRIPTS = (
    "\u0e00-\u0eff\u3005-\u3007\u3021-\u3029\u3031-\u3035\u303b\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
_UNSPACED_LETTER = re.compile(f"[{UNSPACED_SCRIPTS}]")
# Thai and Lao vowels that are written before their consonant, and those after it.
_VOWELS_BEFORE = "\u0e40-\u0e44\u0ec0-\u0ec4"
_VOWELS_BEHIND = "\u0e30\u0e32\u0e33\u0e45\u0eb0\u0eb2\u0eb3"


# Not frozen: a frozen value takes three times as long to create, and each text has several of these.
@dataclass(slots=True)
class Tokens:
    """The tokens of a text in composed form, with their positions in the original text, in code points."""

    words: Sequence[str]
    spans: Sequence[tuple[int, int]]

    def __len__(self) -> int:
        return len(self.words)

    def without_hyphens(self, *, may_have_blanks: bool = False) -> Tokens:
        """The tokens without hyphens between words. With `may_have_blanks`, the hyphens may have spaces around them."""
        if HYPHENS.isdisjoint(self.words):
            return self
        is_joint = self._is_between_words if may_have_blanks else self._is_joint
        joints = {index for index, word in enumerate(self.words) if word in HYPHENS and is_joint(index)}
        if not joints:
            return self
        left = [index for index in range(len(self)) if index not in joints]
        return Tokens([self.words[index] for index in left], [self.spans[index] for index in left])

    def join_hyphenated(self) -> Tokens:
        """The tokens, in which words joined by hyphens are one word: e-mail becomes email."""
        if HYPHENS.isdisjoint(self.words):
            return self
        joints = {index for index, word in enumerate(self.words) if word in HYPHENS and self._is_joint(index)}
        if not joints:
            return self
        words: list[str] = []
        spans: list[tuple[int, int]] = []
        for index, (word, span) in enumerate(zip(self.words, self.spans, strict=True)):
            if index in joints:
                continue
            if index - 1 in joints:
                words[-1] += word
                spans[-1] = spans[-1][0], span[1]
            else:
                words.append(word)
                spans.append(span)
        return Tokens(words, spans)

    def _is_joint(self, index: int) -> bool:
        """Whether this token, a hyphen, joins two words without spaces."""
        return (
            self._is_between_words(index)
            and self.spans[index - 1][1] == self.spans[index][0]
            and self.spans[index][1] == self.spans[index + 1][0]
        )

    def _is_between_words(self, index: int) -> bool:
        """Whether this token, a hyphen, is between two words, with or without spaces."""
        return 0 < index < len(self) - 1 and self.words[index - 1][-1].isalnum() and self.words[index + 1][0].isalnum()


def space_hyphens(text: str) -> str:
    """A text with a space in place of each hyphen."""
    for hyphen in HYPHENS:
        text = text.replace(hyphen, " ")
    return text


def is_cut(text: str, start: int, end: int) -> bool:
    """Whether a range splits a number, an abbreviation or a name: 2 of 2.5 or 2V, U.S. of U.S.A., C of C++."""
    before, sign = text[start - 1 : start], text[end : end + 1]
    if before in _BLANK and sign in _BLANK:
        # Nothing is split between spaces, as most terms are.
        return False
    if (before in {".", ","} and text[start].isdigit() and text[max(0, start - 2) : start - 1].isdigit()) or (
        before.isdigit() and text[start] in _UNIT_LETTERS
    ):
        return True
    last, after = text[end - 1], text[end + 1 : end + 2]
    if sign in {".", ","}:
        return last.isdigit() and after.isdigit()
    if last.isdigit() and sign and sign in _UNIT_LETTERS:
        return True
    if last == ".":
        return sign.isupper() or sign.islower()
    return last.isascii() and last.isalnum() and ((sign == "#" and not after.isdigit()) or sign + after == "++")


def is_other_than_abbreviation(written: str, term: str) -> bool:
    """Whether a term is an abbreviation in capitals, and the text has a word with other capitalization instead."""
    is_abbreviation = len(term) <= LONGEST_ABBREVIATION and term.isupper()
    return is_abbreviation and not written.isupper() and written[1:] == written[1:].lower()


def is_unspaced(language: str) -> bool:
    """Whether this language has no spaces between words."""
    return root(language) in UNSPACED


class Tokenizer:
    """Splits texts of one language, or of `ANY_LANGUAGE`, into tokens."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.is_unspaced = is_unspaced(language)
        self._is_mixed = language == ANY_LANGUAGE
        self._has_dotless_i = has_dotless_i(language)
        self._has_final_accents = root(language) == "it"
        # Whether a composed text is certainly one token.
        self.is_word: Callable[[str], bool] = _is_spaced_word if self._is_mixed else str.isalpha

    def tokens(self, text: str) -> Tokens:
        """The tokens of a text, with their positions."""
        whole = None if text.isascii() else ComposedText.of(text)
        composed = whole.text if whole else text
        spelled = self._normalize(composed)
        # What is between the tokens, and the tokens: splitting is faster than a match object for each token.
        parts: list[str] = self._pattern(spelled).split(spelled)
        ends = list(accumulate(map(len, parts)))
        words, spans = parts[1::2], list(zip(ends[::2], ends[1::2], strict=False))
        if whole and whole.starts is not None:
            spans = [whole.original_span(*span) for span in spans]
        # Only other texts need their tokens cleaned. Skipping that is ten times as fast, and most texts are plain.
        is_plain = not self.is_unspaced and SOFT_HYPHEN not in composed
        return Tokens(words if is_plain else list(map(_word, words)), spans)

    def spellings(self, phrase: str) -> list[list[str]]:
        """The spellings of a phrase as lists of tokens: without hyphens between words, and then with hyphenated words
        joined.

        The second is left out if it is the same. For words such as Pumpe(n), the spellings without and with the ending
        follow: Pumpe, Pumpen.
        """
        words = self.normalize(phrase).split(" ")
        if not self.is_unspaced and all(map(self.is_word, words)):
            # Most phrases are words of letters only, and have one spelling. Finding that out is five times as fast.
            return [words]
        if "(" in phrase and _BOTH_NUMBERS.search(phrase):
            forms = [phrase, _BOTH_NUMBERS.sub("", phrase), _BOTH_NUMBERS.sub(r"\1", phrase)]
            return [words for form in forms for words in self.hyphen_spellings(form)]
        return self.hyphen_spellings(phrase)

    def hyphen_spellings(self, phrase: str) -> list[list[str]]:
        """The tokens of a phrase without hyphens between words. If it differs, also those with hyphenated words
        joined.
        """
        has_accent = self._has_final_accents and "'" in self.normalize(phrase)
        if self.is_unspaced or (HYPHENS.isdisjoint(phrase) and not has_accent):
            return [self.words(phrase)]
        tokens = self.restore_accents(self.tokens(phrase.strip()))
        spaced, closed = tokens.without_hyphens(), tokens.join_hyphenated()
        return [list(spaced.words)] if len(spaced) == len(closed) else [list(spaced.words), list(closed.words)]

    def join_hyphenated(self, tokens: Tokens) -> Tokens:
        """Tokens in which words joined by hyphens are one word, and Italian apostrophes are accents."""
        if self.is_unspaced:
            return tokens
        return self.restore_accents(tokens.join_hyphenated())

    def restore_accents(self, tokens: Tokens) -> Tokens:
        """Tokens in which Italian apostrophes after final vowels are accents: citta' becomes città."""
        return _with_accents(tokens) if self._has_final_accents and "'" in tokens.words else tokens

    def normalize(self, text: str) -> str:
        """A text in composed form with straight apostrophes, and with dotted and dotless i as in the language."""
        if text.isascii() and not self._has_dotless_i:
            return text
        return self._normalize(compose(text))

    def _normalize(self, composed: str) -> str:
        if not composed.isascii():
            for apostrophe in _APOSTROPHES:
                composed = composed.replace(apostrophe, "'")
        return composed.replace("\u0130", "i").replace("I", "\u0131") if self._has_dotless_i else composed

    def is_plain(self, composed: str) -> bool:
        """Whether a phrase consists of words with single spaces between them."""
        if self.is_unspaced or _PLAIN_PHRASE.fullmatch(composed) is None:
            return False
        return not self._is_mixed or _has_spaces_only(composed)

    def words(self, phrase: str) -> list[str]:
        """The tokens of a phrase without their positions; surrounding white space is ignored."""
        text = self.normalize(phrase)
        if self.is_plain(text):
            return text.split(" ")
        return [_word(found) for found in self._pattern(text).findall(text.strip())]

    def _pattern(self, composed: str) -> re.Pattern[str]:
        """The pattern of a token, with one group around it."""
        if self.is_unspaced:
            return _compile_unspaced_token()
        if composed.isascii():
            return _PLAIN_TOKEN
        return _compile_mixed_token() if self._is_mixed else _compile_spaced_token()


def _with_accents(tokens: Tokens) -> Tokens:
    """Tokens in which an apostrophe after a final vowel is an accent, unless it is a quotation mark."""
    words: list[str] = []
    spans: list[tuple[int, int]] = []
    end, is_quotation = 0, False
    for number, (word, (start, stop)) in enumerate(zip(tokens.words, tokens.spans, strict=True)):
        is_behind_word = start == end and bool(words)
        is_before_word = number + 1 < len(tokens) and tokens.spans[number + 1][0] == stop
        if word != "'" or not is_behind_word or is_quotation or not _WITH_APOSTROPHE.fullmatch(words[-1]):
            is_quotation = is_quotation ^ (word == "'" and is_behind_word != is_before_word)
            words.append(word)
            spans.append((start, stop))
        elif is_before_word and tokens.words[number + 1][0].isalnum():
            words.append(word)
            spans.append((start, stop))
        else:
            last = "é" if words[-1].endswith("che") else words[-1][-1].translate(_ACCENTED)
            words[-1], spans[-1] = words[-1][:-1] + last, (spans[-1][0], stop)
        end = stop
    return Tokens(words, spans) if len(words) < len(tokens) else tokens


def _has_spaces_only(composed: str) -> bool:
    """Whether all words of a text are in scripts with spaces between words."""
    return composed.isascii() or _UNSPACED_LETTER.search(composed) is None


def _is_spaced_word(composed: str) -> bool:
    return composed.isalpha() and _has_spaces_only(composed)


def _word(found: str) -> str:
    # Soft hyphens are not part of words; they only mark possible line breaks.
    return " " if found.isspace() else found.replace(SOFT_HYPHEN, "") or found


@cache
def _compile_unspaced_token() -> re.Pattern[str]:
    # A space is a token here: a phrase with a space differs from the same characters without it.
    return re.compile(rf"({_write_mixed_pattern()}|\s+)")


@cache
def _compile_mixed_token() -> re.Pattern[str]:
    return re.compile(f"({_write_mixed_pattern()})")


def _write_mixed_pattern() -> str:
    marks = mark_ranges()
    latin = f"(?:[^\\W{UNSPACED_SCRIPTS}][{marks}{SOFT_HYPHEN}]*)+"
    cluster = f"[{_VOWELS_BEFORE}]?[^\\s][{marks}]*[{_VOWELS_BEHIND}]?"
    return f"{latin}|{cluster}"


@cache
def _compile_spaced_token() -> re.Pattern[str]:
    # Marks are added, because `re` does not count them as word characters, and letters would lose accents and vowel
    # signs.
    marks = mark_ranges()
    return re.compile(rf"({_NUMBER_BEFORE_UNIT}|[\w{marks}{SOFT_HYPHEN}]+|[^\w\s{marks}{SOFT_HYPHEN}])")
