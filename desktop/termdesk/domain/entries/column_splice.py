"""Insert and remove items at many positions of a column with slices, without visiting the items between them."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, TypeVar

Items = TypeVar("Items", list[str], "array[int]")


def remove_at(old: Items, places: Sequence[int]) -> Items:
    """The column without the items at these ascending positions."""
    if is_block(places):
        return old[: places[0]] + old[places[-1] + 1 :]
    result, taken = old[:0], 0
    for place in places:
        if place > taken:
            result.extend(old[taken:place])
        taken = place + 1
    result.extend(old[taken:])
    return result


def insert_at(old: Items, places: Sequence[int], new: Sequence[Any]) -> Items:
    """The column with `new[i]` at position `places[i]` of the result; positions ascend."""
    result, taken = old[:0], 0
    for place, item in zip(places, new, strict=True):
        if gap := place - len(result):
            result.extend(old[taken : taken + gap])
            taken += gap
        result.append(item)
    result.extend(old[taken:])
    return result


def is_block(places: Sequence[int]) -> bool:
    """Whether ascending positions are consecutive; False for an empty list."""
    return len(places) > 0 and places[-1] - places[0] + 1 == len(places)
