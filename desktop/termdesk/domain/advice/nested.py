"""Find terms inside terms, such as "credit" in "credit note", and tell whether their targets agree."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from termdesk.domain.entries.row_ids import RowIds, RowsByPart
from termdesk.domain.entries.row_phrases import RowPhrases
from termdesk.domain.language.composition import fold
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.matching.tokens import is_unspaced

_TOKEN = re.compile(r"\w+|[^\w\s]")
# A single character occurs in half of all phrases and means nothing.
SHORTEST = 2
# Words in more rows than this are not indexed; a worker searches all rows for them.
MOST_LOOKED_UP = 1_000
# At most this many entries with the same source are compared.
_MOST_ALIKE = 16
# With more common terms, every row is checked again: almost all contain one of them.
_MOST_COMMON = 20

HOLDS, HOLDS_OTHERWISE = 1, 2


class NestedIndex:
    """Which entries occur inside others, ignoring case: the longest ones from left to right, without overlap.

    To follow an edit: `take` the old row, change its phrases, `put` it, then `look` at everything that `holders` named
    before and after. Findings are stored as two bits by row; the inner entries are computed on demand.
    """

    def __init__(self, phrases: RowPhrases, pair: LanguagePair) -> None:
        self._phrases = phrases
        self._is_unspaced = is_unspaced(pair.source)
        self._rows = RowIds()
        # For each first word, or first two characters: the lengths of all phrases that begin so, one bit for each.
        self._lengths: dict[str, int] = {}
        self._places = RowsByPart(MOST_LOOKED_UP)
        self._found = bytearray()

    @property
    def end(self) -> int:
        """One more than the last row id."""
        return len(self._phrases.sources)

    # Reading

    def marks(self) -> bytes:
        """The rows that contain others, by id: `HOLDS` entries that agree, `HOLDS_OTHERWISE` entries that do not."""
        return bytes(self._found)

    def inside(self, row_id: int, bit: int) -> tuple[int, ...]:
        """The ids of the entries inside a row, from left to right, that this bit is about."""
        agreeing, others = self._inside(row_id)
        return tuple(dict.fromkeys(agreeing if bit == HOLDS else others))

    # Keeping up

    def take(self, row_ids: Iterable[int]) -> None:
        """Remove rows that are deleted or are about to have other sources."""
        for row_id in row_ids:
            source, _ = self._phrases.shown(row_id)
            if tokens := self._tokens(source):
                self._rows.discard(self._joined(tokens, source), row_id)
                self._places.discard(self._parts(tokens), row_id)

    def put(self, row_ids: Iterable[int]) -> None:
        """Add rows that are new or have other sources."""
        for row_id in row_ids:
            source, _ = self._phrases.shown(row_id)
            if tokens := self._tokens(source):
                self._rows.add(self._joined(tokens, source), row_id)
                self._places.add(self._parts(tokens), row_id)
                first = self._first(tokens, 0)
                self._lengths[first] = self._lengths.get(first, 0) | 1 << len(tokens)

    def holders(self, source: str, shortest: int = SHORTEST) -> Sequence[int] | None:
        """Ids of rows that may contain these phrases, and some more; None if there are too many to list."""
        tokens = self._tokens(source)
        if len(self._joined(tokens)) < shortest:
            return ()
        parts = self._parts(tokens, least=1)
        fewest: Sequence[int] | None = None
        for part in parts:
            rows = self._places.of(part)
            if rows is not None and (fewest is None or len(rows) < len(fewest)):
                fewest = rows
        return fewest if fewest is None or len(parts) == 1 else self._with_all(parts, fewest)

    def _with_all(self, parts: Collection[str], row_ids: Sequence[int]) -> list[int]:
        """The rows that contain all parts somewhere; 20 times as fast as checking them again."""
        sources = self._phrases.sources
        folded = ((row_id, fold(sources[row_id])) for row_id in row_ids)
        return [row_id for row_id, source in folded if all(part in source for part in parts)]

    def holders_of_common(self, sources: Collection[str]) -> Iterable[int]:
        """Ids of rows that may contain one of these phrases, by a search through all rows. For a worker."""
        if len(sources) > _MOST_COMMON:
            return range(self.end)
        anchors = {fold(each) if self._is_unspaced else max(self._tokens(each), key=len) for each in sources}
        folded = ((row_id, fold(source)) for row_id, source in enumerate(self._phrases.sources) if source)
        return [row_id for row_id, source in folded if any(anchor in source for anchor in anchors)]

    def same(self, source: str) -> Sequence[int]:
        """Ids of the rows with this source, ignoring case and spaces."""
        tokens = self._tokens(source)
        return self._rows.of(self._joined(tokens, source)) if tokens else ()

    def look(self, row_ids: Iterable[int]) -> None:
        """Check these rows again."""
        if (missing := self.end - len(self._found)) > 0:
            self._found.extend(bytes(missing))
        for row_id in row_ids:
            agreeing, others = self._inside(row_id)
            self._found[row_id] = (HOLDS if agreeing else 0) | (HOLDS_OTHERWISE if others else 0)

    def _inside(self, row_id: int) -> tuple[list[int], list[int]]:
        """The inner entries whose targets agree, and those of sources without any that agrees."""
        source, target = self._phrases.shown(row_id)
        tokens = self._tokens(source)
        agreeing: list[int] = []
        others: list[int] = []
        if len(tokens) > 1:
            targets, folded = self._phrases.targets, fold(target)
            for rows in self._longest_inside(tokens):
                alike = rows[:_MOST_ALIKE]
                agree = [each for each in alike if fold(targets[each]) in folded]
                (agreeing if agree else others).extend(agree or alike)
        return agreeing, others

    def _longest_inside(self, tokens: Sequence[str]) -> Iterator[Sequence[int]]:
        """The rows of the longest sources inside a phrase, except the whole phrase."""
        place, end = 0, len(tokens)
        while place < end:
            step = 1
            # Nothing longer than the rest of the phrase, and not the whole phrase.
            room = min(end - place, end - 1)
            lengths = self._lengths.get(self._first(tokens, place), 0) & (2 << room) - 1
            while lengths:
                count = lengths.bit_length() - 1
                lengths ^= 1 << count
                key = self._joined(tokens[place : place + count])
                if len(key) >= SHORTEST and (rows := self._rows.of(key)):
                    yield rows
                    step = count
                    break
            place += step

    def _tokens(self, phrase: str) -> Sequence[str]:
        folded = fold(phrase)
        return folded if self._is_unspaced else _TOKEN.findall(folded)

    def _first(self, tokens: Sequence[str], place: int) -> str:
        return str(tokens[place : place + 2]) if self._is_unspaced else tokens[place]

    def _joined(self, tokens: Sequence[str], phrase: str = "") -> str:
        """The key of some tokens. No token contains a space, so a plain phrase is its own key and needs no memory."""
        joined = str(tokens) if self._is_unspaced else " ".join(tokens)
        return phrase if joined == phrase else joined

    def _parts(self, tokens: Sequence[str], *, least: int = 2) -> Collection[str]:
        """The index keys of a row: its words, or pairs of characters if it has none. A single token has none."""
        if len(tokens) < least:
            return ()
        if self._is_unspaced:
            return {str(tokens[place : place + 2]) for place in range(len(tokens) - 1)}
        return set(tokens)
