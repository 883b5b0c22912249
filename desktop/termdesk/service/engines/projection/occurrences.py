"""Occurrences of texts in another text, and which of several is meant."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from termdesk.service.engines.projection.borders import Borders

# Only texts of at most this length are searched for overlapping occurrences, such as && in &&&. In practice longer
# texts do not overlap, and the search could take minutes.
LONGEST_OVERLAPPING = 16


class Occurrences:
    """Finds texts in another text, ignoring case; each text is searched only once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.folded = lower_text(text)
        self._exact: dict[str, list[int]] = {}
        self._known: dict[tuple[str, bool], list[int]] = {}

    def exactly(self, part: str) -> list[int]:
        """Return the start positions of case-sensitive matches."""
        if part not in self._exact:
            self._exact[part] = find_all(self.text, part)
        return self._exact[part]

    def of(self, part: str, borders: Borders | None = None) -> list[int]:
        """Return the start positions of exact matches; if there are none, of matches in any case.

        With `borders`, only matches that start and end at a word border count.
        """
        key = (part, borders is not None)
        if key not in self._known:
            positions = self.exactly(part) or find_all(self.folded, part.lower())
            if borders is not None:
                positions = [
                    each for each in positions if borders.is_border(each) and borders.is_border(each + len(part))
                ]
            self._known[key] = positions
        return self._known[key]


def find_same_rank(positions: Sequence[int], others: Sequence[int], position: int) -> Iterator[int]:
    """If both texts have equally many occurrences, yield the one of `positions` with the rank that `position` has in
    `others`.
    """
    if len(positions) == len(others):
        index = bisect_left(others, position)
        if index < len(others) and others[index] == position:
            yield positions[index]


def outwards(positions: Sequence[int], expected: int, *, most: int) -> Iterator[int]:
    """Yield at most `most` positions on each side of the expected one, nearest first."""
    middle = bisect_left(positions, expected)
    nearby = positions[max(0, middle - most) : middle + most]
    yield from sorted(nearby, key=lambda position: abs(position - expected))


def lower_text(text: str) -> str:
    """Return the text in lower case, or unchanged if that changes its length, which would shift positions."""
    lower = text.lower()
    return lower if len(lower) == len(text) else text


def find_all(text: str, part: str) -> list[int]:
    """Return all positions where `part` starts in `text`."""
    step = 1 if len(part) <= LONGEST_OVERLAPPING else len(part)
    positions = []
    position = text.find(part)
    while position >= 0:
        positions.append(position)
        position = text.find(part, position + step)
    return positions
