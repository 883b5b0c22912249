"""A text with some of its changes applied."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from termdesk.domain.similarity.chosen_changes import changes_in, choose_changes, shift
from termdesk.domain.similarity.text_diff import Chunk, DiffKind, compare

BEFORE, AFTER = "I has a very old car", "I have a new old red car"
WORDS = st.lists(st.sampled_from(["a", "house", "木", "😀", "is", "big", ".", "é"]), max_size=12).map(" ".join)


def test_rejected_changes_keep_the_old_words() -> None:
    chunks = compare(BEFORE, AFTER)
    numbers = changes_in(chunks)

    chosen = choose_changes(BEFORE, AFTER, chunks, {numbers[0]})

    assert chosen.text == "I has a new old red car"
    assert [chosen.text[start:end] for start, end in chosen.positions] == [
        "I ",
        "has",
        " a ",
        "new",
        " old",
        " red",
        " car",
    ]


@given(WORDS, WORDS)
def test_taking_all_gives_the_new_text_and_rejecting_all_the_old_one(before: str, after: str) -> None:
    chunks = compare(before, after)

    assert choose_changes(before, after, chunks, ()).text == after
    assert choose_changes(before, after, chunks, changes_in(chunks)).text == before


def test_chunks_of_a_part_are_moved_into_the_whole() -> None:
    assert shift([Chunk(DiffKind.REPLACED, 0, 3, 0, 4)], before=10, after=20) == [
        Chunk(DiffKind.REPLACED, 10, 13, 20, 24)
    ]
