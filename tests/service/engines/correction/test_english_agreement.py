"""“Don't” becomes “doesn't” where the subject is certainly singular, and nowhere else."""

from __future__ import annotations

import pytest

from termdesk.service.engines.correction.english_agreement import find_disagreements


def corrected(text: str) -> str:
    for mistake in reversed(find_disagreements(text)):
        text = f"{text[: mistake.start]}{mistake.suggestions[0]}{text[mistake.end :]}"
    return text


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("The stop dont work", "The stop doesn't work"),
        ("Your virus dont spread.", "Your virus doesn't spread."),
        ("It don't", "It doesn't"),
        ("“It don’t matter.”", "“It doesn’t matter.”"),
        ("Stop if it dont work.", "Stop if it doesn't work."),
        ("That dont help.", "That doesn't help."),
        ("Every pump dont run.", "Every pump doesn't run."),
        ("A pump don't run.", "A pump doesn't run."),
    ],
)
def test_a_singular_subject_has_a_singular_verb(wrong: str, right: str) -> None:
    assert corrected(wrong) == right


@pytest.mark.parametrize(
    "sentence",
    [
        "If you need it don't hesitate to ask.",
        "Mary and she don't know it.",
        "The police don't know.",
        "The police dont know.",
        "The pumps dont work.",
        "The salesmen dont know.",
        "They dont work.",
        "The stop don't work.",
        "If you like that don't wait.",
        "I dont know.",
        "This time don't forget it.",
        "This time dont forget it.",
        "It don'ts.",
    ],
)
def test_another_subject_is_left_to_the_rules(sentence: str) -> None:
    assert corrected(sentence) == sentence
