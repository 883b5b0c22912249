"""The calls since a step was sent: its own, and those of later publications of the same dictionary.

Runs that this version of the program interrupts are marked when later ones publish their dictionaries. Older versions
did not, and calls do not name their run. But a step keeps a hash of its planned change, and each call its versions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from termdesk.application.glossaries.publishing.publish_plan import WrittenVersion
from termdesk.application.glossaries.publishing.run_plan import change_hash
from termdesk.application.progress import run_in_thread
from termdesk.domain.added_quotes import remove_added_quotes
from termdesk.domain.entries.entries import Entries
from termdesk.domain.merging.difference import Method, difference
from termdesk.domain.progress import NoProgress, Progress
from termdesk.storage.publish_jobs import JobState, PublishJob
from termdesk.storage.publishing.publish_runs import PublishStep
from termdesk.storage.snapshots import Snapshots


@dataclass(frozen=True, slots=True)
class StepCalls:
    """What the calls since a step was sent are known to have written.

    `written` is what the step itself wrote (None: nothing, or unknown). `is_superseded`: a later publication wrote
    something else afterwards. `is_undecided`: something was written, but the step or a later publication may have done
    that.
    """

    written: WrittenVersion | None = None
    is_superseded: bool = False
    is_undecided: bool = False


async def split_calls(snapshots: Snapshots, step: PublishStep, calls: Sequence[PublishJob]) -> StepCalls:
    """Tell the calls of a step from later ones. `calls` are those since it was sent, in order. Raises StorageFailed."""
    verified = [call for call in calls if call.state is JobState.VERIFIED]
    if not verified:
        return StepCalls()
    first, own = await _version(snapshots, verified[0].before_hash), 0
    for number, call in enumerate(verified, 1):
        before, target = await _version(snapshots, call.before_hash), await snapshots.get(call.target_hash)
        # If others overtake a call, the next one makes the whole change again. If the service stores something else
        # than was sent, several calls together make it.
        if await run_in_thread(NoProgress(), _has_planned_change, step, (before, first), target):
            own = number
        elif len(verified) == 1 and await run_in_thread(NoProgress(), _is_first_part, step, call, before, target):
            own = 1
    if not own:
        return StepCalls(is_undecided=True)
    creates = any(call.method is Method.CREATE for call in verified[:own])
    written = WrittenVersion(verified[0].before_hash, verified[own - 1].target_hash, creates)
    return StepCalls(written, is_superseded=own < len(verified))


async def _version(snapshots: Snapshots, content_hash: str | None) -> Entries:
    return await snapshots.get(content_hash) if content_hash is not None else Entries()


def _has_planned_change(
    progress: Progress, step: PublishStep, versions_before: Sequence[Entries], target: Entries
) -> bool:
    """Return whether a version differs from one of those before by the planned change, perhaps with added quotes."""
    if any(change_hash(progress, difference(before, target)) == step.change_hash for before in versions_before):
        return True
    sent = remove_added_quotes(target)
    return not sent.holds_as(target) and any(
        change_hash(progress, difference(before, sent)) == step.change_hash for before in versions_before
    )


def _is_first_part(_progress: Progress, step: PublishStep, call: PublishJob, before: Entries, target: Entries) -> bool:
    """Return whether a call wrote only the first part of the planned change, because the step was stopped.

    That part is an older creation of the glossary, or everything that is new, on a service that keeps old targets.
    """
    if call.method is Method.CREATE:
        return True
    change = difference(before, target)
    is_only_new = step.changed > 0 and not (change.changed or change.removed or step.removed)
    return call.method is Method.MERGE and is_only_new and len(change.added) == step.added
