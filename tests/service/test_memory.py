"""Confirmed translations in memory: exact ones, and near ones with the same numbers."""

from __future__ import annotations

import pytest

from termdesk.domain.language import LanguagePair
from termdesk.service.memory import ConfirmedMemory

PAIR = LanguagePair("en", "de")
SENTENCE = "Press the button 3 times, then wait for the green light to come on."


@pytest.fixture
def memory() -> ConfirmedMemory:
    return ConfirmedMemory({PAIR: {SENTENCE: "Dreimal drücken."}})


def test_a_confirmed_sentence_is_found_in_its_pair_only(memory: ConfirmedMemory) -> None:
    assert memory.exact(PAIR, SENTENCE) == "Dreimal drücken."
    assert memory.exact(PAIR.reverse, SENTENCE) is None
    assert memory.pairs() == {PAIR}


def test_a_sentence_that_differs_in_a_letter_is_near(memory: ConfirmedMemory) -> None:
    found = memory.near(PAIR, SENTENCE.replace("button", "buttons"))

    assert found is not None
    assert found[0] == "Dreimal drücken."
    assert 0.95 <= found[1] < 1.0


def test_a_sentence_with_another_number_is_not_near(memory: ConfirmedMemory) -> None:
    assert memory.near(PAIR, SENTENCE.replace("3", "4")) is None


def test_a_different_sentence_is_not_near(memory: ConfirmedMemory) -> None:
    assert memory.near(PAIR, "Wait for the green light.") is None
    assert memory.near(PAIR.reverse, SENTENCE) is None


def test_what_is_added_is_found_at_once(memory: ConfirmedMemory) -> None:
    memory.add(PAIR, "Moon", "Mond")

    assert memory.exact(PAIR, "Moon") == "Mond"
