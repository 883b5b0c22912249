"""A translation is written to disk as it arrives, and gets its final name when it is complete."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from support.files.full_disk import files_end_at
from termdesk.domain.errors import StorageFailed
from termdesk.storage.documents.result_file import ResultFile

pytestmark = pytest.mark.anyio

ID = "A" * 32


def result_file(folder: Path, *, name: str = "a.es.txt", document_id: str = ID) -> ResultFile:
    return ResultFile(folder / name, folder / "spare", document_id)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


async def written(file: ResultFile, *chunks: bytes, size: int | None = None) -> None:
    await file.begin(size)
    for chunk in chunks:
        await file.write(chunk)


async def test_what_arrived_is_on_the_disk_before_the_end(tmp_path: Path) -> None:
    await written(result_file(tmp_path), b"one ", size=8)

    assert (tmp_path / f".{ID}.8.part").read_bytes() == b"one "


async def test_the_last_byte_is_not_left_to_the_memory_of_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced = []
    monkeypatch.setattr("os.fsync", lambda descriptor: synced.append(os.fstat(descriptor)))

    await written(result_file(tmp_path), b"one ", b"more", size=8)

    part = (tmp_path / f".{ID}.8.part").stat()
    assert (part.st_ino, 8) in [(each.st_ino, each.st_size) for each in synced]
    if os.name == "posix":
        assert tmp_path.stat().st_ino in [each.st_ino for each in synced]


@pytest.mark.parametrize("size", [8, None])
async def test_a_whole_translation_gets_its_name_and_nothing_else_stays(tmp_path: Path, size: int | None) -> None:
    (tmp_path / "a.es.txt").write_text("mine")
    file = result_file(tmp_path)
    await written(file, b"one ", b"more", size=size)

    path = file.save(b"one more")
    file.discard()

    assert (path.name, path.read_bytes()) == ("a.es (2).txt", b"one more")
    assert names(tmp_path) == ["a.es (2).txt", "a.es.txt"]
    other = tmp_path / "other"
    other.touch()
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(other.stat().st_mode)


async def test_a_second_attempt_begins_anew(tmp_path: Path) -> None:
    file = result_file(tmp_path)
    await written(file, b"half", size=8)
    await written(file, b"one more", size=8)

    assert file.save(b"one more").read_bytes() == b"one more"


async def test_where_the_disk_refused_a_part_the_whole_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    file = result_file(tmp_path)
    await written(file, b"one ", size=8)
    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", refuse)
        await file.write(b"more")
        with pytest.raises(StorageFailed):
            file.save(b"one more")

    path = file.save(b"one more")
    file.discard()

    assert path.read_bytes() == b"one more"
    assert names(tmp_path) == ["a.es.txt", "spare"]


async def test_a_folder_that_is_gone_is_replaced_by_the_spare_one(tmp_path: Path) -> None:
    file = ResultFile(tmp_path / "gone" / "a.txt", tmp_path / "spare", ID)
    await written(file, b"one", size=3)

    assert names(tmp_path / "spare") == [f".{ID}.3.part"]
    assert file.save(b"one") == tmp_path / "spare" / "a.txt"


@pytest.mark.parametrize(("arrived", "is_whole"), [(b"one more", True), (b"one mor", False), (b"", False)])
async def test_after_a_crash_only_the_whole_is_taken(tmp_path: Path, arrived: bytes, is_whole: bool) -> None:
    await written(result_file(tmp_path), arrived, size=8)
    again = result_file(tmp_path)

    path = again.recover()
    again.discard()

    assert names(tmp_path) == (["a.es.txt"] if is_whole else [])
    assert (path is not None) == is_whole


async def test_a_file_of_unknown_size_or_of_another_document_is_not_taken(tmp_path: Path) -> None:
    await written(result_file(tmp_path), b"one", size=None)
    await written(result_file(tmp_path, document_id="B"), b"two", size=3)

    assert result_file(tmp_path).recover() is None
    assert (tmp_path / ".B.3.part").exists()


async def test_an_id_cannot_lead_into_another_folder(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()

    await written(result_file(tmp_path / "in", document_id="../../x/*"), b"one", size=3)

    assert names(tmp_path / "in") == [".x.3.part"]


async def test_a_full_disk_keeps_no_beginning_of_a_translation(tmp_path: Path) -> None:
    file = result_file(tmp_path)
    with files_end_at(5):
        await written(file, b"one ", b"more", size=8)
        assert names(tmp_path) == [], "`save` needs its space"
        with pytest.raises(StorageFailed, match=r"a\.es\.txt could not be written"):
            file.save(b"one more")
        assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == []

    assert file.save(b"one more") == tmp_path / "a.es.txt"
