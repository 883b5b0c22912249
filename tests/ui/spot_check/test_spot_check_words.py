"""Words of states, verdicts, reasons and costs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QObject

from support.spot_check_results import made_result, with_undecided
from termdesk.application.spot_check.sampler import Sample
from termdesk.application.spot_check.sides import ComparedSides, SideKind
from termdesk.domain.spot_check.adherence import Adherence
from termdesk.domain.spot_check.judgments import EntryState, Verdict
from termdesk.ui.spot_check.spot_check_words import (
    adherence_words,
    comparison_words,
    result_tone,
    sample_words,
    side_words,
    state_words,
    verdict_words,
)


def test_each_state_and_choice_has_words_of_its_own(qapp: QObject) -> None:
    for words in (
        [state_words(each) for each in (*EntryState, None)],
        [verdict_words(each) for each in (*Verdict, None)],
        [comparison_words(each) for each in ComparedSides],
        [side_words(each) for each in SideKind],
    ):
        assert len(set(words)) == len(words)


def test_one_line_sums_a_result_up(qapp: QObject) -> None:
    result = made_result()

    assert adherence_words(result) == (
        "67% of terms as in the glossary (2 of 3) · 1 sentence changed · 1 entry in no sentence · 62 characters sent"
    )
    assert adherence_words(replace(result, billed=50)).endswith("62 characters sent, 50 billed")
    assert adherence_words(replace(result, estimated=0)).endswith("nothing sent: all was translated before")
    nothing = replace(result, adherence=Adherence())
    assert adherence_words(nothing).startswith("No sentence contains a term of the glossary")
    assert (result_tone(result), result_tone(nothing)) == ("warning", "muted")


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (1, "1 term found, but whether it was used cannot be decided"),
        (2, "2 terms found, but whether they were used cannot be decided"),
    ],
)
def test_terms_whose_use_cannot_be_decided_are_not_called_absent(qapp: QObject, count: int, words: str) -> None:
    undecided = with_undecided(made_result(), count)

    assert adherence_words(undecided) == f"{words} · 1 sentence changed · 0 entries in no sentence · 62 characters sent"
    assert result_tone(undecided) == "muted"


def test_a_sample_names_the_terms_that_it_does_not_show() -> None:
    sample = Sample(("The pump.",), 1, 3, 9, ("tap",), ("valve",))

    assert sample_words(sample) == (
        "1 sentence shows 1 of 3 terms.",
        "In no sentence: tap. With more characters also: valve.",
    )


def test_a_sample_names_at_most_twenty_terms() -> None:
    terms = tuple(f"t{number}" for number in range(22))

    _, missing = sample_words(Sample((), 0, 22, 0, terms))

    assert missing.endswith("t18, t19 and 2 more.")
