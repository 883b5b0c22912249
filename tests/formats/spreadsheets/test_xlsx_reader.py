"""Reading spreadsheets: the content of sheets, and what happens to each row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.comments import Comment

from support.files.office_suite import OfficeSuite, office_sample
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.errors import InvalidInput, Stopped, UnreadableFile
from termdesk.domain.language.language import LanguagePair
from termdesk.formats.spreadsheets import xlsx_reader
from termdesk.formats.spreadsheets.sheet_layout import SheetResult
from termdesk.formats.spreadsheets.spreadsheet_package import WorkbookSheet

GERMAN, FRENCH = LanguagePair("en", "de"), LanguagePair("en", "fr")


def workbook(path: Path, rows: Sequence[Sequence[object]], *, name: str = "Terms", merged: Sequence[str] = ()) -> Path:
    """Write a file with openpyxl."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = name
    for row in rows:
        sheet.append(row)
    for area in merged:
        sheet.merge_cells(area)
    book.save(path)
    return path


def read_all(path: Path, *, name: str = "Terms", pair: LanguagePair | None = None, **changes: Any) -> SheetResult:
    preview = xlsx_reader.preview_sheet(path, name)
    layout = preview.layout_for(pair) if pair else preview.layout
    return xlsx_reader.read(path, name, replace(layout, **changes))


def test_sheets_are_listed_with_their_sizes_and_whether_they_are_hidden(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.title = "Terms"
    book.active.append(["a", "b"])
    hidden = book.create_sheet("More & <less>")
    hidden.sheet_state = "hidden"
    hidden["C3"] = "x"
    book.create_chartsheet("Chart")
    book.create_sheet("Empty")
    book.save(tmp_path / "t.xlsx")

    found = xlsx_reader.sheets(tmp_path / "t.xlsx")

    assert found == [
        WorkbookSheet("Terms", 1, 2),
        WorkbookSheet("More & <less>", 3, 3, is_hidden=True),
        WorkbookSheet("Empty", 0, 0),
    ]


def test_the_rows_of_a_sheet_come_as_they_stand(tmp_path: Path) -> None:
    path = workbook(tmp_path / "t.xlsx", [[], [None, "a ", 12], [None, "b\nc", True]])

    rows = xlsx_reader.preview_sheet(path, "Terms", header_row=0).first_rows

    assert rows == (("", "", ""), ("", "a ", "12"), ("", "b\nc", "TRUE"))


def test_a_header_of_languages_is_found_under_titles(tmp_path: Path) -> None:
    rows = [["Glossary of ACME"], [], ["No.", "English", "Deutsch"], [1, "contract", "Vertrag"]]
    path = workbook(tmp_path / "t.xlsx", rows, merged=["A1:C1"])

    preview = xlsx_reader.preview_sheet(path, "Terms")
    result = xlsx_reader.read(path, "Terms", preview.layout)

    assert (preview.layout.header_row, preview.pair, preview.row_count) == (3, GERMAN, 1)
    assert preview.rows_above[0][0] == "Glossary of ACME"
    assert [column.title for column in preview.unused_columns] == ["No."]
    assert list(result.entries) == [("contract", "Vertrag")]
    assert list(result.lines) == [4]


def test_without_a_header_the_first_two_filled_columns_are_the_phrases(tmp_path: Path) -> None:
    path = workbook(tmp_path / "t.en-de.xlsx", [[None, "contract", "Vertrag"], [None, "court", "Gericht"]])

    preview = xlsx_reader.preview_sheet(path, "Terms")

    assert (preview.layout.header_row, preview.pair) == (0, GERMAN)
    assert list(xlsx_reader.read(path, "Terms", preview.layout).entries) == [
        ("contract", "Vertrag"),
        ("court", "Gericht"),
    ]


def test_names_of_languages_in_the_entries_are_no_header(tmp_path: Path) -> None:
    path = workbook(tmp_path / "t.xlsx", [["one", "eins"], ["English", "German"]])

    assert len(read_all(path).entries) == 2


def test_a_header_that_the_user_denies_is_an_entry(tmp_path: Path) -> None:
    path = workbook(tmp_path / "t.xlsx", [["English", "German"], ["one", "eins"]])

    preview = xlsx_reader.preview_sheet(path, "Terms", header_row=0)

    assert xlsx_reader.read(path, "Terms", preview.layout).entries.sources == ["English", "one"]


def test_each_pair_of_many_languages_is_read_and_other_rows_are_counted(tmp_path: Path) -> None:
    rows = [["en", "de", "fr"], ["contract", "Vertrag", "contrat"], ["court", None, "tribunal"], [None, "Recht", None]]
    path = workbook(tmp_path / "t.xlsx", rows)

    german, french = read_all(path, pair=GERMAN), read_all(path, pair=FRENCH)

    assert list(german.entries) == [("contract", "Vertrag")]
    assert german.ignored_rows == 2
    assert list(french.entries) == [("contract", "contrat"), ("court", "tribunal")]
    assert list(french.lines) == [2, 3]


def test_all_pairs_of_a_sheet_are_read_at_once_as_one_by_one(tmp_path: Path) -> None:
    rows = [["en", "de", "fr"], ["bank", "Bank", "banque"], [None, "Ufer", "rive"], ["sun", None, "soleil"]]
    path = workbook(tmp_path / "t.xlsx", rows, merged=["A2:A3"])
    preview = xlsx_reader.preview_sheet(path, "Terms")

    results = xlsx_reader.read_pairs(path, "Terms", [preview.layout_for(GERMAN), preview.layout_for(FRENCH)])

    assert results == [read_all(path, pair=GERMAN), read_all(path, pair=FRENCH)]
    assert [len(result.entries) for result in results] == [2, 3]
    assert [result.filled_cells for result in results] == [1, 1]


def test_a_language_that_the_sheet_lacks_is_refused_by_name(tmp_path: Path) -> None:
    path = workbook(tmp_path / "t.xlsx", [["en", "de", "fr"], ["a", "b", "c"]])

    with pytest.raises(InvalidInput, match="no column for ja"):
        xlsx_reader.preview_sheet(path, "Terms").layout_for(LanguagePair("en", "ja"))


def test_with_codes_in_the_rows_other_pairs_are_ignored_and_counted(tmp_path: Path) -> None:
    rows = [["a", "b", "en", "de"], ["c", "d", "EN", "DE"], ["e", "f", "en", "fr"]]
    path = workbook(tmp_path / "t.xlsx", rows)

    result = read_all(path)

    assert list(result.entries) == [("a", "b"), ("c", "d")]
    assert result.ignored_rows == 1


def test_numbers_dates_and_truths_become_texts_and_are_counted(tmp_path: Path) -> None:
    rows = [["en", "de"], [12, "zwölf"], ["1-2", date(2024, 2, 1)], [True, 0.05]]
    path = workbook(tmp_path / "t.xlsx", rows)

    result = read_all(path)

    assert list(result.entries) == [("12", "zwölf"), ("1-2", "2024-02-01"), ("TRUE", "0.05")]
    assert result.converted == {"number": 2, "date": 1, "truth value": 1}


def test_an_error_is_a_fault_that_names_its_cell_and_costs_no_other_row(tmp_path: Path) -> None:
    rows = [["en", "de", "note"], ["a", "#N/A", "x"], ["b", "c", "#REF!"], ["d", "e", None]]
    path = workbook(tmp_path / "t.xlsx", rows)

    result = read_all(path)

    assert list(result.entries) == [("b", "c"), ("d", "e")]
    (rejected,) = result.rejected_rows
    assert (rejected.line, rejected.row, rejected.reason) == (
        2,
        1,
        "No value can be read: cell B2 contains the error #N/A.",
    )
    assert rejected.salvaged == ("a", "")
    assert rejected.original == "a\t\tx"
    assert result.entries.details == {0: EntryDetail(note="the error #REF!")}


def test_a_formula_whose_result_was_never_stored_is_a_fault(tmp_path: Path) -> None:
    path = workbook(tmp_path / "t.xlsx", [["en", "de"], ["a", "=UPPER(A2)"]])

    (rejected,) = read_all(path).rejected_rows

    assert rejected.reason == "No value can be read: cell B2 contains a formula without a result."


def test_empty_rows_and_rows_without_phrases_are_told_apart(tmp_path: Path) -> None:
    path = workbook(tmp_path / "t.xlsx", [["en", "de", "Note"], ["a", "b"], [], [None, None, "see above"], ["", "c"]])

    result = read_all(path)

    assert list(result.entries) == [("a", "b"), ("", "c")]
    assert result.blank_lines == 1
    assert [(rejected.line, rejected.reason) for rejected in result.rejected_rows] == [
        (4, "The row has neither source nor target.")
    ]


def test_blanks_and_line_breaks_are_kept_for_the_checks(tmp_path: Path) -> None:
    path = workbook(tmp_path / "t.xlsx", [["en", "de"], [" a ", "b\nc"], ["\u00a0d", "e\t"]])

    assert list(read_all(path).entries) == [(" a ", "b\nc"), ("\u00a0d", "e\t")]


def test_a_phrase_merged_over_rows_stands_in_each_of_them(tmp_path: Path) -> None:
    rows = [["en", "de"], ["bank", "Bank"], [None, "Ufer"], [None, None], ["sun", "Sonne"]]
    path = workbook(tmp_path / "t.xlsx", rows, merged=["A2:A4"])

    result = read_all(path)

    assert list(result.entries) == [("bank", "Bank"), ("bank", "Ufer"), ("sun", "Sonne")]
    assert (result.filled_cells, result.blank_lines) == (1, 1)


def test_remarks_beside_the_phrases_are_read(tmp_path: Path) -> None:
    rows = [["en", "de", "note", "Status", "Domain"], ["a", "b", "mind", "forbidden", None], ["c", "d"]]
    path = workbook(tmp_path / "t.xlsx", rows)

    result = read_all(path)

    assert result.entries.details == {0: EntryDetail(status="forbidden", note="mind")}
    assert len(result.entries) == 2


def test_comments_are_no_phrases(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.title = "Terms"
    book.active.append(["a", "b"])
    book.active["A1"].comment = Comment("not a phrase", "somebody")
    book.save(tmp_path / "t.xlsx")

    assert list(read_all(tmp_path / "t.xlsx").entries) == [("a", "b")]


def test_a_sheet_or_column_that_is_not_there_is_refused_by_name(tmp_path: Path) -> None:
    path = workbook(tmp_path / "t.xlsx", [["a", "b"]])

    with pytest.raises(InvalidInput, match="no sheet “Other”; it has Terms"):
        xlsx_reader.preview_sheet(path, "Other")
    with pytest.raises(InvalidInput, match="no column D; its last one is B"):
        read_all(path, target_column=3)


@pytest.mark.parametrize(("rows", "reason"), [([], "is empty"), ([["a"], ["b"]], "only one column")])
def test_a_sheet_without_two_columns_is_refused(tmp_path: Path, rows: list[list[str]], reason: str) -> None:
    path = workbook(tmp_path / "t.xlsx", rows)

    with pytest.raises(UnreadableFile, match=reason):
        xlsx_reader.preview_sheet(path, "Terms")


@pytest.mark.slow
def test_reading_tells_how_far_it_is_and_stops_when_asked(tmp_path: Path) -> None:
    path = workbook(tmp_path / "t.xlsx", [[f"source {number}", "x"] for number in range(10_000)])
    layout = xlsx_reader.preview_sheet(path, "Terms").layout
    steps = []

    class Impatient:
        def step(self, done: int, total: int | None = None) -> None:
            steps.append((done, total))
            if done:
                raise Stopped

    with pytest.raises(Stopped):
        xlsx_reader.read(path, "Terms", layout, progress=Impatient())

    assert steps == [(0, 10_000), (4_096, 10_000)]


# A merged cell, an error, a formula, spaces that some formats collapse, a number, and a line break.
OFFICE_ROWS = [
    ["English", "German"],
    ["bank", "Bank"],
    [None, "Ufer"],
    ["007", "=1/0"],
    [" a  b ", "=1+1"],
    [3, "日本\nx"],
]


def check_what_libreoffice_wrote(path: Path) -> None:
    result = read_all(path)

    assert list(result.entries) == [("bank", "Bank"), ("bank", "Ufer"), (" a  b ", "2"), ("3", "日本\nx")]
    assert [rejected.reason for rejected in result.rejected_rows] == [
        "No value can be read: cell B4 contains the error #DIV/0!."
    ]
    assert xlsx_reader.preview_sheet(path, "Terms").pair == GERMAN


@pytest.mark.parametrize("kind", ["ods", "xlsx"])
def test_what_libreoffice_wrote_is_read(kind: str) -> None:
    # Written by LibreOffice 7.4 of Debian 12 from the same rows.
    check_what_libreoffice_wrote(Path(__file__).parents[1] / "files" / f"libreoffice.{kind}")


FROM_OFFICE = office_sample("merged.xlsx", lambda path: workbook(path, OFFICE_ROWS, merged=["A2:A3"]), "ods", "xlsx")


@pytest.mark.slow
@pytest.mark.parametrize("kind", FROM_OFFICE.kinds)
def test_what_the_libreoffice_of_this_computer_writes_is_read(office_suite: OfficeSuite, kind: str) -> None:
    check_what_libreoffice_wrote(office_suite.converted(FROM_OFFICE, kind))


def test_a_column_of_formatted_cells_without_a_value_is_an_empty_one(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.title = "Terms"
    for row, word in enumerate(("tree", "sea"), 1):
        book.active.cell(row, 2, word)
        book.active.cell(row, 3).number_format = "0.00"
    book.save(tmp_path / "t.xlsx")

    preview = xlsx_reader.preview_sheet(tmp_path / "t.xlsx", "Terms", header_row=0)
    layout = replace(preview.layout, source_column=1, target_column=2)

    assert preview.first_rows == (("", "tree", ""), ("", "sea", ""))
    assert list(xlsx_reader.read(tmp_path / "t.xlsx", "Terms", layout).entries) == [("tree", ""), ("sea", "")]
