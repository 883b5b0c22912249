"""Letters that are names, which Apertium would translate as words."""

from __future__ import annotations

import pytest

from termdesk.service.engines.apertium.single_letters import hide_letters, restore_letters
from termdesk.service.engines.translation_engine import Sentence


@pytest.mark.parametrize(
    ("language", "text", "hidden"),
    [
        ("en", "Options A, B and C", "Options ZQAQ, B and C"),
        ("en", "Option A is good.", "Option ZQAQ is good."),
        ("en", "OPTIONS A, B AND C", "OPTIONS ZQAQ, B AND C"),
        ("es", "Barras de error Y ZQXAAJ", "Barras de error ZQYQ ZQXAAJ"),
        ("en", "ZQXAAJ A 5 mm", "ZQXAAJ ZQAQ 5 mm"),
        ("en", "They are: A, B.", "They are: ZQAQ, B."),
        ("en", "Type I valves (A)", "Type ZQIQ valves (ZQAQ)"),
        ("es", "Las opciones A, E y O", "Las opciones ZQAQ, ZQEQ y ZQOQ"),
        ("en", "A valve. A good valve: A valve.", "A valve. A good valve: A valve."),
        ("en", "What I need", "What I need"),
        ("en", "Subtype I need, category I need", "Subtype I need, category ZQIQ need"),
        ("en", "What Is A Valve", "What Is A Valve"),
        ("en", "THIS IS A DANGER", "THIS IS A DANGER"),
        ("fr", "Axe Y de la grille", "Axe ZQYQ de la grille"),
    ],
)
def test_letters_are_hidden_where_they_are_no_words(language: str, text: str, hidden: str) -> None:
    assert hide_letters(text, language) == hidden
    assert restore_letters(Sentence(hidden, ("ZQAQ", "x"))) == (text, ("x",))
