"""Words that are wrong in any context are corrected, with their capital letters kept."""

from __future__ import annotations

import pytest

from termdesk.service.engines.correction import known_mistakes
from termdesk.service.engines.correction.known_mistakes import find_known_mistakes


def corrected(text: str, language: str) -> str:
    for mistake in sorted(find_known_mistakes(text, language), key=lambda each: -each.start):
        text = f"{text[: mistake.start]}{mistake.suggestions[0]}{text[mistake.end :]}"
    return text


@pytest.mark.parametrize(
    ("language", "text", "right"),
    [
        ("de", "Das must du wissen, du Must.", "Das musst du wissen, du musst."),
        ("it", "Un altra volta, un po' di pò.", "Un'altra volta, un po' di po'."),
        ("it", "C'e' tempo. C'e'", "C'è tempo. C'è"),
        ("es", "La gente son así.", "La gente es así."),
        ("en", "I have saw it.", "I have seen it."),
        ("zh", "名符其实的渡假", "名副其实的度假"),
        ("ja", "そのとうりです", "そのとおりです"),
        ("ko", "몇일 동안 왠만하면", "며칠 동안 웬만하면"),
    ],
)
def test_a_slip_is_corrected_wherever_it_stands(language: str, text: str, right: str) -> None:
    assert corrected(text, language) == right


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "du musterst"),
        ("it", "un altrazione"),
        ("it", "propiolo"),
        ("en", "I have sawed"),
        ("fr", "have saw"),
        ("ko", "며칠 안됩니다"),
    ],
)
def test_words_that_only_begin_so_and_other_languages_are_left_alone(language: str, text: str) -> None:
    assert find_known_mistakes(text, language) == []


def test_no_correction_is_a_slip_again() -> None:
    for language, mistakes in known_mistakes._MISTAKES.items():
        for wrong, right in mistakes.items():
            assert corrected(wrong, language) == right
            assert find_known_mistakes(right, language) == []
