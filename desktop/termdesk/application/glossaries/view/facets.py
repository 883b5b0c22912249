"""Facets: properties of rows, to filter and to count by.

The values of a facet are stored in one of these ways:

* Classes       one value for each row, as one byte: a few calls in C filter and count 400,000 rows
* ManyClasses   one value for each row and language: a row has all of these values
* Marks         a list of rows for each value, for values that few rows have
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import compress, repeat
from typing import Protocol

# One byte for each row: 1 for rows that are shown.
Mask = bytes
# The value of rows that have no other value. It cannot be the name of a domain, because it starts with a null
# character.
NOTHING = "\x00nothing"
# In `ManyClasses`: the code of a row that has no value in a language.
NO_CODE = 255
_OPPOSITE = bytes([1, *[0] * 255])

Counts = dict["Facet", dict[str, int]]


class Facet(StrEnum):
    """What rows can be filtered by, apart from their texts."""

    VIOLATION = "problem"
    CHANGE = "change"
    INCOMPLETE = "incomplete"
    STATUS = "status"
    DOMAIN = "domain"
    NOTE = "note"
    SOURCE_LENGTH = "source_length"
    TARGET_LENGTH = "target_length"
    SOURCE_WORDS = "source_words"
    TARGET_WORDS = "target_words"
    SOURCE_SCRIPT = "source_script"
    TARGET_SCRIPT = "target_script"


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of values: shows the rows with one of these values of a facet."""

    facet: Facet
    values: frozenset[str]


class FacetRows(Protocol):
    """The values of a facet for all rows."""

    def mask(self, values: Collection[str]) -> Mask:
        """Return the mask of the rows that have one of these values."""
        ...

    def counts(self, within: Mask | None) -> dict[str, int]:
        """Return the number of rows within a mask for each value. Values without rows may be missing."""
        ...


@dataclass(frozen=True, slots=True)
class Classes:
    """One value for each row: `codes[row]` is an index into `values`."""

    codes: bytes
    values: Sequence[str]

    def mask(self, values: Collection[str]) -> Mask:
        """Return the mask of the rows that have one of these values."""
        table = bytes(number < len(self.values) and self.values[number] in values for number in range(256))
        return self.codes.translate(table)

    def counts(self, within: Mask | None) -> dict[str, int]:
        """Return the number of rows within a mask for each value."""
        if within is None:
            found = {number: self.codes.count(number) for number in range(len(self.values))}
        else:
            found = Counter(compress(self.codes, within))
        return {self.values[number]: count for number, count in found.items() if count}


@dataclass(frozen=True, slots=True)
class ManyClasses:
    """One value for each row and language: `codes[language][row]` is an index into `values`, or `NO_CODE`.

    `NOTHING` is the value of rows that have no value in any language.
    """

    codes: Sequence[bytes]
    values: Sequence[str]

    def mask(self, values: Collection[str]) -> Mask:
        """Return the mask of the rows that have one of these values."""
        table = bytes(number < len(self.values) and self.values[number] in values for number in range(256))
        found = _either([codes.translate(table) for codes in self.codes])
        return _either([found, self._mask_unmarked()]) if NOTHING in values else found

    def counts(self, within: Mask | None) -> dict[str, int]:
        """Return the number of rows within a mask for each value."""
        found = {value: self.mask([value]) for value in [*self.values, NOTHING]}
        numbers = {value: (both(mask, within) or b"").count(1) for value, mask in found.items()}
        return {value: count for value, count in numbers.items() if count}

    def _mask_unmarked(self) -> Mask:
        has_one = bytes(number != NO_CODE for number in range(256))
        return _either([codes.translate(has_one) for codes in self.codes]).translate(_OPPOSITE)


@dataclass(frozen=True, slots=True)
class Marks:
    """The rows of each value; a row may have several values. `NOTHING` is the value of all other rows.

    `total` is the number of all rows.
    """

    rows: Mapping[str, Sequence[int]]
    total: int

    def mask(self, values: Collection[str]) -> Mask:
        """Return the mask of the rows that have one of these values."""
        found = bytearray(self.total)
        if NOTHING in values:
            found = bytearray(repeat(1, self.total))
            for rows in self.rows.values():
                _put(found, rows, 0)
        for value in values:
            _put(found, self.rows.get(value, ()), 1)
        return bytes(found)

    def counts(self, within: Mask | None) -> dict[str, int]:
        """Return the number of rows within a mask for each value."""
        if within is None:
            found = {value: len(rows) for value, rows in self.rows.items()}
        else:
            found = {value: sum(map(within.__getitem__, rows)) for value, rows in self.rows.items()}
        return found | {NOTHING: self._count_unmarked(within)}

    def _count_unmarked(self, within: Mask | None) -> int:
        marked = set().union(*self.rows.values())
        if within is None:
            return self.total - len(marked)
        return within.count(1) - sum(map(within.__getitem__, marked))


def _put(mask: bytearray, rows: Sequence[int], value: int) -> None:
    for row in rows:
        mask[row] = value


def _either(masks: Sequence[Mask]) -> Mask:
    """Return the mask of the rows that at least one of the masks shows."""
    result = 0
    for mask in masks:
        result |= int.from_bytes(mask, "little")
    return result.to_bytes(len(masks[0]), "little")


def mask_of_rows(rows: Sequence[int], total: int) -> Mask:
    """Return the mask that shows these rows."""
    mask = bytearray(total)
    _put(mask, rows, 1)
    return bytes(mask)


def both(one: Mask | None, other: Mask | None) -> Mask | None:
    """Return the mask of the rows that both masks show; None shows all rows."""
    if one is None or other is None:
        return other if one is None else one
    # As integers, one operation handles all rows.
    common = int.from_bytes(one, "little") & int.from_bytes(other, "little")
    return common.to_bytes(len(one), "little")


def rows_of_mask(mask: Mask) -> list[int]:
    """Return the rows that a mask shows, ascending."""
    return list(compress(range(len(mask)), mask))


def count_rows(sorted_rows: Mapping[Facet, FacetRows], choices: Sequence[Choice], within: Mask | None) -> Counts:
    """Return how many rows each value would show `within` a mask, combined with the choices in other facets.

    `sorted_rows` must contain every chosen facet.
    """
    masks = {choice.facet: sorted_rows[choice.facet].mask(choice.values) for choice in choices}
    result: Counts = {}
    for facet, rows in sorted_rows.items():
        mask = within
        for other, chosen in masks.items():
            if other is not facet:
                mask = both(mask, chosen)
        result[facet] = rows.counts(mask)
    return result
