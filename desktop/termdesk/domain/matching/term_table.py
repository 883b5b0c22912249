"""The terms of one dictionary, ready for lookup with little memory."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, compress, islice, repeat

from termdesk.domain.entries import delimited
from termdesk.domain.matching.hashes import HashedNumbers
from termdesk.domain.matching.letters import fold
from termdesk.domain.matching.term_keys import (
    FirstKeys,
    Lemmatize,
    WordForms,
    WordKeys,
    first_words,
    forms_of,
    second_form,
)
from termdesk.domain.matching.tokens import JOINT, LONGEST_ABBREVIATION, Tokenizer

# JSON can contain lone surrogates; they must not prevent finding terms.
_ANY = "surrogatepass"
_TAB, _LINE = b"\t", b"\n"
_ROW_BITS = 24
_ROWS_AT_ONCE = 2_000
_BYTES_AT_ONCE = 65_536
# The maximum number of rows that are split into words, and the estimated memory for a first word and for each of its
# rows.
_MOST_OPENED = 100_000
_GROUP_BYTES, _OPENED_BYTES = 600, 250


class TermGroup:
    """Terms that start with the same two words. Each is found by its words, joined with `JOINT`: folded, or in second
    base forms.
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
        """The rows of the terms with these words in either form, ascending. `joined` has the words joined with
        `JOINT`.
        """
        return self._rows.get(joined, ())

    def thirds(self) -> Iterator[str]:
        """The third words of its terms, in both forms. Shorter terms have none."""
        for key in self._rows:
            words = key.split(JOINT, 3)
            if len(words) > 2:
                yield words[2]


class _TermRows:
    """Sources and targets by row, in one text of lines with a tab between both.

    A phrase may contain any character, because it is found by its position.
    """

    __slots__ = ("_lengths", "_starts", "_text")

    def __init__(self) -> None:
        self._text = bytearray()
        # The position of each line and the length of its source, in bytes. The lengths of the last rows may be missing:
        # their lines have no target and no tab, so the line is the source.
        self._starts, self._lengths = array("I"), array("I")

    def __len__(self) -> int:
        return len(self._starts)

    def source(self, row: int) -> str:
        """The source of a row."""
        start = self._starts[row]
        return self._text[start : start + self._length(row)].decode(errors=_ANY)

    def target(self, row: int) -> str:
        """The target of a row."""
        start = self._starts[row] + self._length(row) + 1
        return self._text[start : self._stop(row) - 1].decode(errors=_ANY)

    def _stop(self, row: int) -> int:
        return self._starts[row + 1] if row + 1 < len(self) else len(self._text)

    def _length(self, row: int) -> int:
        return self._lengths[row] if row < len(self._lengths) else self._stop(row) - self._starts[row]

    def put(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Append a row for each pair of source and target. The order of the rows is the order of the calls."""
        encoded = [(source.encode(errors=_ANY), target.encode(errors=_ANY)) for source, target in pairs]
        lines = [b"%b\t%b\n" % pair if pair[1] else pair[0] for pair in encoded]
        lengths = [len(source) for source, _ in encoded] if any(target for _, target in encoded) else []
        self._append(b"".join(lines), lines, lengths)

    def put_lines(self, block: bytes) -> bool:
        """Append the rows of a TSV in one go. Return False if the TSV is not simple: each line must be two phrases with
        a tab in between.
        """
        lines = block.splitlines(keepends=True)
        if b'"' in block or b"\r" in block or not block.endswith(_LINE) or block.count(_TAB) != len(lines):
            return False
        lengths = list(map(bytes.find, lines, repeat(_TAB)))
        if -1 in lengths:
            return False
        self._append(block, lines, lengths)
        return True

    def _append(self, block: bytes, lines: Sequence[bytes], lengths: Sequence[int]) -> None:
        if lengths:
            self._lengths.extend([self._length(row) for row in range(len(self._lengths), len(self))])
        starts = accumulate(map(len, lines), initial=len(self._text))
        self._starts.extend(islice(starts, len(lines)))
        self._lengths.extend(lengths)
        self._text += block

    @property
    def size(self) -> int:
        """The memory that the table takes, in bytes."""
        return len(self._text) + self._starts.itemsize * (len(self._starts) + len(self._lengths))


# The terms with one first word, by each form of their second word, or by "" for terms of one word. The rows of a second
# word are replaced by a group on first use.
Beginnings = dict[str, list[int] | TermGroup]


class TermTable:
    """The terms of one dictionary, ready for lookup, in little more memory than their UTF-8 text.

    Phrases are stored as bytes. They are found by the hash of their first word, which is folded, or in its base form if
    `lemmatize` is given. When a text contains a first word for the first time, its terms are listed by their second
    word. When a text contains both words for the first time, these terms are split into words. Creating a table takes
    0.2 s for 100,000 terms, in a worker; the first word may have to load the language's list.
    """

    def __init__(
        self,
        pairs: Iterable[tuple[str, str]] = (),
        *,
        tsv: bytes = b"",
        language: str,
        lemmatize: Lemmatize | None = None,
        pause: Callable[[], None] = lambda: None,
    ) -> None:
        """Read terms from `pairs`, and then from a `tsv` as `delimited.write` makes it. A `tsv` is faster.

        `pause` is called every few milliseconds while the `tsv` is read. Raises MalformedText, and the errors of
        `pause`.
        """
        self.tokenizer = Tokenizer(language)
        self._rows = _TermRows()
        self._first_words = HashedNumbers(_ROW_BITS)
        self._opened: dict[str, Beginnings] = {}
        self._rows_opened = 0
        known = FirstKeys(self.tokenizer, forms_of(lemmatize, self.tokenizer), self._first_words.hash_of)
        self._fill(pairs, known)
        self._fill_lines(tsv, known, pause)
        self._first_words.freeze()

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def size(self) -> int:
        """The approximate memory in bytes."""
        opened = _GROUP_BYTES * len(self._opened) + _OPENED_BYTES * self._rows_opened
        return self._rows.size + self._first_words.size + opened

    def _fill(self, pairs: Iterable[tuple[str, str]], known: FirstKeys) -> None:
        rest = iter(pairs)
        while chunk := list(islice(rest, _ROWS_AT_ONCE)):
            self._rows.put(chunk)
            self._index([source.partition(" ")[0] for source, _ in chunk], known)

    def _fill_lines(self, tsv: bytes, known: FirstKeys, pause: Callable[[], None]) -> None:
        start = 0
        while start < len(tsv):
            stop = tsv.find(_LINE, start + _BYTES_AT_ONCE) + 1 or len(tsv)
            block = tsv[start:stop]
            text = block.decode()
            if self._rows.put_lines(block):
                lines = text.replace("\t", " ").split("\n")
                del lines[-1]
                self._index([line.partition(" ")[0] for line in lines], known)
            else:
                self._fill(delimited.pairs(text), known)
            start = stop
            pause()

    def _index(self, firsts: Sequence[str], known: FirstKeys) -> None:
        """Index the last rows by their first words."""
        rows = range(len(self) - len(firsts), len(self))
        hashes = known.of(firsts, lambda position: self._rows.source(rows[position]))
        self._first_words.add_hashed([each[0] for each in hashes if each], compress(rows, hashes))
        others = [(one, row) for row, each in zip(rows, hashes, strict=True) if len(each) > 1 for one in each[1:]]
        self._first_words.add_hashed([one for one, _ in others], [row for _, row in others])

    def beginnings(self, first: str, keys: WordKeys) -> Beginnings:
        """The terms whose first word is this word or has this form."""
        known = self._opened.get(first)
        if known is not None:
            return known
        found: dict[str, list[int]] = {}
        for row in self._first_words.get(first):
            for one, two in first_words(self._rows.source(row), self.tokenizer):
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
        """The group of terms that consist of the first word only, and the group of those with this second word.

        `beginnings` belong to the first word.
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
                for words in self.tokenizer.spellings(self._rows.source(row)):
                    if words and first in keys[words[0]]:
                        group.add(row, words, keys.forms)
            beginnings[second] = found = group
        return found

    @cached_property
    def is_in_capitals(self) -> bool:
        """Whether most terms are in capitals, so that capitals do not indicate abbreviations."""
        sources = map(self._rows.source, range(len(self)))
        longer = [source for source in sources if len(source) > LONGEST_ABBREVIATION]
        return 2 * sum(map(str.isupper, longer)) > len(longer)

    def _count_opened(self, rows: int) -> None:
        if self._rows_opened + rows > _MOST_OPENED:
            self._opened.clear()
            self._rows_opened = 0
        self._rows_opened += rows

    def term(self, row: int) -> tuple[str, str]:
        """Source and target of a row, as in the dictionary."""
        return self._rows.source(row), self._rows.target(row)
