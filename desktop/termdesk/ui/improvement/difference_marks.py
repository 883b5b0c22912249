"""Marks for what an improvement removed from a text and added to it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from termdesk.application.improvement.improvement import ImprovementResult
from termdesk.domain.similarity.text_diff import DiffKind
from termdesk.ui.widgets.text_area import TextMark

# The words of a mark quote this many characters of the text at most.
MAX_QUOTED = 60


def removed_marks(result: ImprovementResult) -> list[TextMark]:
    """Marks in the text before: what was deleted or replaced."""
    text = result.request.text
    return [
        TextMark(each.before_start, each.before_end, "removed", _deleted(text[each.before_start : each.before_end]))
        for each in result.chunks
        if each.kind in (DiffKind.DELETED, DiffKind.REPLACED)
    ]


def added_marks(result: ImprovementResult) -> list[TextMark]:
    """Marks in the text of the result: what was inserted or took the place of other words."""
    return [
        TextMark(each.after_start, each.after_end, "added", _inserted(result.text[each.after_start : each.after_end]))
        for each in result.chunks
        if each.kind in (DiffKind.INSERTED, DiffKind.REPLACED)
    ]


def _deleted(text: str) -> str:
    return QCoreApplication.translate("DifferenceMarks", "deleted: {text}").format(text=text[:MAX_QUOTED])


def _inserted(text: str) -> str:
    return QCoreApplication.translate("DifferenceMarks", "inserted: {text}").format(text=text[:MAX_QUOTED])
