"""Insert and remove items at many places of a column by slices, without visiting the items between."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, TypeVar

Items = TypeVar("Items", list[str], "array[int]")


def remove_at(old: Items, places: Sequence[int]) -> Items:
    """The column without the items at these ascending places."""
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
    """The column with `new[i]` at place `places[i]` of the result; places ascend."""
    result, taken = old[:0], 0
    for place, item in zip(places, new, strict=True):
        if gap := place - len(result):
            result.extend(old[taken : taken + gap])
            taken += gap
        result.append(item)
    result.extend(old[taken:])
    return result


def is_block(places: Sequence[int]) -> bool:
    """Whether ascending places are consecutive; False for none."""
    return len(places) > 0 and places[-1] - places[0] + 1 == len(places)
