"""Three-way merge by source phrase: the common base, the local version, and the remote one."""

from __future__ import annotations

from dataclasses import dataclass

from termdesk.domain.chunks import copy_list, make_growing_dict
from termdesk.domain.entries.entries import Entries


@dataclass(frozen=True, slots=True)
class Conflict:
    """A phrase that both sides changed differently. None: this side removed it, or never had it."""

    source: str
    base: str | None
    local: str | None
    remote: str | None


@dataclass(frozen=True, slots=True)
class Merged:
    """The result of a merge. For conflicts `entries` have the local version until they are resolved."""

    entries: Entries
    conflicts: tuple[Conflict, ...]


def merge(base: Entries, *, local: Entries, remote: Entries) -> Merged:
    """Merge by exact source phrase. The local order is kept; remote additions come at the end.

    The same change on both sides is not a conflict. A change on one side and a removal on the other always is.
    """
    in_base, in_local, in_remote = base.as_dict(), local.as_dict(), remote.as_dict()
    merged: dict[str, str] = make_growing_dict()
    conflicts: list[Conflict] = []
    for source in [*in_local, *(source for source in in_remote if source not in in_local)]:
        base_target, local_target, remote_target = in_base.get(source), in_local.get(source), in_remote.get(source)
        if local_target != remote_target and base_target not in (local_target, remote_target):
            conflicts.append(Conflict(source, base_target, local_target, remote_target))
        result = remote_target if local_target == base_target else local_target
        if result is not None:
            merged[source] = result
    return Merged(Entries.take(copy_list(merged), copy_list(merged.values())), tuple(conflicts))
