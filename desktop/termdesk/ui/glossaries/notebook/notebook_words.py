"""The words of the notebook of changes."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from termdesk.application.glossaries.notebook.noted_writes import (
    ReadBack,
    RemoteWrite,
    WriteKind,
    WriteOutcome,
    kind_of,
)
from termdesk.domain.merging.difference import Difference
from termdesk.ui.glossaries.difference.difference_words import count_changes
from termdesk.ui.words.lists import add_in_parentheses, point_to


def change_words(write: RemoteWrite) -> str:
    """Return what the service was asked to do."""
    return {
        WriteKind.CREATE_GLOSSARY: _tr("glossary created"),
        WriteKind.RENAME_GLOSSARY: _tr("glossary renamed"),
        WriteKind.CHANGE_GLOSSARY: _tr("glossary changed"),
        WriteKind.DELETE_GLOSSARY: _tr("glossary deleted"),
        WriteKind.REPLACE_DICTIONARY: _tr("dictionary replaced"),
        WriteKind.MERGE_ENTRIES: _tr("entries added or changed"),
        WriteKind.DELETE_DICTIONARY: _tr("dictionary deleted"),
        WriteKind.CREATE_MEMORY: _tr("translation memory created"),
        WriteKind.CHANGE_MEMORY: _tr("translation memory changed"),
        WriteKind.DELETE_MEMORY: _tr("translation memory deleted"),
    }[kind_of(write)]


def glossary_words(write: RemoteWrite) -> str:
    """Return the affected glossary, with the pair if one dictionary was affected; both names if it was renamed."""
    if write.new_name and write.glossary_name:
        return point_to(write.glossary_name, write.new_name)
    name = write.glossary_name or write.new_name
    return add_in_parentheses(name, str(write.pair)) if write.pair else name


def effect_words(write: RemoteWrite, change: Difference | None) -> str:
    """Return the effect in a sentence. `change` is the difference, None if unknown."""
    if change is not None:
        return count_changes(change)
    if write.entry_count:
        return _tr("%Ln entries were deleted.", "", write.entry_count)
    return _tr("The versions of this change are not kept.") if write.pair else ""


def outcome_words(write: RemoteWrite) -> str:
    """Return the outcome, with the HTTP status of the response if there was one.

    If the response was unclear, the outcome is what a later reading showed.
    """
    if write.outcome == WriteOutcome.UNCLEAR and write.read_back is not None:
        words = {
            ReadBack.CONFIRMED: _tr("no clear answer, confirmed by reading"),
            ReadBack.MISSING: _tr("no clear answer, not done, as reading shows"),
        }[write.read_back]
        return add_in_parentheses(words, str(write.status)) if write.status else words
    words = {
        WriteOutcome.DONE: _tr("accepted"),
        WriteOutcome.REFUSED: _tr("refused, nothing changed"),
        WriteOutcome.UNCLEAR: _tr("no clear answer"),
    }.get(WriteOutcome(write.outcome), "")
    return (
        add_in_parentheses(words, str(write.status)) if write.status and write.outcome != WriteOutcome.DONE else words
    )


def _tr(text: str, comment: str = "", n: int = -1) -> str:
    return QCoreApplication.translate("NotebookWords", text, comment, n)
