"""Three-way merge by source phrase: the common base, the local version, and the remote one."""

from __future__ import annotations

from dataclasses import dataclass

from termdesk.domain.entries.entries import Entries


@dataclass(frozen=True, slots=True)
class Conflict:
    """A phrase that both sides changed differently. None: the side removed it, or never had it."""

    source: str
    base: str | None
    local: str | None
    remote: str | None


@dataclass(frozen=True, slots=True)
class Merged:
    """The result of a merge. For conflicts `entries` have the local version until they are settled."""

    entries: Entries
    conflicts: tuple[Conflict, ...]


def merge(base: Entries, *, local: Entries, remote: Entries) -> Merged:
    """Merge by exact source phrase. The local order stays; remote additions come at the end.

    The same change on both sides is no conflict. A change against a removal always is.
    """
    was, has, now = base.as_dict(), local.as_dict(), remote.as_dict()
    merged: dict[str, str] = {}
    conflicts: list[Conflict] = []
    for source in [*has, *(source for source in now if source not in has)]:
        old, my, their = was.get(source), has.get(source), now.get(source)
        if my != their and my != old and their != old:
            conflicts.append(Conflict(source, old, my, their))
        result = their if my == old else my
        if result is not None:
            merged[source] = result
    return Merged(Entries(merged.keys(), merged.values()), tuple(conflicts))
