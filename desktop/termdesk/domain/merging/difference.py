"""Changes between two versions of a dictionary, and the call that sends them to the service."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from termdesk.domain.entries.entries import Entries


@dataclass(frozen=True, slots=True)
class Difference:
    """Phrases that were added, changed and removed. The order is ignored, because the service does not keep it."""

    added: dict[str, str]
    changed: dict[str, tuple[str, str]]
    removed: dict[str, str]

    @property
    def is_empty(self) -> bool:
        """Whether both versions have the same phrases."""
        return not (self.added or self.changed or self.removed)

    @property
    def count(self) -> int:
        """The number of phrases that differ."""
        return len(self.added) + len(self.changed) + len(self.removed)


NO_DIFFERENCE = Difference({}, {}, {})


class Method(StrEnum):
    """The call that publishes a dictionary."""

    NOTHING = "nothing"
    CREATE = "create"  # POST: the glossary does not exist yet
    MERGE = "merge"  # PATCH: affects only the sent phrases
    REPLACE = "replace"  # PUT: the only call that removes phrases


def difference(before: Entries, after: Entries) -> Difference:
    """The difference between two versions."""
    if not len(before):
        # A new dictionary. Comparing every phrase with nothing takes longer than all the rest.
        return Difference(after.as_dict(), {}, {})
    if not len(after):
        return Difference({}, {}, before.as_dict())
    return compare_targets(before.as_dict(), after.as_dict())


def compare_targets(old: Mapping[str, str], new: Mapping[str, str]) -> Difference:
    """The difference between two versions, each given as targets by source."""
    added = {source: target for source, target in new.items() if source not in old}
    changed = {
        source: (old[source], target) for source, target in new.items() if source in old and old[source] != target
    }
    removed = {source: target for source, target in old.items() if source not in new}
    return Difference(added, changed, removed)


def smallest_method(change: Difference, *, exists: bool) -> Method:
    """PATCH if nothing is removed, because it affects only the sent phrases; PUT otherwise."""
    if not exists:
        return Method.REPLACE
    if change.is_empty:
        return Method.NOTHING
    return Method.REPLACE if change.removed else Method.MERGE


def needs_typed_confirmation(change: Difference, *, published_count: int) -> bool:
    """Whether so much is removed that the user must type the number."""
    return removes_much(len(change.removed), published_count=published_count)


def split_by_stored(change: Difference, stored: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """Split the source phrases of a change into those that are stored as the change says, and those that are not.

    For a worker.
    """
    targets = {**change.added, **{source: new for source, (_, new) in change.changed.items()}}
    local, others = list[str](), list[str]()
    for source in (*targets, *change.removed):
        (local if stored.get(source) == targets.get(source) else others).append(source)
    return local, others


def removes_much(removed: int, *, published_count: int) -> bool:
    """Whether so much is removed that a glance at the changes may not show it: a fifth of all entries, or 100.

    A single entry never is, even if it is the only one: the plan names it, and typing a 1 each time would only teach
    users to type without reading.
    """
    return removed > 1 and (removed >= 100 or removed * 5 >= published_count > 0)
