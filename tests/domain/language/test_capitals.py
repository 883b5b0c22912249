"""Capital letters in different languages."""

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
        ("es", "separador de 5 mm", "SEPARADOR DE 5 mm", "Separador de 5 mm"),
        ("es", "manguera 24V, 3m larga", "MANGUERA 24V, 3m LARGA", "Manguera 24V, 3m larga"),
        ("es", "5 modelos", "5 MODELOS", "5 modelos"),
    ],
)
def test_capitals_are_those_of_the_language(language: str, text: str, capitals: str, capital: str) -> None:
    assert (in_capitals(text, language), with_capital(text, language)) == (capitals, capital)
