"""Keys by which phrases are found: the forms of their first words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from termdesk.domain.matching.letters import OTHER_PLURALS, fold
from termdesk.domain.matching.tokens import Tokenizer

# Returns the base form of a word.
Lemmatize = Callable[[str], str]

_MOST_WORDS_KEPT = 100_000
_MOST_KEYS_KEPT = 20_000
_LINE = "\n"

T = TypeVar("T")


class Memo(dict[str, T]):
    """A cache for the results of a function of a word or phrase.

    The function must not refer to the owner of the memo: that would be a reference cycle, which only the next garbage
    collection frees.
    """

    def __init__(self, compute: Callable[[str], T], *, most: int = _MOST_WORDS_KEPT) -> None:
        super().__init__()
        self._compute = compute
        self._most = most

    def __missing__(self, key: str) -> T:
        if len(self) >= self._most:
            self.clear()
        value = self[key] = self._compute(key)
        return value


class WordForms(Memo[str]):
    """The folded forms of words."""


class WordKeys(Memo[tuple[str, ...]]):
    """The keys of words, without duplicates: the folded word, and its second base form."""

    def __init__(self, forms: WordForms) -> None:
        super().__init__(partial(_keys, forms), most=_MOST_KEYS_KEPT)
        self.forms = forms


def _keys(forms: WordForms, word: str) -> tuple[str, ...]:
    folded, base = fold(word), second_form(word, forms)
    return (folded,) if folded == base else (folded, base)


def forms_of(lemmatize: Lemmatize | None, tokenizer: Tokenizer) -> WordForms:
    """The folded base forms of words; the folded words if there is no `lemmatize`."""
    if lemmatize is None or tokenizer.is_unspaced:
        return WordForms(fold)
    return WordForms(lambda word: fold(lemmatize(word)))


def second_form(word: str, forms: WordForms) -> str:
    """The base form of the base form: it is “bear” for “bearings” and for “bearing”."""
    base = forms[forms[word]]
    # Use the form of “axes” for “axis”, too, though an axis is not an axe.
    return forms[OTHER_PLURALS[base]] if base in OTHER_PLURALS else base


def first_forms(phrases: Sequence[str], tokenizer: Tokenizer, forms: WordForms) -> list[tuple[str, ...]]:
    """The keys of each phrase, from its first token: folded, and in its second base form; empty without tokens.

    Keys have no duplicates.
    """
    lines = tokenizer.spelled(_LINE.join(phrases)).split(_LINE)
    if tokenizer.is_unspaced or len(lines) != len(phrases):
        return [_first_keys(phrase, tokenizer, forms) for phrase in phrases]
    # Fast path: most phrases start with letters or digits and a space. Tokenizing takes ten times as long.
    known, is_word = Memo(partial(_keys, forms)), tokenizer.is_word
    firsts = (line.partition(" ")[0] for line in lines)
    return [
        known[first] if is_word(first) else _first_keys(line, tokenizer, forms)
        for first, line in zip(firsts, lines, strict=True)
    ]


def _first_keys(phrase: str, tokenizer: Tokenizer, forms: WordForms) -> tuple[str, ...]:
    spellings = tokenizer.spellings(phrase)
    return tuple(dict.fromkeys(key for words in spellings if words for key in _keys(forms, words[0])))


def first_words(phrase: str, tokenizer: Tokenizer) -> list[tuple[str, str]]:
    """The first two tokens of each spelling of a phrase; the second is empty if there is only one."""
    if not tokenizer.is_unspaced:
        # The same fast path as in `first_forms`.
        first, _, rest = tokenizer.spelled(phrase).partition(" ")
        second = rest.partition(" ")[0]
        if tokenizer.is_word(first) and (tokenizer.is_word(second) or not rest):
            return [(first, second)]
    spellings = tokenizer.spellings(phrase)
    return [(words[0], words[1] if len(words) > 1 else "") for words in spellings if words]
