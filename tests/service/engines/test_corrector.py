"""Corrections that help, and sound sentences that stay as they are."""

from __future__ import annotations

import pytest

from termdesk.service.engines.corrector import Corrector

SOUND = (
    "The meeting starts at nine, and everybody is welcome.",
    "Please read the safety instructions before using the device.",
    "Our TMX export works with Weblate, OmegaT and memoQ 10.2.",
    "Write to support@example.org or see https://example.org/help for details.",
    "The Lokalise import takes 3 GB of memory.",
)


@pytest.fixture(scope="module")
def american() -> Corrector:
    return Corrector("en-US")


@pytest.mark.parametrize("sentence", SOUND)
@pytest.mark.parametrize("mode", ["correct", "rephrase"])
def test_sound_sentences_stay_as_they_are(american: Corrector, sentence: str, mode: str) -> None:
    assert american.improve(sentence, mode=mode, protected=frozenset()) == sentence  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("faulty", "better"),
    [
        ("There is many reason to beleive that it work.", "There are many reasons to believe that it works."),
        ("Their going to loose there keys.", "They're going to lose their keys."),
    ],
)
def test_faults_are_mended(american: Corrector, faulty: str, better: str) -> None:
    assert american.improve(faulty, mode="correct", protected=frozenset()) == better


def test_words_of_the_glossaries_are_left_alone(american: Corrector) -> None:
    text = "The flange needs a new gaskett today."

    assert "gaskett" not in american.improve(text, mode="correct", protected=frozenset())
    assert american.improve(text, mode="correct", protected=frozenset({"gaskett"})) == text


def test_rephrasing_shortens_what_is_wordy(american: Corrector) -> None:
    wordy = "In order to make a decision, we met."

    assert american.improve(wordy, mode="correct", protected=frozenset()) == wordy
    assert american.improve(wordy, mode="rephrase", protected=frozenset()) == "To decide, we met."


def test_lines_and_spaces_stay(american: Corrector) -> None:
    text = "It work.\n\n  It works.\n"

    assert american.improve(text, mode="correct", protected=frozenset()) == "It works.\n\n  It works.\n"


def test_american_spelling_becomes_british() -> None:
    text = "The aluminum catalog traveled to the harbor."

    assert Corrector("en-GB").improve(text, mode="correct", protected=frozenset()) == (
        "The aluminium catalogue travelled to the harbour."
    )
