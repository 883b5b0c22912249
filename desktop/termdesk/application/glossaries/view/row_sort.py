"""Sort half a million rows in chunks, as a list of row numbers.

With 500,000 rows and their sort keys at hand, this takes 170 to 320 ms; Qt's proxy model takes up to 33 seconds. No
call holds the interpreter for more than some 5 ms, so the window continues to paint.

First, blocks of rows are sorted. Then all blocks are cut at the same keys, and the parts between two keys are merged.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import chain, groupby

from termdesk.domain.chunks import chunks
from termdesk.domain.progress import NoProgress, Progress

# One call of `sorted` holds the interpreter until it ends. This many rows take 2 ms, on a slow computer 4 ms.
_SORTED_AT_ONCE = 5_000
# To merge rows takes longer than to sort as many: their texts lie far from each other in memory.
_MERGED_AT_ONCE = 1_500
# The number of keys sampled from all blocks for each merge, to divide all rows evenly.
_SAMPLED = 20


def sort_rows(
    keys: Sequence[str], rows: Sequence[int] | None = None, *, descending: bool, progress: Progress = NoProgress()
) -> array[int]:
    """Return row numbers in the order of their keys: of all rows, or of `rows`, which are ascending.

    Rows with equal keys stay in file order, also if `descending`. `progress` counts half a row for each of the two
    passes.
    """
    chosen = range(len(keys)) if rows is None else rows
    blocks = []
    for chunk in chunks(len(chosen), _SORTED_AT_ONCE):
        blocks.append(sorted(chosen[chunk], key=keys.__getitem__, reverse=descending))
        progress.step(len(blocks) * _SORTED_AT_ONCE // 2, len(chosen))
    result = array("L")
    for parts, is_one_key in _cut_at_keys(blocks, keys, descending=descending):
        if is_one_key:
            # Blocks are in file order, and so are the rows in each block.
            for part in parts:
                result.extend(part)
        else:
            # The parts are already sorted, so sorting them together is a fast merge.
            result.extend(sorted(chain.from_iterable(parts), key=keys.__getitem__, reverse=descending))
        progress.step((len(chosen) + len(result)) // 2, len(chosen))
    # Not all blocks at once: freeing half a million numbers would block the window.
    while blocks:
        blocks.pop()
    return result


def _cut_at_keys(
    blocks: Sequence[list[int]], keys: Sequence[str], *, descending: bool
) -> Iterator[tuple[list[list[int]], bool]]:
    """Cut the sorted blocks at common keys, and yield the first parts of all blocks, then the second parts, and so
    on; also whether all rows in these parts have the same key.
    """
    ascending = [block[::-1] for block in blocks] if descending else blocks
    begins = [0] * len(blocks)
    for key, is_frequent in _dividers(blocks, keys, descending=descending):
        # A frequent key fills parts of its own, which are not sorted: they may contain most rows.
        for includes_key in (False, True) if is_frequent else (False,):
            ends = _ends(ascending, begins, key, keys, includes_key=includes_key, descending=descending)
            yield [block[begin:end] for block, begin, end in zip(blocks, begins, ends, strict=True)], includes_key
            begins = ends
    yield [block[begin:] for block, begin in zip(blocks, begins, strict=True)], False


def _dividers(blocks: Sequence[list[int]], keys: Sequence[str], *, descending: bool) -> Iterator[tuple[str, bool]]:
    """Return keys that divide all rows into parts for one merge each, found by sampling the blocks, and whether a
    merge could not hold all rows with this key.
    """
    step = max(1, _MERGED_AT_ONCE // _SAMPLED)
    sample = sorted((keys[row] for block in blocks for row in block[::step]), reverse=descending)
    for key, equal in groupby(sample[_SAMPLED::_SAMPLED]):
        yield key, len(list(equal)) > 1


def _ends(
    ascending: Sequence[list[int]],
    begins: Sequence[int],
    key: str,
    keys: Sequence[str],
    *,
    includes_key: bool,
    descending: bool,
) -> list[int]:
    """Return the number of rows in each sorted block that precede `key`, or that do not follow it; at least `begins`.

    `ascending` are the blocks in ascending order of their keys.
    """
    bisect = bisect_left if includes_key is descending else bisect_right
    # Parts are about as long in all blocks, so the end is mostly near.
    reach = 1 + 4 * _MERGED_AT_ONCE // len(ascending)
    ends = []
    for block, begin in zip(ascending, begins, strict=True):
        first, last = (0, len(block) - begin) if descending else (begin, len(block))
        border = max(first, last - reach) if descending else min(first + reach, last)
        near, far = ((border, last), (first, border)) if descending else ((first, border), (border, last))
        end = bisect(block, key, *near, key=keys.__getitem__)
        if end == border:
            end = bisect(block, key, *far, key=keys.__getitem__)
        ends.append(len(block) - end if descending else end)
    return ends
