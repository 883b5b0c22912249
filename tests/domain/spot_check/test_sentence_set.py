"""Sentences of a set are cleaned, and counted as they are billed."""

from __future__ import annotations

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.spot_check.sentence_set import SentenceSet, as_sentences


def test_lines_become_sentences_once_each_without_the_space_around_them() -> None:
    assert as_sentences(["  The pump. ", "", "\t", "A valve.", "The pump."]) == ("The pump.", "A valve.")


def test_characters_are_code_points() -> None:
    assert SentenceSet("1", "Pumps", LanguagePair("en", "es"), ("añb", "😀")).characters == 4
