"""The terms of one dictionary, ready for lookup with little memory."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, islice, repeat

from termdesk.domain.matching.hashes import HashedNumbers
from termdesk.domain.matching.letters import fold
from termdesk.domain.matching.term_keys import (
    Lemmatize,
    WordForms,
    WordKeys,
    first_forms,
    first_words,
    forms_of,
    second_form,
)
from termdesk.domain.matching.tokens import JOINT, LONGEST_ABBREVIATION, Tokenizer

# JSON can contain lone surrogates; they must not prevent finding terms.
_ANY = "surrogatepass"
_ROW_BITS = 24
_ROWS_AT_ONCE = 2_000
# Maximum number of rows in open groups; estimated memory of a first word and of each of its rows.
_MOST_OPENED = 100_000
_GROUP_BYTES, _OPENED_BYTES = 600, 250


class TermGroup:
    """Terms that start with the same two words, by their words joined with `JOINT`: folded, and in
    second base forms.
    """

    __slots__ = ("_rows", "lengths")

    def __init__(self) -> None:
        self.lengths: set[int] = set()
        self._rows: dict[str, tuple[int, ...]] = {}

    def add(self, row: int, words: Sequence[str], forms: WordForms) -> None:
        """Add a term in one of its spellings."""
        for key in {JOINT.join(map(fold, words)), JOINT.join([second_form(word, forms) for word in words])}:
            rows = self._rows.get(key, ())
            if row not in rows:
                self._rows[key] = (*rows, row)
        self.lengths.add(len(words))

    def rows(self, joined: str) -> tuple[int, ...]:
        """The rows, ascending, of the terms with these words in either form; `joined` has the words joined with
        `JOINT`.
        """
        return self._rows.get(joined, ())

    def thirds(self) -> Iterator[str]:
        """The third words of its terms, in both forms; of shorter terms, there is none."""
        for key in self._rows:
            words = key.split(JOINT, 3)
            if len(words) > 2:
                yield words[2]


class _Phrases:
    """Phrases by row, stored as bytes; missing rows are empty."""

    __slots__ = ("_ends", "_text")

    def __init__(self) -> None:
        self._text = bytearray()
        # End of each phrase in bytes.
        self._ends = array("I")

    def __len__(self) -> int:
        return len(self._ends)

    def __getitem__(self, row: int) -> str:
        if row >= len(self._ends):
            return ""
        begin = self._ends[row - 1] if row else 0
        return self._text[begin : self._ends[row]].decode(errors=_ANY)

    def put(self, phrases: Iterable[str], first_row: int) -> None:
        """Append phrases; the first has this row number. Rows in between are empty."""
        encoded = [phrase.encode(errors=_ANY) for phrase in phrases]
        self._ends.extend(repeat(len(self._text), first_row - len(self._ends)))
        self._ends.extend(islice(accumulate(map(len, encoded), initial=len(self._text)), 1, None))
        self._text += b"".join(encoded)

    @property
    def size(self) -> int:
        """Bytes of memory."""
        return len(self._text) + self._ends.itemsize * len(self._ends)


# Rows by the second word in both its forms, or by "" for terms of one word; replaced by a group on first use.
Beginnings = dict[str, list[int] | TermGroup]


class TermTable:
    """The terms of one dictionary, ready for lookup, in little more memory than their UTF-8 text.

    Phrases are stored as bytes and found by the hash of their folded first word, or of its base form if `lemmatize` is
    given. When a text first contains the first word, its terms are listed by their second word; when it contains both
    words, they are split into words. Creating a table takes 0.3 s for 100,000 terms, in a worker; the first word may
    have to load the language's list.
    """

    def __init__(self, pairs: Iterable[tuple[str, str]], *, language: str, lemmatize: Lemmatize | None = None) -> None:
        self.tokenizer = Tokenizer(language)
        self._sources, self._targets = _Phrases(), _Phrases()
        self._first_words = HashedNumbers(_ROW_BITS)
        self._opened: dict[str, Beginnings] = {}
        self._rows_opened = 0
        # Counts of terms that are longer than abbreviations.
        self._longer = self._longer_in_capitals = 0
        self._fill(pairs, forms_of(lemmatize, self.tokenizer))
        self._first_words.freeze()

    def __len__(self) -> int:
        return len(self._sources)

    @property
    def size(self) -> int:
        """The approximate memory in bytes."""
        opened = _GROUP_BYTES * len(self._opened) + _OPENED_BYTES * self._rows_opened
        return self._sources.size + self._targets.size + self._first_words.size + opened

    def _fill(self, pairs: Iterable[tuple[str, str]], forms: WordForms) -> None:
        rest = iter(pairs)
        while chunk := list(islice(rest, _ROWS_AT_ONCE)):
            rows = range(len(self), len(self) + len(chunk))
            sources, targets = [source for source, _ in chunk], [target for _, target in chunk]
            self._sources.put(sources, rows.start)
            longer = [source for source in sources if len(source) > LONGEST_ABBREVIATION]
            self._longer += len(longer)
            self._longer_in_capitals += sum(map(str.isupper, longer))
            # Terms that are only searched for have no targets.
            if any(targets):
                self._targets.put(targets, rows.start)
            self._first_words.add_all(*_by_key(first_forms(sources, self.tokenizer, forms), rows))

    def beginnings(self, first: str, keys: WordKeys) -> Beginnings:
        """The terms whose first word is this word or has this form."""
        known = self._opened.get(first)
        if known is not None:
            return known
        found: dict[str, list[int]] = {}
        for row in self._first_words.get(first):
            for one, two in first_words(self._sources[row], self.tokenizer):
                # Another word can have the same hash.
                if first in keys[one]:
                    for key in keys[two] if two else ("",):
                        found.setdefault(key, []).append(row)
        beginnings: Beginnings = {**found}
        # An empty result is not cached, because finding it again is as fast.
        if found:
            self._count_opened(sum(map(len, found.values())))
            self._opened[first] = beginnings
        return beginnings

    def groups(self, beginnings: Beginnings, first: str, second: str, keys: WordKeys) -> list[TermGroup]:
        """The groups of terms with only the first word, and with this second word; `beginnings` belong to the first
        word.
        """
        found = (self.group(beginnings, first, each, keys) for each in ("", second) if each in beginnings)
        return [group for group in found if group is not None]

    def group(self, beginnings: Beginnings, first: str, second: str, keys: WordKeys) -> TermGroup | None:
        """The group of terms with this second word; `beginnings` belong to the first word."""
        found = beginnings.get(second)
        if isinstance(found, list):
            self._count_opened(len(found))
            group = TermGroup()
            for row in dict.fromkeys(found):
                for words in self.tokenizer.spellings(self._sources[row]):
                    if words and first in keys[words[0]]:
                        group.add(row, words, keys.forms)
            beginnings[second] = found = group
        return found

    @property
    def is_in_capitals(self) -> bool:
        """Whether most terms are in capitals, so that capitals do not indicate abbreviations."""
        return 2 * self._longer_in_capitals > self._longer

    def _count_opened(self, rows: int) -> None:
        if self._rows_opened + rows > _MOST_OPENED:
            self._opened.clear()
            self._rows_opened = 0
        self._rows_opened += rows

    def term(self, row: int) -> tuple[str, str]:
        """Source and target of a row, as in the dictionary."""
        return self._sources[row], self._targets[row]


def _by_key(keys: Sequence[tuple[str, ...]], rows: range) -> tuple[Sequence[str], Sequence[int]]:
    """Flatten the keys of the rows into a list of keys and a list of their rows."""
    return (
        [key for each in keys for key in each],
        [row for row, each in zip(rows, keys, strict=True) for _ in each],
    )
