"""Publish a file: planned against what the service has, then carried out as an edit of the dictionary."""

from __future__ import annotations

from dataclasses import dataclass

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
from termdesk.storage.publishing.publish_runs import PublishRun


@dataclass(frozen=True, slots=True)
class FilePublisher:
    """Publishes file plans as the window publishes: what fails half way is among the unfinished publishings."""

    publisher: Publisher
    bulk_publisher: BulkPublisher

    async def prepare(self, plan: FilePlan, dictionary: OpenDictionary, title: str) -> StepPlan | None:
        """Let an open dictionary without other edits become what was planned, to be sent when it is closed.

        The edit is one step of undo with this title. None if the service has it already. Raises OutOfDate where the
        service or the dictionary is no longer as it was planned for, ServiceError and StorageFailed.
        """
        if not await run_in_thread(NoProgress(), _is_planned_for, dictionary.base_entries(), plan.remote):
            raise OutOfDate
        change = await run_in_thread(NoProgress(), change_by, dictionary.entries.copy(), plan.merged)
        await dictionary.take(change, title)
        found = await self.publisher.plan(dictionary)
        if found.needs_merge or found.violations or found.difference != plan.difference:
            raise OutOfDate
        return await self.bulk_publisher.step(found) if found.can_be_published else None

    async def send(self, step: StepPlan, progress: Progress = NoProgress()) -> RunResult:
        """Publish what was prepared. An attempt to publish this dictionary alone that is unfinished goes on.

        A failure is in the result; the edit stays as a draft then. Raises as `BulkPublisher.run`.
        """
        earlier = next(iter(await self._attempts(step.draft.draft_id)), None)
        return await self.bulk_publisher.run(RunPlan(self.publisher.service_name, (step,), run=earlier), progress)

    async def forget_done(self, draft_id: str) -> None:
        """Forget unfinished attempts to publish this dictionary alone that arrived. Raises as `plan_rest`."""
        for each in await self._attempts(draft_id):
            if not (await self.bulk_publisher.plan_rest(each)).plans:
                await self.bulk_publisher.leave(each)

    async def _attempts(self, draft_id: str) -> list[PublishRun]:
        runs = await self.bulk_publisher.unfinished()
        return [each for each in runs if [step.draft_id for step in each.steps] == [draft_id]]


def change_by(_progress: Progress, entries: Entries, merged: Entries) -> Change:
    """The change that gives the published part of entries these phrases, and keeps the details of the others."""
    return change_to(entries, targets_of(difference(entries.published_part(), merged)))


def _is_planned_for(_progress: Progress, base: Entries | None, remote: Entries | None) -> bool:
    return remote is None if base is None else remote is not None and base.holds_as(remote)
