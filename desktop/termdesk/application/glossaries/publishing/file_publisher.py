"""Publish a file: planned against what the service has, then carried out as an edit of the dictionary."""

from __future__ import annotations

from dataclasses import dataclass

from termdesk.application.failures import OutOfDate
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.editing.pull import change_to, targets_of
from termdesk.application.glossaries.publishing.file_plan import FilePlan
from termdesk.application.glossaries.publishing.publish_plan import PublishReport
from termdesk.application.glossaries.publishing.publisher import Publisher
from termdesk.application.progress import run_in_thread
from termdesk.domain.entries.changes import Change
from termdesk.domain.entries.entries import Entries
from termdesk.domain.merging.difference import difference
from termdesk.domain.progress import NoProgress, Progress


@dataclass(frozen=True, slots=True)
class FilePublisher:
    """Publishes file plans with the publisher that the window uses."""

    publisher: Publisher

    async def publish(self, plan: FilePlan, dictionary: OpenDictionary, title: str) -> PublishReport | None:
        """Let an open dictionary without other edits become what was planned, and publish it.

        The edit is one step of undo with this title. None if the service has it already. Raises OutOfDate where the
        service or the dictionary is no longer as it was planned for: then nothing was sent. Raises as
        `Publisher.publish` else, and the edit stays as a draft.
        """
        if not await run_in_thread(NoProgress(), _is_planned_for, dictionary.base_entries(), plan.remote):
            raise OutOfDate
        change = await run_in_thread(NoProgress(), change_by, dictionary.entries.copy(), plan.merged)
        await dictionary.take(change, title)
        found = await self.publisher.plan(dictionary)
        if found.needs_merge or found.violations or found.difference != plan.difference:
            raise OutOfDate
        return await self.publisher.publish(found) if found.can_be_published else None


def change_by(_progress: Progress, entries: Entries, merged: Entries) -> Change:
    """The change that gives the published part of entries these phrases, and keeps the details of the others."""
    return change_to(entries, targets_of(difference(entries.published_part(), merged)))


def _is_planned_for(_progress: Progress, base: Entries | None, remote: Entries | None) -> bool:
    return remote is None if base is None else remote is not None and base.holds_as(remote)
