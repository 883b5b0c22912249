"""Keys are stored in a trusted keyring or stay in memory, and never block the window."""

from __future__ import annotations

import asyncio
import logging
import threading
from typing import Any

import keyring.backends.chainer
import keyring.backends.SecretService
import pytest

from termdesk.storage.keys import KeyStore, find_trusted_backend

pytestmark = pytest.mark.anyio

CANARY = "canary-7f3a"
ORIGIN = "https://api.example.org"


class Keyring:
    """A fake backend of `keyring`. `mood` decides how it responds."""

    def __init__(self, mood: str = "fine") -> None:
        self.mood = mood
        self.kept: dict[tuple[str, str], str] = {}
        self.released = threading.Event()

    def get_password(self, service: str, name: str) -> str | None:
        self._react()
        return self.kept.get((service, name))

    def set_password(self, service: str, name: str, key: str) -> None:
        self._react()
        self.kept[service, name] = key

    def delete_password(self, service: str, name: str) -> None:
        self._react()
        del self.kept[service, name]

    def _react(self) -> None:
        if self.mood == "locked":
            raise RuntimeError(f"locked, refusing {CANARY}")
        if self.mood == "hanging":
            self.released.wait(10)


def store_over(backend: Any, limit: float = 5.0) -> KeyStore:
    return KeyStore(find_backend=lambda: backend, limit=limit)


async def test_a_key_comes_back_after_a_restart_and_goes_when_deleted() -> None:
    backend = Keyring()
    first = store_over(backend)
    await first.set("vendor", ORIGIN, CANARY)

    again = store_over(backend)
    assert await again.get("vendor", ORIGIN) == CANARY
    assert again.is_lasting

    await again.delete("vendor", ORIGIN)
    await again.delete("vendor", ORIGIN)
    assert await again.get("vendor", ORIGIN) is None
    assert again.is_lasting
    assert not backend.kept


@pytest.mark.scorecard("S05")
async def test_a_key_is_never_given_to_another_address_or_profile() -> None:
    keys = store_over(Keyring())
    await keys.set("vendor", ORIGIN, CANARY)

    assert await keys.get("vendor", "https://api.example.org.evil") is None
    assert await keys.get("other", ORIGIN) is None


@pytest.mark.scorecard("S08")
@pytest.mark.parametrize("backend", [None, Keyring("locked")])
async def test_without_a_keyring_keys_last_for_this_session(backend: Any, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    keys = store_over(backend)

    await keys.set("vendor", ORIGIN, CANARY)

    assert await keys.get("vendor", ORIGIN) == CANARY
    assert not keys.is_lasting
    assert await store_over(backend).get("vendor", ORIGIN) is None
    assert CANARY not in caplog.text


@pytest.mark.scorecard("S08")
async def test_a_keyring_that_hangs_is_left_alone_after_its_time() -> None:
    backend = Keyring("hanging")
    keys = store_over(backend, limit=0.05)

    await asyncio.wait_for(keys.set("vendor", ORIGIN, CANARY), 2)

    assert await keys.get("vendor", ORIGIN) == CANARY
    assert not keys.is_lasting
    backend.released.set()


@pytest.mark.scorecard("S08")
async def test_a_finder_that_fails_means_no_keyring() -> None:
    def no_bus() -> Any:
        raise OSError("no bus")

    keys = KeyStore(find_backend=no_bus)

    await keys.set("vendor", ORIGIN, CANARY)

    assert not keys.is_lasting


@pytest.mark.scorecard("S08")
def test_a_plain_text_backend_is_refused_even_behind_others(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Keyring()
    trusted = keyring.backends.SecretService.Keyring()

    class Chain:
        backends = (plain, trusted)

    monkeypatch.setattr(keyring, "get_keyring", lambda: plain)
    assert find_trusted_backend() is None

    monkeypatch.setattr(keyring, "get_keyring", Chain)
    assert find_trusted_backend() is trusted
