"""One dictionary of a glossary that exists is brought to what it shall hold, and read back."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from termdesk.application import checking
from termdesk.application.failures import ChangedOnService, NotVerified, OutOfDate
from termdesk.application.progress import run_in_thread
from termdesk.application.publish_plan import PublishPlan, PublishReport
from termdesk.application.reading_back import read_remote
from termdesk.client.errors import InvalidRequest, ServerFailed, ServiceError, Unavailable, UnclearOutcome
from termdesk.domain.difference import Difference, Method, difference, smallest_method
from termdesk.domain.entries import Entries
from termdesk.domain.merge import merge
from termdesk.domain.pieces import is_same_mapping
from termdesk.domain.progress import NoProgress, Progress
from termdesk.storage.publish_jobs import MERGE_KEEPS_TARGETS, JobState
from termdesk.storage.records import Records

if TYPE_CHECKING:
    from termdesk.client.api import ApiClient

# Writers that keep getting in between are somebody's program; more rounds would only race with it.
ROUNDS = 3
# After these nobody knows whether the call was carried out: reading tells.
_UNCLEAR = (UnclearOutcome, ServerFailed, Unavailable)


@dataclass(frozen=True, slots=True)
class _Step:
    """One call: from `before`, which the service held a moment ago, to `goal`. `exists`: the dictionary is there."""

    before: Entries
    goal: Entries
    change: Difference
    exists: bool


class _Outcome(Enum):
    APPLIED = auto()
    NOT_APPLIED = auto()
    TARGETS_KEPT = auto()  # new phrases came, old ones kept their targets: this service's way to merge
    APPLIED_AMONG_OTHERS = auto()  # ours is there, and somebody else wrote as well
    OVERTAKEN = auto()  # somebody else wrote, and ours is not, or not all there


class Updating:
    """Publishes into a glossary that the service has."""

    def __init__(self, api: ApiClient, records: Records, profile: str) -> None:
        self._api = api
        self._records = records
        self._jobs = records.publish_jobs
        self._profile = profile
        self._open_milliseconds = 0.0
        # What the service held at each look.
        self._seen: list[Entries] = []

    async def carry_out(self, plan: PublishPlan, progress: Progress = NoProgress()) -> PublishReport:
        """Send and verify. Raises as `Publishing.publish`."""
        report = await self._carried_out(plan, progress)
        await run_in_thread(NoProgress(), _let_go, self._seen)
        return report

    async def _carried_out(self, plan: PublishPlan, progress: Progress) -> PublishReport:
        before, goal = plan.remote, plan.mine
        method = plan.method
        for _ in range(ROUNDS):
            step = await self._looked(plan, before, goal, progress)
            if step.exists and step.change.is_empty:
                return await self._done(plan, method, step.before)
            method = await self._method_for(step)
            after, outcome = await self._sent_and_read_back(plan, step, method, progress)
            if outcome in (_Outcome.APPLIED, _Outcome.APPLIED_AMONG_OTHERS):
                return await self._done(plan, method, after)
            if outcome is _Outcome.TARGETS_KEPT:
                await self._jobs.learn(self._profile, MERGE_KEEPS_TARGETS)
            before, goal = (step.before if step.exists else None), step.goal
        raise NotVerified(trace_id=self._api.last_trace_id)

    async def _looked(self, plan: PublishPlan, before: Entries | None, goal: Entries, progress: Progress) -> _Step:
        """The service once more, right before writing: what others wrote since is merged, or stops this."""
        now = await self._read(plan, progress)
        if now is None and before is not None:
            # Somebody deleted it a moment ago: whether it is made again is for the user to say.
            raise OutOfDate
        step, conflicts = await run_in_thread(progress, _step, before, goal, now)
        if conflicts:
            raise ChangedOnService(conflicts)
        return step

    async def _read(self, plan: PublishPlan, progress: Progress) -> Entries | None:
        found = (await read_remote(self._api, plan.dictionary.draft, progress)).entries
        if found is not None:
            self._seen.append(found)
        return found

    async def _method_for(self, step: _Step) -> Method:
        method = smallest_method(step.change, exists=step.exists)
        if method is Method.MERGE and step.change.changed:
            keeps_targets = await self._jobs.has_learned(self._profile, MERGE_KEEPS_TARGETS)
            return Method.REPLACE if keeps_targets else Method.MERGE
        return method

    async def _sent_and_read_back(
        self, plan: PublishPlan, step: _Step, method: Method, progress: Progress
    ) -> tuple[Entries, _Outcome]:
        draft = plan.dictionary.draft
        looked_at = time.monotonic()
        job = await self._jobs.plan(
            profile=self._profile,
            draft_id=draft.draft_id,
            glossary_id=draft.glossary_id,
            glossary_name=draft.glossary_name,
            pair=draft.pair,
            method=method,
            before_hash=await self._records.snapshots.put(step.before),
            target_hash=await self._records.snapshots.put(step.goal),
        )
        await self._jobs.mark(job.job_id, JobState.SENT)
        self._open_milliseconds = (time.monotonic() - looked_at) * 1000
        lost: ServiceError | None = None
        try:
            await self._send(plan, step, method, progress)
        except _UNCLEAR as error:
            lost = error
        except ServiceError as error:
            await self._jobs.mark(job.job_id, JobState.FAILED, trace_id=error.trace_id)
            raise
        trace_id = self._api.last_trace_id
        try:
            after = await self._read(plan, progress) or Entries()
        except ServiceError:
            # Stays noted as sent; the next plan reads what became of it.
            if lost:
                raise lost from None
            raise
        outcome = await run_in_thread(
            progress, _outcome, step, after, is_answered_merge=method is Method.MERGE and not lost
        )
        is_there = outcome in (_Outcome.APPLIED, _Outcome.APPLIED_AMONG_OTHERS)
        await self._jobs.mark(job.job_id, JobState.VERIFIED if is_there else JobState.FAILED, trace_id=trace_id)
        return after, outcome

    async def _send(self, plan: PublishPlan, step: _Step, method: Method, progress: Progress) -> None:
        glossaries, draft = self._api.glossaries, plan.dictionary.draft
        assert draft.glossary_id is not None, "only what is on the service is updated"
        sent = _written_phrases(step.change) if method is Method.MERGE else step.goal
        try:
            if method is Method.MERGE:
                await glossaries.merge(draft.glossary_id, draft.pair, sent, progress=progress)
            else:
                await glossaries.replace(draft.glossary_id, draft.pair, sent, progress=progress)
        except InvalidRequest as error:
            checking.raise_by_row(error, sent=sent, shown=plan.dictionary.entries)
            raise

    async def _done(self, plan: PublishPlan, method: Method, after: Entries) -> PublishReport:
        """The base is what we published, never what others wrote beside: that is still to come in, by a new plan."""
        others_changed = await run_in_thread(NoProgress(), _differs, plan.mine, after)
        await plan.dictionary.rebase(base=plan.mine)
        return PublishReport(
            method=method,
            difference=plan.difference,
            entry_count=len(after),
            trace_id=self._api.last_trace_id,
            open_milliseconds=self._open_milliseconds,
            others_changed=others_changed,
        )


def _step(_progress: Progress, before: Entries | None, goal: Entries, now: Entries | None) -> tuple[_Step, int]:
    """The step from what the service holds `now`, and the number of conflicts with what was there `before`."""
    if now is None or before is None:
        merged = merge(Entries(), mine=goal, theirs=now or Entries())
    elif now.holds_as(before):
        return _Step(now, goal, difference(now, goal), exists=True), 0
    else:
        merged = merge(before, mine=goal, theirs=now)
    there = now or Entries()
    return _Step(there, merged.entries, difference(there, merged.entries), now is not None), len(merged.conflicts)


def _outcome(_progress: Progress, step: _Step, after: Entries, *, is_answered_merge: bool) -> _Outcome:
    """What a call did, by what the service holds afterwards."""
    found = after.as_dict()
    if is_same_mapping(found, step.goal.as_dict()):
        return _Outcome.APPLIED
    before = step.before.as_dict()
    if is_answered_merge and step.change.changed and is_same_mapping(found, before | step.change.added):
        return _Outcome.TARGETS_KEPT
    if is_same_mapping(found, before):
        return _Outcome.NOT_APPLIED
    merged = merge(step.before, mine=step.goal, theirs=after)
    is_ours_there = not merged.conflicts and is_same_mapping(merged.entries.as_dict(), found)
    return _Outcome.APPLIED_AMONG_OTHERS if is_ours_there else _Outcome.OVERTAKEN


def _written_phrases(change: Difference) -> Entries:
    """The phrases that a merging call carries: only our own."""
    written = change.added | {source: new for source, (_, new) in change.changed.items()}
    return Entries(written.keys(), written.values())


def _differs(_progress: Progress, mine: Entries, after: Entries) -> bool:
    return not mine.holds_as(after)


def _let_go(_progress: Progress, seen: Sequence[Entries]) -> None:
    for each in seen:
        each.let_go()
