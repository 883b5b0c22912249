"""Hostile files dropped on the window are rejected with a message, and the program keeps working."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from app.program import Key, Program, at_rest
from support.files import hostile_spreadsheets as spreadsheets
from termdesk.ui.glossaries.importing.import_dialog import ImportDialog
from termdesk.ui.glossaries.importing.review_dialog import ReviewDialog
from termdesk.ui.glossaries.importing.review_model import INCOMING


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


def laughing(path: Path) -> Path:
    path.write_text('<!DOCTYPE tmx [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><tmx version="1.4"><body/></tmx>', "utf-8")
    return path


def endless(path: Path) -> Path:
    path.write_text("<martif><text><body><termEntry>" + "<a>" * 100_000, "utf-8")
    return path


def zeros(path: Path) -> Path:
    path.write_bytes(bytes(10_000))
    return path


HOSTILE: dict[str, tuple[Callable[[Path], Path], str]] = {
    "bomb.xlsx": (spreadsheets.bomb, "unpacks to"),
    "corner.xlsx": (spreadsheets.far_corner, "cells"),
    "rows.ods": (spreadsheets.repeated_cells, "cells"),
    "laughs.tmx": (laughing, "entities"),
    "endless.tbx": (endless, "is not readable XML"),
    "zeros.tsv": (zeros, "is empty"),
}


def brought_in(program: Program, path: Path) -> None:
    program.drop(path)
    dialog = program.dialog(ImportDialog)
    program.click(dialog.accept_button)
    program.until(lambda: program.controller.glossaries.page is not None and at_rest(program))


def written(folder: Path, name: str, text: str) -> Path:
    (folder / name).write_text(text, "utf-8")
    return folder / name


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_and_the_next_one_comes_in(program: Program, tmp_path: Path, name: str) -> None:
    brought_in(program, written(tmp_path, "homes.en-de.tsv", "house\tHaus\n"))
    before = list(program.page.dictionary.entries)
    make, words = HOSTILE[name]

    program.drop(make(tmp_path / name))
    program.until(lambda: program.says(words) and at_rest(program))

    assert program.says(name)
    assert program.open_dialogs(ImportDialog) == []
    assert list(program.page.dictionary.entries) == before
    assert program.controller.window.isEnabled()
    program.drop(written(tmp_path, "sea.en-de.tsv", "sea\tSee\n"))
    assert program.dialog(ImportDialog).page.preview.entry_count == 1
    program.qtbot.keyClick(program.dialog(ImportDialog), Key.Key_Escape)
    program.until(lambda: at_rest(program))


@pytest.mark.scorecard("S29")
def test_what_cannot_be_seen_is_marked_before_it_comes_in(program: Program, tmp_path: Path) -> None:
    brought_in(program, written(tmp_path, "homes.en-de.tsv", "house\tHaus\n"))

    program.drop(written(tmp_path, "more.en-de.tsv", "house\tHa\u200bus\nfile\tBrief\u202etxt.exe\n"))
    dialog = program.dialog(ImportDialog)
    assert dialog.page.rows.item(1, 1).text() == "Brief⊲txt.exe"
    dialog.page.import_target.into_open.setChecked(True)
    program.click(dialog.accept_button)
    review = program.dialog(ReviewDialog)
    review.show_kind(None)
    shown = [review.model.index(row, INCOMING).data() for row in range(review.model.rowCount())]
    program.picture("review unseen", review)
    program.click(review.accept_button)
    program.until(lambda: program.says("Imported") and at_rest(program))

    assert shown == ["Ha∣us", "Brief⊲txt.exe"]
    assert list(program.page.dictionary.entries)[-1] == ("file", "Brief\u202etxt.exe")
