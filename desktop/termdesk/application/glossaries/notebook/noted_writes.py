"""Describe the changes in the notebook, for users and for a service's support.

Separate from the notebook itself, which is imported when the program starts and only records.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, auto

from termdesk.client.transport.writes import WriteOutcome
from termdesk.storage.notebook.remote_writes import ReadBack, RemoteWrite

__all__ = ["ReadBack", "RemoteWrite", "WriteKind", "WriteOutcome", "kind_of", "outcome_line", "support_text"]


class WriteKind(Enum):
    """The kind of change that a service was asked to make."""

    CREATE_GLOSSARY = auto()
    RENAME_GLOSSARY = auto()
    CHANGE_GLOSSARY = auto()  # its name, or entries of it
    DELETE_GLOSSARY = auto()
    REPLACE_DICTIONARY = auto()
    MERGE_ENTRIES = auto()
    DELETE_DICTIONARY = auto()
    CREATE_MEMORY = auto()
    CHANGE_MEMORY = auto()
    DELETE_MEMORY = auto()


_MEMORIES, _DICTIONARIES = "translation_memories", "dictionaries"


def kind_of(write: RemoteWrite) -> WriteKind:
    """Return the kind of a change, derived from the method and the path of its call."""
    segments = write.path.strip("/").split("/")
    if _MEMORIES in segments:
        kinds = {"POST": WriteKind.CREATE_MEMORY, "DELETE": WriteKind.DELETE_MEMORY}
        return kinds.get(write.method, WriteKind.CHANGE_MEMORY)
    if _DICTIONARIES in segments:
        kinds = {"PUT": WriteKind.REPLACE_DICTIONARY, "DELETE": WriteKind.DELETE_DICTIONARY}
        return kinds.get(write.method, WriteKind.MERGE_ENTRIES)
    if write.method == "PATCH" and write.before_hash:
        # The same path serves for renaming and for changing single entries.
        return WriteKind.MERGE_ENTRIES
    if write.new_name:
        return WriteKind.RENAME_GLOSSARY
    kinds = {"POST": WriteKind.CREATE_GLOSSARY, "DELETE": WriteKind.DELETE_GLOSSARY}
    return kinds.get(write.method, WriteKind.CHANGE_GLOSSARY)


def outcome_line(write: RemoteWrite) -> str:
    """Return the outcome as a word. If it is unclear, add what a later reading showed."""
    if write.outcome != WriteOutcome.UNCLEAR or write.read_back is None:
        return write.outcome
    shown = {ReadBack.CONFIRMED: "confirmed by reading", ReadBack.MISSING: "not done, as reading shows"}
    return f"{write.outcome}, {shown[write.read_back]}"


def support_text(writes: Iterable[RemoteWrite]) -> str:
    """Return the changes as text for a service's support, one per line, without glossary names and phrases."""
    lines = ["time\tcall\tstatus\toutcome\ttrace id"]
    for each in writes:
        moment = each.made_at.isoformat(timespec="seconds")
        lines.append(f"{moment}\t{each.method} {each.path}\t{each.status}\t{outcome_line(each)}\t{each.trace_id}")
    return "\n".join(lines)
