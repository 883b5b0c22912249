"""Several windows share one local service: it starts for the first, and ends after the last."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from support.waiting import until
from termdesk.application.failures import LocalServiceFailed
from termdesk.application.session.local_process import Address
from termdesk.application.session.other_service import other_service
from termdesk.application.session.session import ConnectionState, Session
from termdesk.application.session.shared_local_service import LocalUser, SharedLocalService
from termdesk.domain.profile import Profile
from termdesk.domain.provider import Provider
from termdesk.storage.files.folders import Folders

pytestmark = pytest.mark.anyio


@pytest.fixture
def shared(tmp_path: Path) -> SharedLocalService:
    return SharedLocalService(Folders.under(tmp_path))


class Listener:
    """A user of the service that records what it is told."""

    def __init__(self, shared: SharedLocalService, *options: str) -> None:
        self.heard: list[object] = []
        self.addresses: list[Address] = []
        user = LocalUser(self.heard.append, self._ready, lambda: self.heard.append("gone"))
        self.task = asyncio.create_task(shared.use(user, options))

    async def _ready(self, address: Address) -> None:
        self.heard.append("ready")
        self.addresses.append(address)

    async def leave(self) -> None:
        self.task.cancel()
        await asyncio.wait({self.task})


async def test_two_share_one_run_which_ends_after_the_last(shared: SharedLocalService) -> None:
    first = Listener(shared)
    await until(lambda: first.addresses)
    second = Listener(shared)
    await until(lambda: second.addresses)
    pid = shared.pid
    assert pid

    await first.leave()
    assert shared.pid == pid
    assert second.heard == [0, "ready"]
    await second.leave()

    assert shared.pid is None
    assert second.addresses == first.addresses
    assert (first.heard, second.heard) == ([0, "ready", "gone"], [0, "ready", "gone"])


async def test_who_comes_while_it_starts_hears_of_it_once(shared: SharedLocalService) -> None:
    first, second = Listener(shared), Listener(shared)
    await until(lambda: first.addresses and second.addresses)

    assert second.heard == first.heard == [0, "ready"]
    await first.leave()
    await second.leave()


@pytest.mark.slow
async def test_other_options_start_it_again_for_all(shared: SharedLocalService) -> None:
    first = Listener(shared)
    await until(lambda: first.addresses)
    second = Listener(shared, "--terms-only")
    await until(lambda: second.addresses and len(first.addresses) == 2)

    assert first.heard == [0, "ready", "gone", 1, "ready"]
    assert first.addresses[1] == second.addresses[0] != first.addresses[0]
    await first.leave()
    await second.leave()


@pytest.mark.slow
async def test_changed_options_start_it_again_for_all_its_users_and_for_nobody_else(shared: SharedLocalService) -> None:
    await shared.change_options(("--terms-only",))
    assert not shared.is_running
    first, second = Listener(shared), Listener(shared)
    await until(lambda: first.addresses and second.addresses)

    await shared.change_options(())
    assert len(first.addresses) == 1, "it has these options"
    await asyncio.gather(*[shared.change_options(("--terms-only",)) for _ in range(3)])
    await until(lambda: len(first.addresses) == len(second.addresses) == 2)

    assert first.heard == second.heard == [0, "ready", "gone", 1, "ready"]
    await first.leave()
    await second.leave()
    assert not shared.is_running


async def test_who_leaves_before_it_is_ready_hears_no_more_of_it(shared: SharedLocalService) -> None:
    heard: list[str] = []
    begun, go_on = asyncio.Event(), asyncio.Event()

    def slow_user(name: str) -> LocalUser:
        async def ready(_address: Address) -> None:
            heard.append(f"{name} begins")
            begun.set()
            await go_on.wait()
            heard.append(f"{name} is ready")

        return LocalUser(lambda _runs: None, ready, lambda: heard.append(f"{name} gone"))

    tasks = [asyncio.create_task(shared.use(slow_user(name), ())) for name in ("first", "second", "third")]
    await begun.wait()
    for task in tasks[:2]:
        task.cancel()
        await asyncio.wait({task})
    go_on.set()
    await until(lambda: "third is ready" in heard)
    tasks[2].cancel()
    await asyncio.wait({tasks[2]})

    assert heard == ["first begins", "first gone", "second gone", "third begins", "third is ready", "third gone"]


async def test_who_asks_for_other_options_and_leaves_at_once_leaves_it_running(shared: SharedLocalService) -> None:
    first = Listener(shared)
    await until(lambda: first.addresses)
    second = Listener(shared, "--terms-only")
    await until(lambda: "gone" in first.heard)
    second.task.cancel()
    await until(lambda: len(first.addresses) == 2)

    assert second.heard == []
    assert first.heard == [0, "ready", "gone", 1, "ready"]
    await first.leave()
    assert shared.pid is None


@pytest.mark.slow
async def test_one_that_cannot_run_is_told_to_all_and_starts_when_asked_again(
    shared: SharedLocalService, tmp_path: Path
) -> None:
    position = Folders.under(tmp_path).data / "service"
    position.write_text("a file where the folder should be")
    first, second = Listener(shared), Listener(shared)
    await asyncio.wait({first.task, second.task})
    assert isinstance(first.task.exception(), LocalServiceFailed)
    assert isinstance(second.task.exception(), LocalServiceFailed)

    position.unlink()
    async with shared.address([]) as address:
        assert address.url
    assert shared.pid is None


async def test_work_beside_is_on_this_computer_whatever_profiles_are_called(
    tmp_path: Path, new_session: Callable[..., Session]
) -> None:
    session = new_session(tmp_path)
    named = session.profiles.add(Profile(Provider("custom", "https://terms.example.org", title="Local")))
    session.profiles.move(named.id, -1)

    assert session.local_beside().provider.is_local


async def test_a_window_can_change_to_this_computer_while_another_works_beside_its_service(
    tmp_path: Path, new_session: Callable[..., Session]
) -> None:
    session = new_session(tmp_path)
    beside = session.local_beside()

    async with other_service(session, session.profiles.local.provider) as other:
        await session.start()
        await beside.start()
        states = session.state, beside.state
        urls = {(await each.api()).provider.base_url for each in (session, beside, other)}
    await session.stop()
    still_there = (await (await beside.api()).usage.read()).character_count
    await beside.stop()

    assert states == (ConnectionState.READY, ConnectionState.READY)
    assert len(urls) == 1
    assert still_there == 0
