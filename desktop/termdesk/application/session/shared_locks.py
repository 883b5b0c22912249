"""Locks of glossaries that the service on this computer keeps, for every program that uses it."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from termdesk.client.errors import NotFound, ServiceError
from termdesk.domain.errors import StorageFailed

if TYPE_CHECKING:
    from termdesk.client.api import ApiClient
    from termdesk.client.wire import GlossaryRecord
    from termdesk.storage.transfer.local_only_glossaries import LocalOnlyGlossaries


async def take_locks(
    api: ApiClient, profile: str, listed: Sequence[GlossaryRecord], locks: LocalOnlyGlossaries, *, asked_at: float
) -> None:
    """Take over the locks that the service has listed, and give the local service those that it does not know.

    `asked_at` is the time before the list was requested.
    Older versions kept locks only in the folder of the program, and a draft has its lock from there.
    """
    locked = frozenset(each.glossary_id for each in listed if each.is_local_only)
    # Without a disk, the locks of the list hold for this run.
    with contextlib.suppress(StorageFailed):
        unknown = await locks.take_listed(profile, [each.glossary_id for each in listed], locked, asked_at=asked_at)
        for key in unknown if api.provider.is_local else ():
            # The next list tries again.
            with contextlib.suppress(ServiceError):
                await share_lock(api, profile, key, locks)


async def share_lock(api: ApiClient, profile: str, key: str, locks: LocalOnlyGlossaries) -> None:
    """Lock a glossary here and on the local service. Raises ServiceError and StorageFailed."""
    await api.local.lock(key)
    await locks.lock(profile, key, is_shared=True)


async def share_lock_of_published(api: ApiClient, profile: str, key: str, locks: LocalOnlyGlossaries) -> None:
    """Give the local service the lock of a draft that was published there. The next list tries again if this fails."""
    with contextlib.suppress(ServiceError, StorageFailed):
        if api.provider.is_local and await locks.has(key):
            await share_lock(api, profile, key, locks)


async def end_lock(api: ApiClient, key: str) -> None:
    """Unlock a glossary on the service that keeps its lock. Raises ServiceError."""
    # Others have deleted it meanwhile.
    with contextlib.suppress(NotFound):
        await api.local.unlock(key)
