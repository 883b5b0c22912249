"""Removed parts are marked in the old text, added parts in the new one."""

from __future__ import annotations

from termdesk.domain.similarity.text_diff import Chunk, DiffKind, compare
from termdesk.ui.texts.difference_marks import inline_difference, mark_added, mark_removed

BEFORE, AFTER = "I has a very car.", "I have a new car."
CHUNKS = (
    Chunk(DiffKind.EQUAL, 0, 2, 0, 2),
    Chunk(DiffKind.REPLACED, 2, 5, 2, 6),
    Chunk(DiffKind.DELETED, 8, 12, 9, 9),
    Chunk(DiffKind.INSERTED, 12, 12, 9, 12),
)


def test_deleted_and_replaced_words_are_marked_in_the_old_text() -> None:
    assert [(each.start, each.end, each.words) for each in mark_removed(BEFORE, CHUNKS)] == [
        (2, 5, "deleted: has"),
        (8, 12, "deleted: very"),
    ]


def test_inserted_and_replacing_words_are_marked_in_the_new_text() -> None:
    assert [(each.start, each.end, each.words) for each in mark_added(AFTER, CHUNKS)] == [
        (2, 6, "inserted: have"),
        (9, 12, "inserted: new"),
    ]


def test_both_texts_stand_in_one_with_what_was_removed_before_what_was_added() -> None:
    before, after = "The big house.", "The old house here."

    text, marks = inline_difference(before, after, compare(before, after))

    assert text == "The big old house here."
    assert [(text[each.start : each.end], each.kind) for each in marks] == [
        ("big", "removed"),
        ("old", "added"),
        (" here", "added"),
    ]
