"""Undo an interrupted run: restore what the service had of each dictionary, unless it was changed since."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial

from termdesk.application.completion import complete
from termdesk.application.failures import (
    ChangedOnService,
    NotArrived,
    NotVerified,
    OthersWrote,
    PartlyPublished,
    cause_of,
)
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.publishing.dictionary_update import DictionaryPublisher
from termdesk.application.glossaries.publishing.publish_plan import LostUpdate, PublishPlan, WrittenVersion
from termdesk.application.glossaries.publishing.publisher import Publisher
from termdesk.application.glossaries.publishing.remote_reader import Remote, read_dictionary
from termdesk.application.glossaries.publishing.run_plan import DraftOpener, UndoResult, add_written
from termdesk.application.glossaries.publishing.step_calls import StepCalls, find_calls, is_written_since, split_calls
from termdesk.application.progress import run_in_thread, without_progress
from termdesk.application.session.service_in_use import ServiceInUse
from termdesk.client.creation import mark_of
from termdesk.client.transport.writes import WriteFacts, writes_for
from termdesk.domain.added_quotes import has_added_quotes
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import Stopped, TermdeskError
from termdesk.domain.glossary import Glossary
from termdesk.domain.merging.difference import Method, difference
from termdesk.domain.progress import NoProgress, Part, Progress
from termdesk.storage.journal import DraftRecord
from termdesk.storage.publish_jobs import JobState, PublishJob
from termdesk.storage.publishing.publish_runs import PublishRun, PublishStep, RunState, StepState
from termdesk.storage.records import Records
from termdesk.storage.versions.version_records import VersionOrigin


class UndoOutcome(StrEnum):
    """What undoing does with a dictionary, which it takes back as a whole or not at all."""

    AS_BEFORE = "as before"
    CHANGED_SINCE = "changed since"  # it stays, with all that was published
    PUBLISHED_SINCE = "published since"  # it stays
    UNDECIDED = "undecided"  # it stays: nobody can tell which publication wrote it
    UNKNOWN = "unknown"  # only undoing finds out whether anything of it arrived
    NOTHING = "nothing"  # nothing of it is on the service
    UNDONE = "undone"  # an attempt that was interrupted has undone it
    LEFT_ALONE = "left alone"  # it stays: an attempt that was interrupted has left it as it is


STAYING = (
    UndoOutcome.CHANGED_SINCE,
    UndoOutcome.PUBLISHED_SINCE,
    UndoOutcome.UNDECIDED,
    UndoOutcome.LEFT_ALONE,
)
_ENDED = {
    StepState.SUPERSEDED: UndoOutcome.PUBLISHED_SINCE,
    StepState.UNDONE: UndoOutcome.UNDONE,
    StepState.LEFT_ALONE: UndoOutcome.LEFT_ALONE,
}


@dataclass(frozen=True, slots=True)
class UndoPreview:
    """The steps of a run, in order, each with what undoing would do."""

    steps: tuple[tuple[PublishStep, UndoOutcome], ...]

    def of(self, *outcomes: UndoOutcome) -> list[PublishStep]:
        """Return the steps with one of these outcomes."""
        return [step for step, outcome in self.steps if outcome in outcomes]

    @property
    def staying(self) -> list[PublishStep]:
        """The steps whose dictionaries stay as they are, although something of them was published."""
        return self.of(*STAYING)


@dataclass(frozen=True, slots=True)
class _UndoneParts:
    """The lists of an `UndoResult`, while a run is undone."""

    undone: list[PublishStep] = field(default_factory=list)
    left_alone: list[PublishStep] = field(default_factory=list)
    overwritten: list[tuple[PublishStep, LostUpdate]] = field(default_factory=list)
    undecided: list[PublishStep] = field(default_factory=list)
    superseded: list[PublishStep] = field(default_factory=list)

    def result(self, failure: TermdeskError | None = None) -> UndoResult:
        """Return the result of the undo, which a failure may have stopped."""
        return UndoResult(
            tuple(self.undone),
            tuple(self.left_alone),
            failure,
            tuple(self.overwritten),
            tuple(self.undecided),
            tuple(self.superseded),
        )


class RunUndo:
    """Undoes runs for the service in use, starting with the last step."""

    def __init__(self, service: ServiceInUse, records: Records, publisher: Publisher, drafts: DraftOpener) -> None:
        self._service = service
        self._records = records
        self._runs = records.publish_runs
        self._publisher = publisher
        self._drafts = drafts

    async def undo(self, run: PublishRun, progress: Progress = NoProgress()) -> UndoResult:
        """Undo a run as described at `BulkPublisher.undo`. Raises Stopped and StorageFailed."""
        await self._runs.mark(run.run_id, RunState.UNDOING)
        parts = _UndoneParts()
        for number, step in enumerate(reversed(run.steps)):
            try:
                await self._undo_step(run, step, Part(progress, number, len(run.steps)), parts)
            except Stopped:
                raise
            except TermdeskError as error:
                return parts.result(error)
        await self._runs.end(run.run_id)
        return parts.result()

    async def _undo_step(self, run: PublishRun, step: PublishStep, progress: Progress, parts: _UndoneParts) -> None:
        if step.is_unclear:
            step, calls = await self._find_outcome(run, step, progress)
            if calls.is_undecided:
                parts.undecided.append(step)
                return
        elif step.was_written and is_written_since(
            step, await find_calls(self._records.publish_jobs, step), run_id=run.run_id
        ):
            step = await self._runs.mark_step(run.run_id, step, StepState.SUPERSEDED)
        if step.state is StepState.SUPERSEDED:
            parts.superseded.append(step)
        if not step.was_written or step.target_hash is None or step.glossary_id is None:
            return
        target = await self._records.snapshots.get(step.target_hash)
        before = await self._records.snapshots.get(step.before_hash) if step.before_hash else None
        remote = await read_dictionary(await self._service.api(), step.glossary_id, step.pair, progress)
        if before is None or not len(before):
            is_undone = await self._take_away(step, target, remote)
        else:
            is_undone = await self._put_back(run, step, before, target, remote, progress, parts.overwritten)
        await self._runs.mark_step(run.run_id, step, StepState.UNDONE if is_undone else StepState.LEFT_ALONE)
        (parts.undone if is_undone else parts.left_alone).append(step)

    # Steps whose outcome is unknown

    async def _find_outcome(
        self, run: PublishRun, step: PublishStep, progress: Progress
    ) -> tuple[PublishStep, StepCalls]:
        """Find out the outcome of a step that may have been sent, and return the updated step and its calls.

        If nobody can tell who wrote what the service has, the step is left alone.
        """
        async with self._drafts.open_drafts([step.draft_id], progress) as dictionaries:
            for dictionary in dictionaries:
                await self._publisher.settle(dictionary, progress)
            is_draft_gone = not dictionaries
        calls = await find_calls(self._records.publish_jobs, step)
        found = await split_calls(self._records.snapshots, step, calls, run_id=run.run_id)
        if found.is_undecided:
            return await self._runs.mark_step(run.run_id, step, StepState.LEFT_ALONE), found
        if found.is_superseded:
            return await self._runs.mark_step(run.run_id, step, StepState.SUPERSEDED), found
        written, glossary_id = found.written, step.glossary_id
        # Calls of a deleted draft were ended without a reading.
        open_states = (JobState.SENT, JobState.FAILED) if is_draft_gone and written is None else (JobState.SENT,)
        unanswered = list[tuple[PublishJob, Glossary | None]]()
        for call in calls:
            if call.run_id not in (run.run_id, None):
                continue
            if call.state in open_states and call.method is Method.CREATE:
                created = await self._find_created(call)
                unanswered.append((call, created))
                glossary_id = created.glossary_id if created else None
                written = WrittenVersion(None, call.target_hash, creates_glossary=True) if created else None
            elif call.glossary_id is not None:
                glossary_id = call.glossary_id
        step = await self._note_outcome(run, step, written, glossary_id)
        # Mark these calls last: after a crash, only they would still lead to the glossary.
        for call, created in unanswered:
            is_named = created is not None and not created.name.endswith(mark_of(call.nonce))
            await self._records.publish_jobs.end_creation(call.job_id, is_found=created is not None, is_named=is_named)
        return step, found

    async def _note_outcome(
        self, run: PublishRun, step: PublishStep, written: WrittenVersion | None, glossary_id: str | None
    ) -> PublishStep:
        if written is None:
            # Keep what an earlier attempt wrote.
            state = StepState.VERIFIED if step.target_hash is not None else StepState.FAILED
            return await self._runs.mark_step(run.run_id, step, state)
        step = replace(add_written(step, written), glossary_id=glossary_id)
        return await self._runs.mark_step(run.run_id, step, StepState.VERIFIED)

    async def _find_created(self, call: PublishJob) -> Glossary | None:
        """Return the glossary that a call created although its response was lost; None if there is none."""
        glossaries = (await self._service.api()).glossaries
        if call.glossary_id is not None and (found := await glossaries.find(call.glossary_id)) is not None:
            return found
        return await glossaries.find_unfinished(call.nonce)

    # Restoring the former version

    async def _put_back(
        self,
        run: PublishRun,
        step: PublishStep,
        before: Entries,
        target: Entries,
        remote: Remote,
        progress: Progress,
        overwritten: list[tuple[PublishStep, LostUpdate]],
    ) -> bool:
        """Replace the version we sent by the one before it. Return False if the service has another version now."""
        entries = remote.entries
        if entries is None:
            return False
        is_back = await run_in_thread(NoProgress(), _holds, entries, before)
        if not is_back and not await run_in_thread(NoProgress(), _holds, entries, target):
            return False
        draft = await self._draft_of(step, target, glossary_key=step.glossary_id, glossary_id=step.glossary_id)
        async with self._drafts.open_drafts([draft.draft_id]) as dictionaries:
            [dictionary] = dictionaries
            # Before anything is sent: if the program is killed then, the entries must be edits already. Otherwise the
            # next reading would take the former version for a change of others, and replace them.
            await dictionary.rebase(base=before, origin=VersionOrigin.SERVICE if is_back else None)
            if is_back:
                return True
            change = await run_in_thread(NoProgress(), without_progress(difference), target, before)
            plan = PublishPlan(
                dictionary, dictionary.revision, before, Method.REPLACE, change, remote=target, run_id=run.run_id
            )
            api = await self._service.api()
            publisher = DictionaryPublisher(api, self._records, self._service.profile, merges_others=False)
            try:
                report = await publisher.publish(plan, progress)
            except BaseException as error:
                # Also executed after a cancellation.
                cause = cause_of(error) if isinstance(error, TermdeskError) else error
                await complete(self._restore_base(dictionary, target, cause))
                if isinstance(error, OthersWrote):
                    overwritten.append((step, LostUpdate(error.difference, error.version)))
                if isinstance(cause, ChangedOnService):
                    return False
                raise
        if report.lost is not None:
            overwritten.append((step, report.lost))
        return True

    async def _restore_base(self, dictionary: OpenDictionary, target: Entries, error: BaseException) -> None:
        """Record that the service still has `target`, unless the call that failed with `error` may have changed it."""
        may_be_written = isinstance(error, PartlyPublished | NotVerified) and not isinstance(error, NotArrived)
        draft_id = dictionary.draft.draft_id
        if may_be_written or await self._records.publish_jobs.unclear(self._service.profile, draft_id=draft_id):
            return
        await dictionary.rebase(base=target)

    async def _take_away(self, step: PublishStep, target: Entries, remote: Remote) -> bool:
        """Delete what the publication created. Return False if it was changed since.

        The entries stay here as a draft.
        """
        assert step.glossary_id is not None, "it was published"
        if remote.entries is not None and not await run_in_thread(NoProgress(), _holds, remote.entries, target):
            return False
        glossaries = (await self._service.api()).glossaries
        if remote.glossary is not None:
            # Before anything is deleted: if the program is killed then, the entries must be edits already.
            draft = await self._draft_of(step, target, glossary_key=step.glossary_id, glossary_id=step.glossary_id)
            await self._records.journal.forget_base(draft.draft_id)
            is_alone = all(each.pair.roots == step.pair.roots for each in remote.glossary.dictionaries)
            count = len(remote.entries or ())
            facts = WriteFacts(step.glossary_name, step.pair, before_hash=step.target_hash or "", entry_count=count)
            check = partial(self._still_holds, step, target)
            with writes_for(facts=facts):
                if step.creates_glossary and is_alone:
                    await glossaries.delete(step.glossary_id, seen=remote.glossary, has_same_entries=check)
                    remote = Remote(None, None)
                elif remote.entries is not None:
                    await glossaries.delete_dictionary(
                        step.glossary_id, step.pair, seen=remote.glossary, has_same_entries=check
                    )
        if remote.glossary is not None:
            return True
        await self._draft_of(step, target, glossary_key=step.glossary_id, glossary_id=None)
        drafts = await self._records.journal.drafts(self._service.profile)
        of_glossary = [each.draft_id for each in drafts if each.glossary_key == step.glossary_id]
        if of_glossary:
            # After an interrupted creation the drafts still have their local key, so there may be none to move.
            await self._records.journal.bring(of_glossary, self._service.profile, keeps_original=False)
        return True

    async def _still_holds(self, step: PublishStep, target: Entries) -> bool:
        """Read whether the service still has exactly what was published. Raises ServiceError."""
        assert step.glossary_id is not None, "it was published"
        entries = await (await self._service.api()).glossaries.entries(step.glossary_id, step.pair)
        return await run_in_thread(NoProgress(), _holds, entries, target)

    async def _draft_of(
        self, step: PublishStep, entries: Entries, *, glossary_key: str | None, glossary_id: str | None
    ) -> DraftRecord:
        """Return the draft that a step published.

        If it was deleted when the dictionary was closed, return a new one with these entries.
        """
        journal = self._records.journal
        for draft in await journal.drafts(self._service.profile):
            is_same_place = draft.glossary_key == step.glossary_id and draft.pair.roots == step.pair.roots
            if draft.draft_id == step.draft_id or is_same_place:
                return draft
        return await journal.open_draft(
            profile=self._service.profile,
            glossary_key=glossary_key,
            glossary_id=glossary_id,
            glossary_name=step.glossary_name,
            pair=step.pair,
            entries=entries,
            is_on_service=glossary_id is not None,
        )


async def preview_undo(
    service: ServiceInUse, records: Records, run: PublishRun, progress: Progress = NoProgress()
) -> UndoPreview:
    """Read what undoing a run would do. Changes nothing. Raises ServiceError, NotConnected and StorageFailed."""
    steps: list[tuple[PublishStep, UndoOutcome]] = []
    for number, step in enumerate(run.steps):
        part = Part(progress, number, len(run.steps))
        steps.append((step, await _preview_step(service, records, run, step, part)))
    return UndoPreview(tuple(steps))


async def _preview_step(
    service: ServiceInUse, records: Records, run: PublishRun, step: PublishStep, progress: Progress
) -> UndoOutcome:
    if step.state in _ENDED:
        return _ENDED[step.state]
    if not (step.is_unclear or step.was_written):
        return UndoOutcome.NOTHING
    calls = await find_calls(records.publish_jobs, step)
    if step.is_unclear:
        found = await split_calls(records.snapshots, step, calls, run_id=run.run_id)
        if found.is_undecided:
            return UndoOutcome.UNDECIDED
        if found.is_superseded:
            return UndoOutcome.PUBLISHED_SINCE
        if found.written is None:
            return UndoOutcome.UNKNOWN
        step = add_written(step, found.written)
    elif is_written_since(step, calls, run_id=run.run_id):
        return UndoOutcome.PUBLISHED_SINCE
    if step.target_hash is None or step.glossary_id is None:
        return UndoOutcome.UNKNOWN
    return await _compare(service, records, step, step.glossary_id, progress)


async def _compare(
    service: ServiceInUse, records: Records, step: PublishStep, glossary_id: str, progress: Progress
) -> UndoOutcome:
    """Compare what the service has now with what was published, and with what it had before."""
    assert step.target_hash is not None, "it was written"
    versions = [await records.snapshots.get(step.target_hash)]
    before = await records.snapshots.get(step.before_hash) if step.before_hash else Entries()
    remote = (await read_dictionary(await service.api(), glossary_id, step.pair, progress)).entries
    if remote is None:
        # A dictionary that the publication created is gone already; one that was there before cannot come back so.
        return UndoOutcome.CHANGED_SINCE if len(before) else UndoOutcome.AS_BEFORE
    if len(before):
        versions.append(before)
    for version in versions:
        if await run_in_thread(NoProgress(), _holds, remote, version):
            return UndoOutcome.AS_BEFORE
    return UndoOutcome.CHANGED_SINCE


def _holds(_progress: Progress, remote: Entries, version: Entries) -> bool:
    return remote.holds_as(version) or has_added_quotes(remote, version)
