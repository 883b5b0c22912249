"""Splits sentences into words for the trained engine, and joins words with their spaces and capitals.

A mark at a word's edge means that there is no space, so joining needs no language rules. Words are in lower case for
the model; their usual spelling inside sentences is counted in the corpus.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from termdesk.domain.language.language import root

# Languages without spaces between words are split into characters.
_BY_CHARACTER = frozenset({"ja", "zh"})
JOINT = "\ue000"
# Characters that have a meaning in the engine's files.
_RESERVED = str.maketrans({"#": "\ue001", "|": "\ue002"})
_RESTORED = str.maketrans({"\ue001": "#", "\ue002": "|"})
_EAST = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
# Separate vowel signs and accents belong to words, but `\w` does not match them.
_SIGNS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670"
_WORDS = re.compile(rf"[\w{_SIGNS}]+(?:['’·-][\w{_SIGNS}]+)*|[^\w\s]")
_WORDS_AND_CHARACTERS = re.compile(rf"[{_EAST}]|[^\W{_EAST}]+(?:['’-][^\W{_EAST}]+)*|[^\w\s]")
_CHARACTER = re.compile(f"[{_EAST}]")
_LETTER = re.compile(r"[^\W\d_]")


def words_of(sentence: str, language: str) -> list[str]:
    """Return the words of a sentence with their capitals. A punctuation mark gets `JOINT` at each side where no space
    is.
    """
    return [word for word, _ in find_placed_words(unicodedata.normalize("NFC", sentence), language)]


def find_placed_words(text: str, language: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """Like `words_of`, with each word's range in code points. Only for texts in NFC."""
    pattern = _WORDS_AND_CHARACTERS if root(language) in _BY_CHARACTER else _WORDS
    end = 0
    for match in pattern.finditer(text):
        word = match.group()
        is_sign = not (word[0].isalnum() or word[0] == "_")
        if is_sign:
            touches_left = match.start() == end and match.start() > 0
            touches_right = match.end() < len(text) and not text[match.end()].isspace()
            word = (JOINT if touches_left else "") + word + (JOINT if touches_right else "")
        yield word.translate(_RESERVED), match.span()
        end = match.end()


def lower_words(words: Iterable[str]) -> list[str]:
    """Return the words in lower case."""
    return [word.lower() for word in words]


def join_words(words: Sequence[str]) -> str:
    """Join the words to a sentence."""
    chunks: list[str] = []
    previous = ""
    for word in words:
        if previous and not _touch(previous, word):
            chunks.append(" ")
        chunks.append(word.strip(JOINT).translate(_RESTORED))
        previous = word
    return "".join(chunks)


def _touch(previous: str, word: str) -> bool:
    if previous.endswith(JOINT) or word.startswith(JOINT):
        return True
    return bool(_CHARACTER.match(previous[-1:]) or _CHARACTER.match(word[:1]))


def has_letter(word: str) -> bool:
    """Whether a word has a letter."""
    return _LETTER.search(word) is not None


def has_letter_or_digit(word: str) -> bool:
    """Whether a word has a letter or a digit."""
    return any(map(str.isalnum, word))


def usual_writing(sentences: Iterable[Sequence[str]]) -> dict[str, str]:
    """Return the usual spelling of each word that mostly has capitals, by the word in lower case.

    The first word of a sentence does not count.
    """
    seen: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for words in sentences:
        for word in words[1:]:
            seen[word.lower()][word] += 1
    usual = {lower: forms.most_common(1)[0][0] for lower, forms in seen.items()}
    return {lower: form for lower, form in usual.items() if form != lower}


def rewritten(words: Sequence[str], *, source: Sequence[str], usual: Mapping[str, str]) -> list[str]:
    """Return the words with the capitals of the source or the corpus. The first word follows the source."""
    if _shouts(source):
        return [word.upper() for word in words]
    of_source = {word.lower(): word for word in source[1:] if word != word.lower()}
    written = [of_source.get(word) or usual.get(word) or word for word in words]
    first_of_source = next((word for word in source if has_letter(word)), "")
    for position, word in enumerate(written):
        if has_letter(word):
            if first_of_source[:1].isupper() and word[:1].islower():
                written[position] = word[:1].upper() + word[1:]
            break
    return written


def _shouts(words: Sequence[str]) -> bool:
    letters = "".join(word for word in words if has_letter(word))
    return len(letters) > 1 and letters.isupper() and len(words) > 1
