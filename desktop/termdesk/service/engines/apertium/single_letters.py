"""Letters that are names, as in “Option A”: Apertium takes A, I, O and Y for words."""

from __future__ import annotations

import re

from termdesk.domain.language.language import root
from termdesk.service.engines.placeholders import PLACEHOLDER
from termdesk.service.engines.translation_engine import Sentence

# Where a single letter may be a name: after a word, in brackets, or before another letter.
_PLACE = r"(?:(?<=\w )|(?<=[\w\])][,;] )|(?<=[/(])|^(?=\w, \w\b)|(?<=: )(?=\w, \w\b))([AEIOUY])"
# A letter before a capitalized word is excluded, because it may be a word in a title.
_LETTER = re.compile(rf"{_PLACE}(?=$|[,;:.!?)/\]]|\s(?!(?!ZQX)[A-ZÀ-Þ][\w'’]))(?!['’]|\.\w)")
# In a text in capitals any word has a capital. So there a letter is a name only where it cannot be a word.
_LETTER_IN_CAPITALS = re.compile(rf"{_PLACE}(?=$|[,;:!?)/\]]|\s\d|\s(?:AND|OR|Y|O|E|ET|OU) \w\b)")
_NUMBERED = re.compile(
    r"\b(?:types?|parts?|class|phase|category|chapter|section|volume|table|figure|level|annex) $", re.I
)
# The length of the longest word in `_NUMBERED`, with its space.
_LONGEST_NUMBERED = 9
# A quick check, because few texts contain such a letter.
_LONE_LETTER = re.compile(r"[AEIOUY]\b(?<!\w.)")
_HIDDEN = re.compile(r"zq([aeiouy])q", re.IGNORECASE)
_PLACEHOLDERS = re.compile(PLACEHOLDER, re.IGNORECASE)


def hide_letters(sentence: str, language: str) -> str:
    """Replace the letters that are names by words that no dictionary contains."""
    if not _LONE_LETTER.search(sentence):
        return sentence
    is_english = root(language) == "en"
    words = _PLACEHOLDERS.sub("", sentence)

    def hide(match: re.Match[str]) -> str:
        [letter] = match.groups()
        before = max(0, match.start() - _LONGEST_NUMBERED)
        is_pronoun = is_english and letter == "I" and not _NUMBERED.search(sentence, before, match.start())
        return match.group() if is_pronoun else f"ZQ{letter}Q"

    return (_LETTER_IN_CAPITALS if words.isupper() else _LETTER).sub(hide, sentence)


def restore_letters(answer: Sentence) -> tuple[str, tuple[str, ...]]:
    """Return the text with the letters restored, and the unknown words without them."""
    text = _HIDDEN.sub(lambda match: match.group(1).upper(), answer.text)
    return text, tuple(word for word in answer.unknown if not _HIDDEN.fullmatch(word))
