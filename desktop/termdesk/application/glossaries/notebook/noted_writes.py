"""What the changes are that the notebook holds, for users and for the support of a service.

They are apart from the notebook, which is made at the start of the program and only writes along.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, auto

from termdesk.client.transport.writes import WriteOutcome
from termdesk.storage.notebook.remote_writes import RemoteWrite

__all__ = ["RemoteWrite", "WriteKind", "WriteOutcome", "kind_of", "support_text"]


class WriteKind(Enum):
    """What a service was asked to do."""

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
    """What a change did, by the method and the path of its call."""
    segments = write.path.strip("/").split("/")
    if _MEMORIES in segments:
        kinds = {"POST": WriteKind.CREATE_MEMORY, "DELETE": WriteKind.DELETE_MEMORY}
        return kinds.get(write.method, WriteKind.CHANGE_MEMORY)
    if _DICTIONARIES in segments:
        kinds = {"PUT": WriteKind.REPLACE_DICTIONARY, "DELETE": WriteKind.DELETE_DICTIONARY}
        return kinds.get(write.method, WriteKind.MERGE_ENTRIES)
    if write.method == "PATCH" and write.before_hash:
        # One path serves for a new name and for single entries.
        return WriteKind.MERGE_ENTRIES
    if write.new_name:
        return WriteKind.RENAME_GLOSSARY
    kinds = {"POST": WriteKind.CREATE_GLOSSARY, "DELETE": WriteKind.DELETE_GLOSSARY}
    return kinds.get(write.method, WriteKind.CHANGE_GLOSSARY)


def support_text(writes: Iterable[RemoteWrite]) -> str:
    """The changes for the support of a service, one in a line: no names of glossaries, and no texts."""
    lines = ["time\tcall\tstatus\toutcome\ttrace id"]
    for each in writes:
        moment = each.made_at.isoformat(timespec="seconds")
        lines.append(f"{moment}\t{each.method} {each.path}\t{each.status}\t{each.outcome}\t{each.trace_id}")
    return "\n".join(lines)
