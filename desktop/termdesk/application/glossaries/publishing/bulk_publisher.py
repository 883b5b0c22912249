"""Publish any number of dictionaries of any number of glossaries as one.

Every step is noted before it is sent, and verified by reading back. So a failure or a crash leaves a publishing of
which everybody knows what is done: it can be resumed, undone, or left. (The protocol is `reliability.md` 1.6.)
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace

from termdesk.application.completion import complete
from termdesk.application.failures import OFFLINE, OutOfDate, PartlyPublished
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.publishing.publish_plan import PublishPlan, PublishReport
from termdesk.application.glossaries.publishing.publisher import Publisher
from termdesk.application.glossaries.publishing.run_plan import (
    DraftOpener,
    LeftOut,
    RunPlan,
    RunResult,
    UndoResult,
    add_written,
    change_hash,
)
from termdesk.application.glossaries.publishing.run_undo import RunUndo, written_by
from termdesk.application.progress import run_in_thread
from termdesk.application.session.service_in_use import ServiceInUse
from termdesk.client.errors import RateLimited, WrongKey
from termdesk.domain.errors import Stopped, TermdeskError
from termdesk.domain.merging.difference import Method
from termdesk.domain.progress import NoProgress, Part, Progress
from termdesk.storage.publish_jobs import JobState
from termdesk.storage.publishing.publish_runs import PublishRun, PublishStep, RunState, StepState, begun_now
from termdesk.storage.records import Records

# Is told of each step: its place among those that go, and how far it got.
StepWatch = Callable[[int, StepState], None]

# After these a publishing waits: it goes on when the service, or a key that it takes, is there.
_WAITS_AFTER = (*OFFLINE, WrongKey, RateLimited)


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

    def opened(
        self, draft_ids: Sequence[str], progress: Progress = NoProgress()
    ) -> AbstractAsyncContextManager[Sequence[OpenDictionary]]:
        """The dictionaries of these drafts, open for as long as they are planned and sent."""
        return self._drafts.opened_drafts(draft_ids, progress)

    async def plan(self, dictionaries: Sequence[OpenDictionary], progress: Progress = NoProgress()) -> RunPlan:
        """What publishing these dictionaries would do. Changes nothing on the service.

        Raises ServiceError and StorageFailed. What stands in the way of a dictionary is in its plan.
        """
        plans: list[PublishPlan] = []
        left_out: list[LeftOut] = []
        for number, dictionary in enumerate(dictionaries):
            part = Part(progress, number, len(dictionaries)) if len(dictionaries) > 1 else progress
            if refusal := await self._publisher.refusal(dictionary):
                left_out.append(LeftOut(dictionary, refusal))
            else:
                plans.append(await self._publisher.plan(dictionary, part))
        return RunPlan(self._publisher.service_name, tuple(plans), tuple(left_out))

    # Doing it

    async def run(
        self, plan: RunPlan, progress: Progress = NoProgress(), *, on_step: StepWatch = _watch_nothing
    ) -> RunResult:
        """Carry out the plans that are `going`, in order. Stops at the first that fails; the failure is in the result.

        The dictionaries of the plan have to be open meanwhile. Raises Stopped and StorageFailed; then the publishing
        is among the `unfinished` ones.
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
        going = {each.dictionary.draft.draft_id for each in plan.going}
        # What may be on the service can be undone, although it does not go on.
        kept = [each for each in earlier.values() if each.may_be_written and each.draft_id not in going]
        steps = [replace(step, place=place) for place, step in enumerate([*done, *kept])]
        for each in plan.going:
            draft, change = each.dictionary.draft, each.difference
            known = earlier.get(draft.draft_id)
            steps.append(
                PublishStep(
                    place=len(steps),
                    draft_id=draft.draft_id,
                    glossary_id=draft.glossary_id,
                    glossary_name=draft.glossary_name,
                    pair=draft.pair,
                    change_hash=await run_in_thread(NoProgress(), change_hash, change),
                    added=len(change.added),
                    changed=len(change.changed),
                    removed=len(change.removed),
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
        self, run: PublishRun, plans: Sequence[PublishPlan], progress: Progress, on_step: StepWatch
    ) -> RunResult:
        published: list[tuple[OpenDictionary, PublishReport]] = []
        steps = run.steps[len(run.steps) - len(plans) :]
        for number, (plan, step) in enumerate(zip(plans, steps, strict=True)):
            part = Part(progress, number, len(plans)) if len(plans) > 1 else progress
            try:
                on_step(number, StepState.SENT)
                report = await self._send(run, step, plan, part)
            except Stopped:
                raise
            except TermdeskError as error:
                on_step(number, await self._class_failed(run, step.place, error))
                waiting = tuple(each.dictionary for each in plans[number:])
                return RunResult(tuple(published), waiting, error)
            on_step(number, StepState.VERIFIED)
            published.append((plan.dictionary, report))
        return RunResult(tuple(published))

    async def _send(self, run: PublishRun, step: PublishStep, plan: PublishPlan, progress: Progress) -> PublishReport:
        current = await self._publisher.current_plan(plan)
        await self._runs.mark_sent(run.run_id, step.place)
        report = await self._publisher.publish(current, progress)
        if (written := report.written) is not None:
            step = add_written(step, written)
        step = replace(step, glossary_id=plan.dictionary.draft.glossary_id)
        await self._runs.mark_step(run.run_id, step, StepState.VERIFIED)
        return report

    async def _class_failed(self, run: PublishRun, place: int, error: TermdeskError) -> StepState:
        """Note whether the service may have something of a step that failed; the calls that were read back tell."""
        found = await self._runs.find(run.run_id)
        assert found is not None, "it is running"
        step = found.steps[place]
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
        if state is None or (state is RunState.STOPPED and not found.may_have_written):
            await self._runs.end(run.run_id)
            return None
        await self._runs.mark(run.run_id, state)
        return replace(found, state=state)

    # What waits, and what was interrupted

    async def wait(self, dictionaries: Sequence[OpenDictionary]) -> PublishRun:
        """Note that these are to be published when the service can be reached. Nobody has seen their plan yet.

        Raises StorageFailed.
        """
        draft_ids = {each.draft.draft_id for each in dictionaries}
        for run in await self.unfinished():
            if run.state is RunState.WAITING and {step.draft_id for step in run.pending} == draft_ids:
                return run
        drafts = [each.draft for each in dictionaries]
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

    async def plan_rest(
        self, run: PublishRun, dictionaries: Sequence[OpenDictionary], progress: Progress = NoProgress()
    ) -> RunPlan:
        """What is left of an interrupted publishing, after reading what became of its calls. Hand it to `run`.

        `dictionaries` are those of its pending steps. Raises as `plan`.
        """
        plan = await self.plan(dictionaries, progress)
        by_draft = {each.dictionary.draft.draft_id: each for each in plan.plans}
        is_as_shown, rest = True, list[PublishPlan]()
        for step in run.pending:
            present = by_draft.get(step.draft_id)
            known = await self._settled(run, step)
            if present is None:
                # Its draft is gone, or the service does not take it any more.
                is_as_shown = False
            elif present.method is Method.NOTHING and not present.violations and not present.needs_merge:
                await self._runs.mark_step(run.run_id, known, StepState.VERIFIED)
            else:
                rest.append(present)
                present_hash = await run_in_thread(NoProgress(), change_hash, present.difference)
                is_as_shown &= present.can_be_published and present_hash == step.change_hash
        found = await self._runs.find(run.run_id)
        return replace(plan, plans=tuple(rest), run=found or run, is_as_shown=is_as_shown)

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
        async with self.opened([step.draft_id for step in run.pending], progress) as dictionaries:
            plan = await self.plan_rest(run, dictionaries, progress)
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
