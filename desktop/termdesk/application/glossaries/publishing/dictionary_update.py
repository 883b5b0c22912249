"""Publish into an existing glossary and verify the result."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from termdesk.application.completion import complete
from termdesk.application.failures import (
    ChangedOnService,
    KeepsChanging,
    NotArrived,
    NotSeen,
    NotVerified,
    OthersWrote,
    OutOfDate,
    PartlyPublished,
)
from termdesk.application.glossaries.editing.pull import targets_of
from termdesk.application.glossaries.publishing import publish_validation
from termdesk.application.glossaries.publishing.publish_plan import (
    LostUpdate,
    PublishPlan,
    PublishReport,
    WrittenVersion,
)
from termdesk.application.glossaries.publishing.remote_reader import read_remote
from termdesk.application.glossaries.publishing.write_watch import (
    Clock,
    SeenTargets,
    WriteWatch,
    find_lost_update,
    version_of_others,
)
from termdesk.application.progress import run_in_thread, without_progress
from termdesk.client.errors import CalledOff, InvalidRequest, NotFound, ServiceError
from termdesk.client.transport.calls import Gate
from termdesk.client.transport.writes import writes_for
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import Stopped, TermdeskError
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.call_outcome import (
    ENDED,
    WROTE_OTHERWISE,
    CallOutcome,
    CallStep,
    StoredParts,
    find_outcome,
    find_step,
    find_stored_parts,
    was_taken_back,
    without_parts,
)
from termdesk.domain.merging.difference import Difference, Method, smallest_method, split_by_stored
from termdesk.domain.progress import NoProgress, Progress
from termdesk.messages.glossary_messages import PublishFailure
from termdesk.storage.publish_jobs import (
    MERGE_KEEPS_TARGETS,
    MERGE_MAY_KEEP_TARGETS,
    MERGE_REPLACES_TARGETS,
    JobState,
    PublishJob,
)
from termdesk.storage.records import Records
from termdesk.storage.versions.version_records import VersionOrigin

if TYPE_CHECKING:
    from termdesk.client.api import ApiClient
    from termdesk.client.entries_wire import BodySizes
    from termdesk.client.glossaries import Glossaries

# If others write between all of our calls, they are a program. More rounds would only compete with it.
ROUNDS = 3


# If publishing ends with one of these after the service stored a part, the part is told.
_ENDS_IN_PART = (ChangedOnService, KeepsChanging, NotSeen, NotVerified, OutOfDate)


class DictionaryPublisher:
    """Publishes into an existing glossary of the service."""

    def __init__(
        self,
        api: ApiClient,
        records: Records,
        profile: str,
        *,
        clock: Clock = time.monotonic,
        merges_others: bool = True,
    ) -> None:
        """Without `merges_others`, changes made by others since the plan raise ChangedOnService, and nothing is
        sent.
        """
        self._api = api
        self._records = records
        self._jobs = records.publish_jobs
        self._profile = profile
        self._clock = clock
        self._merges_others = merges_others
        self._open_milliseconds = 0.0
        self._lost: LostUpdate | None = None
        self._written: WrittenVersion | None = None
        self._is_partly_written = False
        self._is_line_slow = False
        # Why the last attempt to send got no success response; None if it got one.
        self._unanswered: ServiceError | None = None
        # Why the last reading before the last call failed; None if it did not.
        self._unseen: ServiceError | None = None
        # The entries of every reading.
        self._seen: list[Entries] = []
        # What our calls stored before others overwrote the rest.
        self._stored_parts: StoredParts = {}

    async def publish(self, plan: PublishPlan, progress: Progress = NoProgress()) -> PublishReport:
        """Send the change and verify it. Raises what `Publisher.publish` raises."""
        try:
            report = await self._publish(plan, progress)
        except Stopped:
            raise
        except TermdeskError as error:
            failure = error
            if self._stored_parts and isinstance(error, _ENDS_IN_PART):
                failure = await self._partly_published(plan)
            if self._lost is not None:
                name, lost = plan.dictionary.name, self._lost
                failure = OthersWrote(failure, name=name, difference=lost.difference, version=lost.version)
            if failure is error:
                raise
            raise failure from error
        await run_in_thread(NoProgress(), _release, self._seen)
        return report

    async def _partly_published(self, plan: PublishPlan) -> PartlyPublished:
        """Return the error that tells which of our changes the service has, according to the last reading."""
        local, others = await run_in_thread(NoProgress(), _split_by_stored, plan.difference, self._seen[-1])
        return PartlyPublished(local=local, others=others)

    async def _publish(self, plan: PublishPlan, progress: Progress) -> PublishReport:
        base, local = plan.remote, plan.local
        method = plan.method
        outcome, was_accepted = CallOutcome.CALLED_OFF, False
        for _ in range(ROUNDS):
            step = await self._read_step(plan, base, local, progress)
            if step.exists and step.change.is_empty:
                return await self._finish(plan, method, step.remote)
            if was_accepted:
                # The service reported success. To send it again could overwrite that others took it back.
                break
            method = await self._method_for(step)
            remote, outcome = await self._send_and_verify(plan, step, method, progress)
            if outcome in ENDED:
                return await self._finish(plan, method, remote)
            was_accepted = self._unanswered is None and outcome in (CallOutcome.NOT_APPLIED, CallOutcome.OVERTAKEN)
            self._is_partly_written = outcome in WROTE_OTHERWISE
            if outcome is CallOutcome.CALLED_OFF:
                self._written = None
            if outcome is CallOutcome.TARGETS_KEPT:
                await self._jobs.learn(self._profile, MERGE_KEEPS_TARGETS)
            base, local = (step.remote if step.exists else None), step.merged
            if self._is_partly_written:
                # The service has our version, but with old targets or doubled quotes. Send it again in the way now
                # known to work.
                base = remote
        if outcome is CallOutcome.CALLED_OFF:
            raise NotSeen(self._unseen) if self._unseen is not None else KeepsChanging
        if outcome is CallOutcome.NOT_APPLIED and self._unanswered is not None:
            raise NotArrived(self._unanswered)
        raise NotVerified(trace_id=self._api.last_trace_id)

    async def _read_step(self, plan: PublishPlan, base: Entries | None, local: Entries, progress: Progress) -> CallStep:
        """Read the service right before writing. Changes made by others are merged, or stop the publishing."""
        read_at = self._clock()
        remote = await self._read(plan, progress)
        if remote is None and base is not None:
            # Somebody just deleted the dictionary. The user decides whether to create it again.
            raise OutOfDate(PublishFailure.DELETED_ON_SERVICE())
        step, conflicts = await run_in_thread(progress, find_step, base, local, remote)
        step = replace(step, read_at=read_at)
        if conflicts:
            raise ChangedOnService(conflicts)
        is_same = without_progress(Entries.holds_as)
        if not self._merges_others and (base is None or not await run_in_thread(progress, is_same, step.remote, base)):
            raise ChangedOnService(step.change.count)
        return step

    async def _read(self, plan: PublishPlan, progress: Progress) -> Entries | None:
        remote = (await read_remote(self._api, plan.dictionary.draft, progress, like=plan.local)).entries
        if remote is not None:
            self._seen.append(remote)
        return remote

    async def _method_for(self, step: CallStep) -> Method:
        method = smallest_method(step.change, exists=step.exists)
        if method is Method.MERGE and await run_in_thread(
            NoProgress(), _needs_proof, self._api.glossaries, step.change
        ):
            return Method.REPLACE
        if method is Method.MERGE and step.change.changed:
            keeps_targets = await self._jobs.has_learned(self._profile, MERGE_KEEPS_TARGETS)
            return Method.REPLACE if keeps_targets else Method.MERGE
        return method

    async def _send_and_verify(
        self, plan: PublishPlan, step: CallStep, method: Method, progress: Progress
    ) -> tuple[Entries, CallOutcome]:
        job = await self._plan_job(plan, step, method)
        before_hash = job.before_hash if step.exists else None
        if self._is_partly_written and self._written is not None:
            before_hash = self._written.before_hash
        self._written = WrittenVersion(before_hash, job.target_hash)
        await self._jobs.mark(job.job_id, JobState.SENT)
        try:
            watch, lost = await self._send_watched(plan, step, method, job, progress)
        except CalledOff:
            return step.remote, CallOutcome.CALLED_OFF
        self._unanswered = lost
        self._open_milliseconds = watch.open_milliseconds
        trace_id = self._api.last_trace_id
        try:
            remote = await self._read(plan, progress) or Entries()
        except BaseException as error:
            # Also after a cancellation. The job stays marked as sent, and the next plan reads its outcome. Nobody knows
            # whether our call overwrote what others wrote, so keep that in any case.
            await complete(self._keep_lost(plan, step, watch.seen, step.merged))
            if lost and isinstance(error, ServiceError):
                raise lost from None
            raise
        outcome = await self._find_outcome(step, remote, watch, method, is_answered=lost is None)
        await self._keep_lost(plan, step, watch.seen, remote)
        if outcome in WROTE_OTHERWISE:
            # Record the stored version, so that it can be undone whatever happens to the next call.
            await self._jobs.store_written_version(
                job.job_id, await self._records.snapshots.put(remote), trace_id=trace_id
            )
            return remote, outcome
        is_stored = outcome in ENDED
        if outcome is CallOutcome.OVERTAKEN:
            parts = await run_in_thread(NoProgress(), find_stored_parts, step, remote)
            self._stored_parts = parts | self._stored_parts
            is_stored = bool(parts)
        await self._jobs.mark(job.job_id, JobState.VERIFIED if is_stored else JobState.FAILED, trace_id=trace_id)
        return remote, outcome

    async def _find_outcome(
        self, step: CallStep, remote: Entries, watch: WriteWatch, method: Method, *, is_answered: bool
    ) -> CallOutcome:
        """Determine the outcome of a call from the `remote` entries after it, and from what was seen during it."""
        changes_targets = method is Method.MERGE and bool(step.change.changed) and is_answered
        replaces_targets = changes_targets and await self._jobs.has_learned(self._profile, MERGE_REPLACES_TARGETS)
        may_keep_targets = changes_targets and not (replaces_targets or watch.has_seen_change)
        outcome = await run_in_thread(NoProgress(), find_outcome, step, remote, may_keep_targets=may_keep_targets)
        if outcome in (CallOutcome.APPLIED, CallOutcome.APPLIED_AMONG_OTHERS):
            if changes_targets and not replaces_targets:
                await self._jobs.learn(self._profile, MERGE_REPLACES_TARGETS)
        elif outcome is CallOutcome.TARGETS_KEPT and not step.change.added and not await self._has_kept_before():
            # Nothing shows that the call was carried out. It could be sent again over what others took back, so the
            # next plan shows it first.
            return CallOutcome.NOT_APPLIED
        elif await run_in_thread(
            NoProgress(),
            was_taken_back,
            step,
            remote,
            outcome,
            is_answered=is_answered,
            was_seen=watch.has_seen_change,
        ):
            return CallOutcome.TAKEN_BACK
        return outcome

    async def _has_kept_before(self) -> bool:
        """Return whether a merge on this service had left the old targets before, and note that it has now.

        If only others took them back, they would have had to do so twice, each time before we could read.
        """
        has_kept = await self._jobs.has_learned(self._profile, MERGE_MAY_KEEP_TARGETS)
        await self._jobs.learn(self._profile, MERGE_MAY_KEEP_TARGETS)
        return has_kept

    async def _send_watched(
        self, plan: PublishPlan, step: CallStep, method: Method, job: PublishJob, progress: Progress
    ) -> tuple[WriteWatch, ServiceError | None]:
        """Send a change while others are watched. Return the watch, and the error if the outcome is not known.

        If the change was not sent or was refused, record that and raise; CalledOff if it was held back.
        """
        draft = plan.dictionary.draft
        assert draft.glossary_id is not None, "only what is on the service is updated"
        watch = WriteWatch(
            self._api,
            draft.glossary_id,
            draft.pair,
            base=step.remote,
            merged=step.merged,
            exists=step.exists,
            clock=self._clock,
            read_at=step.read_at,
            is_line_slow=self._is_line_slow,
        )
        try:
            async with watch:
                with writes_for(job.job_id):
                    await self._send(plan, step, method, watch.gate, progress)
        except ServiceError as error:
            # Only reading back tells the outcome. Even "not found" proves nothing, because the glossary just existed.
            is_unclear = error.may_have_happened or isinstance(error, NotFound)
            if not is_unclear:
                await self._jobs.mark(job.job_id, JobState.FAILED, trace_id=error.trace_id)
            if isinstance(error, CalledOff):
                self._unseen = watch.error
                self._is_line_slow = watch.is_line_slow
            if not is_unclear:
                raise
            # If it was held back, an earlier attempt of the same call may be what changed the dictionary.
            return watch, watch.error or error
        except BaseException:
            # Cancelled. The call may have been carried out.
            await complete(self._keep_lost(plan, step, watch.seen, step.merged))
            raise
        return watch, None

    async def _plan_job(self, plan: PublishPlan, step: CallStep, method: Method) -> PublishJob:
        draft, before = plan.dictionary.draft, step.remote
        if self._stored_parts:
            # Undoing must also revert what earlier calls of this publication stored.
            before = await run_in_thread(NoProgress(), without_parts, before, self._stored_parts)
        return await self._jobs.plan(
            profile=self._profile,
            draft_id=draft.draft_id,
            glossary_id=draft.glossary_id,
            glossary_name=draft.glossary_name,
            pair=draft.pair,
            method=method,
            before_hash=await self._records.snapshots.put(before),
            target_hash=await self._records.snapshots.put(step.merged),
            run_id=plan.run_id,
        )

    async def _keep_lost(self, plan: PublishPlan, step: CallStep, seen: SeenTargets, remote: Entries) -> None:
        """Put what others wrote and our calls overwrote into the bin, to be told. `remote`: the version after it."""
        if not seen:
            return
        if self._lost is not None:
            # An earlier call of this publication has overwritten something, too.
            seen = targets_of(self._lost.difference) | seen
        lost = await run_in_thread(NoProgress(), find_lost_update, seen=seen, remote=remote)
        if lost.is_empty:
            return
        draft = plan.dictionary.draft
        others = await run_in_thread(NoProgress(), version_of_others, base=step.remote, seen=seen)
        version = await self._records.snapshots.put(others)
        await self._records.deleted_glossaries.add(
            self._profile, draft.glossary_name, [(draft.pair, version)], is_overwritten=True
        )
        self._lost = LostUpdate(lost, version)

    async def _send(self, plan: PublishPlan, step: CallStep, method: Method, gate: Gate, progress: Progress) -> None:
        glossaries, draft = self._api.glossaries, plan.dictionary.draft
        assert draft.glossary_id is not None, "only what is on the service is updated"
        sent = phrases_to_send(step.change) if method is Method.MERGE else step.merged
        try:
            if method is Method.MERGE:
                await glossaries.merge(draft.glossary_id, draft.pair, sent, gate=gate, progress=progress)
            else:
                await glossaries.replace(draft.glossary_id, draft.pair, sent, gate=gate, progress=progress)
        except InvalidRequest as error:
            publish_validation.raise_by_row(error, sent=sent, shown=plan.dictionary.entries)
            raise

    async def _finish(self, plan: PublishPlan, method: Method, remote: Entries) -> PublishReport:
        """Return the report. The base becomes what we published; a new plan merges what others added."""
        others_changed = await run_in_thread(NoProgress(), _differs, plan.local, remote)
        await plan.dictionary.rebase(base=plan.local, origin=VersionOrigin.PUBLISHED, sent=plan.sent)
        return PublishReport(
            method=method,
            difference=plan.difference,
            entry_count=len(remote),
            trace_id=self._api.last_trace_id,
            open_milliseconds=self._open_milliseconds,
            others_changed=others_changed,
            lost=self._lost,
            written=self._written,
        )


def smallest_call(
    change: Difference, merged: Entries, *, pair: LanguagePair, sizes: BodySizes, merge_keeps_targets: bool
) -> tuple[Method, int]:
    """Return the smallest call for a change of an existing dictionary, and the bytes of its body. For a worker.

    A merge sends the changed phrases, a replacement all of `merged`. `merge_keeps_targets`: a merge on this service
    does not change the targets of existing phrases.
    """
    method = smallest_method(change, exists=True)
    if method is Method.MERGE and change.changed and merge_keeps_targets:
        method = Method.REPLACE
    if method is Method.MERGE:
        phrases = phrases_to_send(change)
        if not sizes.needs_proof_of_quotes(phrases):
            return method, sizes.merge(pair, phrases)
        method = Method.REPLACE
    return method, sizes.replacement(pair, merged) if method is Method.REPLACE else 0


def phrases_to_send(change: Difference) -> Entries:
    """Return the phrases that a merging call sends: only those that we changed."""
    written = change.added | {source: new for source, (_, new) in change.changed.items()}
    return Entries(written.keys(), written.values())


def _split_by_stored(_progress: Progress, change: Difference, remote: Entries) -> tuple[list[str], list[str]]:
    return split_by_stored(change, remote.as_dict())


def _needs_proof(_progress: Progress, glossaries: Glossaries, change: Difference) -> bool:
    return glossaries.needs_proof_of_quotes(phrases_to_send(change))


def _differs(_progress: Progress, local: Entries, remote: Entries) -> bool:
    return not local.holds_as(remote)


def _release(_progress: Progress, seen: Sequence[Entries]) -> None:
    for each in seen:
        each.release()
