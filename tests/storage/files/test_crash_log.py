"""The report of the last crash, and how many crashes make the next start a safe one."""

from __future__ import annotations

import json
import shutil
import stat
from pathlib import Path

import pytest

from termdesk.domain.errors import StorageFailed
from termdesk.storage.files.crash_log import CrashLog


class Clock:
    def __init__(self) -> None:
        self.time = 1_000_000.0

    def __call__(self) -> float:
        return self.time


def crash(folder: Path, clock: Clock, *, after: float, stacks: str = "") -> None:
    """A run that starts, and after this many seconds ends without `close`."""
    log = CrashLog(folder, clock=clock)
    log.file.write(stacks)
    log.file.close()
    clock.time += after


def is_looping(folder: Path, clock: Clock) -> bool:
    log = CrashLog(folder, clock=clock)
    log.file.close()
    return log.is_looping


def test_a_run_that_ends_well_leaves_nothing(tmp_path: Path) -> None:
    CrashLog(tmp_path).close()

    log = CrashLog(tmp_path)

    assert (log.report, log.is_looping) == ("", False)
    log.close()
    assert not (tmp_path / "crash.log").exists()


@pytest.mark.scorecard("R14")
def test_crashes_before_the_clock_was_put_back_do_not_count(tmp_path: Path) -> None:
    clock = Clock()
    for _ in range(3):
        crash(tmp_path, clock, after=1)
    CrashLog(tmp_path, clock=clock).close()
    clock.time -= 3600

    assert not is_looping(tmp_path, clock)


@pytest.mark.scorecard("R44")
def test_the_stacks_of_a_crash_are_the_report_of_the_next_run_alone(tmp_path: Path) -> None:
    crash(tmp_path, Clock(), after=1, stacks="Fatal Python error\n")

    after = CrashLog(tmp_path)
    assert after.report == "Fatal Python error\n"
    assert stat.S_IMODE((tmp_path / "crash.log").stat().st_mode) == 0o600
    after.close()

    again = CrashLog(tmp_path)
    assert again.report == ""
    again.delete_report()
    again.close()
    assert [each.name for each in tmp_path.iterdir()] == ["runs.json"]


@pytest.mark.scorecard("R44")
def test_three_crashes_within_a_minute_are_a_loop(tmp_path: Path) -> None:
    clock = Clock()
    for seconds in (10, 20):
        crash(tmp_path, clock, after=seconds)
    two = CrashLog(tmp_path, clock=clock)
    assert not two.is_looping
    two.file.close()
    clock.time += 5

    assert is_looping(tmp_path, clock)


@pytest.mark.scorecard("R44")
def test_crashes_that_lie_apart_are_no_loop(tmp_path: Path) -> None:
    clock = Clock()
    for seconds in (40, 40, 40):
        crash(tmp_path, clock, after=seconds)

    assert not is_looping(tmp_path, clock)


def test_going_on_as_usual_counts_from_then(tmp_path: Path) -> None:
    clock = Clock()
    for _ in range(3):
        crash(tmp_path, clock, after=1)
    log = CrashLog(tmp_path, clock=clock)
    log.forget_crashes()
    log.file.close()

    assert not is_looping(tmp_path, clock)


@pytest.mark.parametrize("damaged", ["[]", "{", json.dumps({"crashes": ["x", None], "is_running": 3})])
def test_damaged_notes_are_no_crash(tmp_path: Path, damaged: str) -> None:
    (tmp_path / "runs.json").write_text(damaged)

    assert not is_looping(tmp_path, Clock())


@pytest.mark.scorecard("R07")
def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("no folder")

    with pytest.raises(StorageFailed):
        CrashLog(tmp_path / "state")


@pytest.mark.scorecard("R07")
def test_a_folder_that_vanished_does_not_keep_the_program_from_ending(tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir()
    log = CrashLog(state)
    shutil.rmtree(state)

    log.close()

    assert log.file.closed
