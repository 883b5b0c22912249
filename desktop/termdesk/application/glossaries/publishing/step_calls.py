"""The calls since a step was sent: its own, and those of later publications of the same dictionary.

Each call names its run. Calls of older versions of the program do not, and those versions did not mark what later runs
published. There, a hash of the planned change, the versions of the calls and the notebook's times tell them apart.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from termdesk.application.glossaries.publishing.publish_plan import WrittenVersion
from termdesk.application.glossaries.publishing.run_plan import change_hash
from termdesk.application.progress import run_in_thread
from termdesk.domain.added_quotes import remove_added_quotes
from termdesk.domain.entries.entries import Entries
from termdesk.domain.merging.difference import Method, difference
from termdesk.domain.progress import NoProgress, Progress
from termdesk.storage.publish_jobs import JobState, PublishJob, PublishJobs
from termdesk.storage.publishing.publish_runs import PublishStep
from termdesk.storage.snapshots import Snapshots

# Without the name of a run: calls that follow each other faster than this belong to one publication. Nobody fails to
# publish, reads why, and publishes again in that time.
_SECONDS_BETWEEN_CALLS = 5.0


@dataclass(frozen=True, slots=True)
class StepCalls:
    """What the calls since a step was sent are known to have written.

    `written` is what the step itself wrote (None: nothing, or unknown). `is_superseded`: a later publication has
    written the dictionary since. `is_undecided`: something was written, but the step or a later publication may have
    done that.
    """

    written: WrittenVersion | None = None
    is_superseded: bool = False
    is_undecided: bool = False


async def find_calls(jobs: PublishJobs, step: PublishStep) -> list[PublishJob]:
    """Return the calls of the dictionary of a step since it was sent, in order. Raises StorageFailed."""
    calls = await jobs.since(step.draft_id, step.after_call)
    glossary_id = step.glossary_id or next((each.glossary_id for each in calls if each.glossary_id is not None), None)
    if glossary_id is not None:
        # The draft of a published dictionary is deleted when it is closed; later edits have another one.
        found = await jobs.since(step.draft_id, step.after_call, glossary_id=glossary_id)
        calls = [each for each in found if each.draft_id == step.draft_id or each.pair.roots == step.pair.roots]
    return calls


async def split_calls(
    snapshots: Snapshots, step: PublishStep, calls: Sequence[PublishJob], *, run_id: str = ""
) -> StepCalls:
    """Tell the calls of a step of a run from later ones. `calls` are those of `find_calls`. Raises StorageFailed."""
    verified = [call for call in calls if call.state is JobState.VERIFIED]
    is_known = any(call.run_id == run_id for call in calls)
    is_superseded = any(call.run_id not in (run_id, None) for call in verified)
    if is_known:
        own = [call for call in verified if call.run_id == run_id]
        return StepCalls(_find_written(own), is_superseded)
    unnamed = [call for call in calls if call.run_id is None]
    found = await _split_unnamed(snapshots, step, unnamed)
    return StepCalls(found.written, is_superseded=True) if is_superseded else found


def is_written_since(step: PublishStep, calls: Sequence[PublishJob], *, run_id: str) -> bool:
    """Return whether a later publication wrote the dictionary of a verified step, perhaps the same entries again.

    `calls` are those of `find_calls`.
    """
    verified = [call for call in calls if call.state is JobState.VERIFIED]
    if any(call.run_id not in (run_id, None) for call in verified):
        return True
    # A publication ends with the call that wrote its version.
    unnamed = [call.target_hash for call in verified if call.run_id is None]
    return step.target_hash in unnamed[:-1]


def _find_written(own: Sequence[PublishJob]) -> WrittenVersion | None:
    if not own:
        return None
    creates = any(call.method is Method.CREATE for call in own)
    return WrittenVersion(own[0].before_hash, own[-1].target_hash, creates)


async def _split_unnamed(snapshots: Snapshots, step: PublishStep, calls: Sequence[PublishJob]) -> StepCalls:
    """Tell the calls of a step from later ones, if none names its run."""
    verified = [call for call in calls if call.state is JobState.VERIFIED]
    if not verified:
        return StepCalls()
    first, own = await _read_version(snapshots, verified[0].before_hash), 0
    for number, call in enumerate(verified, 1):
        before, target = await _read_version(snapshots, call.before_hash), await snapshots.get(call.target_hash)
        # If others overtake a call, the next one makes the whole change again. If the service stores something else
        # than was sent, several calls together make it.
        if await run_in_thread(NoProgress(), _has_planned_change, step, (before, first), target):
            own = number
        elif len(verified) == 1 and await run_in_thread(NoProgress(), _is_first_part, step, call, before, target):
            own = 1
    if not own or _may_be_several(calls, verified[own - 1]):
        return StepCalls(is_undecided=True)
    return StepCalls(_find_written(verified[:own]), is_superseded=own < len(verified))


def _may_be_several(calls: Sequence[PublishJob], last: PublishJob) -> bool:
    """Return whether the calls up to this one may be those of several publications of the same change."""
    known = calls[: calls.index(last) + 1]
    pauses = [after.sent_at - before.sent_at for before, after in itertools.pairwise(known)]
    # If the clock was set back, the times tell nothing.
    return any(not 0 <= pause <= _SECONDS_BETWEEN_CALLS for pause in pauses)


async def _read_version(snapshots: Snapshots, content_hash: str | None) -> Entries:
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
