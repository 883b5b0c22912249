"""Checksums detect any flipped bit, in pages and in their own file, but ignore pages that the log overwrites."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from termdesk.storage.integrity.page_checksums import PageChecksums

PAGE = 512
PAGES = 9


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "termdesk.db"
    path.write_bytes(random.Random(1).randbytes(PAGE * PAGES))
    return path


def take(checksums: PageChecksums, database: Path, *pages: int) -> None:
    descriptor = os.open(database, os.O_RDONLY)
    try:
        checksums.take(descriptor, page_size=PAGE, pages=pages, size=database.stat().st_size // PAGE)
    finally:
        os.close(descriptor)


@pytest.fixture
def checksums(database: Path) -> PageChecksums:
    written = PageChecksums(database.with_name("termdesk.db-sums"))
    take(written, database)
    written.save()
    read = PageChecksums(written.path)
    assert read.load()
    return read


def flip(path: Path, position: int) -> None:
    content = bytearray(path.read_bytes())
    content[position] ^= 1
    path.write_bytes(content)


def test_pages_as_they_were_written_are_whole(database: Path, checksums: PageChecksums) -> None:
    assert checksums.count == PAGES
    assert checksums.find_damaged_pages(database, besides=()) == []


@pytest.mark.parametrize("page", [1, 5, PAGES])
def test_a_flipped_bit_names_its_page_unless_the_log_has_it(
    database: Path, checksums: PageChecksums, page: int
) -> None:
    flip(database, page * PAGE - 1)

    assert checksums.find_damaged_pages(database, besides=()) == [page]
    assert checksums.find_damaged_pages(database, besides={page}) == []


def test_pages_that_are_cut_off_are_damaged_and_later_ones_are_new(database: Path, checksums: PageChecksums) -> None:
    content = database.read_bytes()

    database.write_bytes(content + bytes(PAGE))
    assert checksums.find_damaged_pages(database, besides=()) == []
    database.write_bytes(content[: 7 * PAGE + 100])
    assert checksums.find_damaged_pages(database, besides={9}) == [8]


def test_only_the_named_and_the_new_pages_are_read_again(database: Path, checksums: PageChecksums) -> None:
    flip(database, 0)
    flip(database, 2 * PAGE)
    flip(database, PAGES * PAGE - 1)
    take(checksums, database, PAGES)
    assert checksums.find_damaged_pages(database, besides=()) == [1, 3]
    database.write_bytes(database.read_bytes() + bytes(2 * PAGE))

    take(checksums, database, 3)

    assert checksums.count == PAGES + 2
    assert checksums.find_damaged_pages(database, besides=()) == [1]


def test_a_database_that_shrank_has_fewer_checksums(database: Path, checksums: PageChecksums) -> None:
    database.write_bytes(database.read_bytes()[: 4 * PAGE])

    take(checksums, database, 2, PAGES)

    assert checksums.count == 4
    assert checksums.find_damaged_pages(database, besides=()) == []


@pytest.mark.parametrize("seed", range(10))
def test_checksums_that_are_damaged_themselves_do_not_count(checksums: PageChecksums, seed: int) -> None:
    chance = random.Random(seed)
    whole = checksums.path.read_bytes()
    flip(checksums.path, chance.randrange(len(whole)))
    assert not PageChecksums(checksums.path).load()

    checksums.path.write_bytes(whole[: chance.randrange(len(whole))])
    assert not PageChecksums(checksums.path).load()

    checksums.path.unlink()
    assert not PageChecksums(checksums.path).load()
