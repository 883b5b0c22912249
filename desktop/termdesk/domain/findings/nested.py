"""Find terms that a longer entry overrides, such as "credit" in "credit note" with a different target."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence

from termdesk.domain.entries.row_ids import RowIds, RowsByPart
from termdesk.domain.entries.row_phrases import RowPhrases
from termdesk.domain.language.composition import fold
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.matching.tokens import SOFT_HYPHEN, Tokenizer

_TOKEN = re.compile(r"\w+|[^\w\s]")
# A single character occurs in half of all phrases and means nothing.
SHORTEST = 2
# Words in more rows than this are not indexed; a worker searches all rows for them.
MOST_LOOKED_UP = 1_000
# At most this many entries with the same source are compared.
_MOST_ALIKE = 16
# With more frequent terms, check every row again, because almost all contain one of them.
_MOST_COMMON = 20

ENDANGERS = 1

_WORD = re.compile(r"\w+")
_ALTERNATIVES = re.compile(r"[,;/|\u060c\u061b\u3001]")
_MARKS = re.compile(r"[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u3099\u309a]")
# The end of words with this many letters or more may be inflected.
_INFLECTED = 4


class NestedIndex:
    """Index of entries that override shorter entries inside them.

    A text with the longer entry gets the longer one's target. Inside a phrase, the longest entries are found from left
    to right, without overlap. A shorter one is endangered if it makes up at least half of the longer one, and none of
    its targets appears in the longer one's target, not even inflected.

    To follow an edit: `take` the old row, change its phrases, `put` it, then `look` at everything that `holders`
    returned before and after. Findings are stored as one bit by row; the inner entries are computed on demand.
    """

    def __init__(self, phrases: RowPhrases, pair: LanguagePair) -> None:
        self._phrases = phrases
        self._tokenizer = Tokenizer(pair.source)
        self._is_unspaced = self._tokenizer.is_unspaced
        self._rows = RowIds()
        # For each first word, or first two characters: the lengths of all phrases that start with it, one bit for each.
        self._lengths: dict[str, int] = {}
        self._positions = RowsByPart(MOST_LOOKED_UP)
        self._found = bytearray()

    @property
    def end(self) -> int:
        """One more than the last row id."""
        return len(self._phrases.sources)

    # Reading

    def marks(self) -> bytes:
        """By row id: `ENDANGERS` for rows that endanger another one, else 0."""
        return bytes(self._found)

    def inside(self, row_id: int) -> tuple[int, ...]:
        """The ids of the entries that a row endangers, from left to right."""
        return tuple(dict.fromkeys(self._inside(row_id)))

    # Updates

    def take(self, row_ids: Iterable[int]) -> None:
        """Remove rows that are deleted or are about to have other sources."""
        for row_id in row_ids:
            source, _ = self._phrases.find_compared_phrases(row_id)
            if tokens := self._tokens(source):
                self._rows.discard(self._key(tokens, source), row_id)
                self._positions.discard(self._parts(tokens), row_id)

    def put(self, row_ids: Iterable[int]) -> None:
        """Add rows that are new or have other sources."""
        for row_id in row_ids:
            source, _ = self._phrases.find_compared_phrases(row_id)
            if tokens := self._tokens(source):
                self._rows.add(self._key(tokens, source), row_id)
                self._positions.add(self._parts(tokens), row_id)
                first = self._first(tokens, 0)
                self._lengths[first] = self._lengths.get(first, 0) | 1 << len(tokens)

    def holders(self, source: str, shortest: int = SHORTEST) -> Sequence[int] | None:
        """Ids of rows that may contain these phrases, including false positives; None if there are too many to list."""
        tokens = self._tokens(source)
        if len(self._key(tokens)) < shortest:
            return ()
        parts = self._parts(tokens, least=1)
        fewest: Sequence[int] | None = None
        for part in parts:
            rows = self._positions.of(part)
            if rows is not None and (fewest is None or len(rows) < len(fewest)):
                fewest = rows
        return fewest if fewest is None or len(parts) == 1 else self._with_all(parts, fewest)

    def _with_all(self, parts: Collection[str], row_ids: Sequence[int]) -> list[int]:
        """The rows that contain all parts somewhere; 20 times as fast as checking them again."""
        sources = self._phrases.sources
        folded = ((row_id, self._fold(sources[row_id])) for row_id in row_ids)
        return [row_id for row_id, source in folded if all(part in source for part in parts)]

    def holders_of_common(self, sources: Collection[str]) -> Iterable[int]:
        """Ids of rows that may contain one of these phrases, found by searching all rows. For a worker."""
        if len(sources) > _MOST_COMMON:
            return range(self.end)
        anchors = {self._fold(each) if self._is_unspaced else max(self._tokens(each), key=len) for each in sources}
        folded = ((row_id, self._fold(source)) for row_id, source in enumerate(self._phrases.sources) if source)
        return [row_id for row_id, source in folded if any(anchor in source for anchor in anchors)]

    def same(self, source: str) -> Sequence[int]:
        """Ids of the rows with this source, ignoring case and spaces."""
        tokens = self._tokens(source)
        return self._rows.of(self._key(tokens, source)) if tokens else ()

    def look(self, row_ids: Iterable[int]) -> None:
        """Check these rows again."""
        if (missing := self.end - len(self._found)) > 0:
            self._found.extend(bytes(missing))
        for row_id in row_ids:
            self._found[row_id] = ENDANGERS if self._inside(row_id) else 0

    def _inside(self, row_id: int) -> list[int]:
        """The inner entries that a row endangers, including all entries with the same source."""
        source, target = self._phrases.find_compared_phrases(row_id)
        tokens = self._tokens(source)
        found: list[int] = []
        if len(tokens) > 1:
            targets, whole = self._phrases.targets, sum(map(len, tokens))
            for rows, length in self._longest_inside(tokens):
                alike = rows[:_MOST_ALIKE]
                if 2 * length >= whole and not any(_agrees(targets[each], target) for each in alike):
                    found.extend(alike)
        return found

    def _longest_inside(self, tokens: Sequence[str]) -> Iterator[tuple[Sequence[int], int]]:
        """The rows and letters of the longest sources inside a phrase, except the whole phrase."""
        position, end = 0, len(tokens)
        while position < end:
            step = 1
            # Try only lengths that fit into the rest of the phrase, and not the whole phrase.
            room = min(end - position, end - 1)
            lengths = self._lengths.get(self._first(tokens, position), 0) & (2 << room) - 1
            while lengths:
                count = lengths.bit_length() - 1
                lengths ^= 1 << count
                inner = tokens[position : position + count]
                key = self._key(inner)
                if len(key) >= SHORTEST and (rows := self._rows.of(key)):
                    yield rows, sum(map(len, inner))
                    step = count
                    break
            position += step

    def _fold(self, phrase: str) -> str:
        # Normalize as the tokenizer of terms does: all apostrophes are equal, and soft hyphens are ignored.
        return fold(self._tokenizer.normalize(phrase)).replace(SOFT_HYPHEN, "")

    def _tokens(self, phrase: str) -> Sequence[str]:
        folded = self._fold(phrase)
        return folded if self._is_unspaced else _TOKEN.findall(folded)

    def _first(self, tokens: Sequence[str], position: int) -> str:
        return str(tokens[position : position + 2]) if self._is_unspaced else tokens[position]

    def _key(self, tokens: Sequence[str], phrase: str = "") -> str:
        """The key of some tokens.

        Tokens contain no spaces, so a plain phrase is its own key and needs no further memory.
        """
        joined = str(tokens) if self._is_unspaced else " ".join(tokens)
        return phrase if joined == phrase else joined

    def _parts(self, tokens: Sequence[str], *, least: int = 2) -> Collection[str]:
        """The index keys of a row: its words, or pairs of characters if it has none. A single token has none."""
        if len(tokens) < least:
            return ()
        if self._is_unspaced:
            return {str(tokens[position : position + 2]) for position in range(len(tokens) - 1)}
        return set(tokens)


def _agrees(inner: str, outer: str) -> bool:
    """Whether a target appears in the target of a longer entry: unchanged, or one of its alternatives inflected."""
    inner, outer = fold(inner), fold(outer)
    if inner in outer:
        return True
    outer = _without_marks(outer)
    alternatives = (_WORD.findall(each) for each in _ALTERNATIVES.split(_without_marks(inner)))
    return any(words and all(_stem(word) in outer for word in _main(words)) for words in alternatives)


def _main(words: Sequence[str]) -> Sequence[str]:
    """The words without single letters, such as the access key in "File (F)"; all words if nothing else remains."""
    return [word for word in words if len(word) > 1] or words


def _without_marks(folded: str) -> str:
    """Without accents and vowel marks, which inflection moves: "Buch" is in "Bücher"."""
    return folded if folded.isascii() else _MARKS.sub("", unicodedata.normalize("NFD", folded))


def _stem(word: str) -> str:
    """The first two thirds of a word: enough to recognize it in another case or number."""
    return word if len(word) < _INFLECTED else word[: -(-2 * len(word) // 3)]
