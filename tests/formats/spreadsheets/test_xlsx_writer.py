"""Writing spreadsheets: the written file reads back the same, and every cell is a text."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import openpyxl
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from support.campaign import size
from support.files.office_suite import OfficeSuite, office_sample
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.entries.term_fields import FIELD_NAMES, OF_SOURCE
from termdesk.domain.errors import InvalidInput, Stopped, StorageFailed
from termdesk.domain.language.language import LanguagePair
from termdesk.formats.spreadsheets import xlsx_reader
from termdesk.formats.spreadsheets.xlsx_writer import (
    PairEntries,
    SheetTable,
    dictionary_sheets,
    format_losses,
    multilingual_sheets,
    sheet_names,
    write,
)

GERMAN, ARABIC, JAPANESE = LanguagePair("en", "de"), LanguagePair("en", "ar"), LanguagePair("en", "ja")

# Texts that spreadsheet programs tend to interpret as something else.
AWKWARD = [
    ("=1+1", "'quoted"),
    ("007", "1-2"),
    ("+4930", "@SUM(A1)"),
    ("-1", "{=1}"),
    ('=HYPERLINK("http://x.y")', "mailto:a@b.c"),
    ("http://example.org", "2024-03-01"),
    (" blanks ", "\ttab\t"),
    ("line\nbreak", "return\r\n"),
    ("_x0041_", "\x01\x1f\x7f"),
    ("TRUE", "1e5"),
    ("😀 👩‍👩‍👧", "<b>&amp;\"'"),
    ("contract", "عقد"),
    ("#N/A", "100%"),
]


def dictionary(
    *rows: tuple[str, str], pair: LanguagePair = GERMAN, details: dict[int, EntryDetail] | None = None
) -> PairEntries:
    entries = Entries.of(rows)
    entries.details = details or {}
    return PairEntries(pair, entries)


def read_again(path: Path, name: str, pair: LanguagePair) -> list[tuple[str, str]]:
    result = xlsx_reader.read(path, name, xlsx_reader.preview_sheet(path, name).layout_for(pair))
    assert not result.rejected_rows
    assert not result.converted
    return list(result.entries)


def test_awkward_phrases_are_read_again_as_they_were(tmp_path: Path) -> None:
    write(tmp_path / "t.xlsx", dictionary_sheets([dictionary(*AWKWARD)]))

    assert read_again(tmp_path / "t.xlsx", "en-de", GERMAN) == AWKWARD


def test_no_cell_is_a_formula_a_number_or_a_link(tmp_path: Path) -> None:
    write(tmp_path / "t.xlsx", dictionary_sheets([dictionary(*AWKWARD)]))

    sheet = openpyxl.load_workbook(tmp_path / "t.xlsx")["en-de"]
    cells = [cell for row in sheet.iter_rows() for cell in row]

    assert {cell.data_type for cell in cells} <= {"s", "inlineStr"}
    assert {cell.number_format for cell in cells} == {"@"}
    assert not any(cell.hyperlink for cell in cells)


# Without control characters and carriage returns, which spreadsheet programs drop themselves.
OPENED_ROWS = [row for row in AWKWARD if not re.search("[\r\x01]", "".join(row))]
OPENED = office_sample(
    "awkward.xlsx", lambda path: write(path, dictionary_sheets([dictionary(*OPENED_ROWS)])), "xlsx", "ods"
)


@pytest.mark.parametrize("kind", OPENED.kinds)
def test_libreoffice_opens_and_computes_none_of_it(office_suite: OfficeSuite, kind: str) -> None:
    assert read_again(office_suite.converted(OPENED, kind), "en-de", GERMAN) == OPENED_ROWS


def test_the_header_and_the_source_column_stay_in_sight(tmp_path: Path) -> None:
    write(tmp_path / "t.xlsx", dictionary_sheets([dictionary(("a long source phrase", "b"))]))

    sheet = openpyxl.load_workbook(tmp_path / "t.xlsx")["en-de"]

    assert [cell.value for cell in sheet[1]] == ["en", "de"]
    assert sheet.freeze_panes == "B2"
    assert sheet.column_dimensions["A"].width > 20


def test_right_to_left_languages_have_their_columns_and_sheets_that_way(tmp_path: Path) -> None:
    tables = dictionary_sheets(
        [dictionary(("contract", "عقد"), pair=ARABIC), dictionary(("חוזה", "contract"), pair=LanguagePair("he", "en"))]
    )

    write(tmp_path / "t.xlsx", tables)
    book = openpyxl.load_workbook(tmp_path / "t.xlsx")

    assert [book[name].sheet_view.rightToLeft for name in ("en-ar", "he-en")] == [None, True]
    assert [cell.alignment.readingOrder for cell in book["en-ar"][2]] == [1, 2]


def test_each_dictionary_has_a_sheet_and_details_have_columns(tmp_path: Path) -> None:
    fields = tuple((name, f"the {name}") for name in (*FIELD_NAMES, *(OF_SOURCE + name for name in FIELD_NAMES[1:])))
    remark = EntryDetail("forbidden", "never", "law", fields)
    german = dictionary(("a", "b"), ("c", "d"), details={1: remark})

    write(tmp_path / "t.xlsx", dictionary_sheets([german, dictionary(("a", "あ"), pair=JAPANESE)]))
    result = xlsx_reader.read(
        tmp_path / "t.xlsx", "en-de", xlsx_reader.preview_sheet(tmp_path / "t.xlsx", "en-de").layout
    )

    assert [sheet.name for sheet in xlsx_reader.sheets(tmp_path / "t.xlsx")] == ["en-de", "en-ja"]
    assert result.entries == german.entries
    assert result.entries.details == {1: remark}


def test_the_wide_form_has_a_row_for_each_source_phrase_and_each_time_it_occurs(tmp_path: Path) -> None:
    german = dictionary(("bank", "Bank"), ("sun", "Sonne"), ("bank", "Ufer"))
    japanese = dictionary(("sun", "太陽"), ("moon", "月"), pair=JAPANESE)

    (table,) = multilingual_sheets([german, japanese])
    write(tmp_path / "t.xlsx", [table])

    assert (table.name, table.titles) == ("en", ("en", "de", "ja"))
    assert list(table.rows) == [
        ["bank", "Bank", ""],
        ["sun", "Sonne", "太陽"],
        ["bank", "Ufer", ""],
        ["moon", "", "月"],
    ]
    assert read_again(tmp_path / "t.xlsx", "en", GERMAN) == list(german.entries)
    assert read_again(tmp_path / "t.xlsx", "en", JAPANESE) == list(japanese.entries)


def test_details_of_each_language_come_back_from_the_wide_form(tmp_path: Path) -> None:
    noun, book = (("partOfSpeech", "noun"), ("sourceTerm/projectSubset", "UI")), (("source", "a book"),)
    german = dictionary(
        ("sun", "Sonne"),
        ("moon", "Mond"),
        details={0: EntryDetail("preferred", "", "sky", noun), 1: EntryDetail(note="x")},
    )
    japanese = dictionary(("moon", "月"), pair=JAPANESE, details={0: EntryDetail("admitted", "y", "", book)})

    (table,) = multilingual_sheets([german, japanese])
    write(tmp_path / "t.xlsx", [table])

    assert table.titles[:6] == ("en", "de", "ja", "Status [de]", "Note [de]", "Domain [de]")
    file = xlsx_reader.preview_sheet(tmp_path / "t.xlsx", "en")
    for each in (german, japanese):
        read = xlsx_reader.read(tmp_path / "t.xlsx", "en", file.layout_for(each.pair)).entries
        assert list(read) == list(each.entries)
        assert read.details == each.entries.details


def test_what_will_be_lost_is_said_before_writing() -> None:
    german = dictionary(("a", ""), ("", ""), details={0: EntryDetail(note="x")})

    narrow = format_losses(dictionary_sheets([german]))
    table = format_losses(multilingual_sheets([german, dictionary(("a", "b"), pair=JAPANESE)]))

    assert narrow == ["1 empty row is left out when the file is read again."]
    assert [loss.split()[0] for loss in table] == ["2"]
    assert format_losses(dictionary_sheets([dictionary(("a", "b"))])) == []


def test_another_order_is_said_only_where_there_is_one() -> None:
    german = dictionary(("a", "A"), ("b", "B"), ("c", "C"))
    in_order = dictionary(("a", "1"), ("c", "3"), pair=JAPANESE)
    reordered = dictionary(("c", "3"), ("a", "1"), pair=JAPANESE)

    assert format_losses(multilingual_sheets([german, in_order])) == []
    [words] = format_losses(multilingual_sheets([german, reordered]))
    assert words.startswith("Rows keep the order of the first dictionary")


# Lone surrogates, U+FFFE and escapes that share an underscore are rejected, see below.
_TEXTS = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\ufffe\uffff_"), max_size=12)
_AWKWARD_TEXTS = st.sampled_from([text for row in AWKWARD for text in row])
_ROWS = st.lists(st.tuples(_TEXTS | _AWKWARD_TEXTS, _TEXTS | _AWKWARD_TEXTS).filter(any), min_size=1, max_size=8)


@pytest.mark.slow
@settings(max_examples=size(15, 400), deadline=None)
@given(rows=_ROWS)
def test_entries_written_and_read_are_the_same(rows: list[tuple[str, str]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.xlsx"
        write(path, dictionary_sheets([dictionary(*rows)]))

        assert read_again(path, "en-de", GERMAN) == rows


@pytest.mark.slow
@settings(max_examples=size(15, 400), deadline=None)
@example([{"0": "0"}, {"0": "CA"}])
@given(
    columns=st.lists(
        st.dictionaries(_TEXTS.filter(bool), _TEXTS.filter(bool), min_size=1, max_size=6), min_size=2, max_size=3
    )
)
def test_wide_sheets_written_and_read_are_the_same_dictionaries(columns: list[dict[str, str]]) -> None:
    pairs = [GERMAN, JAPANESE, ARABIC]
    dictionaries = [dictionary(*rows.items(), pair=pair) for rows, pair in zip(columns, pairs, strict=False)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.xlsx"
        write(path, multilingual_sheets(dictionaries))

        for rows, pair in zip(columns, pairs, strict=False):
            assert dict(read_again(path, "en", pair)) == rows


@pytest.mark.parametrize(
    ("phrase", "reason"),
    [
        ("\ud83d", "A3 of the sheet “en-de” contains a damaged character"),
        ("\ufffe", "A3 of the sheet “en-de” contains U\\+FFFE or U\\+FFFF"),
        ("_x005F_x0041_", "A3 of the sheet “en-de” contains “_x005F_x0041_”"),
        ("x" * 32_768, "A3 of the sheet “en-de” has 32,768 characters; a cell can have 32,767"),
        ("😀" * 16_384, "A3 of the sheet “en-de” has 32,768 characters"),
    ],
)
def test_what_a_cell_cannot_hold_is_refused_before_anything_is_written(
    tmp_path: Path, phrase: str, reason: str
) -> None:
    with pytest.raises(InvalidInput, match=reason):
        write(tmp_path / "t.xlsx", dictionary_sheets([dictionary(("a", "b"), (phrase, "c"))]))

    assert not list(tmp_path.iterdir())


def test_the_longest_cell_is_written_whole(tmp_path: Path) -> None:
    rows = [("x" * 32_767, "😀" * 16_383)]

    write(tmp_path / "t.xlsx", dictionary_sheets([dictionary(*rows)]))

    assert read_again(tmp_path / "t.xlsx", "en-de", GERMAN) == rows


class _ManyRows:
    """One row more than fits into a sheet, counting the header."""

    def __len__(self) -> int:
        return 1_048_576

    def __iter__(self) -> Iterator[Sequence[str]]:
        raise AssertionError("the number of rows is known before any is looked at")


def test_only_columns_of_numbers_hold_numbers(tmp_path: Path) -> None:
    table = SheetTable("Terms", ("Term", "Uses"), ("en", ""), [("007", "12"), ("8", "")], numbers=frozenset({1}))

    write(tmp_path / "t.xlsx", [table])

    rows = openpyxl.load_workbook(tmp_path / "t.xlsx")["Terms"].iter_rows(min_row=2, values_only=True)
    assert list(rows) == [("007", 12), ("8", None)]


def test_more_rows_than_a_sheet_has_are_refused(tmp_path: Path) -> None:
    table = SheetTable("en-de", ("en", "de"), ("en", "de"), _ManyRows())

    with pytest.raises(InvalidInput, match="would have 1,048,577 rows"):
        write(tmp_path / "t.xlsx", [table])


def test_names_of_sheets_are_made_such_as_programs_take_them() -> None:
    expected = ["en-de", "EN-de", "a/b:c", "'quoted'", "x" * 40, "x" * 50, "History", ""]

    names = sheet_names(expected)

    assert names[:4] == ["en-de", "EN-de (2)", "a b c", "quoted"]
    assert names[5:] == ["x" * 27 + " (2)", "History (2)", "Sheet"]
    assert max(map(len, names)) == 31


@pytest.mark.slow
def test_nothing_is_left_when_writing_is_stopped(tmp_path: Path) -> None:
    rows = [(f"source {number}", "x") for number in range(10_000)]

    class Impatient:
        def step(self, done: int, total: int | None = None) -> None:
            assert total == 10_000
            if done > 5_000:
                raise Stopped

    with pytest.raises(Stopped):
        write(tmp_path / "t.xlsx", dictionary_sheets([dictionary(*rows)]), progress=Impatient())

    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(StorageFailed, match="cannot be written"):
        write(tmp_path / "absent" / "t.xlsx", dictionary_sheets([dictionary(("a", "b"))]))
