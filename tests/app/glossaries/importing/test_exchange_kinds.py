"""Spreadsheets and termbase files, dropped on the window and exported."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest
from PySide6.QtWidgets import QFileDialog, QLineEdit

from app.program import Key, Program, at_rest
from termdesk.formats.spreadsheets import xlsx_reader
from termdesk.formats.termbases import tmx
from termdesk.ui.glossaries.importing.import_dialog import ImportDialog


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


def brought_in(program: Program, path: Path) -> list[tuple[str, str]]:
    program.drop(path)
    dialog = program.dialog(ImportDialog)
    program.until(dialog.accept_button.isEnabled)
    program.picture(f"import {path.suffix[1:]}")
    program.click(dialog.accept_button)
    program.until(lambda: program.controller.glossaries.page is not None and at_rest(program))
    return list(program.page.dictionary.entries)


def written_out(program: Program, path: Path, filter_name: str) -> None:
    program.controller.window.window_actions["export_file"].trigger()
    chooser = program.dialog(QFileDialog)
    chooser.selectNameFilter(filter_name)
    field = chooser.findChild(QLineEdit, "fileNameEdit")
    assert field is not None
    field.setText(str(path))
    program.qtbot.keyClick(field, Key.Key_Return)
    program.until(lambda: program.says("Exported") and at_rest(program))


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["xlsx", "tbx", "tmx"])
def test_what_is_written_is_read_again_as_it_was(program: Program, tmp_path: Path, ending: str) -> None:
    source = tmp_path / "homes.en-de.tsv"
    source.write_text("house\tHaus\n=1+1\t007\ntree\tBaum\n", "utf-8")
    before = brought_in(program, source)
    path = tmp_path / f"written.en-de.{ending}"

    written_out(program, path, f"*.{ending}")
    program.controller.window.notices.clear()
    after = brought_in(program, path)

    assert after == before == [("house", "Haus"), ("=1+1", "007"), ("tree", "Baum")]


@pytest.mark.slow
def test_files_of_their_kind_are_what_other_programs_read(program: Program, tmp_path: Path) -> None:
    source = tmp_path / "homes.en-de.tsv"
    source.write_text("house\tHaus\n", "utf-8")
    brought_in(program, source)
    for ending in ("xlsx", "tmx"):
        written_out(program, tmp_path / f"out.{ending}", f"*.{ending}")

    assert [each.name for each in xlsx_reader.sheets(tmp_path / "out.xlsx")] == ["en-de"]
    assert tmx.read(tmp_path / "out.tmx").languages == ("en", "de")


@pytest.mark.slow
def test_hidden_rows_of_a_sheet_are_told_and_left_out_with_one_click(program: Program, tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for row in (("en", "de"), ("house", "Haus"), ("hut", "Hütte"), (7, "sieben")):
        book.active.append(row)
    book.active.row_dimensions[3].hidden = True
    book.active["A4"].number_format = "000"
    book.save(tmp_path / "homes.xlsx")
    program.drop(tmp_path / "homes.xlsx")
    dialog = program.dialog(ImportDialog)
    program.until(dialog.accept_button.isEnabled)
    assert "hidden rows, read as well: 1" in dialog.page.summary.text()

    program.click(dialog.page.reading.hidden_rows)
    program.until(lambda: dialog.accept_button.isEnabled() and "left out: 1" in dialog.page.summary.text())
    program.click(dialog.accept_button)

    program.until(lambda: program.controller.glossaries.page is not None and at_rest(program))
    assert list(program.page.dictionary.entries) == [("house", "Haus"), ("007", "sieben")]


def test_an_export_of_iate_is_dropped_and_imported(program: Program, tmp_path: Path) -> None:
    path = tmp_path / "iate.en-de.csv"
    path.write_text("E_ID|L_CODE|T_TERM\n1|de|Haus\n1|en|house\n2|en|hut\n2|de|Hütte\n", "utf-8")

    assert brought_in(program, path) == [("house", "Haus"), ("hut", "Hütte")]
