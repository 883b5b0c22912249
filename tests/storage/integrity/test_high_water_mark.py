"""The latest mark is read, whatever an interrupted write left behind."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from termdesk.storage.integrity.high_water_mark import HighWaterMark, WaterMark

FIRST, SECOND, THIRD = (WaterMark(number, 10 * number, (7, 8), number) for number in (1, 2, 3))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "termdesk.db-mark"


def write(path: Path, *several: WaterMark) -> None:
    marks = HighWaterMark(path)
    marks.read()
    for mark in several:
        marks.write(mark, is_lasting=True)
    marks.close()
    marks.close()


def test_without_a_file_there_is_no_mark(path: Path) -> None:
    assert HighWaterMark(path).read() is None


def test_the_latest_mark_is_read_in_the_next_session_too(path: Path) -> None:
    write(path, FIRST, SECOND)
    assert HighWaterMark(path).read() == SECOND

    write(path, THIRD)

    assert HighWaterMark(path).read() == THIRD


def test_the_file_is_for_the_user_alone_and_does_not_grow(path: Path) -> None:
    write(path, FIRST, SECOND)
    size = path.stat().st_size

    write(path, *(WaterMark(number) for number in range(20)))

    assert path.stat().st_size == size
    assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0


@pytest.mark.parametrize("position", [0, 7, 8, 20, 43, 47])
def test_damage_to_one_record_leaves_the_other_of_the_last_two(path: Path, position: int) -> None:
    write(path, FIRST, SECOND, THIRD)
    whole = path.read_bytes()
    found = []
    for sector in (0, 512):
        content = bytearray(whole)
        content[sector + position] ^= 1
        path.write_bytes(content)
        found.append(HighWaterMark(path).read())

    assert sorted(found, key=lambda mark: mark.commits if mark else 0) == [SECOND, THIRD]


@pytest.mark.parametrize("content", [b"", b"x" * 40, bytes(2_000), b"TDMARK01" * 200])
def test_a_file_without_a_readable_record_has_no_mark(path: Path, content: bytes) -> None:
    path.write_bytes(content)

    assert HighWaterMark(path).read() is None
