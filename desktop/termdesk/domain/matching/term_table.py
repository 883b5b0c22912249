"""The terms of one dictionary, ready for lookup with little memory."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, islice

from termdesk.domain.entries import delimited
from termdesk.domain.language.inner_ends import EndMarks, InnerEnds, marks_of
from termdesk.domain.matching.term_keys import (
    ANY_TEXT,
    FirstWordIndex,
    Lemmatize,
    WordKeys,
    all_first_words,
    forms_of,
)
from termdesk.domain.matching.tokens import JOINT, LONGEST_ABBREVIATION, Tokenizer

_TAB, _LINE, _SPACE = b"\t", b"\n", b" "
# The signs of a line of two phrases without quotes, and all other bytes than the signs of a TSV.
_LINE_SIGNS = b"\t\n"
_OTHER_SIGNS = bytes(set(range(256)).difference(b'\t\n\r"'))
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

    def add(self, row: int, words: Sequence[str], keys: WordKeys) -> None:
        """Add a term in one of its spellings."""
        found = [keys[word] for word in words]
        folded, bases = JOINT.join([each[0] for each in found]), JOINT.join([each[-1] for each in found])
        for key in (folded,) if folded == bases else (folded, bases):
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


class _PhraseList:
    """Phrases in one block of UTF-8 text. A phrase may contain any character, because it is found by its position."""

    __slots__ = ("_ends", "_text")

    def __init__(self, phrases: Sequence[str]) -> None:
        joined = "".join(phrases)
        if joined.isascii():
            self._text, lengths = joined.encode(), map(len, phrases)
        else:
            encoded = [phrase.encode("utf-8", ANY_TEXT) for phrase in phrases]
            self._text, lengths = b"".join(encoded), map(len, encoded)
        self._ends = array("I", accumulate(lengths, initial=0))

    def __len__(self) -> int:
        return len(self._ends) - 1

    def __getitem__(self, index: int) -> str:
        return self._text[self._ends[index] : self._ends[index + 1]].decode("utf-8", ANY_TEXT)

    @property
    def text(self) -> bytes:
        """All phrases, without anything in between."""
        return self._text

    @property
    def size(self) -> int:
        """The memory in bytes."""
        return len(self._text) + self._ends.itemsize * len(self._ends)


class _Pairs:
    """Sources and targets of some rows."""

    __slots__ = ("_sources", "_targets")

    def __init__(self, pairs: Sequence[tuple[str, str]]) -> None:
        self._sources = _PhraseList([source for source, _ in pairs])
        targets = [target for _, target in pairs]
        self._targets = _PhraseList(targets) if any(targets) else None

    def source(self, index: int) -> str:
        """The source of a row."""
        return self._sources[index]

    def target(self, index: int) -> str:
        """The target of a row."""
        return self._targets[index] if self._targets else ""

    def sources_with(self, marks: Sequence[EndMarks]) -> Iterator[str]:
        """The sources of all rows, if any of them may contain one of these."""
        if any(end in self._sources.text for mark in marks for end in mark.ends):
            yield from map(self.source, range(len(self._sources)))

    @property
    def size(self) -> int:
        """The memory in bytes."""
        return self._sources.size + (self._targets.size if self._targets else 0)


class _Lines:
    """Sources and targets of some rows: lines of two phrases with a tab in between. Where each line starts is found out
    on first use.
    """

    __slots__ = ("_starts", "_text")

    def __init__(self, text: bytes) -> None:
        self._text = text
        self._starts = array("I")

    def source(self, index: int) -> str:
        """The source of a row."""
        start = self._start(index)
        return self._text[start : self._text.index(_TAB, start)].decode("utf-8", ANY_TEXT)

    def target(self, index: int) -> str:
        """The target of a row."""
        start = self._text.index(_TAB, self._start(index)) + 1
        return self._text[start : self._text.index(_LINE, start)].decode("utf-8", ANY_TEXT)

    def _start(self, index: int) -> int:
        if not self._starts:
            lines = self._text.splitlines(keepends=True)
            self._starts = array("I", islice(accumulate(map(len, lines), initial=0), len(lines)))
        return self._starts[index]

    def sources_with(self, marks: Sequence[EndMarks]) -> Iterator[str]:
        """The sources that contain one of these. A source with several comes several times."""
        text = self._text
        for sign, ends in marks:
            position = text.find(sign)
            while position >= 0:
                if not text.startswith(ends, position):
                    position = text.find(sign, position + 1)
                    continue
                start, end = text.rfind(_LINE, 0, position) + 1, text.index(_LINE, position)
                tab = text.index(_TAB, start)
                if position < tab:
                    yield text[start:tab].decode("utf-8", ANY_TEXT)
                position = text.find(sign, end)

    @property
    def size(self) -> int:
        """The memory in bytes."""
        return len(self._text) + self._starts.itemsize * len(self._starts)


class _TermRows:
    """Sources and targets by row, in the order in which they are put."""

    __slots__ = ("_chunks", "_count", "_first_rows")

    def __init__(self) -> None:
        self._chunks: list[_Pairs | _Lines] = []
        self._first_rows: list[int] = []
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def source(self, row: int) -> str:
        """The source of a row."""
        number = bisect_right(self._first_rows, row) - 1
        return self._chunks[number].source(row - self._first_rows[number])

    def sources(self, rows: Sequence[int]) -> list[str]:
        """The sources of some rows."""
        first_rows, chunks = self._first_rows, self._chunks
        numbers = [bisect_right(first_rows, row) - 1 for row in rows]
        return [chunks[number].source(row - first_rows[number]) for row, number in zip(rows, numbers, strict=True)]

    def target(self, row: int) -> str:
        """The target of a row."""
        number = bisect_right(self._first_rows, row) - 1
        return self._chunks[number].target(row - self._first_rows[number])

    def put(self, pairs: Sequence[tuple[str, str]]) -> list[str]:
        """Append some thousand rows. Return the text of each source up to its first space."""
        self._append(_Pairs(pairs), len(pairs))
        return [source.partition(" ")[0] for source, _ in pairs]

    def put_lines(self, block: bytes) -> list[bytes] | None:
        """Append the rows of a TSV in one go. Return the text of each source up to its first space.

        Return None if the TSV is not simple: each line must be two phrases with a tab in between.
        """
        signs = block.translate(None, delete=_OTHER_SIGNS)
        if signs != _LINE_SIGNS * (len(signs) // len(_LINE_SIGNS)):
            return None
        lines = block.replace(_TAB, _SPACE).split(_LINE)
        # What is behind the last line is empty.
        del lines[-1]
        self._append(_Lines(block), len(lines))
        return [line.partition(_SPACE)[0] for line in lines]

    def _append(self, chunk: _Pairs | _Lines, rows: int) -> None:
        self._chunks.append(chunk)
        self._first_rows.append(self._count)
        self._count += rows

    def sources_with(self, marks: Sequence[EndMarks]) -> Iterator[str]:
        """Sources among which are all that contain one of these."""
        for chunk in self._chunks:
            yield from chunk.sources_with(marks)

    @property
    def size(self) -> int:
        """The memory that the rows take, in bytes."""
        return sum(chunk.size for chunk in self._chunks)


# The terms with one first word, by each form of their second word, or by "" for terms of one word. The rows of a second
# word are replaced by a group on first use.
Beginnings = dict[str, list[int] | TermGroup]
_NO_SECOND = ("",)


class TermTable:
    """The terms of one dictionary, ready for lookup, in little more memory than their UTF-8 text.

    Phrases are stored as bytes. They are found by the hash of their first word, which is folded, or in its base form if
    `lemmatize` is given. When a text contains a first word for the first time, its terms are listed by their second
    word. When a text contains both words for the first time, these terms are split into words. Creating a table takes
    0.1 to 0.2 s for 100,000 terms, in a worker; the first word may have to load the language's list.
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
        self._first_words = FirstWordIndex(self.tokenizer, forms_of(lemmatize, self.tokenizer), row_bits=_ROW_BITS)
        self._opened: dict[str, Beginnings] = {}
        self._rows_opened = 0
        self._fill(pairs)
        self._fill_lines(tsv, pause)
        self._first_words.freeze()

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def size(self) -> int:
        """The approximate memory in bytes."""
        opened = _GROUP_BYTES * len(self._opened) + _OPENED_BYTES * self._rows_opened
        return self._rows.size + self._first_words.size + opened

    def _fill(self, pairs: Iterable[tuple[str, str]]) -> None:
        rest = iter(pairs)
        while chunk := list(islice(rest, _ROWS_AT_ONCE)):
            self._first_words.add(self._rows.put(chunk), self._rows.source)

    def _fill_lines(self, tsv: bytes, pause: Callable[[], None]) -> None:
        start = 0
        while start < len(tsv):
            stop = tsv.find(_LINE, start + _BYTES_AT_ONCE) + 1 or len(tsv)
            block = tsv[start:stop]
            firsts = self._rows.put_lines(block)
            if firsts is None:
                self._fill(delimited.pairs(block.decode()))
            else:
                self._first_words.add(firsts, self._rows.source)
            start = stop
            pause()

    def beginnings(self, first: str, keys: WordKeys) -> Beginnings:
        """The terms whose first word is this word or has this form."""
        known = self._opened.get(first)
        if known is not None:
            return known
        rows = self._first_words.rows(first)
        if not rows:
            return {}
        found: dict[str, list[int]] = {}
        for row, words in zip(rows, all_first_words(self._rows.sources(rows), self.tokenizer), strict=True):
            for one, two in words:
                # Another word can have the same hash.
                if first in keys[one]:
                    for key in keys[two] if two else _NO_SECOND:
                        if key in found:
                            found[key].append(row)
                        else:
                            found[key] = [row]
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
                        group.add(row, words, keys)
            beginnings[second] = found = group
        return found

    @cached_property
    def is_in_capitals(self) -> bool:
        """Whether most terms are in capitals, so that capitals do not indicate abbreviations."""
        sources = map(self._rows.source, range(len(self)))
        longer = [source for source in sources if len(source) > LONGEST_ABBREVIATION]
        return 2 * sum(map(str.isupper, longer)) > len(longer)

    @cached_property
    def inner_ends(self) -> InnerEnds:
        """The ends of sentences inside its terms. Finding them takes some milliseconds for 100,000 terms."""
        return InnerEnds.of(self._rows.sources_with(marks_of(self.tokenizer.language)))

    def _count_opened(self, rows: int) -> None:
        if self._rows_opened + rows > _MOST_OPENED:
            self._opened.clear()
            self._rows_opened = 0
        self._rows_opened += rows

    def term(self, row: int) -> tuple[str, str]:
        """Source and target of a row, as in the dictionary."""
        return self._rows.source(row), self._rows.target(row)
