"""A glossary that the service does not have is made there exactly once, also when the program was cut off meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from termdesk.application import checking
from termdesk.application.failures import OutOfDate
from termdesk.application.progress import run_in_thread
from termdesk.application.publish_plan import PublishPlan, PublishReport
from termdesk.application.reading_back import ready_glossary
from termdesk.client.creating import new_nonce
from termdesk.client.errors import (
    InvalidRequest,
    NotFound,
    ServerFailed,
    ServiceError,
    TimedOut,
    Unavailable,
    UnclearOutcome,
    Unreachable,
)
from termdesk.domain.difference import Method
from termdesk.domain.entries import Entries
from termdesk.domain.glossary import Glossary
from termdesk.domain.progress import NoProgress, Progress
from termdesk.storage.publish_jobs import JobState, PublishJob
from termdesk.storage.records import Records

if TYPE_CHECKING:
    from termdesk.client.api import ApiClient

# After these the glossary may be there, or be there soon.
_UNCLEAR = (UnclearOutcome, ServerFailed, Unavailable, TimedOut, Unreachable)


class Creating:
    """Publishes a glossary that is not on the service, or not any more."""

    def __init__(self, api: ApiClient, records: Records, profile: str) -> None:
        self._api = api
        self._records = records
        self._jobs = records.publish_jobs
        self._profile = profile

    async def carry_out(self, plan: PublishPlan, progress: Progress = NoProgress()) -> PublishReport:
        """Make the glossary with this dictionary, or finish what was cut off. Raises as `Publishing.publish`."""
        draft = plan.dictionary.draft
        job, goal, is_resumed = await self._job(plan)
        await self._jobs.mark(job.job_id, JobState.SENT)
        glossary = await self._made(plan, job, goal, is_resumed=is_resumed)
        glossary = await ready_glossary(self._api, glossary.glossary_id)
        dictionary = glossary.dictionary(draft.pair)
        after = await self._api.glossaries.entries(
            glossary.glossary_id,
            draft.pair,
            expected_count=dictionary.entry_count if dictionary else None,
            progress=progress,
        )
        entry_count = len(after)
        others_changed = await run_in_thread(NoProgress(), _differs, after, goal)
        await plan.dictionary.rebase(base=goal, shelf=(glossary.glossary_id, glossary.name))
        await self._jobs.mark(job.job_id, JobState.VERIFIED, trace_id=self._api.last_trace_id)
        return PublishReport(
            method=Method.CREATE,
            difference=plan.difference,
            entry_count=entry_count,
            trace_id=self._api.last_trace_id,
            open_milliseconds=0.0,
            others_changed=others_changed,
        )

    async def _job(self, plan: PublishPlan) -> tuple[PublishJob, Entries, bool]:
        """The call to make, what it shall bring, and whether it is one that was cut off."""
        draft = plan.dictionary.draft
        for job in await self._jobs.unclear(self._profile, draft_id=draft.draft_id):
            if job.method is Method.CREATE:
                return job, await self._records.snapshots.get(job.target_hash), True
        job = await self._jobs.plan(
            profile=self._profile,
            draft_id=draft.draft_id,
            glossary_id=None,
            glossary_name=draft.glossary_name,
            pair=draft.pair,
            method=Method.CREATE,
            target_hash=await self._records.snapshots.put(plan.mine),
            nonce=new_nonce(),
        )
        return job, plan.mine, False

    async def _made(self, plan: PublishPlan, job: PublishJob, goal: Entries, *, is_resumed: bool) -> Glossary:
        has_id = job.glossary_id is not None

        async def note(glossary_id: str) -> None:
            nonlocal has_id
            has_id = True
            await self._jobs.created(job.job_id, glossary_id)

        try:
            if job.glossary_id is not None:
                return await self._api.glossaries.rename(job.glossary_id, plan.dictionary.name)
            return await self._api.glossaries.create(
                plan.dictionary.name,
                [(job.pair, goal)],
                nonce=job.nonce,
                may_have_been_sent=is_resumed,
                created=note,
            )
        except NotFound as error:
            # Somebody deleted what was half made. It can be made again, under a new plan.
            await self._jobs.mark(job.job_id, JobState.FAILED, trace_id=error.trace_id)
            raise OutOfDate from error
        except _UNCLEAR:
            raise
        except ServiceError as error:
            if not has_id and not is_resumed:
                await self._jobs.mark(job.job_id, JobState.FAILED, trace_id=error.trace_id)
            if isinstance(error, InvalidRequest):
                checking.raise_by_row(error, sent=goal, shown=plan.dictionary.entries)
            raise


def _differs(_progress: Progress, after: Entries, goal: Entries) -> bool:
    """Whether others wrote as well; what was read back is of no more use then."""
    is_same = after.holds_as(goal)
    after.let_go()
    return not is_same
