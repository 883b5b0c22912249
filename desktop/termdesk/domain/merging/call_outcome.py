"""The outcome of one call that changes a dictionary, judged by the entries that the service has after it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from termdesk.domain.added_quotes import has_added_quotes
from termdesk.domain.chunks import is_same_mapping
from termdesk.domain.entries.entries import Entries
from termdesk.domain.merging.difference import Difference, difference, split_by_stored
from termdesk.domain.merging.merge import merge
from termdesk.domain.progress import Progress

# By source phrase: the target before our call, and our target. None means no entry.
StoredParts = dict[str, tuple[str | None, str | None]]


@dataclass(frozen=True, slots=True)
class CallStep:
    """One call that changes `remote`, the service's present entries, to `merged`.

    `exists`: the service has the dictionary. `read_at`: when the reading of its entries began.
    """

    remote: Entries
    merged: Entries
    change: Difference
    exists: bool
    read_at: float = 0.0


class CallOutcome(Enum):
    """What a call did."""

    APPLIED = auto()
    NOT_APPLIED = auto()
    TARGETS_KEPT = auto()  # merging adds new phrases, but does not change targets of existing ones
    APPLIED_AMONG_OTHERS = auto()  # our changes are stored, and others wrote, too
    CALLED_OFF = auto()  # others wrote at the last moment, or nobody could see whether they did: nothing was sent
    ADDED_QUOTES = auto()  # the service keeps quotes as characters
    OVERTAKEN = auto()  # others wrote, and our changes are stored partly or not at all
    TAKEN_BACK = auto()  # our changes were stored, and then taken back, all or in part


# Nobody else wrote, but the service stored something other than what was sent.
WROTE_OTHERWISE = (CallOutcome.TARGETS_KEPT, CallOutcome.ADDED_QUOTES)
# Our changes were stored, so they are not sent again, whatever others have written since.
ENDED = (CallOutcome.APPLIED, CallOutcome.APPLIED_AMONG_OTHERS, CallOutcome.TAKEN_BACK)


def find_step(
    _progress: Progress, base: Entries | None, local: Entries, remote: Entries | None
) -> tuple[CallStep, int]:
    """Return the step from the `remote` entries, and the number of conflicts between local and remote changes to
    `base`.
    """
    if remote is None or base is None:
        merged = merge(Entries(), local=local, remote=remote or Entries())
    elif remote.holds_as(base):
        return CallStep(remote, local, difference(remote, local), exists=True), 0
    else:
        merged = merge(base, local=local, remote=remote)
    entries = remote or Entries()
    step = CallStep(entries, merged.entries, difference(entries, merged.entries), exists=remote is not None)
    return step, len(merged.conflicts)


def find_outcome(_progress: Progress, step: CallStep, remote: Entries, *, may_keep_targets: bool) -> CallOutcome:
    """Determine the outcome of a call from the `remote` entries after it.

    `may_keep_targets`: it was a successful merge, and the service may keep the targets of existing phrases.
    """
    targets = remote.as_dict()
    if is_same_mapping(targets, step.merged.as_dict()):
        return CallOutcome.APPLIED
    if has_added_quotes(remote, step.merged):
        return CallOutcome.ADDED_QUOTES
    former_targets = step.remote.as_dict()
    if may_keep_targets and is_same_mapping(targets, former_targets | step.change.added):
        return CallOutcome.TARGETS_KEPT
    if is_same_mapping(targets, former_targets):
        return CallOutcome.NOT_APPLIED
    merged = merge(step.remote, local=step.merged, remote=remote)
    is_local_stored = not merged.conflicts and is_same_mapping(merged.entries.as_dict(), targets)
    return CallOutcome.APPLIED_AMONG_OTHERS if is_local_stored else CallOutcome.OVERTAKEN


def was_taken_back(
    _progress: Progress, step: CallStep, remote: Entries, outcome: CallOutcome, *, is_answered: bool, was_seen: bool
) -> bool:
    """Return whether our changes were stored, and those that the service lacks again were taken back.

    `was_seen`: a reading during the call showed one of them. Otherwise one of them must be stored now, and if not
    `is_answered`, so that the service did not report success, at least half of them. If others wrote something else
    instead of one of them, that is a conflict, which the user decides.
    """
    if outcome not in (CallOutcome.NOT_APPLIED, CallOutcome.OVERTAKEN):
        return False
    former, targets = step.remote.as_dict(), remote.as_dict()
    local, others = split_by_stored(step.change, targets)
    if any(targets.get(source) != former.get(source) for source in others):
        return False
    # Success alone does not prove that the service did it.
    return was_seen or (bool(local) and (is_answered or len(local) >= len(others)))


def find_stored_parts(_progress: Progress, step: CallStep, remote: Entries) -> StoredParts:
    """Return the changes of a call that the service still has after others overwrote the rest."""
    local, _ = split_by_stored(step.change, remote.as_dict())
    old, new = step.remote.as_dict(), step.merged.as_dict()
    return {source: (old.get(source), new.get(source)) for source in local}


def without_parts(_progress: Progress, entries: Entries, parts: StoredParts) -> Entries:
    """Return entries in which these phrases have the version before ours."""
    targets = entries.as_dict()
    for source, (before, local) in parts.items():
        if targets.get(source) != local:
            # Others have changed this phrase since.
            continue
        if before is None:
            targets.pop(source, None)
        else:
            targets[source] = before
    return Entries.of(targets.items())
