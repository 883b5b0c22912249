"""Participles as terms."""

from __future__ import annotations

import pytest

from termdesk.domain.matching.participles import forms_of_participle


@pytest.mark.parametrize(
    ("language", "word", "base", "forms", "others"),
    [
        ("es", "estado", "estar", "estado estados", "está estar"),
        ("es-MX", "averiado", "averiar", "averiada averiados", "avería averiar"),
        ("it", "stato", "essere", "stato stati", "essere era"),
        ("fr", "reçu", "recevoir", "reçus reçue", "recevoir recevez"),
        ("pt", "dado", "dar", "dados", "dá dar"),
    ],
)
def test_forms_of_a_participle_are_participles(language: str, word: str, base: str, forms: str, others: str) -> None:
    pattern = forms_of_participle(word, base, language)

    assert pattern is not None
    assert all(map(pattern.fullmatch, forms.split()))
    assert not any(map(pattern.fullmatch, others.split()))


@pytest.mark.parametrize(
    ("language", "word", "base"),
    [
        ("es", "bomba", "bomba"),
        ("es", "bombas", "bomba"),
        ("es", "abre", "abrir"),
        ("fr", "contient", "contenir"),
        ("en", "closed", "close"),
    ],
)
def test_other_words_may_have_any_form(language: str, word: str, base: str) -> None:
    assert forms_of_participle(word, base, language) is None
