"""Marks for words that only one of two texts has: side by side, or in one text."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication

from termdesk.domain.similarity.text_diff import Chunk, DiffKind
from termdesk.ui.widgets.text_area import TextMark

# The tooltip of a mark quotes at most this many characters of the text.
MAX_QUOTED = 60


def mark_removed(before: str, chunks: Iterable[Chunk]) -> list[TextMark]:
    """Return marks for the old text: what was deleted or replaced."""
    return [
        TextMark(
            each.before_start,
            each.before_end,
            "removed",
            _describe_deleted(before[each.before_start : each.before_end]),
        )
        for each in chunks
        if each.kind in (DiffKind.DELETED, DiffKind.REPLACED)
    ]


def mark_added(after: str, chunks: Iterable[Chunk]) -> list[TextMark]:
    """Return marks for the new text: what was inserted, or replaced other words."""
    return [
        TextMark(each.after_start, each.after_end, "added", describe_inserted(after[each.after_start : each.after_end]))
        for each in chunks
        if each.kind in (DiffKind.INSERTED, DiffKind.REPLACED)
    ]


def inline_difference(before: str, after: str, chunks: Iterable[Chunk]) -> tuple[str, list[TextMark]]:
    """Return one text with both versions: what was removed, a space, what was added, each with its mark."""
    parts: list[str] = []
    marks: list[TextMark] = []
    length = 0
    for each in chunks:
        old, new = before[each.before_start : each.before_end], after[each.after_start : each.after_end]
        shown = [(new, "")]
        if each.kind is not DiffKind.EQUAL:
            joint = " " if old and new and not (old[-1].isspace() or new[0].isspace()) else ""
            shown = [(old, "removed"), (joint, ""), (new, "added")]
        for text, kind in shown:
            if kind and text:
                words = _describe_deleted(text) if kind == "removed" else describe_inserted(text)
                marks.append(TextMark(length, length + len(text), kind, words))
            parts.append(text)
            length += len(text)
    return "".join(parts), marks


def _describe_deleted(text: str) -> str:
    return QCoreApplication.translate("DifferenceMarks", "deleted: {text}").format(text=text[:MAX_QUOTED])


def describe_inserted(text: str) -> str:
    """Return the description of an inserted text for screen readers."""
    return QCoreApplication.translate("DifferenceMarks", "inserted: {text}").format(text=text[:MAX_QUOTED])
