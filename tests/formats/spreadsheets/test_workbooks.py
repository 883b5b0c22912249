"""Workbooks as a format: what the import dialog shows about them, their pairs, and all languages in one file."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

import openpyxl
import pytest
from openpyxl.styles import Font

from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput, StorageFailed
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress
from termdesk.formats.file_format import PLAIN_FORM
from termdesk.formats.file_view import FileView, ImportChoices, PairInFile
from termdesk.formats.read_result import ReadResult
from termdesk.formats.spreadsheets.workbooks import XLSX

EN_DE, EN_FR = LanguagePair("en", "de"), LanguagePair("en", "fr")


def workbook(folder: Path, sheets: dict[str, Sequence[Sequence[object]]], *, hidden: str = "") -> Path:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        sheet.sheet_state = "hidden" if name == hidden else "visible"
        for row in rows:
            sheet.append(row)
    book.save(folder / "t.xlsx")
    return folder / "t.xlsx"


def view(path: Path, choices: ImportChoices | None = None) -> tuple[FileView, ReadResult]:
    assert XLSX.reader
    return XLSX.reader.view(path, choices or ImportChoices(), NoProgress())


def test_the_first_visible_sheet_with_two_columns_is_shown(tmp_path: Path) -> None:
    table = [["en", "de"], ["tree", "Baum"]]
    path = workbook(tmp_path, {"Old": table, "Read me": [["Mind"]], "Terms": table, "More": table}, hidden="Old")

    file, result = view(path)

    assert (file.sheets, file.sheet) == (("Read me", "Terms", "More"), "Terms")
    assert (file.format, file.pair, file.has_header) == ("XLSX", EN_DE, True)
    assert list(result.entries) == [("tree", "Baum")]


def test_the_choices_of_the_user_are_obeyed(tmp_path: Path) -> None:
    rows = [["en", "de", "fr"], ["tree", "Baum", "arbre"]]
    path = workbook(tmp_path, {"A": rows, "B": rows})

    file, result = view(path, ImportChoices(sheet="B", columns=(2, 0), has_header=False))

    assert (file.sheet, file.phrase_columns, file.has_header) == ("B", (2, 0), False)
    assert list(result.entries) == [("fr", "en"), ("arbre", "tree")]
    with pytest.raises(InvalidInput):
        view(path, ImportChoices(sheet="C"))


def test_the_pairs_of_all_sheets_are_offered_and_read_in_their_order(tmp_path: Path) -> None:
    path = workbook(
        tmp_path,
        {
            "Many": [["en", "de", "fr"], ["tree", "Baum", "arbre"], ["sea", "See", None]],
            "Again": [["en-GB", "de"], ["sun", "Sonne"]],
            "Back": [["de", "en"], ["Haus", "house"]],
            "Notes": [["nothing to see"]],
        },
    )
    file, _ = view(path)
    back = LanguagePair("de", "en")
    assert file.pairs == (
        PairInFile(EN_DE, 2, "Many"),
        PairInFile(EN_FR, 1, "Many"),
        PairInFile(LanguagePair("en-GB", "de"), 1, "Again"),
        PairInFile(back, 1, "Back"),
    )

    assert XLSX.reader
    results = XLSX.reader.results_of(path, ImportChoices(), file.pairs[::-1], NoProgress())

    assert [list(each.entries) for each in results] == [
        [("Haus", "house")],
        [("sun", "Sonne")],
        [("tree", "arbre")],
        [("tree", "Baum"), ("sea", "See")],
    ]


def test_cells_that_were_no_text_are_told(tmp_path: Path) -> None:
    plain = workbook(tmp_path, {"Terms": [["en", "de"], ["tree", "Baum"]]})
    assert view(plain)[0].notes == ()

    mixed = workbook(tmp_path, {"Terms": [["en", "de"], [12, "zwölf"], [True, 0.5]]})
    assert len(view(mixed)[0].notes) == 2


@pytest.mark.slow
def test_all_languages_are_written_into_one_sheet_and_come_back(tmp_path: Path) -> None:
    german = Entries.of([("tree", "Baum"), ("sea", "See")])
    french = Entries.of([("sea", "mer"), ("sun", "soleil")])
    assert XLSX.writer
    assert XLSX.writer.write_all
    content = XLSX.writer.write_all([(EN_DE, german), (EN_FR, french)], NoProgress())
    path = tmp_path / "all.xlsx"
    path.write_bytes(b"".join(content.chunks))

    file, _ = view(path)
    assert XLSX.reader
    results = XLSX.reader.results_of(path, ImportChoices(), file.pairs, NoProgress())

    assert content.entry_count == 4
    assert [each.pair for each in file.pairs] == [EN_DE, EN_FR]
    assert [list(each.entries) for each in results] == [list(german), list(french)]


def test_a_dictionary_comes_back_as_it_was_and_loses_nothing(tmp_path: Path) -> None:
    entries = Entries.of([("007", "=1+1"), (" a ", "1-2")])
    assert XLSX.writer
    content = XLSX.writer.write(EN_DE, entries, PLAIN_FORM, NoProgress())
    (tmp_path / "one.xlsx").write_bytes(b"".join(content.chunks))

    assert list(view(tmp_path / "one.xlsx")[1].entries) == list(entries)
    assert XLSX.writer.format_losses(EN_DE, entries, PLAIN_FORM) == []


@pytest.mark.slow
def test_a_stray_cell_far_to_the_right_shows_no_columns_between(tmp_path: Path) -> None:
    rows: list[list[object]] = [["en", "de"], ["tree", "Baum"], ["sea", "Meer", *[None] * 995, " ", None, "x"]]

    file, result = view(workbook(tmp_path, {"Terms": rows}))

    assert (len(file.columns), file.shown_columns) == (1000, (0, 1, 999))
    assert file.unused_columns == ("Column 1,000",)
    assert len(result.entries) == 2


def test_a_temporary_folder_without_room_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert XLSX.writer
    chunks = XLSX.writer.write(EN_DE, Entries.of([("a", "b")]), PLAIN_FORM, NoProgress()).chunks
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)

    # Limit the size of files, as a full disk would.
    resource.setrlimit(resource.RLIMIT_FSIZE, (64, limits[1]))
    try:
        with pytest.raises(StorageFailed, match=r"temporary folder .* too large") as caught:
            next(chunks)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)

    assert (caught.value.path, list(tmp_path.iterdir())) == (str(tmp_path), [])


def test_a_temporary_folder_that_is_none_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "file"))
    assert XLSX.writer
    chunks = XLSX.writer.write(EN_DE, Entries.of([("a", "b")]), PLAIN_FORM, NoProgress()).chunks

    with pytest.raises(StorageFailed, match="temporary folder"):
        next(chunks)


def odd_workbook(folder: Path) -> Path:
    """Row 4 is filtered out, row 5 struck out, row 7 hidden. Row 6 has formatted numbers. The notes are hidden."""
    book = openpyxl.Workbook()
    sheet = book.active
    rows = [
        ("en", "de", "Note"),
        ("tree", "Baum", "tall"),
        ("elm", "Ulme"),
        ("ash", "Esche"),
        ("oak", "Eiche"),
        (7, 0.05),
    ]
    for row in rows:
        sheet.append(row)
    sheet.auto_filter.ref = "A1:B4"
    sheet.auto_filter.add_filter_column(0, ["tree"])
    sheet.row_dimensions[4].hidden = True
    sheet["B5"].font = Font(strike=True)
    sheet["A6"].number_format, sheet["B6"].number_format = "000", "0 %"
    sheet.column_dimensions["C"].hidden = True
    sheet.append(("fir", "Tanne"))
    sheet.row_dimensions[7].hidden = True
    book.create_sheet("Old").append(["a", "b"])
    book["Old"].sheet_state = "hidden"
    book.save(folder / "odd.xlsx")
    return folder / "odd.xlsx"


def test_what_people_do_not_see_is_read_and_told(tmp_path: Path) -> None:
    file, result = view(odd_workbook(tmp_path))

    assert result.entries.sources == ["tree", "elm", "ash", "oak", "007", "fir"]
    assert result.entries.targets[4] == "5 %"
    assert (file.has_hidden_rows, file.has_struck_rows, file.has_shown_numbers) == (True, True, True)
    assert file.notes == (
        "2 cells contained a number or a date and were read as displayed",
        "hidden rows, read as well: 1",
        "rows hidden by a filter, read as well: 1",
        "rows with a phrase that is struck out, read as well: 1",
        "hidden columns, read as well: Note",
        "hidden sheets, not read: Old",
    )


def test_what_people_do_not_see_is_left_out_if_they_want(tmp_path: Path) -> None:
    choices = ImportChoices(hidden_rows=False, struck_out=False, as_shown=False)
    file, result = view(odd_workbook(tmp_path), choices)

    assert list(result.entries) == [("tree", "Baum"), ("elm", "Ulme"), ("7", "0.05")]
    assert (result.left_out_rows, list(result.lines)) == (3, [2, 3, 6])
    assert file.first_rows == (("tree", "Baum", "tall"), ("elm", "Ulme", ""), ("7", "0.05", ""))
    assert file.notes[:4] == (
        "2 cells contained a number and were read as text",
        "hidden rows, left out: 1",
        "rows hidden by a filter, left out: 1",
        "rows with a phrase that is struck out, left out: 1",
    )
    assert (file.has_hidden_rows, file.has_struck_rows, file.has_shown_numbers) == (True, True, True)
