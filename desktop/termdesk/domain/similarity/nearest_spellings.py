"""Phrases that differ by one or two letters: typing errors and variants that no spelling rule explains.

Two phrases are compared only if they share a chunk at nearly the same position: with at most d errors, one of d + 1
chunks is unchanged. So 50,000 phrases take two seconds instead of 1,250,000,000 comparisons.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from termdesk.domain.progress import NoProgress, Progress

# In shorter phrases one letter makes another word.
SHORTEST = 6
_ONE_ERROR_UP_TO = 11
# A phrase that shares a chunk with more others is compared only with the first of them, and counted.
CROWDED = 400

_ROWS_A_STEP = 500
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Nearest:
    """Groups of rows similar to their first row, and how complete the search was."""

    clusters: list[list[int]]
    compared_pairs: int
    too_short: int
    crowded: int


def count_allowed_errors(length: int) -> int:
    """The number of letters in which a phrase may differ."""
    return 1 if length <= _ONE_ERROR_UP_TO else 2


def nearest_spellings(phrases: Sequence[str], keys: Sequence[str], progress: Progress = NoProgress()) -> Nearest:
    """Groups of rows whose keys differ by one or two letters; the first row of a group is similar to all others.

    `keys` are the phrases in the form to compare. Phrases with different numbers are not similar. For a worker.
    """
    search = _SpellingSearch(keys)
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


class _SpellingSearch:
    """An index of chunks: by length of the phrase, number of the chunk, and the chunk itself."""

    def __init__(self, keys: Sequence[str]) -> None:
        # Imported late, because the first window does not need it.
        from rapidfuzz.distance import Levenshtein

        self._distance = Levenshtein.distance
        self._keys = keys
        # Most chunks occur in one row: a list for each would burden the garbage collector.
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
        """Later rows that are similar to this one, ascending."""
        key = self._keys[row]
        digits = _DIGITS.findall(key)
        found = []
        for other in sorted(self._candidates(row, key)):
            other_key = self._keys[other]
            errors = count_allowed_errors(min(len(key), len(other_key)))
            self.compared += 1
            if self._distance(key, other_key, score_cutoff=errors) <= errors and (digits == _DIGITS.findall(other_key)):
                found.append(other)
        return found

    def _candidates(self, row: int, key: str) -> set[int]:
        found: set[int] = set()
        most = count_allowed_errors(len(key))
        for length in range(len(key) - most, len(key) + most + 1):
            for number, (start, end) in enumerate(_chunks(length)):
                for chunk in _find_shifted_chunks(key, start, end, most):
                    rows = self._rows.get(f"{length} {number} {chunk}", row)
                    if isinstance(rows, list):
                        found.update(self._behind(rows, row))
                    elif rows > row:
                        found.add(rows)
        return found

    def _behind(self, rows: list[int], row: int) -> list[int]:
        """The later rows to compare, up to the limit."""
        position = bisect_right(rows, row)
        if len(rows) - position > CROWDED:
            self.crowded.add(row)
        return rows[position : position + CROWDED]


def _chunks(length: int) -> list[tuple[int, int]]:
    """The bounds of the chunks of a phrase: one chunk more than the allowed errors."""
    count = count_allowed_errors(length) + 1
    return [(length * number // count, length * (number + 1) // count) for number in range(count)]


def _find_shifted_chunks(key: str, start: int, end: int, most: int) -> Iterator[str]:
    """The chunks of a key near the position of a chunk in a slightly longer or shorter phrase."""
    for first in range(max(0, start - most), min(start + most, len(key) - (end - start)) + 1):
        yield key[first : first + end - start]
