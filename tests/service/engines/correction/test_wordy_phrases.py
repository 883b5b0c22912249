"""Wordy phrases, their replacements, and the words around them."""

from __future__ import annotations

import json

import pytest

from termdesk import resources
from termdesk.domain.matching.protected_terms import ProtectedTerms
from termdesk.service.engines.correction.proposals import fix
from termdesk.service.engines.correction.wordy_phrases import find_wordy


def reword(text: str) -> str:
    return fix(text, lambda sentence: find_wordy(sentence, "en"), ProtectedTerms())


@pytest.mark.parametrize(
    ("wordy", "better"),
    [
        ("The majority of the parts are new.", "Most of the parts are new."),
        ("The majority of parts are new.", "Most parts are new."),
        ("A large number of these files is empty.", "Many of these files is empty."),
        ("Owing to the fact that it rained, we left.", "Because it rained, we left."),
        ("Press it prior to use.", "Press it before use."),
        ("It is used for the purpose of testing.", "It is used for testing."),
    ],
)
def test_a_phrase_is_shortened_with_regard_to_what_follows(wordy: str, better: str) -> None:
    assert reword(wordy) == better


@pytest.mark.parametrize(
    "text",
    [
        "Each of us knows.",
        "Such a large number of errors is rare.",
        "In most cases of doubt, ask.",
        "It is used for the purpose of this agreement.",
        "Only two are right in case of a fault.",
        "Use a make a decision tree.",
    ],
)
def test_a_phrase_that_means_something_else_beside_a_word_stays(text: str) -> None:
    assert reword(text) == text


def test_no_phrase_becomes_itself_or_contains_what_it_replaces() -> None:
    for rows in json.loads(resources.read_text("wordy_phrases.json")).values():
        for row in rows:
            assert row["wordy"] not in row["better"]
