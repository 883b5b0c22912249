"""Publish a file: plan it against the service's entries, then apply it as an edit of the dictionary."""

from __future__ import annotations

from dataclasses import dataclass, replace

from termdesk.application.failures import OutOfDate
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.editing.pull import change_to, targets_of
from termdesk.application.glossaries.publishing.bulk_publisher import BulkPublisher
from termdesk.application.glossaries.publishing.file_plan import FilePlan
from termdesk.application.glossaries.publishing.publisher import Publisher
from termdesk.application.glossaries.publishing.run_plan import RunPlan, RunResult, StepPlan
from termdesk.application.progress import run_in_thread
from termdesk.domain.entries.changes import Change
from termdesk.domain.entries.entries import Entries
from termdesk.domain.merging.difference import difference
from termdesk.domain.progress import NoProgress, Progress
from termdesk.storage.publishing.publish_runs import PublishRun, RunState


@dataclass(frozen=True, slots=True)
class FilePublisher:
    """Publishes file plans in the same way as the window. An interrupted run can be resumed there."""

    publisher: Publisher
    bulk_publisher: BulkPublisher

    async def prepare(
        self, plan: FilePlan, dictionary: OpenDictionary, title: str, *, is_continued: bool = False
    ) -> StepPlan | None:
        """Apply a plan to an open dictionary without other edits. Send the result after the dictionary is closed.

        The edit is one undo step with this title. `is_continued`: the dictionary has the edits of an interrupted push
        of the file, which the plan replaces. Others may have changed the service since. None if the service already has
        these entries. Raises OutOfDate if the service or the dictionary does not match the plan any more, ServiceError
        and StorageFailed.
        """
        base = dictionary.base_entries()
        if is_continued:
            # Find out first what became of the interrupted calls, because that may change the base.
            base = (await self.publisher.settle(dictionary)).entries
        if not await run_in_thread(NoProgress(), _is_planned_for, base, plan.remote):
            raise OutOfDate
        change = await run_in_thread(NoProgress(), change_by, dictionary.entries.copy(), plan.merged)
        if is_continued:
            await dictionary.keep_version()
        revision = dictionary.revision
        # The edit may be in the dictionary already, after an interrupted push. Then its step has only the newer base.
        has_newer_base = is_continued and plan.remote is not None and plan.remote.as_dict() != dictionary.published
        await dictionary.take(change, title, may_be_empty=has_newer_base)
        if is_continued and plan.remote is not None:
            await dictionary.accept(plan.remote, since=revision)
        found = await self.publisher.plan(dictionary)
        if found.needs_merge or found.violations or found.difference != plan.difference:
            raise OutOfDate
        return await self.bulk_publisher.step(found) if found.can_be_published else None

    async def send(self, step: StepPlan, progress: Progress = NoProgress()) -> RunResult:
        """Publish the prepared step. An unfinished run for only this dictionary is resumed.

        A failure is part of the result; the edit then remains as a draft. Raises what `BulkPublisher.run` raises.
        """
        earlier = next(iter(await self._attempts(step.draft.draft_id)), None)
        return await self.bulk_publisher.run(RunPlan(self.publisher.service_name, (step,), run=earlier), progress)

    async def complete_creation(self, draft_id: str, progress: Progress = NoProgress()) -> RunResult:
        """Complete the interrupted creation of a draft's glossary. Raises what `BulkPublisher.run` raises."""
        earlier = next(iter(await self._attempts(draft_id)), None)
        plan = await self.bulk_publisher.plan([draft_id], progress)
        return await self.bulk_publisher.run(replace(plan, run=earlier), progress)

    async def forget_done(self, draft_id: str) -> None:
        """Forget unfinished runs for only this dictionary if nothing is left to publish.

        One that is being undone stays. Raises what `plan_rest` raises.
        """
        for each in await self._attempts(draft_id):
            if each.state is RunState.UNDOING:
                continue
            if each.is_superseded or not (await self.bulk_publisher.plan_rest(each)).plans:
                await self.bulk_publisher.leave(each)

    async def _attempts(self, draft_id: str) -> list[PublishRun]:
        runs = await self.bulk_publisher.find_unfinished()
        return [each for each in runs if [step.draft_id for step in each.steps] == [draft_id]]


def change_by(_progress: Progress, entries: Entries, merged: Entries) -> Change:
    """Return the change after which the published part of `entries` equals `merged`.

    Unchanged entries keep their details.
    """
    return change_to(entries, targets_of(difference(entries.copy_published_part(), merged)))


def _is_planned_for(_progress: Progress, base: Entries | None, remote: Entries | None) -> bool:
    return remote is None if base is None else remote is not None and base.holds_as(remote)
