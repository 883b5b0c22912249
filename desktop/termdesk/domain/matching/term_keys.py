"""The keys that phrases are found by: the form of their first word."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from termdesk.domain.language.composition import compose, fold
from termdesk.domain.matching.tokens import Tokenizer

# Gives the base form of a word.
Lemmatise = Callable[[str], str]

_MOST_WORDS_KEPT = 100_000
_LINE = "\n"


class WordForms(dict[str, str]):
    """The forms of words, each computed once."""

    def __init__(self, form: Callable[[str], str]) -> None:
        super().__init__()
        self._form = form

    def __missing__(self, word: str) -> str:
        if len(self) >= _MOST_WORDS_KEPT:
            self.clear()
        form = self[word] = self._form(word)
        return form


def forms_of(lemmatise: Lemmatise | None, tokenizer: Tokenizer) -> WordForms:
    """The folded base forms of words; the folded words if there are no base forms."""
    if lemmatise is None or tokenizer.is_unspaced:
        return WordForms(fold)
    return WordForms(lambda word: fold(lemmatise(word)))


def first_forms(phrases: Sequence[str], tokenizer: Tokenizer, forms: WordForms) -> list[str]:
    """The form of the first token of each phrase; "" for a phrase without tokens."""
    lines = compose(_LINE.join(phrases)).split(_LINE)
    if tokenizer.is_unspaced or len(lines) != len(phrases):
        return [_first_form(phrase, tokenizer, forms) for phrase in phrases]
    # Fast path: most phrases begin with letters or digits and a space. Tokenizing takes ten times as long.
    found = []
    for line in lines:
        first = line.partition(" ")[0]
        found.append(forms[first] if first.isalnum() else _first_form(line, tokenizer, forms))
    return found


def _first_form(phrase: str, tokenizer: Tokenizer, forms: WordForms) -> str:
    words = tokenizer.words(phrase)
    return forms[words[0]] if words else ""
