"""What an interrupted copy or move has left, and where it stays if the transfer is given up."""

from __future__ import annotations

from enum import StrEnum

from termdesk.application.glossaries.library.library import Library
from termdesk.application.session.service_in_use import ServiceInUse
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.journal import DraftRecord
from termdesk.storage.publish_jobs import JobState
from termdesk.storage.records import Records
from termdesk.storage.transfer.transfers import LOCAL_KEY, TransferRecord


class Remains(StrEnum):
    """What is left of the copy of one dictionary."""

    ON_SERVICE = "on service"
    DRAFT = "draft"  # edited, or perhaps sent
    DISCARDED = "discarded"  # a draft that was neither edited nor sent
    NOTHING = "nothing"
    UNKNOWN = "unknown"  # the service may have it


async def split_drafts(records: Records, record: TransferRecord) -> tuple[list[DraftRecord], list[DraftRecord]]:
    """Return the drafts of a copy: those that were neither edited nor sent, and the others. Raises StorageFailed."""
    untouched, kept = list[DraftRecord](), list[DraftRecord]()
    last_calls = await records.publish_jobs.last_states(record.other_profile)
    for draft in await records.journal.drafts(record.other_profile):
        if draft.glossary_key == record.other_key:
            was_sent = last_calls.get(draft.draft_id) not in (None, JobState.PLANNED, JobState.FAILED)
            is_kept = draft.base is not None or draft.edit_count or was_sent
            (kept if is_kept else untouched).append(draft)
    return untouched, kept


async def find_remains(
    records: Records, record: TransferRecord, target: ServiceInUse | None = None
) -> dict[LanguagePair, Remains]:
    """Return what is left of each dictionary of a copy. Without `target`, the other service is not asked.

    Raises ServiceError and StorageFailed.
    """
    sent: set[LanguagePair] = set()
    if target is not None:
        summaries = await Library(target, records).summaries()
        # Listing may have found the id of the glossary that an interrupted creation made.
        record = await records.transfers.present(record) or record
        rows = [row for each in summaries if each.key == record.other_key for row in each.rows]
        sent = {row.pair.roots for row in rows if row.is_on_service}
    untouched, kept = await split_drafts(records, record)
    is_unknown = target is None and not record.other_key.startswith(LOCAL_KEY)
    found = dict.fromkeys((pair.roots for pair in record.pairs), Remains.UNKNOWN if is_unknown else Remains.NOTHING)
    for pairs, state in (
        ({each.pair.roots for each in untouched}, Remains.DISCARDED),
        ({each.pair.roots for each in kept}, Remains.DRAFT),
        (sent, Remains.ON_SERVICE),
    ):
        found |= dict.fromkeys(found.keys() & pairs, state)
    return found
