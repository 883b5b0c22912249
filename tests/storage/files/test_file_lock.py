"""Only one process at a time holds the lock, even if other files are closed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from termdesk.storage.files.file_lock import FileLock

HOLDS = """
import sys
from pathlib import Path
from termdesk.storage.files.file_lock import FileLock
print(FileLock(Path(sys.argv[1])).acquire(), flush=True)
lock = FileLock(Path(sys.argv[1]))
"""


def test_a_second_one_has_to_wait_until_it_is_released(tmp_path: Path) -> None:
    first, second = FileLock(tmp_path / "lock"), FileLock(tmp_path / "lock")

    assert first.acquire()
    assert first.acquire()
    assert not second.acquire()

    first.release()
    first.release()

    assert second.acquire()
    second.release()
    assert (tmp_path / "lock").exists()


@pytest.mark.scorecard("R09")
def test_another_process_sees_the_lock_and_its_end_frees_it(tmp_path: Path) -> None:
    def asked() -> str:
        command = [sys.executable, "-c", HOLDS, str(tmp_path / "lock")]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    lock = FileLock(tmp_path / "lock")
    assert lock.acquire()
    assert asked() == "False"
    lock.release()

    assert asked() == "True"
    assert lock.acquire()
    lock.release()


@pytest.mark.scorecard("S10")
@pytest.mark.skipif(os.name != "posix", reason="other systems have no permissions of this kind")
def test_only_its_owner_may_read_the_file(tmp_path: Path) -> None:
    lock = FileLock(tmp_path / "lock")
    assert lock.acquire()
    lock.release()

    assert (tmp_path / "lock").stat().st_mode & 0o077 == 0
