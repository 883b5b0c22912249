"""The local service is restarted after a crash, and given up with a message if that fails."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from support.waiting import until
from termdesk.application.failures import NotConnected
from termdesk.application.session.session import ConnectionState, Session

pytestmark = pytest.mark.anyio
NewSession = Callable[..., Session]


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="kills by signal")
async def test_a_local_service_that_dies_is_started_again(tmp_path: Path, new_session: NewSession) -> None:
    session = new_session(tmp_path)
    reported: list[tuple[ConnectionState, str]] = []
    session.state_changed.subscribe(lambda: reported.append((session.state, session.sentence)))
    await session.start()
    before = await session.api()
    pid = session.local_pid
    assert pid

    os.kill(pid, signal.SIGKILL)
    await until(lambda: session.state is ConnectionState.STARTING)
    after = await session.api()
    usage = await after.usage.read()
    await session.stop()

    assert after is not before
    assert usage.character_count == 0
    assert [state for state, _ in reported] == ["starting", "ready", "starting", "ready", "stopped"]
    assert any("ended and is starting again" in sentence for _, sentence in reported)


async def test_a_local_service_that_cannot_run_is_given_up_in_words_until_asked_again(
    tmp_path: Path, new_session: NewSession
) -> None:
    session = new_session(tmp_path)
    position = session.folders.data / "service"
    position.write_text("a file where the folder should be")

    await session.start()

    assert session.state is ConnectionState.STOPPED
    assert "started again 3 times" in session.sentence
    assert str(session.folders.state / "service.log") in session.sentence
    with pytest.raises(NotConnected, match="started again 3 times"):
        await session.api()

    position.unlink()
    await session.reconnect()
    assert session.state is ConnectionState.READY
    await session.stop()
