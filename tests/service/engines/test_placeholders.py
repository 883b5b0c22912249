"""Terms come out of an engine as they were put in."""

from __future__ import annotations

import pytest

from termdesk.domain.matching.terms import Exactness, TermHit
from termdesk.service.engines.placeholders import MOST_TERMS, FixedHit, capitalize_target, carry, takes_grammar


def test_terms_are_restored_wherever_and_in_whatever_case_they_come_back() -> None:
    carried = carry("a red b", [TermHit(0, 1, "a", r"x\1"), TermHit(6, 7, "b", "y")], "es")
    first, second = (term.placeholder for term in carried.terms)

    text, missing = carried.insert_terms(f"{second.lower()} rojo {first}")

    assert (text, missing) == (r"y rojo x\1", ())


def test_a_lost_placeholder_is_named() -> None:
    hit = TermHit(0, 1, "a", "x")

    assert carry("a b", [hit], "es").insert_terms("nothing") == ("nothing", (hit,))


def test_a_term_that_opens_the_sentence_is_capitalized() -> None:
    carried = carry("¿House?", [TermHit(1, 6, "house", "casa")], "es")

    assert carried.insert_terms(carried.text)[0] == "¿Casa?"


def test_terms_beyond_the_most_stay_in_the_sentence() -> None:
    sentence = "a" * (MOST_TERMS + 1)

    carried = carry(sentence, [TermHit(position, position + 1, "a", "x") for position in range(len(sentence))], "es")

    assert len({term.placeholder for term in carried.terms}) == MOST_TERMS
    assert carried.insert_terms(carried.text)[0] == "x" * MOST_TERMS + "a"


def test_markup_is_set_apart_from_words_and_put_back_where_it_touched_them() -> None:
    sentence = "a<b>red</b> {x}s"
    hits = [FixedHit.of(sentence, *position) for position in ((1, 4), (7, 11), (12, 15))]

    carried = carry(sentence, hits, "es")

    assert carried.text.split()[::2] == ["a", "red", carried.terms[2].placeholder + "s"]
    assert carried.insert_terms(carried.text) == (sentence, ())
    assert carried.insert_terms(carried.text.replace(" ", "")) == ("a<b>red</b>{x}s", ())


def test_a_kept_part_that_was_doubled_is_named() -> None:
    hit = FixedHit.of("{x}", 0, 3)
    carried = carry("{x}", [hit], "es")

    assert carried.insert_terms(carried.text * 2)[1] == (hit,)


def test_the_capital_belongs_to_the_term_that_opens_the_translation() -> None:
    sentence = "House of water"
    carried = carry(sentence, [TermHit(0, 5, "house", "casa"), TermHit(9, 14, "water", "agua")], "es")
    house, water = (term.placeholder for term in carried.terms)

    assert carried.insert_terms(f"{water} de {house}") == ("Agua de casa", ())
    assert carried.insert_terms(f"La {house} de {water}") == ("La casa de agua", ())


def test_a_name_keeps_its_own_capitals() -> None:
    carried = carry("Phone", [TermHit(0, 5, "phone", "iPhone")], "es")

    assert carried.insert_terms(carried.text) == ("iPhone", ())


def test_a_term_that_is_alike_in_both_languages_gets_the_capital_of_the_sentence() -> None:
    carried = carry("Email here", [TermHit(0, 5, "email", "email")], "es")

    assert carried.insert_terms(carried.text) == ("Email here", ())


def test_grammar_changes_words_that_are_alike_in_both_languages_but_no_names_and_nothing_fixed() -> None:
    assert takes_grammar(TermHit(0, 5, "email", "email"))
    assert not takes_grammar(FixedHit.of("email", 0, 5))
    assert not takes_grammar(TermHit(0, 6, "iPhone", "iPhone"))
    assert takes_grammar(TermHit(0, 7, "iPhone", "iPhone", Exactness.INFLECTED))


def test_a_term_in_capitals_comes_back_in_capitals() -> None:
    carried = carry("Press STOP", [TermHit(6, 10, "stop", "arrêt d'urgence")], "es")

    assert carried.insert_terms(carried.text) == ("Press ARRÊT D'URGENCE", ())
    assert capitalize_target("Press STOP", TermHit(6, 10, "Stop", "Arrêt d'urgence"), "es") == "ARRÊT D'URGENCE"


def test_a_term_that_has_its_capitals_from_the_glossary_keeps_them() -> None:
    assert capitalize_target("a STOP", TermHit(2, 6, "STOP", "arrêt"), "es") == "arrêt"
    assert capitalize_target("a PHONE", TermHit(2, 7, "phone", "iPhone"), "es") == "iPhone"
    assert capitalize_target("a PDF", TermHit(2, 5, "PDF", "PDF"), "es") == "PDF"


@pytest.mark.parametrize("target", ["{count} files", "<b>stop</b>", "www.example.org"])
def test_code_and_addresses_in_a_term_get_no_capitals(target: str) -> None:
    assert capitalize_target("Press STOP", TermHit(6, 10, "stop", target), "en") == target


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [("Stop here", "İstasyon here"), ("STOP here", "İSTASYON here"), ("stop here", "istasyon here")],
)
def test_capitals_are_those_of_the_language_of_the_term(sentence: str, expected: str) -> None:
    hit = TermHit(0, 4, "stop", "istasyon")
    carried = carry(sentence, [hit], "tr")

    assert carried.insert_terms(carried.text) == (expected, ())
    assert capitalize_target(sentence, hit, "tr") == expected.removesuffix(" here")
