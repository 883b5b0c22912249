"""Confirmed translations are used for the same text only; similar ones and sentences are offered."""

from __future__ import annotations

import pytest

from termdesk.domain.language.language import LanguagePair
from termdesk.service.memory import ConfirmedMemory, align_sentences
from termdesk.service.store import ConfirmedSentence

PAIR = LanguagePair("en", "de")
SENTENCE = "Press the button 3 times, then wait for the green light to come on."


@pytest.fixture
def memory() -> ConfirmedMemory:
    return ConfirmedMemory({PAIR: {SENTENCE: "Dreimal drücken."}})


def test_a_confirmed_sentence_is_found_in_its_pair_only(memory: ConfirmedMemory) -> None:
    assert memory.exact(PAIR, SENTENCE) == "Dreimal drücken."
    assert memory.exact(PAIR.reverse, SENTENCE) is None
    assert memory.pairs() == {PAIR}


@pytest.mark.parametrize(
    ("old", "new"), [("button", "buttons"), ("3", "4"), ("wait", "do not wait"), ("Press", "press")]
)
def test_a_similar_sentence_is_not_the_same(memory: ConfirmedMemory, old: str, new: str) -> None:
    assert memory.exact(PAIR, SENTENCE.replace(old, new)) is None


def test_white_space_and_typography_do_not_count() -> None:
    memory = ConfirmedMemory({PAIR: {'Don\'t "wait"...': "Warte nicht\n"}})

    assert memory.exact(PAIR, "Don’t  “wait”… ") == "Warte nicht"


def test_other_lines_make_another_text_where_lines_are_sentences() -> None:
    memory = ConfirmedMemory({PAIR: {"Good night": "Gute Nacht", "One.\n\nTwo.": "Eins und zwei."}})

    assert memory.exact(PAIR, "Good\nnight") == "Gute Nacht"
    assert memory.exact(PAIR, "Good\nnight", is_by_line=True) is None
    assert memory.exact(PAIR, " One.\r\nTwo.\n", is_by_line=True) == "Eins und zwei."


def test_near_matches_are_offered_the_nearest_first(memory: ConfirmedMemory) -> None:
    memory.add(PAIR, SENTENCE.replace("3", "4").replace("green", "red"), "Viermal drücken.")

    found = memory.near(PAIR, SENTENCE.replace("button", "buttons"))

    assert [each.target for each in found] == ["Dreimal drücken.", "Viermal drücken."]
    assert 1 > found[0].similarity > found[1].similarity > 0.9
    assert memory.near(PAIR, "Wait.") == []
    assert memory.near(PAIR.reverse, SENTENCE) == []


def test_what_is_added_is_found_at_once(memory: ConfirmedMemory) -> None:
    memory.add(PAIR, "Moon", "Mond")

    assert memory.exact(PAIR, "Moon") == "Mond"


def test_variants_of_the_source_language_share_a_memory(memory: ConfirmedMemory) -> None:
    memory.add(LanguagePair("en-GB", "de"), "Colour", "Farbe")

    assert memory.exact(LanguagePair("en-US", "de"), "Colour") == "Farbe"
    assert memory.exact(LanguagePair("en", "de-AT"), "Colour") is None


def offered(memory: ConfirmedMemory, text: str) -> list[str]:
    return [each.target for each in memory.near(PAIR, text, at_least=1)]


def test_sentences_are_offered_and_neither_used_nor_listed_unless_they_were_confirmed_alone() -> None:
    memory = ConfirmedMemory({})
    memory.add(PAIR, "Moon.", "Der Mond.")
    memory.add(PAIR, "Moon. Sun.", "Mond. Sonne.", [("Moon.", "Mond."), ("Sun.", "Sonne.")])

    assert memory.exact(PAIR, "Moon. Sun.") == "Mond. Sonne."
    assert memory.exact(PAIR, "Sun.") is None
    assert offered(memory, "Sun.") == ["Sonne."]
    assert memory.exact(PAIR, "Moon.") == "Der Mond."
    assert offered(memory, "Moon.") == ["Der Mond."]
    assert memory.segments(PAIR) == {"Moon.": "Der Mond.", "Moon. Sun.": "Mond. Sonne."}


def test_a_text_whose_sentences_changed_places_spoils_no_other_text() -> None:
    memory = ConfirmedMemory({})
    source, target = "Save the file. Close the window.", "Schließen Sie das Fenster. Speichern Sie die Datei."
    memory.add(PAIR, source, target, align_sentences(source, target, PAIR))

    assert memory.exact(PAIR, "Save the file.") is None
    assert memory.segments(PAIR) == {source: target}


def test_a_text_that_is_confirmed_anew_takes_its_sentences_back(memory: ConfirmedMemory) -> None:
    memory.add(PAIR, "Moon. Sun.", "Mond. Sonne.", [("Moon.", "Mond."), ("Sun.", "Sonne.")])

    memory.add(PAIR, "Moon.  Sun.", "Mond und Sonne.")

    assert memory.exact(PAIR, "Sun.") is None
    assert offered(memory, "Sun.") == []
    assert memory.exact(PAIR, "Moon. Sun.") == "Mond und Sonne."


def test_a_sentence_that_another_text_has_too_stays_when_the_first_is_confirmed_anew(memory: ConfirmedMemory) -> None:
    memory.add(PAIR, "Rain. Snow.", "Regen. Schnee.", [("Rain.", "Regen."), ("Snow.", "Schnee.")])
    memory.add(PAIR, "Snow. Ice.", "Schnee! Eis.", [("Snow.", "Schnee!"), ("Ice.", "Eis.")])
    memory.add(PAIR, "Rain. Snow.", "Regen und Schnee.")

    assert [offered(memory, each) for each in ("Rain.", "Snow.", "Ice.")] == [[], ["Schnee!"], ["Eis."]]


def test_stored_sentences_of_a_text_that_was_confirmed_anew_are_left_out() -> None:
    sentences = [ConfirmedSentence("Sun.", "Sonne.", "Moon. Sun.")]

    memory = ConfirmedMemory(
        {PAIR: {"Moon. Sun.": "Mond. Sonne.", "Moon.  Sun.": "Mond und Sonne."}}, {PAIR: sentences}
    )

    assert memory.exact(PAIR, "Sun.") is None
    assert offered(memory, "Sun.") == []
    assert list(memory.segments(PAIR)) == ["Moon.  Sun."]


def test_sentences_are_aligned_where_both_sides_have_as_many() -> None:
    assert align_sentences("It rains today. We stay at home.", "Heute regnet es. Wir bleiben daheim.", PAIR) == [
        ("It rains today.", "Heute regnet es."),
        ("We stay at home.", "Wir bleiben daheim."),
    ]
    assert align_sentences("It rains.\nWe stay.\n", "Es regnet. Wir bleiben.", PAIR) == [
        ("It rains.", "Es regnet."),
        ("We stay.", "Wir bleiben."),
    ]


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("It rains today. We stay at home.", "Heute regnet es, also bleiben wir daheim."),
        ("It rains today.", "Heute regnet es."),
        ("Press 3 times. Wait 5 seconds.", "Nach 5 Sekunden weiter. 3-mal drücken."),
    ],
)
def test_what_cannot_be_aligned_has_no_sentences(source: str, target: str) -> None:
    assert align_sentences(source, target, PAIR) == []
