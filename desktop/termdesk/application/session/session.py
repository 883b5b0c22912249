"""The service in use, and the state of the connection to it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING

from termdesk.application.failures import NotConnected
from termdesk.application.session import providers
from termdesk.application.session.clients import Clients, RetiredClients
from termdesk.application.session.key_refusal import KeyRefusal, examine_refusal
from termdesk.application.session.key_watch import KeyWatch
from termdesk.application.session.local_process import Address
from termdesk.application.session.profile_keys import ProfileKeys, Secrets
from termdesk.application.session.profiles import Profiles
from termdesk.application.session.shared_local_service import LocalUser
from termdesk.client.errors import BadAnswer, Redirected, ServiceError, TimedOut, Unavailable, Unreachable, WrongKey
from termdesk.domain.errors import InvalidInput, Stopped, StorageFailed, TermdeskError
from termdesk.domain.event import Event
from termdesk.domain.key_scope import UNKNOWN_REACH
from termdesk.domain.profile import Profile
from termdesk.domain.provider import Provider, check_key, check_proxy_login, check_proxy_password
from termdesk.domain.settings import Settings, differ_in_engines, engine_options
from termdesk.domain.usage import Usage
from termdesk.messages.connection_messages import (
    ConnectionMessage,
    ConnectionRemedy,
    KeyMessage,
    ProfileMessage,
    ProfileRemedy,
)
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.settings.settings_file import SettingsFile

if TYPE_CHECKING:
    from termdesk.client.api import ApiClient
    from termdesk.client.transport.queues import Pause
    from termdesk.client.transport.retry_policy import RetryPolicy

log = logging.getLogger(__name__)


class ConnectionState(StrEnum):
    """The state of the connection. Everything that needs no service works in every state."""

    STARTING = "starting"
    READY = "ready"
    OFFLINE = "offline"  # the service does not respond; the session asks again every few seconds
    REFUSED = "refused"  # no key, or the service refuses it
    STOPPED = "stopped"  # closed, or the local service keeps crashing


class Session:
    """The service in use: start it, monitor it, and change it.

    `state_changed` is emitted in the loop's thread when `state`, `sentence` or `is_fault_injection_on` changes.
    `recovered` is emitted when a check after a failed or late call shows that the service responds.
    `service_changed` is emitted when another service, or another run of the local one, takes over: everything read
    before is then outdated. `usage` is the last usage read from the service, or None.
    """

    def __init__(
        self,
        folders: Folders,
        settings_file: SettingsFile,
        keys: KeyStore,
        *,
        profiles: Profiles | None = None,
        name: str = "",
        provider: Provider | None = None,
        settings: Settings | None = None,
        retry_policy: RetryPolicy | None = None,
        waits_offline: bool = True,
    ) -> None:
        """`name` is the name of the profile to use, or `provider` its service; by default the one used last.

        Raises InvalidInput if no profile has this name, and StorageFailed. Sessions of one program share `profiles`; by
        default those of the folders are loaded. `settings` are those in the file if it was read already. Without
        `waits_offline`, the first failed connection fails all calls at once until the service responds.

        `retry_policy` is for tests: the window must show within 5 s that the service is offline, and within 10 s that
        it is online again.
        """
        self.folders = folders
        self.keys = ProfileKeys(keys)
        self.settings = settings if settings is not None else settings_file.load()
        self.profiles = profiles or Profiles.load(folders)
        self.provider = provider or (self.profiles.find(name) if name else self.profiles.in_use).provider
        self.state = ConnectionState.STARTING
        self.sentence: str = ConnectionMessage.STARTING()
        self.tier = ""
        self.usage: Usage | None = None
        self.is_fault_injection_on = False
        self.state_changed = Event[[]]()
        self.recovered = Event[[]]()
        self.service_changed = Event[[]]()
        self.clients = Clients(self.keys.proxy_password)
        self._learns = True
        self._settings_file = settings_file
        # Another window may save settings, too.
        self._unsubscribe = settings_file.saved.subscribe(self.take_settings)
        self._retry_policy = retry_policy
        self._waits_offline = waits_offline
        # Why the last check could not connect; None if it could.
        self._connect_failure: ServiceError | None = None
        self._api: ApiClient | None = None
        self._life: asyncio.Task[None] | None = None
        self._restart: asyncio.Task[None] | None = None
        self._retired = RetiredClients()
        self._is_known = asyncio.Event()
        self._doubted = asyncio.Event()
        self._answered = asyncio.Event()

    @property
    def profile(self) -> str:
        """The id under which drafts, history and cached lists of this service are stored."""
        return providers.profile_of(self.provider)

    @property
    def is_billed(self) -> bool:
        """Whether characters are billed. On this computer they are only counted."""
        return not self.provider.is_local

    @property
    def title(self) -> str:
        """The visible name of the profile in use."""
        return providers.name_of(self.provider)

    @property
    def profile_in_use(self) -> Profile:
        """The stored profile in use."""
        return self.profiles.of(self.provider)

    @property
    def full_title(self) -> str:
        """The visible name of the service, including the address if the user entered it.

        Such services may differ only by address.
        """
        return providers.full_title_of(self.provider)

    @property
    def local_pid(self) -> int | None:
        """The process id of the local service; None if it is not running."""
        return self.profiles.local_service.pid if self.provider.is_local else None

    def save_settings(self, settings: Settings) -> bool:
        """Store and use settings. Return whether some of them need a `reconnect` to take effect.

        Settings that another program has stored meanwhile stay, unless these change them too.
        Raises StorageFailed, and InvalidInput for an invalid setting. Call `use` to choose another service.
        """
        engine_options(settings)
        old = self.settings
        self.settings = settings = self._settings_file.save(settings, before=old)
        return differ_in_engines(old, settings) and self.provider.is_local

    @property
    def settings_changed_elsewhere(self) -> Event[Settings, Settings]:
        """Emitted with the settings before and after another program, for example a command, has stored some."""
        return self._settings_file.changed_elsewhere

    def take_settings(self, settings: Settings) -> None:
        """Use settings that another session or window has saved. The service on this computer restarts if it must."""
        old, self.settings = self.settings, settings
        local_service = self.profiles.local_service
        if local_service.is_running and differ_in_engines(old, settings):
            # Not only the session that uses it must ask: all sessions of the program share it.
            restart = local_service.change_options(engine_options(settings))
            self._restart = asyncio.get_running_loop().create_task(restart, name="restarting the local service")

    def local_beside(self) -> Session:
        """Return another session, for the service on this computer.

        It shares the settings, and must not change them.
        """
        other = Session(
            self.folders,
            self._settings_file,
            self.keys.store,
            profiles=self.profiles,
            # Not by name, because another profile may have that name.
            provider=self.profiles.local.provider,
            settings=self.settings,
            retry_policy=self._retry_policy,
        )
        other.clients.use_send_guard(self.clients.send_guard)
        return other

    # Start, stop, change

    async def start(self) -> None:
        """Connect, and wait for the result, which is in `state`. Never raises."""
        if self._life is None:
            self._begin()
        await self._is_known.wait()

    async def stop(self) -> None:
        """Close the connection and stop the local service."""
        self._unsubscribe()
        await self._end()
        self._tell(ConnectionState.STOPPED, ConnectionMessage.CLOSED())

    async def reconnect(self) -> None:
        """Connect again, for example in another network or after the local service kept crashing."""
        await self._end()
        self._begin()
        await self._is_known.wait()

    async def use(self, provider: Provider | str, key: str = "") -> None:
        """Change to another service: a profile by its id, or a provider, which is stored as a profile.

        Without `key`, the stored key of the profile is used. A new key is stored (`keys.store.is_lasting` tells whether
        it survives a restart). Raises InvalidInput for an invalid address or key, and StorageFailed.
        """
        profile = self.profiles.get(provider) if isinstance(provider, str) else self.profiles.find_or_make(provider)
        if profile is None:
            raise InvalidInput(ProfileMessage.GONE())
        profile = await self.save_profile(profile, key)
        self.profiles.use(profile.id)
        self.provider = profile.provider
        await self.reconnect()

    async def save_profile(
        self, profile: Profile, key: str = "", *, proxy_password: str = "", is_same_service: bool = False
    ) -> Profile:
        """Store a new profile (without an id) or a changed one, with its key, and return it with its id.

        Without a `key` or `proxy_password`, the stored ones remain.
        If the address has changed, the old key is deleted and never sent to the new address. Drafts and versions stay
        with the profile only with `is_same_service`; a new profile then has those of a deleted one. If the profile is
        in use, call `use` again to apply the changes. Raises InvalidInput for an invalid address, name, price or key,
        and StorageFailed.
        """
        key = check_key(key) if key else ""
        if proxy_password:
            check_proxy_login(profile.provider, check_proxy_password(proxy_password))
        old = self.profiles.get(profile.id)
        if old is None:
            saved = self.profiles.add(profile, is_same_service=is_same_service)
        else:
            saved = self.profiles.change(old.id, profile, has_new_key=bool(key), is_same_service=is_same_service)
            await self.keys.move(old, saved)
        if key and not saved.provider.is_local:
            await self.keys.keep(saved, key)
        if proxy_password:
            await self.keys.keep_proxy_password(saved, proxy_password)
        return saved

    async def remove_profile(self, profile: Profile) -> None:
        """Delete a profile with its key and the password of its proxy. Drafts and history remain.

        Raises InvalidInput for the profile of this computer or the one in use, and StorageFailed.
        """
        if profile.id == self.profile:
            raise InvalidInput(ProfileMessage.IN_USE(), remedy=ProfileRemedy.USE_OTHER())
        self.profiles.remove(profile.id)
        await self.keys.delete_proxy_password(profile.provider)
        await self.forget_key(profile.provider)

    async def forget_key(self, provider: Provider) -> None:
        """Delete the key of a service from the key store, and reconnect without it if the service is in use.

        Raises StorageFailed if the key store did not respond: the key may still be stored.
        """
        await self.keys.delete(provider)
        if providers.profile_of(provider) == self.profile and not self.provider.is_local:
            await self.reconnect()
        # Do this after the key is out of use, because the disk may refuse the change.
        self.profiles.note_reach(providers.profile_of(provider), UNKNOWN_REACH)
        if self.keys.store.is_given_up:
            raise StorageFailed(
                KeyMessage.STORE_SILENT(),
                path="",
                remedy=ConnectionRemedy.UNLOCK(),
            )

    async def api(self) -> ApiClient:
        """Return the client of the service in use, once it is ready. Raises NotConnected if there is no connection.

        It connects first if nobody called `start`. While the service is offline, the client is returned, too; its calls
        fail with the reason. A session that does not wait offline raises this reason here, as a ServiceError.
        """
        if self._life is None and self.state is ConnectionState.STARTING:
            self._begin()
        await self._is_known.wait()
        if self._api is None or self.state in (ConnectionState.REFUSED, ConnectionState.STOPPED):
            raise NotConnected(self.sentence, remedy=ConnectionRemedy.CONNECT())
        is_offline = self.state is ConnectionState.OFFLINE
        if is_offline and not self._waits_offline and self._connect_failure is not None:
            raise self._connect_failure.with_traceback(None)
        return self._api

    @property
    def pauses(self) -> tuple[Pause, ...]:
        """The calls that wait to be sent or repeated, and for how long, also to other services meanwhile."""
        return (*(self._api.pauses if self._api is not None else ()), *self.clients.pauses)

    def report_failure(self, error: TermdeskError) -> None:
        """Report a failed call, because only failed calls show that the service cannot be reached.

        The client itself reports single attempts and late responses.
        """
        if isinstance(error, Unreachable | TimedOut | WrongKey):
            self._doubted.set()

    async def inject_fault(self, fault: Mapping[str, object]) -> None:
        """Let the local service simulate a fault. Every connected window shows this. Raises ServiceError."""
        await (await self.api()).local.inject_fault(fault)
        # The next response would show it, but the window should not wait for one.
        self._hear_fault_injection(True)

    async def end_fault_injection(self) -> None:
        """Let the local service respond normally again. Raises ServiceError."""
        await (await self.api()).local.end_fault_injection()

    # Connecting

    def _begin(self) -> None:
        self._is_known.clear()
        self.service_changed.emit()
        self._life = asyncio.get_running_loop().create_task(self._live(), name="connection")

    async def _end(self) -> None:
        life, self._life = self._life, None
        if life is not None:
            life.cancel()
            await asyncio.wait({life})
        self._retire_api()
        await self._retired.close()

    async def _live(self) -> None:
        try:
            if self.provider.is_local:
                await self._live_with_local()
            else:
                await self._live_with_remote()
        except TermdeskError as error:
            message, remedy = error.message, error.remedy
            text = ConnectionMessage.STOPPED(reason=message, remedy=remedy) if remedy else message
            self._tell(ConnectionState.STOPPED, text)
        except Exception:
            log.exception("The connection ended by an error of this program")
            self._tell(ConnectionState.STOPPED, ConnectionMessage.BROKEN())

    async def _live_with_local(self) -> None:
        user = LocalUser(self._local_starts, self._local_is_ready, self._retire_api)
        watch = asyncio.get_running_loop().create_task(self._watch_local(), name="watching the local service")
        try:
            await self.profiles.local_service.use(user, engine_options(self.settings))
        finally:
            watch.cancel()
            await asyncio.wait({watch})

    async def _watch_local(self) -> None:
        """Show a local service that hangs as offline. After a crash, `LocalService` restarts it."""
        while True:
            self._doubted.clear()
            await self._doubted.wait()
            while (api := self._api) is not None:
                is_away = await self._is_away(api)
                if self._api is not api:
                    # The service died, or another run took over.
                    break
                if not is_away:
                    self._tell(ConnectionState.READY, ConnectionMessage.LOCAL_READY())
                    self.recovered.emit()
                    break
                self._tell(ConnectionState.OFFLINE, ConnectionMessage.LOCAL_SILENT())
                await self._rest(api)

    async def _is_away(self, api: ApiClient) -> bool:
        try:
            self.usage = await api.probe()
        except (Unreachable, TimedOut, Unavailable):
            return True
        except (ServiceError, Stopped):
            return False
        return False

    async def _rest(self, api: ApiClient) -> None:
        """Wait until the service may be asked again: some seconds, or until another call gets a response."""
        self._answered.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(api.retry_policy.between_probes):
                await self._answered.wait()

    def _local_starts(self, runs: int) -> None:
        starting = ConnectionMessage.LOCAL_STARTING_AGAIN() if runs else ConnectionMessage.LOCAL_STARTING()
        if runs:
            self.service_changed.emit()
        self._tell(ConnectionState.STARTING, starting)

    async def _local_is_ready(self, address: Address) -> None:
        await self._open_api(replace(self.provider, base_url=address.url), address.key)
        self._tell(ConnectionState.READY, ConnectionMessage.LOCAL_READY())

    async def _live_with_remote(self) -> None:
        self._tell(ConnectionState.STARTING, ConnectionMessage.CONNECTING(service=self.full_title))
        key = await self.keys.get(self.provider)
        if not key:
            self._tell(ConnectionState.REFUSED, ConnectionMessage.NO_KEY(service=self.full_title))
            return
        self.tier = providers.tier_of(self.provider, key)
        api = await self._open_api(self.provider, key)
        was_doubted = False
        while self.state is not ConnectionState.REFUSED:
            self._doubted.clear()
            self._tell(*await self._probe(api, key))
            if self.state is ConnectionState.OFFLINE:
                await self._rest(api)
            elif self.state is ConnectionState.READY:
                if was_doubted:
                    self.recovered.emit()
                await self._doubted.wait()
            was_doubted = True

    async def _probe(self, api: ApiClient, key: str) -> tuple[ConnectionState, str]:
        """Ask the service for the usage, which is free, and return the state of the connection and its sentence."""
        failure: ServiceError | None = None
        try:
            self.usage = await api.probe()
        except WrongKey as error:
            secrets = Secrets(key, await self.keys.proxy_password(self.provider))
            refusal = await examine_refusal(self.provider, secrets, error)
            if not refusal.is_key_good:
                return ConnectionState.REFUSED, self._describe_refusal(refusal)
            self.usage = None
        except (TimedOut, Unreachable, Unavailable, BadAnswer, Redirected) as error:
            # Only without any connection: a lost response or a busy service may be better at the next attempt.
            failure = error if isinstance(error, Unreachable | TimedOut) and not error.was_sent else None
            silent = ConnectionMessage.SILENT(service=self.full_title)
            return ConnectionState.OFFLINE, silent if isinstance(error, TimedOut) else error.message
        except ServiceError:
            # The service responded, but not with the usage: the key lacks the scope, or the endpoint does not exist.
            self.usage = None
        finally:
            # Not earlier: until the end of the probe, calls still fail for the last reason.
            self._connect_failure = failure
        plans = {"free": ConnectionMessage.CONNECTED_FREE, "paid": ConnectionMessage.CONNECTED_PAID}
        return ConnectionState.READY, plans.get(self.tier, ConnectionMessage.CONNECTED)(service=self.full_title)

    def note_usage(self, usage: Usage) -> None:
        """Note the usage that was just read from this service."""
        self.usage = usage

    def stop_learning(self) -> None:
        """Do not record what the key may do: it is for this run only, or another program stores the profiles."""
        self._learns = False

    @property
    def learns(self) -> bool:
        """Whether responses update the known limits of the profile's key."""
        return self._learns

    def _describe_refusal(self, refusal: KeyRefusal) -> str:
        service, scheme = self.full_title, self.provider.scheme
        if refusal.scheme:
            return ConnectionMessage.OTHER_SCHEME(service=service, scheme=refusal.scheme, used=scheme)
        if self.provider.name == providers.CUSTOM:
            return ConnectionMessage.WRONG_KEY_OR_SCHEME(service=service, scheme=scheme)
        return ConnectionMessage.WRONG_KEY(service=service)

    def _tell(self, state: ConnectionState, sentence: str) -> None:
        if state is ConnectionState.STARTING:
            self._is_known.clear()
        else:
            self._is_known.set()
        if (state, sentence) != (self.state, self.sentence):
            self.state, self.sentence = state, sentence
            self.state_changed.emit()

    def _hear_fault_injection(self, is_on: bool) -> None:
        self.is_fault_injection_on = is_on
        self.state_changed.emit()

    # The client

    async def _open_api(self, provider: Provider, key: str) -> ApiClient:
        api = await self.clients.open(provider, key, retry_policy=self._retry_policy)
        api.fault_injection_changed.subscribe(self._hear_fault_injection)
        api.doubted.subscribe(self._doubted.set)
        api.answered.subscribe(self._answered.set)
        profile_id = providers.profile_of(provider)
        watch = KeyWatch(self.profiles, profile_id, is_in_use=lambda: self._learns and self._api is api)
        api.replied.subscribe(watch.hear)
        self._api = api
        return api

    def _retire_api(self) -> None:
        api, self._api = self._api, None
        self.tier, self.usage, self.is_fault_injection_on = "", None, False
        if api is not None:
            self._retired.add(api)
