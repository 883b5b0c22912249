"""The local service as a child process: it reports its address, hides its key, and never outlives the program."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from support.campaign import HANGING_SECONDS
from support.waiting import until
from termdesk.application.failures import LocalServiceFailed
from termdesk.application.session import local_process
from termdesk.application.session.local_process import LocalProcess

pytestmark = pytest.mark.anyio

has_proc = pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="needs /proc")


@pytest.fixture
def _python_is_started_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start the service as the program does. Other tests fork it, in a tenth of the time."""
    monkeypatch.setattr(local_process, "subprocess", subprocess)


started_anew = pytest.mark.usefixtures("_python_is_started_anew")


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # A process that ended but was not awaited still has its process id.
    return not Path(f"/proc/{pid}/stat").exists() or Path(f"/proc/{pid}/stat").read_text().split(") ")[1][0] != "Z"


@pytest.mark.slow
@started_anew
async def test_it_starts_in_time_and_ends_when_its_input_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A busy computer may need longer than the program waits before it sends a signal.
    monkeypatch.setattr(local_process, "SECONDS_TO_END", HANGING_SECONDS)
    process = LocalProcess(data=tmp_path / "data", log_path=tmp_path / "service.log")

    address = await process.start()
    assert address.url.startswith("http://127.0.0.1:")
    await process.stop()

    assert process.ended.result() == 0
    assert (tmp_path / "service.log").stat().st_mode & 0o777 == 0o600


@pytest.mark.scorecard("S11")
@has_proc
@started_anew
async def test_its_key_stands_in_no_argument_variable_or_file(tmp_path: Path) -> None:
    process = LocalProcess(data=tmp_path / "data", log_path=tmp_path / "service.log")
    address = await process.start()
    key = address.key.encode()

    seen = [Path(f"/proc/{process.pid}/{name}").read_bytes() for name in ("cmdline", "environ")]
    await process.stop()
    seen += [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]

    assert len(key) >= 43
    assert len(seen) > 3
    assert not any(key in content for content in seen)
    assert key not in repr(os.environ).encode()


@pytest.mark.slow
async def test_two_runs_have_two_keys(tmp_path: Path) -> None:
    keys = set()
    for number in range(2):
        process = LocalProcess(data=tmp_path / f"data{number}", log_path=tmp_path / "service.log")
        keys.add((await process.start()).key)
        await process.stop()

    assert len(keys) == 2


async def test_what_keeps_it_from_starting_is_said(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    process = LocalProcess(data=tmp_path / "data", log_path=tmp_path / "service.log")

    with pytest.raises(LocalServiceFailed) as raised:
        await process.start()

    assert "ended at once (exit code" in raised.value.message
    assert "termdesk: " in raised.value.message, "the last line of its log says why"
    assert str(tmp_path / "service.log") in raised.value.remedy
    assert process.ended.done()


@pytest.mark.slow
@started_anew
async def test_one_that_does_not_get_ready_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_process, "SECONDS_TO_START", 0.01)
    process = LocalProcess(data=tmp_path / "data", log_path=tmp_path / "service.log")

    with pytest.raises(LocalServiceFailed, match="not ready"):
        await process.start()

    assert process.ended.done()


@pytest.mark.skipif(os.name != "posix", reason="stops a process by signal")
async def test_one_that_hangs_is_ended_by_force(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_process, "SECONDS_TO_END", 0.1)
    monkeypatch.setattr(local_process, "SECONDS_TO_END_BY_SIGNAL", 0.1)
    process = LocalProcess(data=tmp_path / "data", log_path=tmp_path / "service.log")
    await process.start()
    assert process.pid
    os.kill(process.pid, signal.SIGSTOP)

    await process.stop()
    await until(process.ended.done)

    assert process.ended.result() == -signal.SIGKILL


async def test_a_large_log_is_kept_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_process, "LARGEST_LOG", 10)
    (tmp_path / "service.log").write_text("from earlier runs")
    process = LocalProcess(data=tmp_path / "data", log_path=tmp_path / "service.log")

    await process.start()
    await process.stop()

    assert (tmp_path / "service.log.old").read_text() == "from earlier runs"
    assert "from earlier runs" not in (tmp_path / "service.log").read_text()


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="kills by signal")
async def test_it_ends_when_this_program_is_killed(tmp_path: Path) -> None:
    script = f"""
import asyncio
from pathlib import Path
from termdesk.application.session.local_process import LocalProcess
async def main():
    process = LocalProcess(data=Path({str(tmp_path / "data")!r}), log_path=Path({str(tmp_path / "service.log")!r}))
    await process.start()
    print(process.pid, flush=True)
    await asyncio.sleep(60)
asyncio.run(main())
"""
    parent = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE)
    assert parent.stdout
    with parent.stdout:
        pid = int(parent.stdout.readline())
    assert _is_running(pid)

    parent.kill()
    parent.wait()

    await until(lambda: not _is_running(pid))
