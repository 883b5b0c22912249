"""Publish any number of dictionaries of any number of glossaries as one.

Every step is noted before it is sent, and verified by reading back. So a failure or a crash leaves a publishing of
which everybody knows what is done: it can be resumed, undone, or left. (The protocol is `reliability.md` 1.6.)
"""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace

from termdesk.application.completion import complete
from termdesk.application.failures import OFFLINE, OutOfDate, PartlyPublished
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.publishing.publish_plan import PublishPlan, PublishReport
from termdesk.application.glossaries.publishing.publisher import Publisher, dictionaries_with_edits
from termdesk.application.glossaries.publishing.run_plan import (
    DraftOpener,
    LeftOut,
    RunPlan,
    RunResult,
    StepPlan,
    UndoResult,
    add_written,
    change_hash,
)
from termdesk.application.glossaries.publishing.run_undo import RunUndo, written_by
from termdesk.application.progress import run_in_thread
from termdesk.application.session.service_in_use import ServiceInUse
from termdesk.client.errors import RateLimited, WrongKey
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import Stopped, TermdeskError
from termdesk.domain.merging.difference import Difference, difference
from termdesk.domain.progress import NoProgress, Part, Progress
from termdesk.storage.journal import DraftRecord
from termdesk.storage.publish_jobs import JobState
from termdesk.storage.publishing.publish_runs import PublishRun, PublishStep, RunState, StepState, begun_now
from termdesk.storage.records import Records

# Is told of each step: its place in the publishing, and how far it got.
StepWatch = Callable[[int, StepState], None]

# After these a publishing waits: it goes on when the service, or a key that it takes, is there.
_WAITS_AFTER = (*OFFLINE, WrongKey, RateLimited)
# The most changed phrases that are kept of each plan, to be shown at once.
MOST_KEPT = 1_000


def _watch_nothing(_place: int, _state: StepState) -> None:
    return


class BulkPublisher:
    """Plans and carries out publishings of the service in use, and goes on with those that were interrupted."""

    def __init__(self, service: ServiceInUse, records: Records, publisher: Publisher, drafts: DraftOpener) -> None:
        self._service = service
        self._records = records
        self._runs = records.publish_runs
        self._publisher = publisher
        self._drafts = drafts
        self._undo = RunUndo(service, records, publisher, drafts)
        self._running: set[str] = set()

    # What would be done

    async def unpublished(self) -> list[str]:
        """The drafts with edits that the service in use does not have, by name of their glossary."""
        drafts = await self._records.journal.drafts(self._service.profile)
        edited = [each for each in drafts if each.has_changes and (each.entry_count or each.base is not None)]
        edited.sort(key=lambda each: (each.glossary_name.casefold(), each.glossary_key, each.pair))
        return [each.draft_id for each in edited]

    async def drafts(self, draft_ids: Sequence[str]) -> list[DraftRecord]:
        """These drafts as they stand on the disk, without those that are gone. Raises StorageFailed."""
        known = {each.draft_id: each for each in await self._records.journal.drafts(self._service.profile)}
        return [known[each] for each in draft_ids if each in known]

    async def edited(self, draft_ids: Sequence[str]) -> list[DraftRecord]:
        """Those of these drafts that the service does not hold as they are here; one is open at a time."""
        found: list[DraftRecord] = []
        for draft_id in draft_ids:
            async with self.opened([draft_id]) as dictionaries:
                found += [each.draft for each in await dictionaries_with_edits(dictionaries)]
        return found

    def opened(
        self, draft_ids: Sequence[str], progress: Progress = NoProgress()
    ) -> AbstractAsyncContextManager[Sequence[OpenDictionary]]:
        """The dictionaries of these drafts, open for as long as they are planned. Drafts that are gone are left out."""
        return self._drafts.opened_drafts(draft_ids, progress)

    async def plan(self, draft_ids: Sequence[str], progress: Progress = NoProgress()) -> RunPlan:
        """What publishing these drafts would do. Changes nothing on the service, and opens one draft at a time.

        Raises ServiceError and StorageFailed. What stands in the way of a dictionary is in its plan. Drafts that are
        gone are left out.
        """
        plans: list[StepPlan] = []
        left_out: list[LeftOut] = []
        for number, draft_id in enumerate(draft_ids):
            part = Part(progress, number, len(draft_ids)) if len(draft_ids) > 1 else progress
            async with self._planned(draft_id, part) as found:
                if isinstance(found, LeftOut):
                    left_out.append(found)
                elif found is not None:
                    plans.append(found)
        return RunPlan(self._publisher.service_name, tuple(plans), tuple(left_out))

    @asynccontextmanager
    async def _planned(self, draft_id: str, progress: Progress) -> AsyncIterator[StepPlan | LeftOut | None]:
        """The plan of a draft, which is open meanwhile; None where it is gone."""
        async with self.opened([draft_id], progress) as dictionaries:
            if not dictionaries:
                yield None
                return
            [dictionary] = dictionaries
            if refusal := await self._publisher.refusal(dictionary):
                yield LeftOut(dictionary.draft, refusal)
            else:
                yield await self.step(await self._publisher.plan(dictionary, progress))

    async def step(self, plan: PublishPlan, *, keeps_rows: bool = False) -> StepPlan:
        """What a publishing keeps of a plan until its step comes. `keeps_rows`: also of a large difference."""
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
        """What a plan that can be carried out changes on the service. Raises StorageFailed."""
        if plan.difference is not None:
            return plan.difference
        snapshots = self._records.snapshots
        assert plan.local_hash is not None, "it was not kept"
        before = await snapshots.get(plan.remote_hash) if plan.remote_hash is not None else Entries()
        after = await snapshots.get(plan.local_hash)
        return await run_in_thread(NoProgress(), _difference, before, after)

    # Doing it

    async def run(
        self, plan: RunPlan, progress: Progress = NoProgress(), *, on_step: StepWatch = _watch_nothing
    ) -> RunResult:
        """Carry out the plans that are `going`, in order. Stops at the first that fails; the failure is in the result.

        Each dictionary is opened for its step alone. Raises Stopped and StorageFailed; then the publishing is among
        the `unfinished` ones.
        """
        run = await self._begun(plan)
        self._running.add(run.run_id)
        try:
            result = await self._send_all(run, plan.going, progress, on_step)
            state = RunState.WAITING if isinstance(result.failure, _WAITS_AFTER) else RunState.STOPPED
            return replace(result, run=await self._ended(run, state if result.failure else None))
        except BaseException:
            # Also after a cancellation.
            await complete(self._ended(run, RunState.STOPPED))
            raise
        finally:
            self._running.discard(run.run_id)

    async def _begun(self, plan: RunPlan) -> PublishRun:
        """The note of this publishing, with what an interrupted one has done; it is on disk."""
        done = plan.run.verified if plan.run else []
        earlier = {step.draft_id: step for step in plan.run.pending} if plan.run else {}
        going = {each.draft.draft_id for each in plan.going}
        # What may be on the service can be undone, although it does not go on.
        kept = [each for each in earlier.values() if each.may_be_written and each.draft_id not in going]
        steps = [replace(step, place=place) for place, step in enumerate([*done, *kept])]
        for each in plan.going:
            draft = each.draft
            known = earlier.get(draft.draft_id)
            steps.append(
                PublishStep(
                    place=len(steps),
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
        run = begun_now(plan.run.run_id if plan.run else uuid.uuid4().hex, self._service.profile, steps)
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
                on_step(number, await self._class_failed(run, step.place, error))
                # Where only closing failed, this one is published.
                waiting = tuple(each.draft for each in plans[len(published) :])
                return RunResult(tuple(published), waiting, error)
            on_step(number, StepState.VERIFIED)
            if plan.difference is None and len(plans) > 1:
                # All reports are kept to the end.
                draft, report = published[-1]
                published[-1] = draft, replace(report, difference=None)
        return RunResult(tuple(published))

    async def _send(
        self,
        run: PublishRun,
        step: PublishStep,
        plan: StepPlan,
        progress: Progress,
        published: list[tuple[DraftRecord, PublishReport]],
    ) -> None:
        """Send one dictionary. It is among the `published` once it was read back, before it is closed."""
        async with self.opened([plan.draft.draft_id], progress) as dictionaries:
            if not dictionaries:
                raise OutOfDate
            [dictionary] = dictionaries
            current = await self._publisher.restored(plan, dictionary)
            await self._runs.mark_sent(run.run_id, step.place)
            report = await self._publisher.publish(current, progress)
            if (written := report.written) is not None:
                step = add_written(step, written)
            step = replace(step, glossary_id=dictionary.draft.glossary_id)
            await self._runs.mark_step(run.run_id, step, StepState.VERIFIED)
            published.append((dictionary.draft, report))

    async def _class_failed(self, run: PublishRun, place: int, error: TermdeskError) -> StepState:
        """Note whether the service may have something of a step that failed; the calls that were read back tell."""
        found = await self._runs.find(run.run_id)
        assert found is not None, "it is running"
        step = found.steps[place]
        if step.state is StepState.VERIFIED:
            # Only closing its dictionary failed.
            return step.state
        if isinstance(error, PartlyPublished):
            return (await self._runs.mark_step(run.run_id, step, StepState.PARTLY)).state
        if step.state is StepState.SENT:
            calls = await self._records.publish_jobs.since(step.draft_id, step.after_call)
            if any(call.state in (JobState.SENT, JobState.VERIFIED) for call in calls):
                return StepState.SENT
        return (await self._runs.mark_step(run.run_id, step, StepState.FAILED)).state

    async def _ended(self, run: PublishRun, state: RunState | None) -> PublishRun | None:
        """Note what an unfinished publishing waits for (None: it is done). Forgets it where there is nothing to do."""
        found = await self._runs.find(run.run_id)
        if found is None:
            return None
        if state is None or (state is RunState.STOPPED and not (found.may_have_written and found.pending)):
            await self._runs.end(run.run_id)
            return None
        await self._runs.mark(run.run_id, state)
        return replace(found, state=state)

    # What waits, and what was interrupted

    async def wait(self, drafts: Sequence[DraftRecord]) -> PublishRun:
        """Note that these are to be published when the service can be reached. Nobody has seen their plan yet.

        Raises StorageFailed.
        """
        draft_ids = {each.draft_id for each in drafts}
        for run in await self.unfinished():
            if run.state is RunState.WAITING and {step.draft_id for step in run.pending} == draft_ids:
                return run
        steps = [
            PublishStep(place, each.draft_id, each.glossary_id, each.glossary_name, each.pair, "", 0, 0, 0)
            for place, each in enumerate(drafts)
        ]
        run = replace(begun_now(uuid.uuid4().hex, self._service.profile, steps), state=RunState.WAITING)
        await self._runs.begin(run)
        return run

    async def wait_again(self, run: PublishRun) -> PublishRun:
        """Note that an unfinished publishing goes on when the service can be reached. Raises StorageFailed."""
        await self._runs.mark(run.run_id, RunState.WAITING)
        return replace(run, state=RunState.WAITING)

    async def unfinished(self) -> list[PublishRun]:
        """The publishings to the service in use that an earlier run of the program began, or that failed or wait.

        Raises StorageFailed.
        """
        runs = await self._runs.all(self._service.profile)
        return [each for each in runs if each.run_id not in self._running]

    async def plan_rest(self, run: PublishRun, progress: Progress = NoProgress()) -> RunPlan:
        """What is left of an interrupted publishing, after reading what became of its calls. Hand it to `run`.

        Raises as `plan`.
        """
        rest, left_out, is_as_shown = list[StepPlan](), list[LeftOut](), True
        for number, step in enumerate(run.pending):
            async with self._planned(step.draft_id, Part(progress, number, len(run.pending))) as present:
                known = await self._settled(run, step)
                if not isinstance(present, StepPlan):
                    # Its draft is gone, or the service does not take it any more.
                    is_as_shown = False
                    left_out += [present] if present is not None else []
                elif present.is_published:
                    await self._runs.mark_step(run.run_id, known, StepState.VERIFIED)
                else:
                    rest.append(present)
                    is_as_shown &= present.can_be_published and present.change_hash == step.change_hash
        found = await self._runs.find(run.run_id)
        return RunPlan(self._publisher.service_name, tuple(rest), tuple(left_out), found or run, is_as_shown)

    async def _settled(self, run: PublishRun, step: PublishStep) -> PublishStep:
        """A step with what its calls wrote, as far as the last reading told."""
        calls = await self._records.publish_jobs.since(step.draft_id, step.after_call)
        if step.state not in (StepState.SENT, StepState.PARTLY) or (written := written_by(calls)) is None:
            return step
        return await self._runs.mark_step(run.run_id, add_written(step, written), step.state)

    async def resume(
        self, run: PublishRun, progress: Progress = NoProgress(), *, on_step: StepWatch = _watch_nothing
    ) -> RunResult:
        """Send exactly what is not verified. Raises OutOfDate, before anything is sent, where the plan has changed."""
        plan = await self.plan_rest(run, progress)
        if not plan.is_as_shown:
            raise OutOfDate
        return await self.run(plan, progress, on_step=on_step)

    async def undo(self, run: PublishRun, progress: Progress = NoProgress()) -> UndoResult:
        """Give the service back what it had before, except where others changed it since. The drafts stay as edits.

        Close the dictionaries first. A failure of the service is in the result; then `undo` can be called again.
        """
        self._running.add(run.run_id)
        try:
            return await self._undo.undo(run, progress)
        finally:
            self._running.discard(run.run_id)

    async def leave(self, run: PublishRun) -> None:
        """Forget an interrupted publishing. What was published stays, and the rest stays as drafts."""
        await self._runs.end(run.run_id)


def _difference(_progress: Progress, before: Entries, after: Entries) -> Difference:
    return difference(before, after)
