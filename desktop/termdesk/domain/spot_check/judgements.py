"""What is said of entries and translations in a spot-check, as it is kept: by the search, and by a person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

# Source and target of an entry.
Pair = tuple[str, str]


class EntryState(StrEnum):
    """What became of an entry; the first one that applies to any of its occurrences, so the worst."""

    CONTRADICTED = "contradicted"  # another target of the same source stands there
    MISSED = "missed"
    UNDECIDED = "not decidable"
    INFLECTED = "used inflected"
    USED = "used"
    NEVER_SEEN = "never seen"  # no sentence has the term


class Verdict(StrEnum):
    """What a person says of a translation, or of a term in it."""

    RIGHT = "right"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Judged:
    """What a verdict is about: a sentence with its translation, or one entry in it (`source` and `target`)."""

    sentence: str
    output: str
    source: str = ""
    target: str = ""


Verdicts = Mapping[Judged, Verdict]
