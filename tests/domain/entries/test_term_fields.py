"""Named fields of entries: joined, divided by side, and swapped."""

from __future__ import annotations

from termdesk.domain.entries.term_fields import (
    fields_of,
    join_fields,
    of_source,
    source_fields,
    swap_sides,
    target_fields,
)

ENTRY = (("definition", "a vehicle"), ("grammaticalGender", "neuter"), ("sourceTerm/partOfSpeech", "noun"))


def test_texts_of_one_name_are_joined_once_each() -> None:
    one, other = (("context", "a"), ("source", "")), (("definition", "d"), ("context", "b"), ("context", "a"))

    assert join_fields(one, other) == (("definition", "d"), ("context", "a\nb"))


def test_the_last_text_of_a_name_counts_and_unknown_names_come_last() -> None:
    assert fields_of([("newer", "x"), ("source", "old"), ("source", "new")]) == (("source", "new"), ("newer", "x"))


def test_sides_are_told_apart_and_swapped() -> None:
    assert target_fields(ENTRY) == (("grammaticalGender", "neuter"),)
    assert source_fields(ENTRY) == (("partOfSpeech", "noun"),)
    assert of_source(source_fields(ENTRY)) == ENTRY[2:]
    assert swap_sides(ENTRY) == (ENTRY[0], ("partOfSpeech", "noun"), ("sourceTerm/grammaticalGender", "neuter"))
    assert swap_sides(swap_sides(ENTRY)) == ENTRY
