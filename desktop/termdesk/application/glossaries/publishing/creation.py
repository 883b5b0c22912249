"""Create a glossary on the service exactly once, even if the program is interrupted."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from termdesk.application.failures import NotVerified, OutOfDate
from termdesk.application.glossaries.publishing import publish_validation
from termdesk.application.glossaries.publishing.publish_plan import PublishPlan, PublishReport, WrittenVersion
from termdesk.application.glossaries.publishing.remote_reader import read_dictionary
from termdesk.application.progress import run_in_thread, without_progress
from termdesk.client.creation import new_nonce
from termdesk.client.errors import InvalidRequest, NotFound, ServiceError, TooLarge
from termdesk.client.transport.writes import writes_for
from termdesk.domain.added_quotes import has_added_quotes
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.glossary import Glossary
from termdesk.domain.merging.difference import Method
from termdesk.domain.progress import NoProgress, Progress
from termdesk.messages.glossary_messages import PublishFailure, PublishRemedy
from termdesk.storage.publish_jobs import JobState, PublishJob
from termdesk.storage.records import Records
from termdesk.storage.versions.version_records import VersionOrigin

if TYPE_CHECKING:
    from termdesk.client.api import ApiClient

# The service refuses the content itself, so every earlier attempt was refused as well.
_REFUSED_FOR_GOOD = (InvalidRequest, TooLarge)


class GlossaryPublisher:
    """Publishes a glossary that the service never had, or no longer has."""

    def __init__(self, api: ApiClient, records: Records, profile: str) -> None:
        self._api = api
        self._records = records
        self._jobs = records.publish_jobs
        self._profile = profile

    async def publish(self, plan: PublishPlan, progress: Progress = NoProgress()) -> PublishReport:
        """Create the glossary with this dictionary, or complete an interrupted creation.

        Raises what `Publisher.publish` raises.
        """
        draft = plan.dictionary.draft
        job, local, is_resumed = await self._job(plan)
        await self._refuse_second_draft(plan, job)
        await self._jobs.mark(job.job_id, JobState.SENT)
        with writes_for(job.job_id):
            glossary = await self._create(plan, job, local, is_resumed=is_resumed)
        remote = (await read_dictionary(self._api, glossary.glossary_id, draft.pair, progress, like=local)).entries
        if remote is not None and await run_in_thread(NoProgress(), without_progress(has_added_quotes), remote, local):
            # This reading shows that the service keeps quotes as characters. Write again with the other quoting.
            with writes_for(job.job_id):
                await self._api.glossaries.replace(glossary.glossary_id, draft.pair, local, progress=progress)
            remote = (await read_dictionary(self._api, glossary.glossary_id, draft.pair, progress, like=local)).entries
        if remote is None:
            raise NotVerified(trace_id=self._api.last_trace_id)
        entry_count = len(remote)
        others_changed = await run_in_thread(NoProgress(), _differs, remote, local)
        await plan.dictionary.rebase(
            base=local,
            glossary=(glossary.glossary_id, glossary.name),
            origin=VersionOrigin.PUBLISHED,
            sent=plan.sent,
        )
        await self._jobs.mark(job.job_id, JobState.VERIFIED, trace_id=self._api.last_trace_id)
        return PublishReport(
            method=Method.CREATE,
            difference=plan.difference,
            entry_count=entry_count,
            trace_id=self._api.last_trace_id,
            open_milliseconds=0.0,
            others_changed=others_changed,
            written=WrittenVersion(None, job.target_hash, creates_glossary=True),
        )

    async def _job(self, plan: PublishPlan) -> tuple[PublishJob, Entries, bool]:
        """Return the job, the entries that it sends, and whether it resumes an interrupted creation."""
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
            target_hash=await self._records.snapshots.put(plan.local),
            nonce=new_nonce(),
            run_id=plan.run_id,
        )
        return job, plan.local, False

    async def _refuse_second_draft(self, plan: PublishPlan, job: PublishJob) -> None:
        """Raise InvalidInput if the created glossary has another draft of this dictionary."""
        draft = plan.dictionary.draft
        for each in await self._records.journal.drafts(self._profile):
            is_other = each.draft_id != draft.draft_id and each.pair.roots == draft.pair.roots
            if is_other and job.glossary_id is not None and each.glossary_key == job.glossary_id:
                raise InvalidInput(
                    PublishFailure.TWO_DRAFTS(name=draft.glossary_name, pair=str(draft.pair)),
                    remedy=PublishRemedy.MERGE_DRAFTS(),
                )

    async def _create(self, plan: PublishPlan, job: PublishJob, local: Entries, *, is_resumed: bool) -> Glossary:
        if job.glossary_id is not None:
            return await self._rename(plan, job, job.glossary_id)
        made = ""

        async def note(glossary_id: str) -> None:
            nonlocal made
            made = glossary_id
            await self._jobs.store_glossary_id(job.job_id, glossary_id)

        try:
            return await self._api.glossaries.create(
                plan.dictionary.name,
                [(job.pair, local)],
                nonce=job.nonce,
                may_have_been_sent=is_resumed,
                created=note,
                origin=plan.dictionary.draft.glossary_key,
            )
        except InvalidInput:
            await self._jobs.mark(job.job_id, JobState.FAILED)
            raise
        except ServiceError as error:
            if made:
                if isinstance(error, NotFound):
                    await self._give_up(job, error)
                raise
            is_refused = not error.may_have_happened and (not is_resumed or isinstance(error, _REFUSED_FOR_GOOD))
            if is_refused:
                await self._jobs.mark(job.job_id, JobState.FAILED, trace_id=error.trace_id)
            if isinstance(error, InvalidRequest):
                publish_validation.raise_by_row(error, sent=local, shown=plan.dictionary.entries)
            raise

    async def _rename(self, plan: PublishPlan, job: PublishJob, glossary_id: str) -> Glossary:
        """Give the glossary that an earlier attempt created its final name, and return it."""
        glossaries = self._api.glossaries
        try:
            return await glossaries.rename(glossary_id, plan.dictionary.name)
        except NotFound as error:
            found = await glossaries.find_unfinished(job.nonce)
            if found is None:
                await self._give_up(job, error)
            await self._jobs.store_glossary_id(job.job_id, found.glossary_id)
            return await glossaries.rename(found.glossary_id, plan.dictionary.name)

    async def _give_up(self, job: PublishJob, error: ServiceError) -> NoReturn:
        """Raise OutOfDate because somebody deleted the unfinished glossary. A new plan can create it again."""
        await self._jobs.mark(job.job_id, JobState.FAILED, trace_id=error.trace_id)
        raise OutOfDate(PublishFailure.DELETED_ON_SERVICE()) from error


def _differs(_progress: Progress, remote: Entries, local: Entries) -> bool:
    """Return whether the service's entries differ from ours because others wrote, too. Releases `remote`."""
    is_same = remote.holds_as(local)
    remote.release()
    return not is_same
