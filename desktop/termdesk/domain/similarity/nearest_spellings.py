"""Phrases that differ by a letter or two: typing errors and variants that no rule of spelling explains.

Two phrases are compared only where they share a piece of themselves in nearly the same place: with at most d errors,
one of d + 1 pieces is whole. So 50,000 phrases take two seconds, not the 1,250,000,000 comparisons of all with all.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

from termdesk.domain.progress import NoProgress, Progress

# In shorter phrases a letter makes another word.
SHORTEST = 6
_ONE_ERROR_UP_TO = 11
# Phrases that share a piece with more others than this are compared with the first of them only, and counted.
CROWDED = 400

_ROWS_A_STEP = 500
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Nearest:
    """Groups of rows around their first one, and how thorough the search was."""

    clusters: list[list[int]]
    compared_pairs: int
    too_short: int
    crowded: int


def allowed_errors(length: int) -> int:
    """How many letters of a phrase may differ."""
    return 1 if length <= _ONE_ERROR_UP_TO else 2


def nearest_spellings(phrases: Sequence[str], keys: Sequence[str], progress: Progress = NoProgress()) -> Nearest:
    """Rows whose keys differ by a letter or two, each in one group; the first row of a group is near to all others.

    `keys` are the phrases in the form that is compared. Phrases with other numbers in them are not alike. For a worker.
    """
    search = _Search(keys)
    taken = bytearray(len(keys))
    clusters = []
    too_short = 0
    for row, key in enumerate(keys):
        if row % _ROWS_A_STEP == 0:
            progress.step(row, len(keys))
        if len(key) < SHORTEST:
            too_short += bool(key)
            continue
        search.add(row)
    for row in range(len(keys)):
        if row % _ROWS_A_STEP == 0:
            progress.step(row, len(keys))
        if taken[row] or len(keys[row]) < SHORTEST:
            continue
        near = [other for other in search.near(row) if not taken[other]]
        if near and any(phrases[other] != phrases[row] for other in near):
            cluster = [row, *near]
            clusters.append(cluster)
            for each in cluster:
                taken[each] = 1
    progress.step(len(keys), len(keys))
    return Nearest(clusters, search.compared, too_short, len(search.crowded))


class _Search:
    """An index of pieces: by length of the phrase, number of the piece, and the piece itself."""

    def __init__(self, keys: Sequence[str]) -> None:
        self._keys = keys
        # Most pieces stand in one row: a list for each would keep Python's cycle collector busy.
        self._rows: dict[str, int | list[int]] = {}
        self.compared = 0
        self.crowded: set[int] = set()

    def add(self, row: int) -> None:
        key = self._keys[row]
        for number, (start, end) in enumerate(_chunks(len(key))):
            chunk = f"{len(key)} {number} {key[start:end]}"
            known = self._rows.setdefault(chunk, row)
            if isinstance(known, list):
                known.append(row)
            elif known != row:
                self._rows[chunk] = [known, row]

    def near(self, row: int) -> list[int]:
        """Rows behind this one that are near to it, ascending."""
        key = self._keys[row]
        digits = _DIGITS.findall(key)
        found = []
        for other in sorted(self._candidates(row, key)):
            other_key = self._keys[other]
            errors = allowed_errors(min(len(key), len(other_key)))
            self.compared += 1
            if Levenshtein.distance(key, other_key, score_cutoff=errors) <= errors and (
                digits == _DIGITS.findall(other_key)
            ):
                found.append(other)
        return found

    def _candidates(self, row: int, key: str) -> set[int]:
        found: set[int] = set()
        most = allowed_errors(len(key))
        for length in range(len(key) - most, len(key) + most + 1):
            for number, (start, end) in enumerate(_chunks(length)):
                for chunk in _shifted(key, start, end, most):
                    rows = self._rows.get(f"{length} {number} {chunk}", row)
                    if isinstance(rows, list):
                        found.update(self._behind(rows, row))
                    elif rows > row:
                        found.add(rows)
        return found

    def _behind(self, rows: list[int], row: int) -> list[int]:
        """Those behind a row, as many as are looked at."""
        place = bisect_right(rows, row)
        if len(rows) - place > CROWDED:
            self.crowded.add(row)
        return rows[place : place + CROWDED]


def _chunks(length: int) -> list[tuple[int, int]]:
    """Where the pieces of a phrase begin and end: one more than there may be errors."""
    count = allowed_errors(length) + 1
    return [(length * number // count, length * (number + 1) // count) for number in range(count)]


def _shifted(key: str, start: int, end: int, most: int) -> Iterator[str]:
    """The pieces of a key about where a piece stands in a phrase that is a little longer or shorter."""
    for first in range(max(0, start - most), min(start + most, len(key) - (end - start)) + 1):
        yield key[first : first + end - start]
