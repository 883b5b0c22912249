"""Forms of verbs that the lists of base forms lack."""

from __future__ import annotations

import pytest

from termdesk.domain.matching.verbs import forms_in_other_spelling, irregular_forms, separable_verb


@pytest.mark.parametrize(
    ("word", "language", "parts"),
    [
        ("einschalten", "de-AT", ("ein", "schalten")),
        ("hinunterladen", "de", ("hinunter", "laden")),
        ("schalten", "de", None),
        ("einheit", "de", None),
        ("uitschakelen", "nl", ("uit", "schakelen")),
        ("einschalten", "sv", None),
    ],
)
def test_a_separable_verb_is_split_at_its_longest_prefix(
    word: str, language: str, parts: tuple[str, str] | None
) -> None:
    verb = separable_verb(word, language)

    assert (verb and verb[:2]) == parts


def test_the_word_that_has_prefix_and_verb_in_one_is_recognized() -> None:
    verb = separable_verb("abspeichern", "de")

    assert verb is not None
    assert [bool(verb.joined.fullmatch(each)) for each in ("abzuspeichern", "abgespeichert", "speichern")] == [
        True, True, False,
    ]  # fmt: skip


def test_a_spanish_or_portuguese_verb_keeps_its_sound_by_another_letter() -> None:
    assert {"rechace", "rechacen"} <= forms_in_other_spelling("rechazar", "es")
    assert "marque" in forms_in_other_spelling("marcar", "es-MX")
    assert "avance" in forms_in_other_spelling("avançar", "pt")
    assert forms_in_other_spelling("comer", "es") == forms_in_other_spelling("marcar", "fr") == frozenset()


def test_irregular_participles_have_all_their_endings() -> None:
    assert irregular_forms("hacer", "es") == {"hecho", "hecha", "hechos", "hechas"}
    assert irregular_forms("devoir", "fr") == {"dû", "due", "dus", "dues"}
    assert irregular_forms("run", "en-US") == {"ran"}
    assert irregular_forms("hacer", "en") == frozenset()
