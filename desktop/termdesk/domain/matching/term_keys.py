"""Keys by which phrases are found. A key is a form of the first word."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from termdesk.domain.matching.hashes import HashedNumbers
from termdesk.domain.matching.letters import OTHER_PLURALS, fold
from termdesk.domain.matching.tokens import Tokenizer

# Returns the base form of a word.
Lemmatize = Callable[[str], str]

_MOST_WORDS_KEPT = 100_000
_MOST_KEYS_KEPT = 20_000
# JSON can contain lone surrogates; they must not prevent finding terms.
ANY_TEXT = "surrogatepass"

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

    def find_second_form(self, word: str) -> str:
        """The same as `second_form`, without keeping the form of a word that is its own base form."""
        base = self.get(word) or self._compute(word)
        if base != word:
            base = self[base]
        return base if base not in OTHER_PLURALS else _singular_of_two(base, self)


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

    def form(word: str) -> str:
        base = lemmatize(word)
        # What `fold` does for most words, without a call.
        return base.lower() if base.isascii() else fold(base)

    return WordForms(form)


def second_form(word: str, forms: WordForms) -> str:
    """The base form of the base form. It is the same for all forms of a word: “bear” for “bearings” and for
    “bearing”.
    """
    return _singular_of_two(forms[forms[word]], forms)


def _singular_of_two(base: str, forms: WordForms) -> str:
    # A plural like “axes” belongs to two nouns, and the list knows one (axe). Use its form for the other (axis), too,
    # so that “axes” finds both.
    return forms[OTHER_PLURALS[base]] if base in OTHER_PLURALS else base


class FirstWordIndex:
    """Finds the rows of phrases by the keys of their first tokens, in each spelling.

    `add` all phrases, then `freeze`, then look up. The keys of a first word are stored once, not for each of its rows.
    """

    def __init__(self, tokenizer: Tokenizer, forms: WordForms, *, row_bits: int) -> None:
        """There are at most two to the power of `row_bits` rows."""
        self._tokenizer = tokenizer
        self._forms = forms
        self._words = _FirstWords(tokenizer, forms, HashedNumbers(row_bits))
        # The rows of phrases whose first token is not certainly the text up to the first space.
        self._phrases = HashedNumbers(row_bits)
        # One more than the last row of each word, and than the row before each row that has the same word; 0 if there
        # is none.
        self._last, self._earlier = array("I"), array("I")
        self._count = 0

    def add(self, firsts: Sequence[str | bytes], phrase: Callable[[int], str]) -> None:
        """Add the next rows. `firsts` has the text of each phrase up to the first space, or its UTF-8 bytes; `phrase`
        returns the phrase of a row.
        """
        start = self._count
        self._count += len(firsts)
        if self._tokenizer.is_unspaced:
            self._add_phrases(range(start, self._count), phrase)
            return
        words, last = self._words, self._words.last
        words.make_room()
        earlier: list[int] = []
        # Most phrases start with a simple word and a space. For these there is no need to tokenize, which takes ten
        # times as long.
        for number, first in enumerate(firsts, start + 1):
            word = words[first]
            earlier.append(last[word])
            last[word] = number
        self._earlier.extend(earlier)
        words.store_keys()
        others = []
        row = last[_NO_WORD]
        while row > start:
            others.append(row - 1)
            row = self._earlier[row - 1]
        self._add_phrases(others, phrase)

    def _add_phrases(self, rows: Iterable[int], phrase: Callable[[int], str]) -> None:
        """Add the rows of phrases that must be split into tokens."""
        hash_of = self._phrases.hash_of
        hashed = [(hash_of(key), row) for row in rows for key in self._keys_of(phrase(row))]
        self._phrases.add_hashed([one for one, _ in hashed], [row for _, row in hashed])

    def _keys_of(self, phrase: str) -> Iterable[str]:
        spellings = self._tokenizer.spellings(self._tokenizer.normalize(phrase))
        return dict.fromkeys(key for words in spellings if words for key in _keys(self._forms, words[0]))

    def freeze(self) -> None:
        """Sort what was added, and release what was needed to add it."""
        self._words.by_key.freeze()
        self._phrases.freeze()
        self._last = array("I", self._words.last)
        self._words = _FirstWords(self._tokenizer, self._forms, self._words.by_key)

    def rows(self, key: str) -> list[int]:
        """The rows whose first word has this key, ascending; perhaps also rows of another key with the same hash."""
        earlier = self._earlier
        rows = self._phrases.get(key)
        for word in self._words.by_key.get(key):
            number = self._last[word]
            while number:
                rows.append(number - 1)
                number = earlier[number - 1]
        if len(rows) > 1:
            rows.sort()
        return rows

    @property
    def size(self) -> int:
        """The memory in bytes."""
        numbers = len(self._last) + len(self._earlier)
        return self._words.by_key.size + self._phrases.size + self._last.itemsize * numbers


# The number of all texts that are not certainly one token.
_NO_WORD = 0


class _FirstWords(dict["str | bytes", int]):
    """Numbers of first words, by the text of a phrase up to its first space, or its UTF-8 bytes."""

    def __init__(self, tokenizer: Tokenizer, forms: WordForms, by_key: HashedNumbers) -> None:
        super().__init__()
        # The numbers of the words with a key.
        self.by_key = by_key
        # One more than the last row with each word; 0 before the first.
        self.last = [0]
        self._normalize, self._is_word, self._find_form = tokenizer.normalize, tokenizer.is_word, forms.find_second_form
        self._keys: list[str] = []
        self._numbers: list[int] = []

    def __missing__(self, first: str | bytes) -> int:
        word = self._normalize(first if isinstance(first, str) else first.decode("utf-8", ANY_TEXT))
        if not self._is_word(word):
            self[first] = _NO_WORD
            return _NO_WORD
        number = self[first] = len(self.last)
        self.last.append(0)
        folded, base = word.lower() if word.isascii() else fold(word), self._find_form(word)
        self._keys.append(folded)
        self._numbers.append(number)
        if base != folded:
            self._keys.append(base)
            self._numbers.append(number)
        return number

    def store_keys(self) -> None:
        """Store the keys of the words that were numbered since the last call."""
        self.by_key.add_hashed(self.by_key.hashes_of(self._keys), self._numbers)
        self._keys, self._numbers = [], []

    def make_room(self) -> None:
        """Forget the words if they are many. The next time, a word gets another number."""
        if len(self) >= _MOST_WORDS_KEPT:
            self.clear()


def all_first_words(phrases: Iterable[str], tokenizer: Tokenizer) -> Iterator[Sequence[tuple[str, str]]]:
    """For each phrase, the first two tokens of each of its spellings. The second is "" if there is only one."""
    normalize, is_word, is_spaced = tokenizer.normalize, tokenizer.is_word, not tokenizer.is_unspaced
    for phrase in phrases:
        # The same fast path as in `FirstWordIndex`.
        first, _, rest = normalize(phrase).partition(" ")
        second = rest.partition(" ")[0]
        if is_spaced and is_word(first) and (is_word(second) or not rest):
            yield ((first, second),)
        else:
            spellings = tokenizer.spellings(phrase)
            yield [(words[0], words[1] if len(words) > 1 else "") for words in spellings if words]
