"""Publish dictionaries without losing changes on either side.

The service has no versions. Therefore the base of every edit is a stored version; both sides are read and merged before
anything is sent; each call is recorded on disk before it is sent; and the entries are read again afterwards, because
only that shows what a call did. Nothing is ever deleted first.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from termdesk.application.failures import OutOfDate
from termdesk.application.glossaries.editing.closed_rows import free_in_worker
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.publishing import publish_validation
from termdesk.application.glossaries.publishing.creation import GlossaryPublisher
from termdesk.application.glossaries.publishing.dictionary_update import DictionaryPublisher, smallest_call
from termdesk.application.glossaries.publishing.merge_preview import MergePreview, preview_merge
from termdesk.application.glossaries.publishing.publish_plan import PublishPlan, PublishReport, WrittenVersion
from termdesk.application.glossaries.publishing.remote_reader import Remote, read_remote
from termdesk.application.glossaries.publishing.run_plan import StepPlan, change_hash
from termdesk.application.glossaries.publishing.write_watch import Clock
from termdesk.application.progress import run_in_thread, without_progress
from termdesk.application.session.local_only_guard import local_only_refusal
from termdesk.application.session.service_in_use import ServiceInUse
from termdesk.application.session.shared_locks import share_lock_of_published
from termdesk.domain.added_quotes import has_added_quotes
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import (
    Method,
    difference,
    needs_typed_confirmation,
    split_by_stored,
)
from termdesk.domain.merging.merge import Merged, merge
from termdesk.domain.progress import NoProgress, Progress
from termdesk.messages.glossary_messages import PublishRemedy
from termdesk.storage.publish_jobs import MERGE_KEEPS_TARGETS, JobState, PublishJob
from termdesk.storage.records import Records
from termdesk.storage.versions.version_records import VersionOrigin

if TYPE_CHECKING:
    from termdesk.client.entries_wire import BodySizes
    from termdesk.storage.journal import DraftRecord


class PairRules(Protocol):
    """The language pairs that the service accepts."""

    async def pair_violation(self, pair: LanguagePair) -> str:
        """Return why the service does not accept a pair. Empty if it does, or if that is unknown."""
        ...


class Publisher:
    """Plans and publishes dictionaries of the service in use. `languages` tells which pairs the service accepts."""

    def __init__(
        self,
        service: ServiceInUse,
        records: Records,
        languages: PairRules | None = None,
        *,
        clock: Clock = time.monotonic,
    ) -> None:
        self._service = service
        self._records = records
        self._clock = clock
        self._languages = languages

    async def pair_violation(self, dictionary: OpenDictionary) -> str:
        """Return why the service accepts no dictionary of this pair. Empty if it does, or if that is unknown."""
        if self._languages is None or dictionary.is_published:
            return ""
        return await self._languages.pair_violation(dictionary.pair)

    async def violation_before_sending(self, dictionary: OpenDictionary) -> str:
        """Return why a dictionary cannot be sent, whatever it contains: its pair, or a lock. Empty if it can."""
        return await self.pair_violation(dictionary) or await self.lock_violation(dictionary.draft)

    async def lock_violation(self, draft: DraftRecord) -> str:
        """Return why a draft cannot be sent, if its glossary is locked to this computer. Empty if it is not."""
        try:
            await (await self._service.api()).check_sending(draft.glossary_key)
        except InvalidInput as error:
            return error.message
        return ""

    @property
    def service_name(self) -> str:
        """The name of the service to which dictionaries are published."""
        return self._service.full_title

    async def dictionaries_to_plan(self, dictionaries: Sequence[OpenDictionary]) -> list[OpenDictionary]:
        """Return the dictionaries that need a plan: those with unpublished edits, or if there are none, the published
        ones.

        Plans of published dictionaries show what others changed. An empty dictionary that was never published is left
        out. A single dictionary is always planned, so that the user learns why it cannot be published.
        """
        if len(dictionaries) == 1:
            return list(dictionaries)
        edited = await self.find_edited(dictionaries)
        return edited or [each for each in dictionaries if each.is_published]

    async def find_edited(self, dictionaries: Sequence[OpenDictionary]) -> list[OpenDictionary]:
        """Return those of `dictionaries_with_edits`, and those of which the service may have other entries than known.

        Raises StorageFailed.
        """
        unclear = {job.draft_id for job in await self._records.publish_jobs.unclear(self._service.profile)}
        edited = await dictionaries_with_edits(dictionaries)
        return [each for each in dictionaries if each in edited or each.draft.draft_id in unclear]

    async def plan(self, dictionary: OpenDictionary, progress: Progress = NoProgress()) -> PublishPlan:
        """Plan the publication of a dictionary. Changes nothing on the service.

        Violations are part of the plan; if there are any, the service is not read. Raises InvalidInput for a pair that
        the service does not accept or a locked glossary, ServiceError and StorageFailed.
        """
        if violation := await self.pair_violation(dictionary):
            raise InvalidInput(violation, remedy=PublishRemedy.OTHER_SERVICE())
        await dictionary.refresh()
        revision, local = dictionary.revision, dictionary.entries.copy_published_part()
        rows = dictionary.entries.find_published_rows()
        found = await run_in_thread(
            progress, publish_validation.find_violations, local, rows=rows, name=dictionary.name, pair=dictionary.pair
        )
        if found:
            return PublishPlan(dictionary, revision, local, Method.NOTHING, violations=tuple(found))
        await self._refuse_locked(dictionary)
        remote, doubtful_count = await self._settle(dictionary, progress)
        plan = await run_in_thread(
            progress,
            _plan,
            dictionary=dictionary,
            revision=revision,
            local=local,
            remote=remote,
            base=dictionary.base_entries(),
            sizes=(await self._service.api()).glossaries.body_sizes,
            merge_keeps_targets=await self.merge_keeps_targets(),
            resumes_creation=await self.is_creation_unclear(dictionary.draft.draft_id),
        )
        plan = replace(plan, doubtful_count=doubtful_count)
        if dictionary.draft.glossary_id is not None:
            # Record this for the library, which compares only numbers of entries and would not notice the changes.
            await self._records.seen_dictionaries.mark(
                self._service.profile, dictionary.draft.glossary_id, dictionary.pair, has_changed=plan.needs_merge
            )
        return plan

    async def merge_keeps_targets(self) -> bool:
        """Return whether merges on this service were found to keep the targets of existing phrases.

        Raises StorageFailed.
        """
        return await self._records.publish_jobs.has_learned(self._service.profile, MERGE_KEEPS_TARGETS)

    async def preview_merge(
        self, plan: PublishPlan, choices: Mapping[str, str | None], progress: Progress = NoProgress()
    ) -> MergePreview:
        """Return what would be published after `plan.incoming_change(choices)`. Changes nothing.

        Raises what `incoming_change` raises, ServiceError and StorageFailed.
        """
        return await run_in_thread(
            progress,
            preview_merge,
            plan,
            choices,
            plan.dictionary.entries.copy(),
            sizes=(await self._service.api()).glossaries.body_sizes,
            merge_keeps_targets=await self.merge_keeps_targets(),
        )

    async def begin_merge(self, plan: PublishPlan) -> None:
        """Store the present entries as a version, before `plan.incoming_change` merges the changes of others."""
        await plan.dictionary.keep_version()

    async def accept(self, plan: PublishPlan) -> None:
        """Record that `plan.incoming_change` was applied: the service's entries become the base, until it is undone.

        Call it right after the change: a later edit would hide which step it was.
        """
        if plan.remote is not None:
            await plan.dictionary.accept(plan.remote, since=plan.revision)

    async def publish(self, plan: PublishPlan, progress: Progress = NoProgress()) -> PublishReport:
        """Execute a plan, and verify the result by reading it back.

        Raises OutOfDate if the dictionary was edited after the plan, ChangedOnService if somebody else changed the same
        phrases meanwhile, PartlyPublished if the service has only part of our changes, EntriesRefused with the rows
        that the service refused, and ServiceError. In every case the local edits are kept, and a new plan finds out
        what the service has.
        """
        if plan.dictionary.revision != plan.revision or not plan.can_be_published:
            raise OutOfDate
        sent = plan.dictionary.entries.copy()
        try:
            return await self._publish(replace(plan, sent=sent), progress)
        finally:
            free_in_worker([sent])

    async def _publish(self, plan: PublishPlan, progress: Progress) -> PublishReport:
        await plan.dictionary.wait_until_saved()
        api = await self._service.api()
        if plan.method is Method.CREATE:
            report = await GlossaryPublisher(api, self._records, self._service.profile).publish(plan, progress)
            key, locks = plan.dictionary.draft.glossary_key, self._records.local_only
            await share_lock_of_published(api, self._service.profile, key, locks)
            # The completed creation may be that of an older attempt. Later edits are sent at once.
            later = await self.plan(plan.dictionary, progress) if plan.resumes_creation else None
            if not later or not later.can_be_published:
                return report
            latest = await self.publish(replace(later, run_id=plan.run_id), progress)
            written = latest.written or report.written
            target_hash = written.target_hash if written else ""
            return replace(latest, written=WrittenVersion(None, target_hash, creates_glossary=True))
        return await DictionaryPublisher(api, self._records, self._service.profile, clock=self._clock).publish(
            plan, progress
        )

    async def restore_plan(self, step: StepPlan, dictionary: OpenDictionary) -> PublishPlan:
        """Return the full plan of a step, or a new plan for the same change if the glossary was created since.

        Raises OutOfDate if it would change something else than shown, because the dictionary was edited since.
        """
        await dictionary.refresh()
        if dictionary.draft.glossary_id != step.draft.glossary_id:
            plan = await self.plan(dictionary)
            if plan.needs_merge or plan.violations:
                raise OutOfDate
        else:
            revision, local = dictionary.revision, dictionary.entries.copy_published_part()
            get = self._records.snapshots.get
            remote = await get(step.remote_hash, like=local) if step.remote_hash is not None else None
            change = await run_in_thread(NoProgress(), without_progress(difference), remote or Entries(), local)
            plan = PublishPlan(
                dictionary,
                revision,
                local,
                step.method,
                change,
                remote=remote,
                resumes_creation=step.resumes_creation,
            )
        if await run_in_thread(NoProgress(), change_hash, plan.difference) != step.change_hash:
            raise OutOfDate
        return plan

    async def count_unfinished(self) -> int:
        """Return the number of calls of earlier runs whose outcome was never read. Shown when the program starts."""
        return len(await self._records.publish_jobs.unclear(self._service.profile))

    async def _refuse_locked(self, dictionary: OpenDictionary) -> None:
        """Raise early, before anything is read. A glossary that is locked later is refused when it is sent."""
        is_local = (await self._service.api()).provider.is_local
        if not is_local and await self._records.local_only.has(dictionary.draft.glossary_key):
            raise local_only_refusal(self._service.full_title, dictionary.name)

    async def settle(self, dictionary: OpenDictionary, progress: Progress = NoProgress()) -> Remote:
        """Read a dictionary from the service, and record the outcome of its interrupted calls.

        Only the creation of a glossary stays unclear. Raises ServiceError and StorageFailed.
        """
        return (await self._settle(dictionary, progress))[0]

    async def _settle(self, dictionary: OpenDictionary, progress: Progress) -> tuple[Remote, int]:
        """Settle a dictionary, and return how many of its changes count as taken back, although nobody saw them."""
        remote = await read_remote(await self._service.api(), dictionary.draft, progress, like=dictionary.entries)
        return remote, await self._settle_calls(dictionary, remote)

    async def _settle_calls(self, dictionary: OpenDictionary, remote: Remote) -> int:
        """Record the outcome of interrupted calls of this dictionary, judging by the entries that were read."""
        doubtful_count = 0
        for job in await self._records.publish_jobs.unclear(self._service.profile, draft_id=dictionary.draft.draft_id):
            if job.method is Method.CREATE:
                continue
            target = await self._records.snapshots.get(job.target_hash)
            remote_entries = remote.entries
            got_through = remote_entries is not None and await run_in_thread(
                NoProgress(), without_progress(Entries.holds_as), remote_entries, target
            )
            if got_through:
                await dictionary.rebase(base=target, origin=VersionOrigin.PUBLISHED)
            elif remote_entries is not None and await run_in_thread(
                NoProgress(), without_progress(has_added_quotes), remote_entries, target
            ):
                await dictionary.rebase(base=remote_entries)
            is_stored = got_through
            if not got_through and remote_entries is not None:
                is_stored, doubtful_count = await self._settle_part(dictionary, job, target, remote_entries)
            await self._records.publish_jobs.mark(job.job_id, JobState.VERIFIED if is_stored else JobState.FAILED)

        return doubtful_count

    async def _settle_part(
        self, dictionary: OpenDictionary, job: PublishJob, target: Entries, remote: Entries
    ) -> tuple[bool, int]:
        """Return whether the service has part of what a call changed, and how many changes count as taken back.

        Nobody saw the outcome of the call, and others wrote since. It counts as carried out if the service has at least
        one of the changed phrases as it was sent, and not more of them in another way; so half of them is enough. The
        others then count as taken back: compare with what was sent, so that they are merged, and not overwritten as if
        they had not been sent yet. Others may have made those changes themselves. This cannot be decided by the
        entries, so the plan says it (`doubtful_count`).
        """
        if job.before_hash is None:
            return False, 0
        before = await self._records.snapshots.get(job.before_hash)
        has_part, was_carried_out, doubtful_count = await run_in_thread(
            NoProgress(), _find_part, before, target, remote, is_merge=job.method is Method.MERGE
        )
        if was_carried_out:
            await dictionary.rebase(base=target, origin=VersionOrigin.PUBLISHED)
        elif has_part and (base := dictionary.base_entries()) is not None:
            # What the service has as it was sent is known to both sides, whoever wrote it. Later edits of it are edits.
            known = await run_in_thread(NoProgress(), _with_stored, base, before, target, remote)
            await dictionary.rebase(base=known, origin=None)
        return has_part, doubtful_count if was_carried_out else 0

    async def is_creation_unclear(self, draft_id: str) -> bool:
        """Return whether the creation of a draft's glossary was interrupted, and is to be completed."""
        jobs = await self._records.publish_jobs.unclear(self._service.profile, draft_id=draft_id)
        return any(job.method is Method.CREATE for job in jobs)


async def dictionaries_with_edits(dictionaries: Sequence[OpenDictionary]) -> list[OpenDictionary]:
    """Return the dictionaries that differ from the service. Empty ones count only if they are published."""
    return [each for each in dictionaries if not await each.is_as_published() and (len(each) or each.is_published)]


def _find_part(
    _progress: Progress, before: Entries, target: Entries, remote: Entries, *, is_merge: bool
) -> tuple[bool, bool, int]:
    """Return whether the service has part of a change from `before` to `target`, whether it counts as having had all,
    and how many phrases it has as before, so that they count as taken back.
    """
    change, targets, old = difference(before, target), remote.as_dict(), before.as_dict()
    local, others = split_by_stored(change, targets)
    # Some services keep the targets of existing phrases when entries are merged.
    keeps_targets = is_merge and bool(others) and {*others} == {*change.changed}
    was_carried_out = bool(local) and len(local) >= len(others) and not keeps_targets
    return bool(local), was_carried_out, sum(targets.get(source) == old.get(source) for source in others)


def _with_stored(_progress: Progress, base: Entries, before: Entries, target: Entries, remote: Entries) -> Entries:
    """Return the base with those parts of the change from `before` to `target` that the service has."""
    known, targets = base.as_dict(), remote.as_dict()
    for source in split_by_stored(difference(before, target), targets)[0]:
        if source in targets:
            known[source] = targets[source]
        else:
            known.pop(source, None)
    return Entries.of(known.items())


def _plan(
    _progress: Progress,
    *,
    dictionary: OpenDictionary,
    revision: int,
    local: Entries,
    remote: Remote,
    base: Entries | None,
    sizes: BodySizes,
    merge_keeps_targets: bool,
    resumes_creation: bool,
) -> PublishPlan:
    was_published = base is not None
    if remote.entries is None:
        change = difference(Entries(), local)
        return PublishPlan(
            dictionary,
            revision,
            local,
            Method.REPLACE if remote.glossary else Method.CREATE,
            change,
            findings=tuple(publish_validation.size_findings(local)),
            is_gone_from_service=was_published,
            resumes_creation=resumes_creation,
            byte_count=sizes.replacement(dictionary.pair, local),
        )
    # If the service has not changed since the base, no merge is needed, even if the order differs.
    remote_entries = remote.entries
    # Share texts to save memory: plans of many dictionaries may exist at the same time.
    remote_entries.share_texts(local)
    is_as_before = base is not None and (remote_entries.holds_as(base) or has_added_quotes(remote_entries, base))
    merged = Merged(local, ()) if is_as_before else merge(base or Entries(), local=local, remote=remote_entries)
    outgoing, incoming = difference(remote_entries, merged.entries), difference(local, merged.entries)
    method, byte_count = smallest_call(
        outgoing, merged.entries, pair=dictionary.pair, sizes=sizes, merge_keeps_targets=merge_keeps_targets
    )
    return PublishPlan(
        dictionary,
        revision,
        local,
        method,
        outgoing,
        remote=remote_entries,
        findings=tuple(publish_validation.size_findings(local)),
        conflicts=merged.conflicts,
        incoming=incoming,
        byte_count=byte_count,
        needs_typed_confirmation=needs_typed_confirmation(outgoing, published_count=len(remote_entries)),
        incoming_needs_confirmation=needs_typed_confirmation(incoming, published_count=len(local)),
    )
