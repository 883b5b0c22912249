"""Locks of glossaries that the service on this computer keeps, for every program that uses it."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from termdesk.application.failures import OFFLINE
from termdesk.application.session.providers import LOCAL
from termdesk.client.errors import NotFound, ServiceError
from termdesk.domain.errors import StorageFailed

if TYPE_CHECKING:
    from termdesk.application.session.service_in_use import ServiceInUse
    from termdesk.client.api import ApiClient
    from termdesk.client.wire import GlossaryRecord
    from termdesk.storage.transfer.local_only_glossaries import LocalOnlyGlossaries


async def take_locks(
    api: ApiClient, profile: str, listed: Sequence[GlossaryRecord], locks: LocalOnlyGlossaries, *, asked_at: float
) -> None:
    """Take over the locks that the service has listed, and give the local service those that it does not know.

    `asked_at` is the time before the list was requested, in monotonic seconds.
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


async def learn_lock(api: ApiClient, profile: str, glossary_id: str, locks: LocalOnlyGlossaries) -> None:
    """Take over the lock of one glossary of the local service, which others may have set since it was listed.

    Only the next list takes over that it was unlocked. Raises ServiceError.
    """
    if not api.provider.is_local:
        return
    found = await api.glossaries.find(glossary_id)
    if found is not None and found.is_local_only:
        # Without a disk, the lock holds for this run.
        with contextlib.suppress(StorageFailed):
            await locks.take_lock(profile, glossary_id)


async def is_on_this_computer(service: ServiceInUse) -> bool:
    """Return whether the service in use is the one on this computer.

    A remote one need not be reached to know that it is remote. Raises NotConnected and ServiceError if the one on this
    computer cannot be reached.
    """
    try:
        return (await service.api()).provider.is_local
    except OFFLINE:
        if service.profile == LOCAL:
            raise
        return False


async def ask_lock(service: ServiceInUse, locks: LocalOnlyGlossaries, key: str, glossary_id: str | None) -> bool:
    """Return whether a glossary must stay on this computer, also if another program has just locked it.

    If the service cannot be reached, the answer is what is stored on disk. Raises ServiceError and StorageFailed.
    """
    if glossary_id is not None:
        with contextlib.suppress(*OFFLINE):
            await learn_lock(await service.api(), service.profile, glossary_id, locks)
    return await locks.has(key)


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
