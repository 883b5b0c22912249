"""Glossary terms in texts: where they stand, and how they were found.

    table = TermTable([("circuit breaker", "disyuntor")], language="en", lemmatise=lemmatise)
    TermIndex([table], lemmatise=lemmatise).find("Two circuit breakers.")
    # [TermHit(start=4, end=20, source="circuit breaker", target="disyuntor", exactness=Exactness.INFLECTED)]

Service, window and checks use this one matcher, so that none of them finds what another does not.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate, islice
from typing import NamedTuple

from termdesk.domain.language.composition import fold
from termdesk.domain.matching.hashes import HashedNumbers
from termdesk.domain.matching.term_keys import Lemmatise, WordForms, first_forms, forms_of
from termdesk.domain.matching.tokens import JOINT, Tokenizer

# JSON can contain lone surrogates; they must not prevent finding terms.
_ANY = "surrogatepass"
_ROW_BITS = 24
_ROWS_AT_ONCE = 2_000
# The most rows in open groups, and the memory of a group and of each of its rows.
_MOST_OPENED = 100_000
_GROUP_BYTES, _OPENED_BYTES = 600, 250


class Exactness(StrEnum):
    """How a term was found, the surest way first."""

    EXACT = "exact"
    OTHER_CASE = "other case"
    OTHER_HYPHEN = "other hyphen"
    INFLECTED = "inflected"
    COMPOUND = "compound"


_ORDER = {exactness: order for order, exactness in enumerate(Exactness)}


@dataclass(frozen=True, slots=True)
class TermHit:
    """A term in a source text. `start` and `end` count code points of the text.

    `others` are other targets of the same term, in the same dictionary, in a later one or among the rejected.
    """

    start: int
    end: int
    source: str
    target: str
    exactness: Exactness = Exactness.EXACT
    others: tuple[str, ...] = ()


class _Found(NamedTuple):
    source: str
    target: str
    exactness: Exactness


class TermTable:
    """The terms of one dictionary, ready for lookup, in little more memory than their UTF-8 text.

    Phrases are stored as bytes, grouped by the hash of their folded first word, or of its base form if `lemmatise` is
    given. A group is opened, and its terms split into words, when a text first contains such a word. Creating a table
    takes 0.3 s for 100,000 terms, in a worker; the first word may have to load the language's list.
    """

    def __init__(self, pairs: Iterable[tuple[str, str]], *, language: str, lemmatise: Lemmatise | None = None) -> None:
        self.tokenizer = Tokenizer(language)
        self._text = bytearray()
        # The end of each source and target, in bytes.
        self._ends = array("I")
        self._groups = HashedNumbers(_ROW_BITS)
        self._opened: dict[str, _Group] = {}
        self._rows_opened = 0
        self._fill(pairs, forms_of(lemmatise, self.tokenizer))
        self._groups.freeze()

    def __len__(self) -> int:
        return len(self._ends) // 2

    @property
    def size(self) -> int:
        """The approximate memory in bytes."""
        opened = _GROUP_BYTES * len(self._opened) + _OPENED_BYTES * self._rows_opened
        return len(self._text) + self._ends.itemsize * len(self._ends) + self._groups.size + opened

    def _fill(self, pairs: Iterable[tuple[str, str]], forms: WordForms) -> None:
        rest = iter(pairs)
        while chunk := list(islice(rest, _ROWS_AT_ONCE)):
            rows = range(len(self), len(self) + len(chunk))
            phrases = [phrase.encode(errors=_ANY) for pair in chunk for phrase in pair]
            self._ends.extend(islice(accumulate(map(len, phrases), initial=len(self._text)), 1, None))
            self._text += b"".join(phrases)
            self._groups.add_all(first_forms([source for source, _ in chunk], self.tokenizer, forms), rows)

    def group(self, first: str, forms: WordForms) -> _Group:
        """The terms whose first word has this form."""
        group = self._opened.get(first)
        if group is None:
            group = _Group()
            for row in self._groups.get(first):
                words = self.tokenizer.words(self._source(row))
                # Another word may have the same hash.
                if words and forms[words[0]] == first:
                    group.add(row, words, forms)
            # Finding out that there is none is as fast as remembering it.
            if len(group):
                self._remember(first, group)
        return group

    def _remember(self, first: str, group: _Group) -> None:
        if self._rows_opened + len(group) > _MOST_OPENED:
            self._opened.clear()
            self._rows_opened = 0
        self._opened[first] = group
        self._rows_opened += len(group)

    def term(self, row: int) -> tuple[str, str]:
        """Source and target of a row, as in the dictionary."""
        middle, end = self._ends[2 * row], self._ends[2 * row + 1]
        return self._source(row), self._text[middle:end].decode(errors=_ANY)

    def _source(self, row: int) -> str:
        begin = self._ends[2 * row - 1] if row else 0
        return self._text[begin : self._ends[2 * row]].decode(errors=_ANY)


class _Group:
    """Terms by their words: folded, and in their base forms."""

    __slots__ = ("_count", "_rows", "lengths")

    def __init__(self) -> None:
        self.lengths: set[int] = set()
        self._rows: dict[str, tuple[int, ...]] = {}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, row: int, words: Sequence[str], forms: WordForms) -> None:
        for key in {JOINT.join(map(fold, words)), JOINT.join([forms[word] for word in words])}:
            self._rows[key] = (*self._rows.get(key, ()), row)
        self.lengths.add(len(words))
        self._count += 1

    def rows(self, words: Sequence[str]) -> tuple[int, ...]:
        """The rows of the terms with these words, in either form."""
        return self._rows.get(JOINT.join(words), ())


class TermIndex:
    """Finds the terms of some dictionaries of one language: longest first, then as written before other forms.

    If several dictionaries have a term, the first one wins. Targets of `rejected` dictionaries, as forbidden ones,
    are never used; hits name them among their `others`. A text of 10 KiB takes some milliseconds.
    """

    def __init__(
        self, tables: Sequence[TermTable], *, lemmatise: Lemmatise | None = None, rejected: Sequence[TermTable] = ()
    ) -> None:
        self._tables = tables
        self._rejected = rejected
        self._lemmatise = lemmatise

    @classmethod
    def of(cls, pairs: Iterable[tuple[str, str]], *, language: str, lemmatise: Lemmatise | None = None) -> TermIndex:
        """An index of one dictionary."""
        return cls([TermTable(pairs, language=language, lemmatise=lemmatise)], lemmatise=lemmatise)

    def __len__(self) -> int:
        return sum(map(len, self._tables))

    def find(self, text: str) -> list[TermHit]:
        """The terms of a text, from left to right, without overlap."""
        if not len(self):
            return []
        return list(_TermSearch(self._tables, self._rejected, text, self._lemmatise).hits())


class _TermSearch:
    """The search through one text."""

    def __init__(
        self, tables: Sequence[TermTable], rejected: Sequence[TermTable], text: str, lemmatise: Lemmatise | None
    ) -> None:
        self._tables = tables
        self._rejected = rejected
        self._tokenizer = tables[0].tokenizer
        self._tokens = self._tokenizer.tokens(text)
        self._forms = forms_of(lemmatise, self._tokenizer)
        self._folded = self._tokens.folded
        self._base = [self._forms[word] for word in self._tokens.words]
        self._known_lengths: dict[str, list[int]] = {}

    def hits(self) -> Iterator[TermHit]:
        place = 0
        while place < len(self._tokens):
            found = self._longest_at(place)
            if found is None:
                place += 1
                continue
            count, term = found
            start, end = self._tokens.spans[place][0], self._tokens.spans[place + count - 1][1]
            others = self._others(term, place, place + count)
            yield TermHit(start, end, term.source, term.target, term.exactness, others)
            place += count

    def _longest_at(self, place: int) -> tuple[int, _Found] | None:
        room = len(self._tokens) - place
        for count in self._lengths_at(place):
            if count <= room and (found := self._best(place, place + count)):
                return count, found
        return None

    def _lengths_at(self, place: int) -> list[int]:
        first = self._base[place]
        known = self._known_lengths.get(first)
        if known is None:
            lengths: set[int] = set().union(*(table.group(first, self._forms).lengths for table in self._tables))
            known = self._known_lengths[first] = sorted(lengths, reverse=True)
        return known

    def _best(self, start: int, stop: int) -> _Found | None:
        """The term that these tokens are, in its surest form; None if they are none."""
        return min(self._terms(self._tables, start, stop), key=lambda each: _ORDER[each.exactness], default=None)

    def _terms(self, tables: Sequence[TermTable], start: int, stop: int) -> Iterator[_Found]:
        """The terms of these dictionaries that the tokens are, in any form."""
        folded, base = self._folded[start:stop], self._base[start:stop]
        for table in tables:
            group = table.group(base[0], self._forms)
            rows = sorted({*group.rows(folded), *group.rows(base)})
            for source, target in map(table.term, rows):
                if exactness := self._compared(self._tokenizer.words(source), start, stop):
                    yield _Found(source, target, exactness)

    def _others(self, term: _Found, start: int, stop: int) -> tuple[str, ...]:
        """Other targets of a term that was found here."""
        source, target = fold(term.source), fold(term.target)
        found = self._terms([*self._tables, *self._rejected], start, stop)
        same = (each.target for each in found if fold(each.source) == source and fold(each.target) != target)
        return tuple(dict.fromkeys(same))

    def _compared(self, words: Sequence[str], start: int, stop: int) -> Exactness | None:
        """How exactly the tokens match a term with these words; None if only the hash is the same."""
        if len(words) != stop - start:
            return None
        if words == self._tokens.words[start:stop]:
            return Exactness.EXACT
        if [fold(word) for word in words] == self._folded[start:stop]:
            return Exactness.OTHER_CASE
        if [self._forms[word] for word in words] == self._base[start:stop]:
            return Exactness.INFLECTED
        return None
