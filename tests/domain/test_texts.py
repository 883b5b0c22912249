"""Bills count code points."""

from __future__ import annotations

import pytest

from termdesk.domain.texts import Improve, billable_characters


@pytest.mark.parametrize(
    ("text", "characters"),
    [("", 0), ("abc", 3), ("Straße", 6), ("契約", 2), ("\U0001f600", 1), ("e\u0301", 2), ("a\r\nb", 4)],
)
def test_a_text_is_billed_by_its_code_points(text: str, characters: int) -> None:
    assert billable_characters(text) == characters


def test_each_target_language_is_billed_again() -> None:
    assert billable_characters("abc", targets=3) == 9


def test_the_ways_to_improve_are_the_ends_of_their_paths() -> None:
    assert [f"/v2/write/{way}" for way in Improve] == ["/v2/write/rephrase", "/v2/write/correct"]
