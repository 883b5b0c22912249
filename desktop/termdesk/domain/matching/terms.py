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
from typing import NamedTuple, TypeVar

from termdesk.domain.language.composition import fold
from termdesk.domain.language.language import root
from termdesk.domain.matching.compounds import compound_heads
from termdesk.domain.matching.hashes import HashedNumbers
from termdesk.domain.matching.term_keys import Lemmatise, WordForms, first_forms, forms_of, second_form
from termdesk.domain.matching.tokens import HYPHENS, JOINT, Tokenizer, Tokens

# JSON can contain lone surrogates; they must not prevent finding terms.
_ANY = "surrogatepass"
_ROW_BITS = 24
_ROWS_AT_ONCE = 2_000
# The most rows in open groups, and the memory of a group and of each of its rows.
_MOST_OPENED = 100_000
_MOST_KNOWN = 20_000
_GROUP_BYTES, _OPENED_BYTES = 600, 250


K = TypeVar("K")
T = TypeVar("T")


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
            keys = first_forms([source for source, _ in chunk], self.tokenizer, forms)
            self._groups.add_all(*_by_key(keys, rows))

    def group(self, first: str, forms: WordForms) -> _Group:
        """The terms whose first word is this one or has this form."""
        group = self._opened.get(first)
        if group is None:
            group = _Group()
            for row in self._groups.get(first):
                for words in self.tokenizer.spellings(self._source(row)):
                    # Another word may have the same hash.
                    if words and first in (fold(words[0]), second_form(words[0], forms)):
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


def _by_key(keys: Sequence[tuple[str, ...]], rows: range) -> tuple[Sequence[str], Sequence[int]]:
    """Each key with its row."""
    return (
        [key for each in keys for key in each],
        [row for row, each in zip(rows, keys, strict=True) for _ in each],
    )


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
        for key in {JOINT.join(map(fold, words)), JOINT.join([second_form(word, forms) for word in words])}:
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
        self._words = _Words(tables, lemmatise)

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
        return list(_TermSearch(self._tables, self._rejected, text, self._words).hits())


class _Phrase(NamedTuple):
    """A term in one spelling: its words, folded, and in their base forms."""

    words: Sequence[str]
    folded: Sequence[str]
    base: Sequence[str]


class _Words:
    """What is known of words and phrases, for all texts that an index is asked for."""

    def __init__(self, tables: Sequence[TermTable], lemmatise: Lemmatise | None) -> None:
        self.tokenizer = tables[0].tokenizer if tables else Tokenizer("en")
        self.forms = forms_of(lemmatise, self.tokenizer)
        self.heads = compound_heads(self.tokenizer.language) if lemmatise else None
        self._is_english = root(self.tokenizer.language) == "en"
        self._tables = tables
        self._lengths: dict[tuple[str, ...], tuple[int, ...]] = {}
        self._phrases: dict[str, list[_Phrase]] = {}

    def lengths(self, keys: tuple[str, ...]) -> Sequence[int]:
        """The numbers of words that terms have which begin with one of these keys, the largest first."""
        known = self._lengths.get(keys)
        if known is None:
            groups = (table.group(key, self.forms) for table in self._tables for key in keys)
            known = tuple(sorted(set().union(*(group.lengths for group in groups)), reverse=True))
            _keep(self._lengths, keys, known)
        return known

    def phrases(self, source: str) -> list[_Phrase]:
        """A term in its spellings."""
        known = self._phrases.get(source)
        if known is None:
            known = [
                _Phrase(words, [fold(word) for word in words], [self._base_of_term(word) for word in words])
                for words in self.tokenizer.spellings(source)
            ]
            _keep(self._phrases, source, known)
        return known

    def _base_of_term(self, word: str) -> str:
        # Terms as “bearing” and “closed” are words of their own: “bears” and “close” are no forms of them.
        folded = fold(word)
        return folded if self._is_english and folded.endswith(("ing", "ed")) else self.forms[word]


def _keep(known: dict[K, T], key: K, value: T) -> None:
    if len(known) >= _MOST_KNOWN:
        known.clear()
    known[key] = value


class _View:
    """The tokens of a text in one spelling, each folded, in its base form, and as terms are found by it."""

    def __init__(self, tokens: Tokens, forms: WordForms) -> None:
        self.words = tokens.words
        self.spans = tokens.spans
        self.folded = tokens.folded
        self.base = [forms[word] for word in tokens.words]
        self.keys = [forms[word] for word in self.base]


class _TermSearch:
    """The search through one text."""

    def __init__(self, tables: Sequence[TermTable], rejected: Sequence[TermTable], text: str, words: _Words) -> None:
        self._tables = tables
        self._rejected = rejected
        self._text = text
        self._words = words
        tokens = words.tokenizer.tokens(text)
        spaced = tokens if words.tokenizer.is_unspaced else tokens.without_hyphens()
        self._spaced = _View(spaced, words.forms)
        # Words that hyphens join, as one word too, with the place of each.
        self._closed = None if spaced is tokens else _View(tokens.closed(), words.forms)
        self._closed_at = {span[0]: place for place, span in enumerate(self._closed.spans)} if self._closed else {}

    def hits(self) -> Iterator[TermHit]:
        place, end = 0, 0
        spans = self._spaced.spans
        while place < len(spans):
            hit = self._hit_at(place)
            if hit is not None:
                yield hit
                end = hit.end
            place += 1
            while place < len(spans) and spans[place][0] < end:
                place += 1

    def _hit_at(self, place: int) -> TermHit | None:
        """The longest term that begins with this token, in either spelling of the text."""
        found = self._longest_at(self._spaced, place)
        closed = self._closed_at.get(self._spaced.spans[place][0])
        if self._closed and closed is not None and self._closed.words[closed] != self._spaced.words[place]:
            other = self._longest_at(self._closed, closed)
            if other and (found is None or other.end > found.end):
                found = other
        return found or self._compound_at(place)

    def _longest_at(self, view: _View, place: int) -> TermHit | None:
        folded, key = view.folded[place], view.keys[place]
        for count in self._words.lengths((folded,) if folded == key else (folded, key)):
            if count <= len(view.words) - place and (hit := self._best(view, place, place + count)):
                return hit
        return None

    def _best(self, view: _View, start: int, stop: int) -> TermHit | None:
        """The term that these tokens are, in its surest form; None if they are none."""
        terms = self._terms(self._tables, view, start, stop)
        if not terms:
            return None
        best = min(terms, key=lambda each: _ORDER[each.exactness])
        source, target = fold(best.source), fold(best.target)
        terms += self._terms(self._rejected, view, start, stop)
        same = (each.target for each in terms if fold(each.source) == source and fold(each.target) != target)
        others = tuple(dict.fromkeys(same)) if len(terms) > 1 else ()
        place = view.spans[start][0], view.spans[stop - 1][1]
        return TermHit(*place, best.source, best.target, best.exactness, others)

    def _terms(self, tables: Sequence[TermTable], view: _View, start: int, stop: int) -> list[_Found]:
        """The terms of these dictionaries that the tokens are, in any form."""
        folded, keys = view.folded[start:stop], view.keys[start:stop]
        found = []
        for table in tables:
            rows = table.group(folded[0], self._words.forms).rows(folded)
            if keys != folded:
                rows = (*rows, *table.group(keys[0], self._words.forms).rows(keys))
            for source, target in map(table.term, sorted(set(rows))) if rows else ():
                if exactness := self._compared(source, view, start, stop):
                    found.append(_Found(source, target, exactness))
        return found

    def _compared(self, source: str, view: _View, start: int, stop: int) -> Exactness | None:
        """How exactly the tokens match a term; None if only the keys are the same."""
        found = [_in_spelling(phrase, view, start, stop) for phrase in self._words.phrases(source)]
        sure = min(filter(None, found), key=_ORDER.__getitem__, default=None)
        if sure is None or sure is Exactness.INFLECTED or self._has_same_hyphens(source, view, start, stop):
            return sure
        return Exactness.OTHER_HYPHEN

    def _has_same_hyphens(self, source: str, view: _View, start: int, stop: int) -> bool:
        if self._closed is None and HYPHENS.isdisjoint(source):
            return True
        written = self._text[view.spans[start][0] : view.spans[stop - 1][1]]
        return _folded(self._words.tokenizer, source) == _folded(self._words.tokenizer, written)

    def _compound_at(self, place: int) -> TermHit | None:
        """The term that is the last part of a compound: Pumpe in Kraftstoffpumpe."""
        if self._words.heads is None:
            return None
        view = self._spaced
        for word in dict.fromkeys((view.words[place], view.base[place])):
            for head in self._words.heads(word):
                for source, target in self._terms_as_written(head):
                    return TermHit(*view.spans[place], source, target, Exactness.COMPOUND)
        return None

    def _terms_as_written(self, folded: str) -> Iterator[tuple[str, str]]:
        """Terms that are this word; base forms of parts of words would be guesses, and take long."""
        for table in self._tables:
            for row in table.group(folded, self._words.forms).rows([folded]):
                source, target = table.term(row)
                if fold(source.strip()) == folded:
                    yield source, target


def _folded(tokenizer: Tokenizer, phrase: str) -> list[str]:
    return [fold(word) for word in tokenizer.words(phrase)]


def _in_spelling(phrase: _Phrase, view: _View, start: int, stop: int) -> Exactness | None:
    if len(phrase.words) != stop - start:
        return None
    folded = view.folded[start:stop]
    if phrase.folded == folded:
        return Exactness.EXACT if phrase.words == view.words[start:stop] else Exactness.OTHER_CASE
    forms = zip(phrase.folded, phrase.base, folded, view.base[start:stop], strict=True)
    return Exactness.INFLECTED if all(_is_form(*each) for each in forms) else None


def _is_form(term: str, term_base: str, word: str, word_base: str) -> bool:
    """Whether two words are forms of one, each given folded and in its base form.

    A form is also compared with a base form: the base of “bearings” is “bearing”, whose own base is “bear”.
    """
    return word_base in (term_base, term) or word in (term, term_base)
