"""Word links are returned only for sentences that the translation contains word for word."""

from __future__ import annotations

from termdesk.service.engines.translation_engine import TracedWord
from termdesk.service.engines.word_links import link_words

TEXT = "The house. A red car. The house."


def traced(sentence: str, *words: str) -> list[TracedWord]:
    """Parse `casa=house` as a word with its source; a word without a source was added."""
    found = []
    for word in words:
        target, _, source = word.partition("=")
        start = sentence.index(source)
        found.append(TracedWord(target, ((start, start + len(source)),) if source else ()))
    return found


HOUSE = traced("The house.", "la=The", "casa=house")
CAR = traced("A red car.", "un=A", "coche=car", "rojo=red")


def links(translation: str, *sentences: tuple[int, list[TracedWord]]) -> list[tuple[str, str]]:
    found = list(link_words(translation, sentences))
    assert all(TEXT[each.source_start : each.source_end].strip() for each in found)
    return [
        (TEXT[each.source_start : each.source_end], translation[each.target_start : each.target_end]) for each in found
    ]


def test_words_are_linked_in_both_texts_whatever_the_case_and_signs() -> None:
    assert links("La casa. ¡Un coche rojo!", (0, HOUSE), (11, CAR)) == [
        ("The", "La"),
        ("house", "casa"),
        ("A", "Un"),
        ("car", "coche"),
        ("red", "rojo"),
    ]


def test_a_sentence_that_was_translated_otherwise_has_no_links_and_the_next_one_has() -> None:
    found = links("La vivienda. Un coche rojo. La casa.", (0, HOUSE), (11, CAR), (22, HOUSE))

    assert ("house", "vivienda") not in found
    assert found[:3] == [("A", "Un"), ("car", "coche"), ("red", "rojo")]
    assert found[3:] == [("The", "La"), ("house", "casa")]


def test_a_sentence_that_could_not_be_traced_loses_the_next_one_nothing() -> None:
    assert links("La casa. Un coche rojo.", (0, []), (11, CAR))[0] == ("A", "Un")


def test_another_translation_has_no_links() -> None:
    assert links("Etwas anderes.", (0, HOUSE), (11, CAR)) == []
    assert links("", (0, HOUSE)) == []


def test_characters_are_matched_where_words_are_not_parted_by_spaces() -> None:
    text = "Open file"
    words = [TracedWord("打", ((0, 4),)), TracedWord("开", ((0, 4),)), TracedWord("文件", ((5, 9),))]

    found = list(link_words("打开文件。", [(0, words)]))

    assert [(text[each.source_start : each.source_end], each.target_start) for each in found] == [
        ("Open", 0),
        ("Open", 1),
        ("file", 2),
        ("file", 3),
    ]
