"""The program without its window: settings, stored data and the connection to a service, while a command runs."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING

from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.recovery.upkeep import maintain_once
from termdesk.application.redaction import keep_out
from termdesk.application.session import providers
from termdesk.application.session.key_limits import require_scopes
from termdesk.application.session.profile_keys import keep_login_out
from termdesk.application.session.session import Session
from termdesk.commands.output import failure_line, remark, tell_copy
from termdesk.commands.terminal.damaged_files import load_profiles, tell_damaged_settings
from termdesk.commands.terminal.secret_input import RunKeys, read_run_keys
from termdesk.commands.terminal.wait_display import WaitDisplay
from termdesk.domain.errors import StorageFailed
from termdesk.domain.key_scope import Scope
from termdesk.domain.provider import Provider, check_key, check_proxy_login, check_proxy_password
from termdesk.storage.files.folders import Folders
from termdesk.storage.integrity.damage import DatabaseInUse
from termdesk.storage.keys import KeyStore
from termdesk.storage.records import Records
from termdesk.storage.settings.settings_store import SettingsStore

if TYPE_CHECKING:
    from termdesk.application.glossaries.library.stored_copies import HeldEntries
    from termdesk.application.glossaries.summaries import DictionarySummary

# The largest database, in bytes, that a command backs up before it ends: in about a second.
MOST_BACKED_UP = 200 * 1024 * 1024


@asynccontextmanager
async def open_workplace(
    chosen: argparse.Namespace,
    *,
    is_reading: bool = False,
    needs: Sequence[Scope] = (),
    connects: bool = True,
    other: str = "",
    keys: RunKeys | None = None,
) -> AsyncIterator[LazyUseCases]:
    """Connect to the service of `--profile`, open the data in `--folder`, and close both at the end.

    Without `connects`, no service is asked unless a call needs one. Reading then works even if a window uses the local
    service. If the service cannot be connected to, all calls fail at once.

    Raises DatabaseInUse if a window is open, because it uses the database exclusively. With `is_reading`, a copy is
    used instead, except for the local service, which the window uses exclusively, too. Raises InvalidInput for an
    unknown profile, NotAllowed if the stored key is known to lack a scope in `needs`, and StorageFailed. The service is
    not contacted before the first call. Waiting times are printed on standard error.

    A key in the variable `TERMDESK_KEY` is used for this run only; the system's key store is then neither read nor
    written. `TERMDESK_PROXY_PASSWORD` does the same for the password of the proxy. `other` is the name of the profile
    of a second service, for which `TERMDESK_OTHER_KEY` does the same. `keys` are used instead of those in variables.
    """
    keys = keys or read_run_keys()
    key = keys.key
    folders = Folders.under(chosen.folder) if chosen.folder else Folders.default()
    store = _no_store() if key else KeyStore()
    session = _new_session(folders, store, chosen.profile or "")
    provider = session.provider
    if key and not provider.is_local:
        await use_key(session, provider, key)
    else:
        require_scopes(session.profile_in_use, *needs)
    if other and keys.other_key:
        await use_key(session, session.profiles.find(other).provider, keys.other_key)
    if keys.proxy_password and not provider.is_local:
        await _use_proxy_password(session, keys.proxy_password)
    path = folders.data / "termdesk.db"
    async with AsyncExitStack() as stack:
        try:
            records = await stack.enter_async_context(Records(path))
            if not is_reading:
                stack.push_async_exit(partial(_maintain, records))
        except DatabaseInUse:
            if not is_reading or (connects and session.provider.is_local):
                raise
            records = await stack.enter_async_context(Records(path, read_only=True))
        # Results with another key do not apply to the stored one, and an open window stores the profiles.
        if key or records.is_read_only:
            session.stop_learning()
        cases = LazyUseCases(session, records)
        cases.copy_used.subscribe(_tell_copy)
        stack.push_async_callback(cases.close)
        stack.push_async_callback(session.stop)
        display = asyncio.create_task(WaitDisplay(sys.stderr).watch(lambda: session.pauses))
        stack.push_async_callback(_end, display)
        if connects:
            await session.start()
        yield cases


def _new_session(folders: Folders, keys: KeyStore, name: str) -> Session:
    """Return the session of the profile of this name; without a name, of the one used last."""
    settings_file = SettingsStore(folders).settings
    settings = settings_file.load()
    # Say it before an unknown profile ends the command: it may be one of those that could not be read.
    tell_damaged_settings(settings_file.damaged)
    profiles = load_profiles(folders)
    return Session(folders, settings_file, keys, profiles=profiles, name=name, settings=settings, waits_offline=False)


def _tell_copy(row: DictionarySummary, held: HeldEntries) -> None:
    if held.as_of is not None:
        tell_copy(row.pair, held.as_of, held.reason)


async def _maintain(
    records: Records, _kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
) -> None:
    """Back up and tidy the saved work at the end of a command that succeeded, as the window does in the background."""
    if error is not None:
        return
    # The result must not wait for this.
    with suppress(OSError):
        sys.stdout.flush()
    try:
        if not await maintain_once(records, most_bytes=MOST_BACKED_UP):
            remark("A backup of the saved work is due, and would take long. An open window makes it.")
    except StorageFailed as failure:
        remark("The saved work could not be backed up.", failure_line(failure))


async def use_key(session: Session, provider: Provider, key: str) -> None:
    """Use a key for this run only. Raises InvalidInput for a text that cannot be a key."""
    key = check_key(key)
    keep_out(key)
    origin = providers.origin_of(provider.address_for(key))
    await session.keys.store.set(providers.profile_of(provider), origin, key, lasts=False)


async def _use_proxy_password(session: Session, password: str) -> None:
    """Use a password for the proxy for this run only. Raises InvalidInput if the profile has no user for it."""
    check_proxy_login(session.provider, check_proxy_password(password))
    keep_login_out(session.provider, password)
    login = providers.proxy_login_of(session.provider)
    await session.keys.store.set(session.profile, login, password, lasts=False)


async def _end(task: asyncio.Task[None]) -> None:
    task.cancel()
    # Standard error may be closed; ignore that.
    await asyncio.gather(task, return_exceptions=True)


def _no_store() -> KeyStore:
    return KeyStore(find_backend=lambda: None)
