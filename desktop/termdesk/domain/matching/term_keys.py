"""Keys by which phrases are found. A key is a form of the first word."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
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
    """A cache of folded base forms. Without `lemmatize`, the form of a word is the folded word."""
    if lemmatize is None or tokenizer.is_unspaced:
        return WordForms(fold)
    return WordForms(lambda word: fold(lemmatize(word)))


def second_form(word: str, forms: WordForms) -> str:
    """The base form of the base form. It is the same for all forms of a word: “bear” for “bearings” and for
    “bearing”.
    """
    base = forms[forms[word]]
    # A plural like “axes” belongs to two nouns, and the list knows one (axe). Use its form for the other (axis), too,
    # so that “axes” finds both.
    return forms[OTHER_PLURALS[base]] if base in OTHER_PLURALS else base


class FirstKeys:
    """The hashes of the keys of phrases. The keys are those of the first token in each spelling, without duplicates."""

    def __init__(self, tokenizer: Tokenizer, forms: WordForms, hashed: Callable[[str], int]) -> None:
        self._tokenizer = tokenizer
        self._forms = forms
        self._hashed = hashed
        # The hashes by the text before the first space; None if that is not certainly one token.
        self._known: dict[str, tuple[int, ...] | None] = {}

    def of(self, firsts: Sequence[str], phrase: Callable[[int], str]) -> list[tuple[int, ...]]:
        """The hashes of the keys of each phrase; empty for a phrase without tokens.

        `firsts` has the text of each phrase up to the first space. `phrase` returns a whole phrase by its index.
        """
        # Most phrases start with a simple word and a space. For these there is no need to tokenize, which takes ten
        # times as long.
        firsts = _normalize_words(firsts, self._tokenizer)
        if len(self._known) >= _MOST_WORDS_KEPT:
            self._known.clear()
        self._learn(set(firsts).difference(self._known))
        found = list(map(self._known.__getitem__, firsts))
        return [self._of_phrase(phrase(position)) if each is None else each for position, each in enumerate(found)]

    def _learn(self, words: Collection[str]) -> None:
        is_word, forms, hashed = self._tokenizer.is_word, self._forms, self._hashed
        if self._tokenizer.is_unspaced:
            self._known.update(dict.fromkeys(words))
            return
        for word in words:
            self._known[word] = tuple(map(hashed, _keys(forms, word))) if is_word(word) else None

    def _of_phrase(self, phrase: str) -> tuple[int, ...]:
        keys = _first_keys(self._tokenizer.normalize(phrase), self._tokenizer, self._forms)
        return tuple(map(self._hashed, keys))


def _normalize_words(words: Sequence[str], tokenizer: Tokenizer) -> Sequence[str]:
    """The words in the spelling of tokens. They are tested together, because nearly always nothing changes."""
    together = _LINE.join(words)
    spelled = tokenizer.normalize(together)
    return words if spelled == together else list(map(tokenizer.normalize, words))


def _first_keys(phrase: str, tokenizer: Tokenizer, forms: WordForms) -> tuple[str, ...]:
    spellings = tokenizer.spellings(phrase)
    return tuple(dict.fromkeys(key for words in spellings if words for key in _keys(forms, words[0])))


def first_words(phrase: str, tokenizer: Tokenizer) -> list[tuple[str, str]]:
    """The first two tokens of each spelling of a phrase. The second is "" if there is only one."""
    if not tokenizer.is_unspaced:
        # The same fast path as in `FirstKeys`.
        first, _, rest = tokenizer.normalize(phrase).partition(" ")
        second = rest.partition(" ")[0]
        if tokenizer.is_word(first) and (tokenizer.is_word(second) or not rest):
            return [(first, second)]
    spellings = tokenizer.spellings(phrase)
    return [(words[0], words[1] if len(words) > 1 else "") for words in spellings if words]
