"""Texts for waits: the reason and the duration."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from termdesk.ui.words.wait_words import wait_words


@dataclass
class Waiting:
    status: int
    seconds_left: float


@pytest.mark.parametrize(
    ("waits", "words"),
    [
        ([], ""),
        ([Waiting(429, 11.2)], "The service asks to wait for 12 seconds"),
        ([Waiting(529, 1.0), Waiting(0, 0.3)], "The service asks to wait for 1 second"),
        ([Waiting(503, 7.9)], "The service is busy, next attempt in 8 seconds"),
        ([Waiting(202, 299.1)], "The glossary is not ready yet, waiting for 300 seconds at most"),
        ([Waiting(0, 0.2)], "No answer, next attempt in 1 second"),
    ],
)
def test_the_longest_wait_is_told_with_its_reason(qapp: object, waits: list[Waiting], words: str) -> None:
    assert wait_words(waits) == words
