"""Join the drafts of a glossary whose creation was interrupted with the glossary that the service lists."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.progress import run_in_thread
from termdesk.client.creation import mark_of
from termdesk.client.wire import GlossaryRecord
from termdesk.domain.entries.entries import Entries
from termdesk.domain.merging.difference import Method
from termdesk.domain.merging.draft_merge import DraftMerge, merge_drafts
from termdesk.domain.progress import NoProgress, Progress
from termdesk.storage.journal import DraftRecord
from termdesk.storage.publish_jobs import PublishJob
from termdesk.storage.records import Records

STEP = "Edits of the other draft"


@dataclass(frozen=True, slots=True)
class JoinedDrafts:
    """The drafts that were assigned to another key, and the names of glossaries whose two drafts were merged."""

    draft_ids: set[str] = field(default_factory=set)
    merged_names: list[str] = field(default_factory=list)


async def join_split_drafts(
    records: Records,
    profile: str,
    listed: Sequence[GlossaryRecord] | None,
    *,
    open_drafts: Collection[str],
) -> JoinedDrafts:
    """Assign the drafts of each interrupted creation to the glossary that the service created.

    Before that, this computer knows the glossary by a local key, and the service's list by its id. Editing both creates
    two drafts of one dictionary. They are merged, and the discarded one goes to the bin. Nothing is sent. If one of the
    two is open, both stay until it is closed. Raises StorageFailed.
    """
    joined = JoinedDrafts()
    for job in await records.publish_jobs.unclear(profile):
        glossary_id = _id_on_service(job, listed)
        if glossary_id is None:
            continue
        drafts = await records.journal.drafts(profile)
        own = next((each for each in drafts if each.draft_id == job.draft_id), None)
        if own is None or own.glossary_key == glossary_id:
            continue
        collisions = _collisions(drafts, own.glossary_key, glossary_id)
        if any(each.draft_id in open_drafts for pair in collisions for each in pair):
            continue
        for local, other in collisions:
            await _merge(records, job, local, other)
            joined.merged_names.append(local.glossary_name)
        await records.journal.move(profile=profile, glossary_key=own.glossary_key, glossary_id=glossary_id)
        joined.draft_ids.update(each.draft_id for each in drafts if each.glossary_key == own.glossary_key)
    return joined


def _id_on_service(job: PublishJob, listed: Sequence[GlossaryRecord] | None) -> str | None:
    """Return the id of the glossary that a creation made.

    If the response was lost, the glossary is found by the nonce in its name.
    """
    if job.method is not Method.CREATE:
        return None
    if job.glossary_id is not None:
        return job.glossary_id
    mark = mark_of(job.nonce)
    return next((each.glossary_id for each in listed or () if each.name.endswith(mark)), None)


def _collisions(
    drafts: Sequence[DraftRecord], glossary_key: str, glossary_id: str
) -> list[tuple[DraftRecord, DraftRecord]]:
    """Return the pairs of drafts of the same dictionary under both keys."""
    others = {each.pair.roots: each for each in drafts if each.glossary_key == glossary_id}
    return [
        (each, others[each.pair.roots])
        for each in drafts
        if each.glossary_key == glossary_key and each.pair.roots in others
    ]


async def _merge(records: Records, job: PublishJob, local: DraftRecord, other: DraftRecord) -> None:
    other_entries, other_base = await records.journal.load(other.draft_id)
    if local.draft_id == job.draft_id:
        base = await records.snapshots.get(job.target_hash)
    else:
        base = other_base or Entries()
    # Write the bin and the journal first: the program may end at any point, and merging twice is harmless.
    discarded = [(other.pair, await records.snapshots.put(other_entries))]
    await records.deleted_glossaries.add(other.profile, other.glossary_name, discarded)
    dictionary = await OpenDictionary.open(records.journal, local)
    found = await run_in_thread(NoProgress(), _merge_drafts, base, dictionary.entries.copy(), other_entries)
    await dictionary.take(found.change, STEP)
    await dictionary.close()
    await records.journal.discard(other.draft_id)


def _merge_drafts(_progress: Progress, base: Entries, into: Entries, other: Entries) -> DraftMerge:
    return merge_drafts(base, into, other)
