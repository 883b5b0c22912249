"""Publish any number of dictionaries of any number of glossaries as one run.

Every step is recorded before it is sent, and verified by reading back. So after a failure or a crash it is known what
was done, and the run can be resumed, undone, or abandoned.
"""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace

from termdesk.application.completion import complete
from termdesk.application.failures import OFFLINE, OutOfDate, PartlyPublished, cause_of
from termdesk.application.glossaries.editing.closed_rows import free_in_worker
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.publishing.publish_plan import PublishPlan, PublishReport
from termdesk.application.glossaries.publishing.publisher import Publisher
from termdesk.application.glossaries.publishing.run_plan import (
    DraftOpener,
    LeftOut,
    RunPlan,
    RunResult,
    StepPlan,
    UndoResult,
    WaitingDrafts,
    add_written,
    change_hash,
)
from termdesk.application.glossaries.publishing.run_undo import RunUndo, UndoPreview, preview_undo
from termdesk.application.glossaries.publishing.step_calls import find_calls, split_calls
from termdesk.application.progress import run_in_thread, without_progress
from termdesk.application.session.service_in_use import ServiceInUse
from termdesk.application.stored_failure import encode_failure, encode_stop
from termdesk.client.errors import RateLimited, WrongKey
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput, Stopped, TermdeskError
from termdesk.domain.merging.difference import Difference, difference
from termdesk.domain.progress import NoProgress, Part, Progress
from termdesk.messages.glossary_messages import PublishFailure, PublishRemedy
from termdesk.storage.journal import DraftRecord
from termdesk.storage.publish_jobs import JobState
from termdesk.storage.publishing.publish_runs import PublishRun, PublishStep, RunState, StepState, new_run
from termdesk.storage.records import Records

# Called for each step with its index in the run and its state.
StepWatch = Callable[[int, StepState], None]

# After these errors a run waits until the service responds again or accepts a key.
_WAITS_AFTER = (*OFFLINE, WrongKey, RateLimited)
# The maximum number of changed phrases kept with each plan, to be shown at once.
MOST_KEPT = 1_000


def _is_temporary(failure: TermdeskError | None) -> bool:
    return failure is not None and isinstance(cause_of(failure), _WAITS_AFTER)


def _without_difference(draft: DraftRecord, report: PublishReport) -> tuple[DraftRecord, PublishReport]:
    if (dropped := report.difference) is not None:
        free_in_worker([dropped.added, dropped.changed, dropped.removed])
    return draft, replace(report, difference=None)


def _refuse_superseded(run: PublishRun) -> None:
    """Raise InvalidInput if later runs have done what was left: undoing this one would take their work back."""
    if run.is_superseded:
        raise InvalidInput(PublishFailure.SUPERSEDED(), remedy=PublishRemedy.LEAVE())


def _watch_nothing(_position: int, _state: StepState) -> None:
    return


class BulkPublisher:
    """Plans and executes publish runs for the service in use, and resumes interrupted ones."""

    def __init__(self, service: ServiceInUse, records: Records, publisher: Publisher, drafts: DraftOpener) -> None:
        self._service = service
        self._records = records
        self._runs = records.publish_runs
        self._publisher = publisher
        self._drafts = drafts
        self._undo = RunUndo(service, records, publisher, drafts)
        self._running: set[str] = set()

    # Planning

    async def find_unpublished(self) -> list[str]:
        """Return the ids of drafts with edits that the service does not have, sorted by glossary name."""
        drafts = await self._records.journal.drafts(self._service.profile)
        edited = [each for each in drafts if each.has_changes and (each.entry_count or each.base is not None)]
        edited.sort(key=lambda each: (each.glossary_name.casefold(), each.glossary_key, each.pair))
        return [each.draft_id for each in edited]

    async def drafts(self, draft_ids: Sequence[str]) -> list[DraftRecord]:
        """Return these drafts as stored on disk. Deleted drafts are left out. Raises StorageFailed."""
        known = {each.draft_id: each for each in await self._records.journal.drafts(self._service.profile)}
        return [known[each] for each in draft_ids if each in known]

    async def find_edited(self, draft_ids: Sequence[str]) -> list[DraftRecord]:
        """Return those of these drafts that differ from the service. Drafts are opened one at a time."""
        found: list[DraftRecord] = []
        for draft_id in draft_ids:
            async with self.open_drafts([draft_id]) as dictionaries:
                found += [each.draft for each in await self._publisher.find_edited(dictionaries)]
        return found

    def open_drafts(
        self, draft_ids: Sequence[str], progress: Progress = NoProgress()
    ) -> AbstractAsyncContextManager[Sequence[OpenDictionary]]:
        """Keep the dictionaries of these drafts open while they are planned. Deleted drafts are left out."""
        return self._drafts.open_drafts(draft_ids, progress)

    async def plan(self, draft_ids: Sequence[str], progress: Progress = NoProgress()) -> RunPlan:
        """Plan to publish these drafts. Changes nothing on the service, and opens one draft at a time.

        Raises ServiceError and StorageFailed. Obstacles to publishing a dictionary are part of its plan. Deleted drafts
        are left out.
        """
        plans: list[StepPlan] = []
        left_out: list[LeftOut] = []
        for number, draft_id in enumerate(draft_ids):
            part = Part(progress, number, len(draft_ids)) if len(draft_ids) > 1 else progress
            async with self._plan_draft(draft_id, part) as found:
                if isinstance(found, LeftOut):
                    left_out.append(found)
                elif found is not None:
                    plans.append(found)
        return RunPlan(self._publisher.service_name, tuple(plans), tuple(left_out))

    @asynccontextmanager
    async def _plan_draft(self, draft_id: str, progress: Progress) -> AsyncIterator[StepPlan | LeftOut | None]:
        """Yield the plan of a draft while it is open; None if the draft was deleted."""
        async with self.open_drafts([draft_id], progress) as dictionaries:
            if not dictionaries:
                yield None
                return
            [dictionary] = dictionaries
            if violation := await self._publisher.violation_before_sending(dictionary):
                yield LeftOut(dictionary.draft, violation)
            else:
                plan = await self._publisher.plan(dictionary, progress)
                step = await self.step(plan)
                free_in_worker(plan.large_parts)
                del plan
                yield step

    async def step(self, plan: PublishPlan, *, keeps_rows: bool = False) -> StepPlan:
        """Return the part of a plan that a run keeps until the step is executed.

        With `keeps_rows`, a large difference is kept, too.
        """
        if not plan.can_be_published:
            return StepPlan.of(plan)
        snapshots = self._records.snapshots
        is_large = plan.difference.count > MOST_KEPT and not keeps_rows
        return StepPlan.of(
            plan,
            await run_in_thread(NoProgress(), change_hash, plan.difference),
            remote_hash=await snapshots.put(plan.remote) if plan.remote is not None else None,
            local_hash=await snapshots.put(plan.local) if is_large else None,
        )

    async def difference(self, plan: StepPlan) -> Difference:
        """Return what a publishable plan changes on the service. Raises StorageFailed."""
        if plan.difference is not None:
            return plan.difference
        snapshots = self._records.snapshots
        assert plan.local_hash is not None, "it was not kept"
        before = await snapshots.get(plan.remote_hash) if plan.remote_hash is not None else Entries()
        after = await snapshots.get(plan.local_hash)
        return await run_in_thread(NoProgress(), without_progress(difference), before, after)

    # Execution

    async def run(
        self, plan: RunPlan, progress: Progress = NoProgress(), *, on_step: StepWatch = _watch_nothing
    ) -> RunResult:
        """Execute the plans in `going`, in order. Stops at the first failure, which is part of the result.

        Each dictionary is open only during its own step. Raises Stopped and StorageFailed; the run is then one of
        those that `find_unfinished` returns.
        """
        run = await self._begin_run(plan)
        self._running.add(run.run_id)
        try:
            result = await self._send_all(run, plan.going, progress, on_step)
            state = RunState.WAITING if _is_temporary(result.failure) else RunState.STOPPED
            ended = await self._end_run(
                run, state if result.failure or plan.held else None, encode_failure(result.failure)
            )
            return replace(result, run=ended)
        except BaseException as error:
            # Also executed after a cancellation.
            await complete(self._end_run(run, RunState.STOPPED, encode_stop(error)))
            raise
        finally:
            self._running.discard(run.run_id)

    async def _begin_run(self, plan: RunPlan) -> PublishRun:
        """Store and return the record of this run. It includes the steps of an interrupted run that it resumes."""
        done = plan.run.verified if plan.run else []
        earlier = {step.draft_id: step for step in plan.run.pending} if plan.run else {}
        going = {each.draft.draft_id for each in plan.going}
        held = {each.draft_id for each in plan.held}
        # Keep steps that may be on the service even if they are not repeated: they can still be undone.
        kept = [
            each
            for each in earlier.values()
            if (each.may_be_written or each.draft_id in held) and each.draft_id not in going
        ]
        steps = [replace(step, position=position) for position, step in enumerate([*done, *kept])]
        for each in plan.going:
            draft = each.draft
            known = earlier.get(draft.draft_id)
            steps.append(
                PublishStep(
                    position=len(steps),
                    draft_id=draft.draft_id,
                    glossary_id=draft.glossary_id,
                    glossary_name=draft.glossary_name,
                    pair=draft.pair,
                    change_hash=each.change_hash,
                    added=each.added,
                    changed=each.changed,
                    removed=each.removed,
                    creates_glossary=known.creates_glossary if known else False,
                    before_hash=known.before_hash if known else None,
                    target_hash=known.target_hash if known else None,
                )
            )
        run = new_run(plan.run.run_id if plan.run else uuid.uuid4().hex, self._service.profile, steps)
        run = replace(run, started_at=plan.run.started_at) if plan.run else run
        await self._runs.begin(run)
        return run

    async def _send_all(
        self, run: PublishRun, plans: Sequence[StepPlan], progress: Progress, on_step: StepWatch
    ) -> RunResult:
        published: list[tuple[DraftRecord, PublishReport]] = []
        steps = run.steps[len(run.steps) - len(plans) :]
        for number, (plan, step) in enumerate(zip(plans, steps, strict=True)):
            part = Part(progress, number, len(plans)) if len(plans) > 1 else progress
            try:
                on_step(number, StepState.SENT)
                await self._send(run, step, plan, part, published)
            except Stopped:
                raise
            except TermdeskError as error:
                on_step(number, await self._class_failed(run, step.position, error))
                # If only closing the dictionary failed, it counts as published.
                waiting = tuple(each.draft for each in plans[len(published) :])
                return RunResult(tuple(published), waiting, error)
            on_step(number, StepState.VERIFIED)
            if plan.difference is None and len(plans) > 1:
                # All reports are kept until the end, so drop large differences.
                published[-1] = _without_difference(*published[-1])
        return RunResult(tuple(published))

    async def _send(
        self,
        run: PublishRun,
        step: PublishStep,
        plan: StepPlan,
        progress: Progress,
        published: list[tuple[DraftRecord, PublishReport]],
    ) -> None:
        """Send one dictionary. It is added to `published` after it was read back and before it is closed."""
        async with self.open_drafts([plan.draft.draft_id], progress) as dictionaries:
            if not dictionaries:
                raise OutOfDate
            [dictionary] = dictionaries
            current = replace(await self._publisher.restore_plan(plan, dictionary), run_id=run.run_id)
            await self._runs.mark_sent(run.run_id, step.position)
            report = await self._publisher.publish(current, progress)
            step = replace(step, glossary_id=dictionary.draft.glossary_id)
            if (written := report.written) is not None:
                await self._runs.mark_written(run, add_written(step, written))
            else:
                await self._runs.mark_step(run.run_id, step, StepState.VERIFIED)
            published.append((dictionary.draft, report))
            free_in_worker(current.large_parts)
            del current

    async def _class_failed(self, run: PublishRun, position: int, error: TermdeskError) -> StepState:
        """Record whether the service may have stored part of a failed step, judging by the calls that were read
        back.
        """
        found = await self._runs.find(run.run_id)
        assert found is not None, "it is running"
        step = found.steps[position]
        if step.state is StepState.VERIFIED:
            # Only closing the dictionary failed.
            return step.state
        if isinstance(cause_of(error), PartlyPublished):
            return (await self._runs.mark_step(run.run_id, step, StepState.PARTLY)).state
        if step.state is StepState.SENT:
            calls = await self._records.publish_jobs.since(step.draft_id, step.after_call)
            if any(call.state in (JobState.SENT, JobState.VERIFIED) for call in calls):
                return StepState.SENT
        return (await self._runs.mark_step(run.run_id, step, StepState.FAILED)).state

    async def _end_run(self, run: PublishRun, state: RunState | None, stop_reason: str) -> PublishRun | None:
        """Store the state of a run that ended (None: complete), and why it stopped.

        A complete run is forgotten. So is a stopped run that wrote nothing or has nothing left to send.
        """
        found = await self._runs.find(run.run_id)
        if found is None:
            return None
        if state is None or (state is RunState.STOPPED and not (found.may_have_written and found.pending)):
            await self._runs.end(run.run_id)
            return None
        await self._runs.mark(run.run_id, state, stop_reason=stop_reason)
        return replace(found, state=state, stop_reason=stop_reason)

    # Waiting and interrupted runs

    async def wait(self, drafts: Sequence[DraftRecord], reason: TermdeskError | None = None) -> WaitingDrafts:
        """Record that these drafts are to be published when the service can be reached. They have no plan yet.

        `reason` is why it could not be reached.

        Locked ones do not wait, because they could not be sent. Raises StorageFailed.
        """
        left_out = tuple(await self.find_locked(drafts))
        locked = {each.draft.draft_id for each in left_out}
        waiting = [each for each in drafts if each.draft_id not in locked]
        if not waiting:
            return WaitingDrafts(None, left_out)
        draft_ids = {each.draft_id for each in waiting}
        for run in await self.find_unfinished():
            if run.state is RunState.WAITING and {step.draft_id for step in run.pending} == draft_ids:
                return WaitingDrafts(await self.wait_again(run, reason), left_out)
        steps = [
            PublishStep(position, each.draft_id, each.glossary_id, each.glossary_name, each.pair, "", 0, 0, 0)
            for position, each in enumerate(waiting)
        ]
        run = new_run(uuid.uuid4().hex, self._service.profile, steps)
        run = replace(run, state=RunState.WAITING, stop_reason=encode_failure(reason))
        await self._runs.begin(run)
        return WaitingDrafts(run, left_out)

    async def find_locked(self, drafts: Sequence[DraftRecord]) -> list[LeftOut]:
        """Return those of these drafts that must not be sent, because their glossaries are locked to this computer."""
        reasons = [(each, await self._publisher.lock_violation(each)) for each in drafts]
        return [LeftOut(draft, reason) for draft, reason in reasons if reason]

    async def wait_again(self, run: PublishRun, reason: TermdeskError | None = None) -> PublishRun:
        """Record that an unfinished run continues when the service can be reached. Raises StorageFailed.

        `reason` is why it cannot be reached; without it, the one known before stays.
        """
        stop_reason = encode_failure(reason) or run.stop_reason
        await self._runs.mark(run.run_id, RunState.WAITING, stop_reason=stop_reason)
        return replace(run, state=RunState.WAITING, stop_reason=stop_reason)

    async def find_unfinished(self) -> list[PublishRun]:
        """Return the runs for the service in use that were interrupted, failed, or wait.

        Raises StorageFailed.
        """
        runs = await self._runs.all(self._service.profile)
        return [each for each in runs if each.run_id not in self._running]

    async def plan_rest(self, run: PublishRun, progress: Progress = NoProgress()) -> RunPlan:
        """Plan the rest of an interrupted run, after reading the outcome of its calls. Pass the result to `run`.

        Raises what `plan` raises, and InvalidInput for a run that is being undone, or that later ones have done.
        """
        _refuse_superseded(run)
        if run.state is RunState.UNDOING:
            raise InvalidInput(PublishFailure.BEING_UNDONE(), remedy=PublishRemedy.UNDO_OR_LEAVE())
        rest, left_out, gone, is_as_shown = list[StepPlan](), list[LeftOut](), list[PublishStep](), True
        for number, step in enumerate(run.pending):
            async with self._plan_draft(step.draft_id, Part(progress, number, len(run.pending))) as present:
                known = await self._settle_step(run, step)
                if known.state is StepState.SUPERSEDED:
                    continue
                if present is None:
                    gone.append(known)
                elif isinstance(present, LeftOut):
                    # The service does not accept it any more.
                    is_as_shown = False
                    left_out.append(present)
                elif present.is_published and known.was_written:
                    await self._runs.mark_written(run, known)
                elif present.is_published:
                    await self._runs.mark_step(run.run_id, known, StepState.VERIFIED)
                else:
                    rest.append(present)
                    is_as_shown &= present.can_be_published and present.change_hash == step.change_hash
        found = await self._runs.find(run.run_id)
        service = self._publisher.service_name
        return RunPlan(service, tuple(rest), tuple(left_out), found or run, is_as_shown, tuple(gone))

    async def _settle_step(self, run: PublishRun, step: PublishStep) -> PublishStep:
        """Return a step with what its calls wrote, according to the last reading.

        It is superseded if a later publication wrote something else.
        """
        if not step.is_unclear:
            return step
        calls = await find_calls(self._records.publish_jobs, step)
        found = await split_calls(self._records.snapshots, step, calls, run_id=run.run_id)
        if found.is_superseded:
            return await self._runs.mark_step(run.run_id, step, StepState.SUPERSEDED)
        if found.written is None:
            return step
        return await self._runs.mark_step(run.run_id, add_written(step, found.written), step.state)

    async def preview_undo(self, run: PublishRun, progress: Progress = NoProgress()) -> UndoPreview:
        """Read what `undo` would do with each dictionary. Changes nothing.

        Raises ServiceError, NotConnected and StorageFailed, and InvalidInput for a run that later ones have done.
        """
        _refuse_superseded(run)
        return await preview_undo(self._service, self._records, run, progress)

    async def undo(self, run: PublishRun, progress: Progress = NoProgress()) -> UndoResult:
        """Restore what the service had before, except where it was changed since. The drafts remain as edits.

        Close the dictionaries first. A failure of the service is part of the result; `undo` can then be called again.
        Raises InvalidInput for a run that later ones have done.
        """
        _refuse_superseded(run)
        if run.state is not RunState.UNDOING:
            # An older version of the program did not mark what later runs have done.
            _refuse_superseded(replace(run, steps=tuple([await self._settle_step(run, step) for step in run.steps])))
        self._running.add(run.run_id)
        try:
            result = await self._undo.undo(run, progress)
            if result.failure is not None:
                await self._runs.mark(run.run_id, RunState.UNDOING, stop_reason=encode_failure(result.failure))
            return result
        finally:
            self._running.discard(run.run_id)

    async def forget_done(self, is_chosen: Callable[[PublishStep], bool] = lambda _step: True) -> None:
        """Forget the unfinished runs that publish a chosen dictionary, but have nothing left to send.

        Those that are being undone, or that later runs have done, stay. Raises what `plan_rest` raises.
        """
        for run in await self.find_unfinished():
            if run.state is RunState.UNDOING or run.is_superseded or not any(map(is_chosen, run.pending)):
                continue
            plan = await self.plan_rest(run)
            if not (plan.plans or plan.left_out):
                await self.leave(run)

    async def leave(self, run: PublishRun) -> None:
        """Forget an interrupted run. Published dictionaries stay published, and the rest stay drafts."""
        await self._runs.end(run.run_id)
