"""Detects the languages of the two phrase columns from their texts, to notice columns in the wrong order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair, root
from termdesk.domain.progress import Progress

# Single terms tell little, but many of them together are as good as a text.
_MOST_PHRASES = 200
_LEAST_PHRASES = 4
# Longer texts tell no more.
_MOST_LETTERS = 100
# How much more probable the other language must be, on both sides. Measured on term lists in seven pairs of languages.
_LEAST_DIFFERENCE = 0.2


@dataclass(frozen=True, slots=True)
class ColumnLanguages:
    """For each side, how probable its languages are: 0 to 1, by root language."""

    source: Mapping[str, float]
    target: Mapping[str, float]

    def are_swapped(self, pair: LanguagePair) -> bool:
        """Return whether the sources look like the target language of `pair`, and the targets like its source language.

        False if the texts are too few, or the languages too similar to tell.
        """
        first, second = root(pair.source), root(pair.target)

        def difference(scores: Mapping[str, float], more: str, less: str) -> float:
            return scores.get(more, 0.0) - scores.get(less, 0.0)

        return (
            first != second
            and difference(self.source, second, first) >= _LEAST_DIFFERENCE
            and difference(self.target, first, second) >= _LEAST_DIFFERENCE
        )


def detect_columns(_progress: Progress, entries: Entries) -> ColumnLanguages:
    """Return the probable languages of both sides. For a worker, because the detector has to be loaded."""
    # Only imports of tables need the detector.
    from termdesk.service.engines.detection import language_scores

    if len(entries) < _LEAST_PHRASES:
        return ColumnLanguages({}, {})
    return ColumnLanguages(language_scores(_sample(entries.sources)), language_scores(_sample(entries.targets)))


def _sample(phrases: Sequence[str]) -> str:
    """Return phrases from the whole column as one text, because lists are often sorted."""
    step = max(1, len(phrases) // _MOST_PHRASES)
    return "\n".join(phrases[position][:_MOST_LETTERS] for position in range(0, len(phrases), step))
