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


def second_form(word: str, forms: WordForms) -> str:
    """The base form of the base form: of “bearings” it is “bear”, as of “bearing”."""
    return forms[forms[word]]


def first_forms(phrases: Sequence[str], tokenizer: Tokenizer, forms: WordForms) -> list[tuple[str, ...]]:
    """The keys of each phrase: its first token folded and in its second base form, each once; none without tokens."""
    lines = compose(_LINE.join(phrases)).split(_LINE)
    if tokenizer.is_unspaced or len(lines) != len(phrases):
        return [_keys(phrase, tokenizer, forms) for phrase in phrases]
    # Fast path: most phrases begin with letters or digits and a space. Tokenizing takes ten times as long.
    known: dict[str, tuple[str, ...]] = {}
    found = []
    for line in lines:
        first = line.partition(" ")[0]
        if not first.isalnum():
            found.append(_keys(line, tokenizer, forms))
            continue
        keys = known.get(first)
        if keys is None:
            keys = known[first] = _both(first, forms)
        found.append(keys)
    return found


def _keys(phrase: str, tokenizer: Tokenizer, forms: WordForms) -> tuple[str, ...]:
    spellings = tokenizer.spellings(phrase)
    return tuple(dict.fromkeys(key for words in spellings if words for key in _both(words[0], forms)))


def _both(word: str, forms: WordForms) -> tuple[str, ...]:
    folded, base = fold(word), second_form(word, forms)
    return (folded,) if folded == base else (folded, base)
