"""The texts of all rows for filters, joined in blocks: a text object for each row would take as much memory again."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, compress

from termdesk.domain.chunks import chunks
from termdesk.domain.entries.entries import SOURCE
from termdesk.domain.language.composition import fold, is_composed

# One separates the columns of a row, the other ends it. No phrase may contain them, so no filter text matches across
# columns or rows; in phrases and filter texts that contain them anyway, they are replaced.
_BETWEEN = "\x1f"
_END = "\x1d"
_IN_PHRASES = str.maketrans(dict.fromkeys(_BETWEEN + _END, "\x1e"))
_BETWEEN_BYTE, _END_BYTE = _BETWEEN.encode(), _END.encode()
# Never part of UTF-8.
_NEEDLE_MARK = b"\xff"

ROWS_IN_BLOCK = 256
# Edits of a block are collected up to this number, because folding one costs as much as folding all of them.
_MOST_COLLECTED = 16
# Above this share of rows that are found, looking at each row takes less time than jumping from one to the next.
_DENSE = 0.25


# The phrases of one row, one for each column.
Phrases = tuple[str, ...]


class FoldedRows:
    """The phrases of each row, case-folded, with composed characters.

    The blocks are UTF-8: one rare character would double the memory of a `str` of many rows. Rows found in UTF-8 are
    the same, because no character's bytes are part of another's.
    """

    def __init__(self, blocks: list[bytes], counts: list[int], collected: dict[int, dict[int, Phrases]]) -> None:
        self._blocks = blocks
        self._counts = counts
        # By block, the phrases of rows edited since it was searched, by their place in it. The next search folds them,
        # in its worker.
        self._collected = collected
        # The first row after each block, computed on demand.
        self._ends: list[int] | None = None

    @classmethod
    def of(cls, columns: Sequence[Sequence[str]]) -> FoldedRows:
        """Fold the rows of these columns, which have the same length."""
        blocks: list[bytes] = []
        counts: list[int] = []
        for chunk in chunks(len(columns[0]), ROWS_IN_BLOCK):
            rows = list(zip(*[column[chunk] for column in columns], strict=True))
            blocks.append(_fold_block(rows))
            counts.append(len(rows))
        return cls(blocks, counts, {})

    def copy(self) -> FoldedRows:
        """Return a copy that can be changed on its own. It shares all blocks that do not change."""
        # A worker that searches folds the edits of a block before it forgets them, so they are copied first.
        collected = {number: edits.copy() for number, edits in self._collected.copy().items()}
        return FoldedRows(self._blocks.copy(), self._counts.copy(), collected)

    def __len__(self) -> int:
        return sum(self._counts)

    def find(self, needle: str, column: int | None = None, among: Sequence[int] | None = None) -> list[int]:
        """Return the numbers of the rows that contain a text in a column (None: in any), ignoring case.

        `column` is the first or the second one. If `among` is given, only these rows are checked; they must be
        ascending.
        """
        folded_needle = _encode(fold(needle.translate(_IN_PHRASES)))
        if not folded_needle:
            return list(range(len(self)) if among is None else among)
        search = _BlockSearch(folded_needle, column)
        found: list[int] = []
        for number, first, candidates in self._blocks_with(among):
            count = self._counts[number]
            rows = search.find_rows(self._fold_collected(number), range(first, first + count))
            if candidates is not None and len(candidates) < count:
                known = set(rows)
                rows = [row for row in candidates if row in known]
            found += rows
        return found

    def _blocks_with(self, among: Sequence[int] | None) -> Iterator[tuple[int, int, Sequence[int] | None]]:
        """Yield the number of each block that has such rows, its first row, and its rows of `among` (None: all)."""
        first = position = 0
        for number, count in enumerate(self._counts):
            if among is None:
                yield number, first, None
            elif position < len(among) and among[position] < first + count:
                begin, position = position, bisect_left(among, first + count, position)
                yield number, first, among[begin:position]
            first += count

    # Edits

    def replace(self, rows: Sequence[int], columns: Sequence[Sequence[str]]) -> None:
        """Replace these rows by those of `columns`."""
        ends = self._find_ends()
        edited = set()
        for row, phrases in zip(rows, zip(*columns, strict=True), strict=True):
            number = bisect_right(ends, row)
            edited.add(number)
            self._collected.setdefault(number, {})[row - ends[number]] = phrases
        for number in edited:
            if len(self._collected[number]) > _MOST_COLLECTED:
                self._fold_collected(number)

    def insert(self, row: int, columns: Sequence[Sequence[str]]) -> None:
        """Insert the rows of these columns before a row."""
        added = _fold_block(list(zip(*columns, strict=True))).split(_END_BYTE)[:-1]
        ends = self._find_ends()
        # New rows after the last one become part of its block.
        number = min(bisect_right(ends, row), max(len(ends) - 1, 0))
        position = slice(number, number + 1)
        rows = self._split(position)
        before = row - sum(self._counts[:number])
        rows[before:before] = added
        self._replace_blocks(position, rows)

    def remove(self, first: int, stop: int) -> None:
        """Remove the rows from `first` to the one before `stop`."""
        ends = self._find_ends()
        position = slice(bisect_right(ends, first), bisect_right(ends, stop - 1) + 1)
        rows = self._split(position)
        before = sum(self._counts[: position.start])
        del rows[first - before : stop - before]
        self._replace_blocks(position, rows)

    def _fold_collected(self, number: int) -> bytes:
        """Return a block with all its edits."""
        # Several workers may do the same at the same time.
        if edits := self._collected.get(number):
            rows = self._blocks[number].split(_END_BYTE)[:-1]
            folded = _fold_block(list(edits.values())).split(_END_BYTE)[:-1]
            for place, row in zip(edits, folded, strict=True):
                rows[place] = row
            self._blocks[number] = _join(rows)
            self._collected.pop(number, None)
        return self._blocks[number]

    def _split(self, position: slice) -> list[bytes]:
        """Return the rows of some blocks."""
        blocks = [self._fold_collected(number) for number in range(*position.indices(len(self._blocks)))]
        return b"".join(blocks).split(_END_BYTE)[:-1]

    def _replace_blocks(self, position: slice, rows: Sequence[bytes]) -> None:
        """Replace some blocks by others with these rows."""
        size = len(rows) if len(rows) <= 2 * ROWS_IN_BLOCK else ROWS_IN_BLOCK
        parts = [rows[chunk] for chunk in chunks(len(rows), size)] if rows else []
        shift = len(parts) - (position.stop - position.start)
        if shift:
            self._collected = {
                number + shift if number >= position.stop else number: edits
                for number, edits in self._collected.items()
            }
        self._blocks[position] = map(_join, parts)
        self._counts[position] = map(len, parts)
        self._ends = None

    def _find_ends(self) -> list[int]:
        if self._ends is None:
            self._ends = list(accumulate(self._counts))
        return self._ends


def _fold_block(rows: Sequence[Phrases]) -> bytes:
    folded = [text.casefold() for text in map(_BETWEEN.join, rows)]
    block = _END.join(folded) + _END
    # Composing each row, or replacing what separates the phrases, would take as long as folding. Few blocks need it.
    if block.count(_END) != len(rows) or block.count(_BETWEEN) != len(rows) * (len(rows[0]) - 1):
        return _fold_block([tuple([phrase.translate(_IN_PHRASES) for phrase in row]) for row in rows])
    if not block.isascii() and not is_composed(block):
        block = _END.join(fold(_BETWEEN.join(row)) for row in rows) + _END
    return _encode(block)


def _encode(text: str) -> bytes:
    # Phrases can contain halves of surrogate pairs.
    return text.encode("utf-8", "surrogatepass")


def _join(parts: Sequence[bytes]) -> bytes:
    return b"%s%s" % (_END_BYTE.join(parts), _END_BYTE)


class _BlockSearch:
    """Finds the rows of each block that contain `needle` in a column, or in any."""

    def __init__(self, needle: bytes, column: int | None) -> None:
        self._needle = needle
        self._column = column
        self._is_dense = False
        # A single byte is its own mark. Of the same length, marks are written into one copy of the block.
        self._mark = _NEEDLE_MARK * len(needle) if len(needle) > 1 else b""
        kept = {*(self._mark or needle), *_END_BYTE, *(b"" if column is None else _BETWEEN_BYTE)}
        self._unmarked = bytes(set(range(256)) - kept)

    def find_rows(self, block: bytes, numbers: range) -> list[int]:
        """Return the rows of a block, whose numbers are given."""
        # Most blocks are like the one before.
        rows = self._look_at_each_row(block, numbers) if self._is_dense else self._jump_from_row_to_row(block, numbers)
        self._is_dense = len(rows) > len(numbers) * _DENSE
        return rows

    def _jump_from_row_to_row(self, block: bytes, numbers: range) -> list[int]:
        """Fast if few rows contain the needle."""
        rows: list[int] = []
        row, end = numbers.start, 0
        at = block.find(self._needle)
        while at >= 0:
            row += block.count(_END_BYTE, end, at)
            end = block.find(_END_BYTE, at)
            if self._column is None or self._is_in_column(block, at, end):
                rows.append(row)
            at = block.find(self._needle, end)
        return rows

    def _is_in_column(self, block: bytes, at: int, end: int) -> bool:
        """Return whether a row that ends at `end`, with the needle first at `at`, contains it in the column."""
        between = block.find(_BETWEEN_BYTE, at, end)
        if self._column == SOURCE:
            return between >= 0
        return between < 0 or block.find(self._needle, between, end) >= 0

    def _look_at_each_row(self, block: bytes, numbers: range) -> list[int]:
        """Fast if many rows contain the needle: only marks are left of each row."""
        marked = block.replace(self._needle, self._mark) if self._mark else block
        rows = marked.translate(None, self._unmarked).split(_END_BYTE)
        if self._column is None:
            return list(compress(numbers, rows))
        side = 0 if self._column == SOURCE else -1
        return [number for number, row in zip(numbers, rows, strict=False) if row[side] != _BETWEEN_BYTE[0]]
