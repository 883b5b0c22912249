"""API keys, in the system keyring or in memory for this session; never in a file of ours."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")

log = logging.getLogger(__name__)

SERVICE = "termdesk"

# A keyring that asks for its password, or waits for a dead D-Bus, must not block the program.
TIME_LIMIT_S = 10.0

# Backends that encrypt. `keyring` would silently choose others (keyrings.alt), which store plain text.
TRUSTED_BACKENDS = (
    "keyring.backends.SecretService",
    "keyring.backends.libsecret",
    "keyring.backends.kwallet",
    "keyring.backends.macOS",
    "keyring.backends.Windows",
)


class KeyStore:
    """One key for each profile and origin, so that a key is never sent to another address than its own.

    If there is no trusted keyring, or it is locked, keys stay in memory until the program ends, and `is_lasting` is
    False. No method raises or logs a key.
    """

    def __init__(self, *, find_backend: Callable[[], Any | None] | None = None, limit: float = TIME_LIMIT_S) -> None:
        self._find_backend = find_backend or find_trusted_backend
        self._limit = limit
        self._backend: Any | None = None
        self._is_probed = False
        self._is_given_up = False
        self._session_keys: dict[str, str] = {}

    @property
    def is_lasting(self) -> bool:
        """Whether keys survive the end of the program. Known after the first call."""
        return self._backend is not None

    @property
    def is_given_up(self) -> bool:
        """Whether a keyring failed or did not respond, so that nobody knows which keys it holds."""
        return self._is_given_up

    async def get(self, profile: str, origin: str) -> str | None:
        """Return the key of a profile for the address `origin` (scheme, host and port), or None."""
        entry = _entry(profile, origin)
        if entry in self._session_keys:
            return self._session_keys[entry]
        found = await self._ask(lambda backend: backend.get_password(SERVICE, entry))
        return found if isinstance(found, str) else None

    async def set(self, profile: str, origin: str, key: str, *, lasts: bool = True) -> None:
        """Keep a key for this session. With `lasts`, also store it in the keyring if that works (see `is_lasting`)."""
        entry = _entry(profile, origin)
        self._session_keys[entry] = key
        if lasts:
            await self._ask(lambda backend: backend.set_password(SERVICE, entry, key))

    async def delete(self, profile: str, origin: str) -> None:
        """Delete a key. Does nothing if there is none."""
        entry = _entry(profile, origin)
        self._session_keys.pop(entry, None)
        # Most backends raise an error if there is nothing to delete, which would look like a broken keyring.
        if await self._ask(lambda backend: backend.get_password(SERVICE, entry)) is not None:
            await self._ask(lambda backend: backend.delete_password(SERVICE, entry))

    async def _ask(self, call: Callable[[Any], T]) -> T | None:
        """Return the response of the keyring. If it fails or times out, return None and stop using the keyring."""
        try:
            if not self._is_probed:
                self._is_probed = True
                self._backend = await _in_own_thread(self._find_backend, self._limit)
            backend = self._backend
            if backend is None:
                return None
            return await _in_own_thread(lambda: call(backend), self._limit)
        # Backends raise their own errors, and those of D-Bus and lower layers. All mean that the keyring failed.
        except Exception as error:
            log.warning("The keyring is not used: %s", type(error).__name__)
            self._backend = None
            self._is_given_up = True
            return None


def find_trusted_backend() -> Any | None:
    """Return the keyring of this system if it is one of those that encrypt. Slow (imports, D-Bus): call in a thread."""
    import keyring

    chosen = keyring.get_keyring()
    # The chainer tries several backends in turn. Leave only the trusted ones.
    candidates = list(getattr(chosen, "backends", ())) or [chosen]
    return next((each for each in candidates if type(each).__module__.startswith(TRUSTED_BACKENDS)), None)


def _entry(profile: str, origin: str) -> str:
    return f"{profile} at {origin}"


async def _in_own_thread(call: Callable[[], T], limit: float) -> T:
    """Run `call` in a daemon thread. Raises TimeoutError after `limit` seconds and then abandons the thread.

    An executor would not do: a call that never returns would keep its worker thread and delay the end of the program.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def settle(result: Callable[[], None]) -> None:
        if not answer.done():
            result()

    def work() -> None:
        try:
            value = call()
        except Exception as error:
            report = error
            _tell(loop, lambda: settle(lambda: answer.set_exception(report)))
        else:
            _tell(loop, lambda: settle(lambda: answer.set_result(value)))

    threading.Thread(target=work, name="keyring", daemon=True).start()
    async with asyncio.timeout(limit):
        return await answer


def _tell(loop: asyncio.AbstractEventLoop, report: Callable[[], None]) -> None:
    try:
        loop.call_soon_threadsafe(report)
    except RuntimeError:
        # The event loop ended before the keyring responded.
        return
