"""A new file never replaces another one."""

from __future__ import annotations

from pathlib import Path

import pytest

from termdesk.domain.errors import StorageFailed
from termdesk.storage.files.new_file import write_new_file


def test_a_name_that_is_taken_gets_a_number(tmp_path: Path) -> None:
    paths = [write_new_file(tmp_path / "a.es.txt", content) for content in (b"1", b"2", b"3")]

    assert [path.name for path in paths] == ["a.es.txt", "a.es (2).txt", "a.es (3).txt"]
    assert [path.read_bytes() for path in paths] == [b"1", b"2", b"3"]


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(StorageFailed, match="could not be written"):
        write_new_file(tmp_path / "gone" / "a.txt", b"1")


def test_a_failed_write_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)

    with pytest.raises(StorageFailed):
        write_new_file(tmp_path / "a.txt", b"1")

    assert list(tmp_path.iterdir()) == []
