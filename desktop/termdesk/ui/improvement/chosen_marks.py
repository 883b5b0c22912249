"""Marks for the accepted changes of an improvement, and for the original words of the rejected ones."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QCoreApplication

from termdesk.application.improvement.improvement import ImprovementResult
from termdesk.domain.similarity.chosen_changes import ChosenText
from termdesk.domain.similarity.text_diff import DiffKind
from termdesk.ui.texts.difference_marks import MAX_QUOTED, describe_inserted
from termdesk.ui.widgets.text_area import TextMark


def mark_choices(result: ImprovementResult, chosen: ChosenText, rejected: Collection[int]) -> list[TextMark]:
    """Return marks for the result as the user chose it: accepted insertions, and original words that were kept.

    Kept words that are a protected term are marked as such.
    """
    guarded = {each.chunk for each in result.endangered}
    marks = []
    for number, (chunk, (start, end)) in enumerate(zip(result.chunks, chosen.positions, strict=True)):
        if chunk.kind is DiffKind.EQUAL or start == end:
            continue
        words = chosen.text[start:end]
        if number not in rejected:
            marks.append(TextMark(start, end, "added", describe_inserted(words)))
        elif number in guarded:
            marks.append(TextMark(start, end, "term", _describe_kept(words)))
        else:
            marks.append(TextMark(start, end, "kept", _describe_kept(words)))
    return marks


def _describe_kept(text: str) -> str:
    return QCoreApplication.translate("DifferenceMarks", "kept: {text}").format(text=text[:MAX_QUOTED])
