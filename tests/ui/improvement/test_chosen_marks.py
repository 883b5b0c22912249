"""Accepted changes are marked as inserted, rejected ones as kept, and protected terms as terms."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from termdesk.application.improvement.improvement import ImprovementResult, ImproveRequest
from termdesk.domain.matching.protected_terms import EndangeredTerm
from termdesk.domain.similarity.chosen_changes import choose_changes
from termdesk.domain.similarity.text_diff import Chunk, DiffKind
from termdesk.domain.texts import EngineReport
from termdesk.ui.improvement.chosen_marks import mark_choices

BEFORE, AFTER = "I has a very car.", "I have a new car."
CHUNKS = (
    Chunk(DiffKind.EQUAL, 0, 2, 0, 2),
    Chunk(DiffKind.REPLACED, 2, 5, 2, 6),
    Chunk(DiffKind.EQUAL, 5, 8, 6, 9),
    Chunk(DiffKind.DELETED, 8, 12, 9, 9),
    Chunk(DiffKind.INSERTED, 12, 12, 9, 12),
    Chunk(DiffKind.EQUAL, 12, 17, 12, 17),
)
RESULT = ImprovementResult(ImproveRequest(BEFORE, "en-US"), AFTER, "en", "en-US", 17, CHUNKS, EngineReport())


def marks_of(result: ImprovementResult, rejected: Collection[int] = ()) -> list[tuple[int, int, str, str]]:
    chosen = choose_changes(BEFORE, result.text, result.chunks, rejected)
    return [(each.start, each.end, each.kind, each.words) for each in mark_choices(result, chosen, rejected)]


def test_inserted_and_replacing_words_are_marked_in_the_new_text() -> None:
    assert marks_of(RESULT) == [(2, 6, "added", "inserted: have"), (9, 12, "added", "inserted: new")]


def test_rejected_changes_are_marked_as_kept_and_protected_terms_as_terms() -> None:
    guarded = replace(RESULT, endangered=(EndangeredTerm(1, "has"),))

    assert marks_of(guarded, {1, 3}) == [
        (2, 5, "term", "kept: has"),
        (8, 12, "kept", "kept: very"),
        (12, 15, "added", "inserted: new"),
    ]
