"""The words of a translation, and the positions of targets among them."""

from __future__ import annotations

from termdesk.domain.matching.known_words import KnownWords
from termdesk.domain.matching.translated_words import TranslatedWords


def test_positions_as_written_precede_inflected_ones() -> None:
    words = TranslatedWords("Die Pumpen und die Pumpe", KnownWords("de", None))

    assert list(words.positions("Pumpe")) == [((19, 24), False), ((4, 10), True), ((19, 24), True)]


def test_the_words_of_a_phrase_may_be_apart() -> None:
    words = TranslatedWords("La bomba nueva de combustible", KnownWords("es", None))

    assert words.has_apart("bomba de combustible")
    assert not words.has_apart("bomba de agua")
    assert words.length("bomba de combustible") == 3


def test_a_phrase_may_be_in_longer_words_of_a_language_with_compounds() -> None:
    text = "Die Datensatzoperation"

    assert TranslatedWords(text, KnownWords("de", None)).may_have("Datensatz")
    assert not TranslatedWords(text, KnownWords("en", None)).may_have("Datensatz")
