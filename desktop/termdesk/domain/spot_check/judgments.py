"""Stored results of a spot-check for entries and translations: from the search, and from a person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

# Source and target of an entry.
Pair = tuple[str, str]


class EntryState(StrEnum):
    """Result for an entry; the first of these that applies to any of its occurrences, so the worst."""

    CONTRADICTED = "contradicted"  # the translation has another target of the same source
    MISSED = "missed"
    UNDECIDED = "not decidable"
    INFLECTED = "used inflected"
    USED = "used"
    NEVER_SEEN = "never seen"  # no sentence has the term


class Verdict(StrEnum):
    """A person's judgment of a translation, or of a term in it."""

    RIGHT = "right"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Judged:
    """Subject of a verdict: a sentence with its translation, or one entry in it (`source` and `target`)."""

    sentence: str
    output: str
    source: str = ""
    target: str = ""


Verdicts = Mapping[Judged, Verdict]
