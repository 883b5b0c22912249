"""What stands in the notebook of changes, in words."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from termdesk.application.glossaries.notebook.noted_writes import RemoteWrite, WriteKind, WriteOutcome, kind_of
from termdesk.ui.words.lists import add_aside


def change_words(write: RemoteWrite) -> str:
    """What the service was asked to do."""
    return {
        WriteKind.CREATE_GLOSSARY: _tr("glossary created"),
        WriteKind.CHANGE_GLOSSARY: _tr("glossary changed"),
        WriteKind.DELETE_GLOSSARY: _tr("glossary deleted"),
        WriteKind.REPLACE_DICTIONARY: _tr("dictionary replaced"),
        WriteKind.MERGE_ENTRIES: _tr("entries added or changed"),
        WriteKind.DELETE_DICTIONARY: _tr("dictionary deleted"),
        WriteKind.CREATE_MEMORY: _tr("translation memory created"),
        WriteKind.CHANGE_MEMORY: _tr("translation memory changed"),
        WriteKind.DELETE_MEMORY: _tr("translation memory deleted"),
    }[kind_of(write)]


def outcome_words(write: RemoteWrite) -> str:
    """What became of it, with the status of the answer where there was one."""
    words = {
        WriteOutcome.DONE: _tr("accepted"),
        WriteOutcome.REFUSED: _tr("refused, nothing changed"),
        WriteOutcome.UNCLEAR: _tr("no clear answer"),
    }.get(WriteOutcome(write.outcome), "")
    return add_aside(words, str(write.status)) if write.status and write.outcome != WriteOutcome.DONE else words


def _tr(text: str) -> str:
    return QCoreApplication.translate("NotebookWords", text)
