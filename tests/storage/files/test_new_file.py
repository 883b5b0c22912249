"""A new file never replaces another one."""

from __future__ import annotations

from pathlib import Path

import pytest

from termdesk.domain.errors import StorageFailed
from termdesk.storage.files.new_file import move_to_new_file, write_new_file


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


@pytest.mark.parametrize("has_links", [True, False])
def test_a_written_file_gets_the_first_free_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_links: bool
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(1, "Operation not permitted")

    if not has_links:
        monkeypatch.setattr("os.link", refuse)
    (tmp_path / "a.txt").write_bytes(b"mine")
    (tmp_path / "part").write_bytes(b"new")

    path = move_to_new_file(tmp_path / "part", tmp_path / "a.txt")

    assert (path.name, path.read_bytes()) == ("a (2).txt", b"new")
    assert (tmp_path / "a.txt").read_bytes() == b"mine"
    assert (tmp_path / "part").exists() == has_links


def test_a_file_that_has_its_name_keeps_it(tmp_path: Path) -> None:
    (tmp_path / "part").write_bytes(b"new")

    paths = [move_to_new_file(tmp_path / "part", tmp_path / "a.txt") for _ in range(2)]

    assert [path.name for path in paths] == ["a.txt", "a.txt"]


def test_a_written_file_that_is_gone_is_told(tmp_path: Path) -> None:
    with pytest.raises(StorageFailed, match="could not be written"):
        move_to_new_file(tmp_path / "part", tmp_path / "a.txt")

    assert list(tmp_path.iterdir()) == []
