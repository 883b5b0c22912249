"""Insert and remove items at many positions of a column with slices, without visiting the items between them."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, TypeVar

Items = TypeVar("Items", list[str], "array[int]")


def remove_at(old: Items, positions: Sequence[int]) -> Items:
    """The column without the items at these ascending positions."""
    if is_block(positions):
        return old[: positions[0]] + old[positions[-1] + 1 :]
    result, taken = old[:0], 0
    for position in positions:
        if position > taken:
            result.extend(old[taken:position])
        taken = position + 1
    result.extend(old[taken:])
    return result


def insert_at(old: Items, positions: Sequence[int], new: Sequence[Any]) -> Items:
    """Return the column with `new[i]` at position `positions[i]` of the result; positions ascend."""
    result, taken = old[:0], 0
    for position, item in zip(positions, new, strict=True):
        if gap := position - len(result):
            result.extend(old[taken : taken + gap])
            taken += gap
        result.append(item)
    result.extend(old[taken:])
    return result


def is_block(positions: Sequence[int]) -> bool:
    """Whether ascending positions are consecutive; False for an empty list."""
    return len(positions) > 0 and positions[-1] - positions[0] + 1 == len(positions)
