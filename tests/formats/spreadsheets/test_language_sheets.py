"""Workbooks with one sheet per language are recognized, and joined by a number or by row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import openpyxl
import pytest
from openpyxl.styles import Font

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress
from termdesk.formats.file_view import FileView, ImportChoices
from termdesk.formats.read_result import ReadResult
from termdesk.formats.spreadsheets import xlsx_reader
from termdesk.formats.spreadsheets.language_sheets import language_sheets
from termdesk.formats.spreadsheets.workbooks import XLSX

Sheets = Mapping[str, Sequence[Sequence[object]]]
NUMBERED: Sheets = {
    "English": [("ID", "Term", "Definition"), (2, "sea", "salty"), (1, "tree", "tall"), (3, "sky", "")],
    "de": [("ID", "Benennung"), (1, "Baum"), (2, "See"), (2, "Meer")],
    "fr": [("id", "terme"), (1, "arbre")],
    "Read me": [("Mind", "this")],
}


def made(folder: Path, sheets: Sheets) -> Path:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(folder / "t.xlsx")
    return folder / "t.xlsx"


def view(path: Path, choices: ImportChoices | None = None) -> tuple[FileView, ReadResult]:
    assert XLSX.reader
    return XLSX.reader.view(path, choices or ImportChoices(), NoProgress())


@pytest.mark.slow
def test_sheets_with_numbers_are_joined_by_them(tmp_path: Path) -> None:
    file, result = view(made(tmp_path, NUMBERED))

    assert (file.pair, file.columns) == (LanguagePair("en", "de"), ("en", "de", "fr"))
    assert list(result.entries) == [("sea", "See"), ("tree", "Baum")]
    assert result.entries.detail(0).note == "Also: Meer"
    assert dict(result.entries.detail(1).fields) == {"definition": "tall"}
    assert file.kept == ("one language in each sheet, joined by the column “ID”: English, de, fr",)
    assert [(str(each.pair), each.count) for each in file.pairs] == [("en → de", 2), ("en → fr", 1)]


def test_all_pairs_of_the_sheets_are_read_at_once(tmp_path: Path) -> None:
    path = made(tmp_path, NUMBERED)
    assert XLSX.reader

    results = XLSX.reader.results_of(path, ImportChoices(), view(path)[0].pairs, NoProgress())

    assert [list(each.entries) for each in results] == [[("sea", "See"), ("tree", "Baum")], [("tree", "arbre")]]


def test_sheets_without_numbers_are_joined_by_their_rows(tmp_path: Path) -> None:
    sheets: Sheets = {"en": [("tree",), ("sea",), ("sky",)], "de": [("Baum",), (None,), ("Himmel",)]}

    file, result = view(made(tmp_path, sheets))

    assert list(result.entries) == [("tree", "Baum"), ("sky", "Himmel")]
    assert file.kept == ("one language in each sheet, joined by the numbers of the rows: en, de",)


def test_a_row_of_titles_shifts_no_sheet_against_another(tmp_path: Path) -> None:
    sheets: Sheets = {"en": [("Term", "Note"), ("tree", "tall"), ("sea", "")], "de": [("Baum",), ("Meer",)]}

    _, result = view(made(tmp_path, sheets))

    assert list(result.entries) == [("tree", "Baum"), ("sea", "Meer")]


@pytest.mark.parametrize(
    "sheets",
    [
        {"de": [("English", "German"), ("tree", "Baum")], "fr": [("English", "French"), ("tree", "arbre")]},
        {"de": [("Source", "Target"), ("tree", "Baum")], "fr": [("Source", "Target"), ("tree", "arbre")]},
        {"de": [("tree", "Baum")], "fr": [("tree", "arbre")]},
        {"en": [("Term",), ("tree",)], "en-GB": [("Term",), ("tree",)]},
        {"en": [("Term",), ("tree",)], "Notes": [("Term",), ("tree",)]},
        {"en": [("German",), ("Baum",), ("x", "y")], "fr": [("Term",), ("arbre",)]},
    ],
    ids=["pairs", "sources", "no titles", "one language", "no language", "another language"],
)
def test_other_workbooks_are_not_joined(tmp_path: Path, sheets: Sheets) -> None:
    path = made(tmp_path, sheets)
    workbook = xlsx_reader.open_workbook(path)

    assert language_sheets(path, workbook.sheets(), workbook) == []


def test_what_people_do_not_see_is_counted_and_left_out_if_they_want(tmp_path: Path) -> None:
    path = made(tmp_path, {"en": [("tree",), ("sea",), ("sky",)], "de": [("Baum",), ("Meer",), ("Himmel",)]})
    book = openpyxl.load_workbook(path)
    book["en"].row_dimensions[2].hidden = True
    book["de"]["A3"].font = Font(strike=True)
    book.save(path)

    file, result = view(path)
    assert (len(result.entries), file.has_hidden_rows, file.has_struck_rows) == (3, True, True)
    assert file.notes == ("hidden rows, read as well: 1", "rows with a phrase that is struck out, read as well: 1")

    _, result = view(path, ImportChoices(hidden_rows=False, struck_out=False))
    assert list(result.entries) == [("tree", "Baum")]


def test_a_cell_with_an_error_is_told(tmp_path: Path) -> None:
    path = made(tmp_path, {"en": [("tree",), ("sea",), ("sky",)], "de": [("Baum",), ("=1/0",), ("Himmel",)]})

    _, result = view(path)

    assert list(result.entries) == [("tree", "Baum"), ("sky", "Himmel")]
    assert "de!A2" in result.rejected_rows[0].reason
