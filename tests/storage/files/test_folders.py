"""Folders are created, closed to other users, and named in the error if that is impossible."""

from __future__ import annotations

import os
import stat
from dataclasses import fields
from pathlib import Path

import pytest

from support.files.full_disk import files_end_at
from termdesk.domain.errors import StorageFailed
from termdesk.storage.files.folders import Folders, copy_privately


@pytest.mark.scorecard("S10")
def test_folders_are_closed_to_others_whatever_the_umask(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir(mode=0o777)
    before = os.umask(0)
    try:
        folders = Folders.under(tmp_path)
    finally:
        os.umask(before)

    modes = {each.name: stat.S_IMODE(getattr(folders, each.name).stat().st_mode) for each in fields(Folders)}

    assert modes == {"config": 0o700, "data": 0o700, "state": 0o700, "cache": 0o700}


def test_the_default_folders_follow_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CONFIG", "DATA", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))

    folders = Folders.default()

    assert folders.data == tmp_path / "DATA" / "termdesk"
    assert len({folders.config, folders.data, folders.state, folders.cache}) == 4


@pytest.mark.scorecard("R07")
def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")

    with pytest.raises(StorageFailed) as failure:
        Folders.under(tmp_path / "file")

    assert str(tmp_path / "file") in failure.value.message
    assert failure.value.remedy


def test_a_full_disk_keeps_no_part_of_a_copy(tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    source.write_bytes(bytes(1_000))

    with files_end_at(100), pytest.raises(OSError, match="large"):
        copy_privately(source, target)

    assert not target.exists()
    assert source.stat().st_size == 1_000
