"""What was removed is marked in the old text, what was added in the new one."""

from __future__ import annotations

from termdesk.application.improvement.improvement import ImprovementResult, ImproveRequest
from termdesk.domain.similarity.text_diff import Chunk, DiffKind
from termdesk.domain.texts import EngineReport
from termdesk.ui.improvement.difference_marks import added_marks, removed_marks

BEFORE, AFTER = "I has a very car.", "I have a new car."
CHUNKS = (
    Chunk(DiffKind.EQUAL, 0, 2, 0, 2),
    Chunk(DiffKind.REPLACED, 2, 5, 2, 6),
    Chunk(DiffKind.DELETED, 8, 12, 9, 9),
    Chunk(DiffKind.INSERTED, 12, 12, 9, 12),
)
RESULT = ImprovementResult(ImproveRequest(BEFORE, "en-US"), AFTER, "en", "en-US", 17, CHUNKS, EngineReport())


def test_deleted_and_replaced_words_are_marked_in_the_old_text() -> None:
    assert [(each.start, each.end, each.words) for each in removed_marks(RESULT)] == [
        (2, 5, "deleted: has"),
        (8, 12, "deleted: very"),
    ]


def test_inserted_and_replacing_words_are_marked_in_the_new_text() -> None:
    assert [(each.start, each.end, each.words) for each in added_marks(RESULT)] == [
        (2, 6, "inserted: have"),
        (9, 12, "inserted: new"),
    ]
