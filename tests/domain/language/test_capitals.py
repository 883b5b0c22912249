"""Capitals of languages."""

from __future__ import annotations

import pytest

from termdesk.domain.language.capitals import in_capitals, with_capital


@pytest.mark.parametrize(
    ("language", "text", "capitals", "capital"),
    [
        ("tr", "istasyon ışığı", "İSTASYON IŞIĞI", "İstasyon ışığı"),
        ("az-Latn", "ışıq", "IŞIQ", "Işıq"),
        ("en", "index", "INDEX", "Index"),
        ("tr", "", "", ""),
    ],
)
def test_capitals_are_those_of_the_language(language: str, text: str, capitals: str, capital: str) -> None:
    assert (in_capitals(text, language), with_capital(text, language)) == (capitals, capital)
