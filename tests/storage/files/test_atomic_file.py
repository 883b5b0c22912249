"""A file has either its old or its complete new content, whatever fails during the write."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.proof.scorecard_plugin import Held
from support.system_calls import has_strace, injected, traced
from termdesk.domain.errors import InvalidInput, StorageFailed
from termdesk.storage.files.atomic_file import atomic_write, set_aside


def test_pieces_become_one_file_for_the_user_alone(tmp_path: Path) -> None:
    path = tmp_path / "entries.tsv"

    atomic_write(path, [b"a\tb\n", b"c\td\n"])

    assert path.read_bytes() == b"a\tb\nc\td\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.skipif(os.name != "posix", reason="modes are those of POSIX")
def test_a_file_for_others_is_readable_by_whom_the_umask_admits(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        atomic_write(tmp_path / "export.tsv", [b"x"], is_private=False)
        atomic_write(tmp_path / "settings.json", [b"x"])
    finally:
        os.umask(before)

    assert stat.S_IMODE((tmp_path / "export.tsv").stat().st_mode) == 0o640
    assert stat.S_IMODE((tmp_path / "settings.json").stat().st_mode) == 0o600


def test_an_old_file_keeps_its_mode_and_a_link_its_place(tmp_path: Path) -> None:
    real = tmp_path / "real.tsv"
    real.write_bytes(b"old")
    real.chmod(0o644)
    link = tmp_path / "link.tsv"
    link.symlink_to(real)

    atomic_write(link, [b"new"])

    assert link.is_symlink()
    assert real.read_bytes() == b"new"
    assert stat.S_IMODE(real.stat().st_mode) == 0o644


def test_what_the_pieces_raise_comes_through_and_nothing_is_changed(tmp_path: Path) -> None:
    path = tmp_path / "entries.tsv"
    path.write_bytes(b"old")

    def chunks() -> Iterator[bytes]:
        yield b"new"
        raise InvalidInput("Row 2 cannot be written.")

    with pytest.raises(InvalidInput):
        atomic_write(path, chunks())

    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["entries.tsv"]


@pytest.mark.scorecard("R05", "R06")
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO])
def test_a_sync_that_fails_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    path = tmp_path / "entries.tsv"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", lambda _descriptor: _raise(OSError(number, os.strerror(number))))

    with pytest.raises(StorageFailed) as failure:
        atomic_write(path, [b"new"])

    assert failure.value.path == str(path)
    assert os.strerror(number) in failure.value.message
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["entries.tsv"]


@pytest.mark.scorecard("R06")
def test_a_sync_of_the_folder_that_fails_is_told_and_the_new_file_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "entries.tsv"
    path.write_bytes(b"old")
    real_sync, calls = os.fsync, []

    def second_fails(descriptor: int) -> None:
        calls.append(descriptor)
        if len(calls) == 2:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        real_sync(descriptor)

    monkeypatch.setattr(os, "fsync", second_fails)

    with pytest.raises(StorageFailed):
        atomic_write(path, [b"new"])

    assert path.read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["entries.tsv"]


def test_a_device_or_folder_is_never_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    for path in (pipe, tmp_path):
        with pytest.raises(StorageFailed, match="not a regular file"):
            atomic_write(path, [b"new"])

    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_missing_folder_is_told_with_the_path(tmp_path: Path) -> None:
    with pytest.raises(StorageFailed, match="gone"):
        atomic_write(tmp_path / "gone" / "entries.tsv", [b"new"])


def test_damaged_files_are_set_aside_beside_each_other(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"

    asides = []
    for content in ("first", "second"):
        path.write_text(content)
        asides.append(set_aside(path))

    assert not path.exists()
    assert [aside.read_text() for aside in asides] == ["first", "second"]


# Prints the result of the write, as the program would report it.
WRITES = """
import sys
from pathlib import Path
from termdesk.domain.errors import StorageFailed
from termdesk.storage.files.atomic_file import atomic_write
try:
    atomic_write(Path(sys.argv[1]), [letter * 100_000 for letter in (b"a", b"b", b"c")])
except StorageFailed as failure:
    print("failed:", failure.path)
else:
    print("saved")
"""
WRITING = [sys.executable, "-S", "-c", WRITES]
# Errors of these calls lose nothing: the content is on disk before the file is closed.
HARMLESS = ("close", "lseek")
OLD, NEW = b"old", b"a" * 100_000 + b"b" * 100_000 + b"c" * 100_000
ENVIRONMENT = {"PYTHONPATH": str(Path(__file__).parents[3] / "desktop"), "PYTHONDONTWRITEBYTECODE": "1"}


def calls_for(path: Path, log: Path) -> list[tuple[str, int]]:
    """Return the system calls of an undisturbed write as (name, number), from the first in the folder on.

    The number counts the calls of the same name.
    """
    counts: Counter[str] = Counter()
    found = []
    has_begun = False
    for call in traced([*WRITING, str(path)], log, environment=ENVIRONMENT, seconds=60):
        counts[call.name] += 1
        has_begun = has_begun or any(str(path.parent).encode() in text for text in call.texts)
        if has_begun and not (call.name == "write" and call.descriptor == 1):
            found.append((call.name, counts[call.name]))
    return found


@pytest.mark.scorecard("R02", "R05", "R06")
@pytest.mark.skipif(not has_strace, reason="strace is not installed; packaging/system_packages.py installs it")
def test_whatever_fails_in_between_the_file_is_the_old_or_the_new_one(tmp_path: Path, held: Held) -> None:
    path = tmp_path / "folder" / "entries.tsv"
    path.parent.mkdir()
    path.write_bytes(OLD)
    calls = calls_for(path, tmp_path / "log")
    names = Counter(name for name, _ in calls)
    assert names["write"] == 3
    assert names["fsync"] == 2
    faults = ("signal=KILL", "error=ENOSPC", "error=EIO")
    trials = [(call, fault) for call in calls for fault in (faults[:1] if call[0] in HARMLESS else faults)]
    for (name, number), fault in trials:
        for each in path.parent.iterdir():
            each.unlink()
        path.write_bytes(OLD)

        done = injected([*WRITING, str(path)], name, number, fault, environment=ENVIRONMENT)

        content, where = path.read_bytes(), f"{name} {number}: {fault}: {done.stdout}{done.stderr}"
        assert content in (OLD, NEW), where
        if fault == "signal=KILL":
            assert done.returncode != 0, where
            assert "saved" not in done.stdout or content == NEW, where
        else:
            assert done.stdout == f"failed: {path}\n", where
            assert os.listdir(path.parent) == [path.name], where
            # From the rename on, the new content stays.
            is_renamed = calls.index((name, number)) > [each for each, _ in calls].index("rename")
            assert content == (NEW if is_renamed else OLD), where
    held(
        f"the old or the new file, complete, after each of {len(calls)} system calls was killed or failed",
        runs=len(trials),
    )


def _raise(error: Exception) -> None:
    raise error
