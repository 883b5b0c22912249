"""The program without its window: settings, saved work and the connection to a service, while a command runs."""

from __future__ import annotations

import argparse
import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.redaction import keep_out
from termdesk.application.session import providers
from termdesk.application.session.session import Session
from termdesk.domain.errors import InvalidInput
from termdesk.domain.provider import Provider, check_key
from termdesk.storage.files.folders import Folders
from termdesk.storage.integrity.damage import DatabaseInUse
from termdesk.storage.keys import KeyStore
from termdesk.storage.records import Records
from termdesk.storage.settings_store import SettingsStore

KEY_VARIABLE = "TERMDESK_KEY"


@asynccontextmanager
async def opened(chosen: argparse.Namespace, *, is_reading: bool = False) -> AsyncIterator[LazyUseCases]:
    """Connect to the service of `--profile`, with the saved work of `--folder`, and close both at the end.

    A window that is open has the saved work for itself: DatabaseInUse. What `is_reading` works beside it all the same,
    on a copy, unless the service is the one on this computer, which the window has for itself, too. Raises InvalidInput
    for an unknown profile, and StorageFailed. Whether the service answers shows at the first call.

    A key in the variable `TERMDESK_KEY` counts for this run; nothing reads or writes the system's key store then.
    """
    # Processes that are started get no key.
    key = os.environ.pop(KEY_VARIABLE, "")
    folders = Folders.under(chosen.folder) if chosen.folder else Folders.default()
    session = Session(folders, SettingsStore(folders).settings, _no_store() if key else KeyStore())
    session.provider = provider = find_profile(session, chosen.profile)
    if key and not provider.is_local:
        key = check_key(key)
        keep_out(key)
        await session.keys.set(session.profile, providers.origin_of(provider.address_for(key)), key)
    path = folders.data / "termdesk.db"
    async with AsyncExitStack() as stack:
        try:
            records = await stack.enter_async_context(Records(path))
        except DatabaseInUse:
            if not is_reading or session.provider.is_local:
                raise
            records = await stack.enter_async_context(Records(path, read_only=True))
        cases = LazyUseCases(session, records)
        stack.push_async_callback(cases.close)
        stack.push_async_callback(session.stop)
        await session.start()
        yield cases


def _no_store() -> KeyStore:
    return KeyStore(find_backend=lambda: None)


def find_profile(session: Session, name: str | None) -> Provider:
    """The service of this name; the one in use without a name. Raises InvalidInput if there is none."""
    if not name:
        return session.provider
    known = [each for each in session.providers() if each.is_local or each.base_url]
    for each in known:
        if name.casefold() in {title.casefold() for title in _names_of(each)}:
            return each
    names = ", ".join(f"“{providers.full_title_of(each)}” ({each.name})" for each in known)
    raise InvalidInput(f"There is no profile “{name}”.", remedy=f"These are there: {names}.")


def _names_of(provider: Provider) -> set[str]:
    titles = {providers.title_of(provider.name), providers.full_title_of(provider), provider.title}
    return {name for name in {provider.name, providers.profile_of(provider), *titles} if name}
