"""The disk is full, or its folder vanishes, during editing: reported once, with a remedy, and no edit is lost."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton

from app.program import Program, run
from support.campaign import IS_LONG, size
from support.files.small_disk import SmallDisk, small_disk
from support.proof.scorecard_plugin import Held
from termdesk.application.glossaries.editing import draft_writer
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.errors import StorageFailed

ROUNDS = size(1, 20)
MEGABYTES = 8
ROWS = 50
FULL, GONE = "the disk is full", "is no longer there"


@pytest.fixture(autouse=True)
def _soon_again(monkeypatch: pytest.MonkeyPatch) -> None:
    if not IS_LONG:
        monkeypatch.setattr(draft_writer, "RETRY_SECONDS", 0.02)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    with small_disk(tmp_path, megabytes=MEGABYTES) as mounted:
        yield mounted


@pytest.fixture
def on_disk(disk: SmallDisk, make_program: Callable[[Path], Program], tmp_path: Path) -> Program:
    """A program with all its folders on the small disk, and a dictionary open."""
    return opened(make_program(disk.folder / "home"), tmp_path)


def opened(program: Program, folder: Path) -> Program:
    program.open_text(folder / "parts.en-de.tsv", "".join(f"part {row}\tTeil {row}\n" for row in range(ROWS)))
    return program


def is_saved(program: Program) -> bool:
    return not program.page.dictionary.saving._waiting


def edit(program: Program, number: int) -> None:
    program.page.edits.set_cells([(number % ROWS, TARGET, f"edit {number} " + "x" * 2_000)], "Edit")


def edit_until_reported(program: Program, words: str, *, first: int = 0) -> int:
    """Edit cell after cell until the window reports that edits are not saved. Returns the number of the last edit."""
    for number in range(first, first + 5_000):
        edit(program, number)
        program.until(lambda: program.says(words) or is_saved(program))
        if not is_saved(program):
            return number
    raise AssertionError("never told")


def refused(program: Program, disk: SmallDisk) -> list[str]:
    """Try to write other files to the disk. Each attempt fails; returns the messages."""
    cases, page = program.controller.use_cases, program.page
    file = disk.folder / "exported.tsv"
    settings = cases.session.settings
    works = (
        lambda: cases.exporter.export(page.dictionary.entries, file, page.dictionary.pair),
        lambda: cases.versions.keep(page.dictionary, "of a full disk"),
        lambda: program.records.check(keep=True),
    )
    reported = []
    for work in works:
        with pytest.raises(StorageFailed) as raised:
            program.wait_for(work())
        reported.append(str(raised.value.message))
    with pytest.raises(StorageFailed) as raised:
        cases.session.save_settings(replace(settings, libretranslate="http://127.0.0.1/" + "x" * 9_000))
    assert cases.session.settings == settings
    return [*reported, str(raised.value.message)]


def entries_on_disk(program: Program) -> Entries:
    draft = program.page.dictionary.draft
    return program.wait_for(program.records.journal.load(draft.draft_id))[0]


@pytest.mark.scorecard("R04", "R05")
def test_a_full_disk_is_told_and_edits_are_saved_when_it_has_space_again(
    on_disk: Program, disk: SmallDisk, make_program: Callable[[Path], Program], held: Held
) -> None:
    program, page = on_disk, on_disk.page
    exported = disk.folder / "exported.tsv"
    exported.write_text("exported before\n")
    before = sorted(disk.folder.iterdir())
    longest, number = 0.0, 0
    for _ in range(ROUNDS):
        disk.fill()
        number = edit_until_reported(program, FULL, first=number)
        edit(program, number + 1)
        edit(program, number + 2)
        run(program, "undo")
        reported = refused(program, disk)

        assert len(bars_with(program, FULL)) == 1
        assert len(reported) == 4
        assert all("full" in each or "No space left" in each for each in reported), reported
        assert str(exported) in reported[0]
        assert exported.read_text() == "exported before\n"
        assert page.dictionary.entries.targets[(number + 1) % ROWS].startswith(f"edit {number + 1} ")
        assert not page.dictionary.entries.targets[(number + 2) % ROWS].startswith(f"edit {number + 2} ")

        disk.give_space()
        begin = time.monotonic()
        program.until(lambda: is_saved(program))
        longest = max(longest, time.monotonic() - begin)
        assert sorted(disk.folder.iterdir()) == before
        assert entries_on_disk(program) == page.dictionary.entries
        program.controller.window.notices.clear()
        number += 3

    expected = page.dictionary.entries.copy()
    program.controller.window.close()
    program.until(program.controller.closed.is_set)
    program.end()
    again = make_program(disk.folder / "home")
    again.until(lambda: again.controller.glossaries.page is not None)
    assert again.page.dictionary.entries == expected
    held(f"0 edits lost on {ROUNDS} full disks; saved at most {longest:.1f} s after there was space", runs=ROUNDS)


def bars_with(program: Program, words: str) -> list[str]:
    """Return the notices with these words, after some retries of saving. Other notices may report a failed backup."""
    program.qtbot.wait(100)
    return [each for each in program.controller.window.notices.texts() if words in each]


@pytest.mark.scorecard("R07")
def test_a_folder_that_vanishes_is_told_once_and_what_is_open_can_be_exported(
    make_program: Callable[[Path], Program], program_folder: Path, tmp_path: Path
) -> None:
    program = opened(make_program(program_folder), tmp_path)
    page = program.page
    shutil.rmtree(program_folder / "data")

    edit_until_reported(program, GONE)
    edit(program, 1)
    bars = bars_with(program, GONE)
    file = tmp_path / "elsewhere.tsv"
    program.wait_for(program.controller.use_cases.exporter.export(page.dictionary.entries, file, page.dictionary.pair))

    assert len(bars) == 1
    assert "Put it back, or export what is open" in bars[0]
    assert [line.split("\t")[1][:6] for line in file.read_text().splitlines()[:3]] == ["edit 0", "edit 1", "Teil 2"]
    close_anyway(program)


def close_anyway(program: Program) -> None:
    """Close the window with unsaved edits by the button of its notice, which ends the program."""
    program.controller.window.close()
    found: list[QPushButton] = []

    def is_offered() -> bool:
        buttons = program.controller.window.notices.findChildren(QPushButton)
        found[:] = [each for each in buttons if each.text() == "Close anyway"]
        return bool(found)

    program.until(is_offered)
    program.click(found[0])
    program.until(program.controller.closed.is_set)
    with pytest.raises(StorageFailed):
        program.end()
