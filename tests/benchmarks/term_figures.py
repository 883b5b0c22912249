"""Inflected terms: the share of sentences with a term that is not placed, and of those with wrong agreement."""

from __future__ import annotations

from benchmarks.measuring import Result
from support.term_sentences import translate_sentences


def agreeing() -> list[Result]:
    """Percent of the sentences in `tests/service/engines/apertium/sentences`; the goals are 2 and 10."""
    figures = translate_sentences()
    unplaced, faulty = (100 * len(found) / figures.sentences for found in (figures.unplaced, figures.faulty))
    note = f"{figures.sentences} sentences with inflected terms"
    return [
        Result("terms", "sentences with a term that is not placed", unplaced, 1, 2, unit="%", note=note),
        Result("terms", "sentences with a fault that the glossary brings", faulty, 1, 10, unit="%"),
    ]
