"""Ask before a much smaller version of a dictionary on the service replaces the local one."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import TYPE_CHECKING

from termdesk.application.failures import LargeRemoval
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Difference, difference, removes_much
from termdesk.domain.progress import Progress

if TYPE_CHECKING:
    from termdesk.storage.seen_dictionaries import Seen


class LargeRemovalChoice(Enum):
    """What the user keeps of a dictionary from which many entries were removed on the service."""

    TAKE_REMOTE = auto()  # the service's version; undo restores the local one
    KEEP_LOCAL = auto()  # the local version; entries missing on the service become edits to publish


# By root languages.
LargeRemovalChoices = Mapping[LanguagePair, LargeRemovalChoice]
NO_CHOICES: LargeRemovalChoices = {}


def check_large_removal(name: str, pair: LanguagePair, change: Difference, *, local: int, remote: int) -> None:
    """Raise LargeRemoval if a change from the service removes so much that publishing it would need a confirmation."""
    removed = len(change.removed)
    if removes_much(removed, published_count=local):
        raise LargeRemoval(name, pair, local=local, remote=remote, removed=removed, has_local_entries=True)


def check_against_seen(name: str, pair: LanguagePair, seen: Seen | None, *, remote: int) -> None:
    """Check for a large removal if only the former number of entries is known. Raises LargeRemoval."""
    if seen is None:
        return
    removed = seen.entry_count - remote
    if removes_much(removed, published_count=seen.entry_count):
        raise LargeRemoval(name, pair, local=seen.entry_count, remote=remote, removed=removed, has_local_entries=False)


def change_from_service(_progress: Progress, local: Entries, remote: Entries) -> Difference:
    """Return the difference from the local entries to the service's entries. For a worker."""
    return difference(local.copy_published_part(), remote)
