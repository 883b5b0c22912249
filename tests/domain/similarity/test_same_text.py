"""Which texts count as the same, and which only look alike."""

from __future__ import annotations

import pytest

from termdesk.domain.similarity.same_text import same_text_key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Stay  at\n home. ", "Stay at home."),
        ("“Don’t”", '"Don\'t"'),
        ("«\u00a0Oui\u00a0»", '"Oui"'),
        ("Ça va\u202f?", "Ça va?"),
        ("Ca va ?", "Ca va?"),
        ("Wait…", "Wait..."),
        ("5–10 cm", "5-10 cm"),
        ("Home – sweet – home", "Home - sweet - home"),
        ("−5 °C", "-5 °C"),
        ("non\u2011stick", "non-stick"),
        ("Zeit\u00adschrift", "Zeitschrift"),
        ("cafe\u0301", "café"),
        ("\ufeffText\u200b", "Text"),
    ],
)
def test_white_space_and_typography_make_no_other_text(one: str, other: str) -> None:
    assert same_text_key(one) == same_text_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The customer may return the goods.", "The customer may not return the goods."),
        ("Polish it", "polish it"),
        ("Press 3 times", "Press 4 times"),
        ("re-sign", "resign"),
        ("now here", "nowhere"),
        ("the man—eating fish", "the man-eating fish"),
        ("Really?", "Really!"),
        ("resume", "résumé"),
        ("5 m²", "5 m2"),
        ("Go.", "Go"),
        ("10,5", "10.5"),
    ],
)
def test_any_other_difference_makes_another_text(one: str, other: str) -> None:
    assert same_text_key(one) != same_text_key(other)
