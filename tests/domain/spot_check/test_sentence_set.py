"""Sentences of a set are cleaned, and counted as they are billed."""

from __future__ import annotations

import pytest

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.spot_check.sentence_set import SentenceSet, as_sentences, split_sentences


def test_lines_become_sentences_once_each_without_the_space_around_them() -> None:
    assert as_sentences(["  The pump. ", "", "\t", "A valve.", "The pump."]) == ("The pump.", "A valve.")


def test_characters_are_code_points() -> None:
    assert SentenceSet("1", "Pumps", LanguagePair("en", "es"), ("añb", "😀")).characters == 4


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("The pump is new. It runs! Does it? Yes.", ["The pump is new.", "It runs!", "Does it?", "Yes."]),
        ("He said “Stop.” Then he left.", ["He said “Stop.”", "Then he left."]),
        ("It costs 3.5 euros, i.e. nothing. A. Smith paid.", ["It costs 3.5 euros, i.e. nothing.", "A. Smith paid."]),
        (
            "これは水です。これは火です！「はい。」そうです。",
            ["これは水です。", "これは火です！", "「はい。」", "そうです。"],
        ),
        ("A title\nA sentence.", ["A title", "A sentence."]),
        ("", []),
    ],
)
def test_texts_are_split_into_sentences(text: str, sentences: list[str]) -> None:
    assert list(split_sentences(text)) == sentences
