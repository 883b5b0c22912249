"""Gender, number and agreement by the endings of words."""

from __future__ import annotations

import pytest

from termdesk.service.engines.apertium.endings import (
    adjective,
    gender_by_ending,
    is_adjective_by_ending,
    is_infinitive_by_ending,
    is_plural_by_ending,
    plural,
)


@pytest.mark.parametrize(
    ("language", "feminine", "masculine"),
    [
        ("es", "carcasa carcasas conexión unidad actitud", "disyuntor disyuntores sistema programa cojinete telegrama"),
        ("es", "fluidez serie paloma", "tanque resorte alcance linfoma prisma cable arnés"),
        ("pt", "carcaça ligação unidade viagem", "disjuntor sistema tubo"),
        ("pt", "conexão reunião solidão rapidez", "tanque linfoma prisma"),
        ("fr", "isolation tubulure pompette unité vanne gamelle vannes", "disjoncteur roulement compresseur carénage"),
        ("fr", "connexion sauvegarde variante broche sécheresse directive", "couvercle registre"),
        ("fr", "vies", "dévidoirs étui noyaux"),
        ("it", "flangia guarnizione unità", "interruttore-tubo sistema"),
        ("it", "paratia", "linfoma prisma braciere bullone"),
    ],
)  # fmt: skip
def test_the_gender_of_unknown_nouns(language: str, feminine: str, masculine: str) -> None:
    assert {word: gender_by_ending(word, language) for word in feminine.split()} == dict.fromkeys(feminine.split(), "f")
    assert {word: gender_by_ending(word, language) for word in masculine.split()} == dict.fromkeys(
        masculine.split(), "m"
    )


@pytest.mark.parametrize(("word", "language"), [("intervalle", "fr"), ("vis", "fr"), ("valve", "it"), ("valve", "en")])
def test_an_ending_that_tells_nothing(word: str, language: str) -> None:
    assert gender_by_ending(word, language) == ""


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("es", "tubo tubos disyuntor disyuntores pez peces conexión conexiones análisis análisis estrés estreses"),
        ("pt", "ligação ligações canal canais túnel túneis disjuntor disjuntores jovem jovens portátil portátis"),
        ("fr", "disjoncteur disjoncteurs canal canaux tuyau tuyaux bras bras"),
        ("it", "tubo tubi valvola valvole verifica verifiche serbatoio serbatoi unità unità"),
        ("en", "valve valves assembly assemblies relay relays switch switches API API"),
    ],
)
def test_plurals(language: str, words: str) -> None:
    each = words.split()
    for one, many in zip(each[::2], each[1::2], strict=True):
        assert plural(one, language, gender_by_ending(one, language)) == many


@pytest.mark.parametrize(
    ("word", "language", "expected"),
    [
        ("impagado", "es", "impagado impagados impagada impagadas"),
        ("inflable", "es", "inflable inflables inflable inflables"),
        ("impayé", "fr", "impayé impayés impayée impayées"),
        ("explosif", "fr", "explosif explosifs explosive explosives"),
        ("insoluto", "it", "insoluto insoluti insoluta insolute"),
    ],
)
def test_an_adjective_agrees(word: str, language: str, expected: str) -> None:
    forms = [adjective(word, language, gender, number) for gender in "mf" for number in ("sg", "pl")]

    assert " ".join(forms) == expected


def test_words_that_look_like_adjectives() -> None:
    assert [is_adjective_by_ending(word, "es") for word in ("impagado", "hidráulica", "disyuntor")] == [
        True,
        True,
        False,
    ]
    assert [is_adjective_by_ending(word, "en") for word in ("unpaid", "overdue", "housing")] == [True, False, False]


@pytest.mark.parametrize(
    ("language", "plurals", "singulars"),
    [
        ("es", "ajustes carcasas", "análisis virus portabrocas ajuste Ajustes"),
        ("pt", "ajustes ligações", "vírus lápis paraquedas"),
        ("fr", "paramètres canaux compresseurs", "autobus porte-outils"),
        ("en", "bearings", "bus chassis class"),
        ("it", "", "autobus"),
    ],
)
def test_words_that_look_like_plurals(language: str, plurals: str, singulars: str) -> None:
    assert [word for word in f"{plurals} {singulars}".split() if is_plural_by_ending(word, language)] == plurals.split()


@pytest.mark.parametrize(
    ("word", "language", "expected"),
    [("Exporter", "fr", True), ("routeurs", "fr", False), ("resetear", "es", True), ("mail", "en", False)],
)
def test_infinitives_that_no_dictionary_has(word: str, language: str, *, expected: bool) -> None:
    assert is_infinitive_by_ending(word, language) is expected
