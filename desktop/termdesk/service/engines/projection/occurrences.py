"""Occurrences of texts in another text, and which of them is meant."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from termdesk.service.engines.projection.borders import Borders

# Places of short texts may overlap, as of && in &&&; for long ones that could take minutes, and does not happen.
LONGEST_OVERLAPPING = 16


class Occurrences:
    """Occurrences of texts in another text, ignoring case; each text is searched once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.folded = lowered(text)
        self._exact: dict[str, list[int]] = {}
        self._known: dict[tuple[str, bool], list[int]] = {}

    def exactly(self, part: str) -> list[int]:
        """The places where this begins, letter by letter."""
        if part not in self._exact:
            self._exact[part] = find_all(self.text, part)
        return self._exact[part]

    def of(self, part: str, borders: Borders | None = None) -> list[int]:
        """The places where this begins, as it is or else in another case; at borders of words where these are given."""
        key = (part, borders is not None)
        if key not in self._known:
            places = self.exactly(part) or find_all(self.folded, part.lower())
            if borders is not None:
                places = [each for each in places if borders.is_border(each) and borders.is_border(each + len(part))]
            self._known[key] = places
        return self._known[key]


def ranked(places: Sequence[int], others: Sequence[int], place: int) -> Iterator[int]:
    """The third of as many as there are in the other text, for the third."""
    if len(places) == len(others):
        index = bisect_left(others, place)
        if index < len(others) and others[index] == place:
            yield places[index]


def outwards(places: Sequence[int], expected: int, *, most: int) -> Iterator[int]:
    """The places, at most `most` on each side, from the nearest to the expected one outwards."""
    middle = bisect_left(places, expected)
    nearby = places[max(0, middle - most) : middle + most]
    yield from sorted(nearby, key=lambda place: abs(place - expected))


def lowered(text: str) -> str:
    """In lower case; unless that is longer, as it is for some letters: then places would be wrong."""
    lower = text.lower()
    return lower if len(lower) == len(text) else text


def find_all(text: str, part: str) -> list[int]:
    """All places where `part` begins in `text`."""
    step = 1 if len(part) <= LONGEST_OVERLAPPING else len(part)
    places = []
    place = text.find(part)
    while place >= 0:
        places.append(place)
        place = text.find(part, place + step)
    return places
