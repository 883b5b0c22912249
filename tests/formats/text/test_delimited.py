"""Files are read row by row and written byte for byte."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.detailed import detailed
from support.shared_data import shared_file
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.errors import InvalidInput, Stopped
from termdesk.domain.language.language import LanguagePair
from termdesk.formats.text import encodings
from termdesk.formats.text.delimited import csv, format_losses, read, tsv
from termdesk.formats.text.layout import Layout
from termdesk.formats.text.table_preview import preview_table

PLAIN = Layout("utf-8", "\t")


def file_of(folder: Path, content: str | bytes, name: str = "terms.tsv") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    ["libreoffice.en-es.tsv", "libreoffice.en-he.tsv", "freedict.hun-eng.tsv", "freedict.eng-ara.tsv"],
)
def test_a_clean_file_comes_out_byte_for_byte(name: str) -> None:
    path = shared_file(name)

    result = read(path, preview_table(path).layout)

    assert not result.rejected_rows
    assert b"".join(tsv(result.entries)) == path.read_bytes()


def test_a_broken_row_never_costs_another(tmp_path: Path) -> None:
    path = file_of(tmp_path, 'a\tA\nb\tB\tC\nc\t"open\nd\tD\n\nlone\n"e"x\tE\nf\tF\n')

    result = read(path, PLAIN)

    assert list(result.entries) == [("a", "A"), ("d", "D"), ("f", "F")]
    assert list(result.lines) == [1, 4, 8]
    assert [(rejected.line, rejected.row, rejected.column) for rejected in result.rejected_rows] == [
        (2, 2, 0),
        (3, 3, 3),
        (6, 5, 0),
        (7, 6, 4),
    ]
    assert [rejected.original for rejected in result.rejected_rows] == [
        "b\tB\tC",
        'c\t"open',
        "lone",
        '"e"x\tE',
    ]
    assert all(rejected.reason and rejected.remedy for rejected in result.rejected_rows)
    assert result.blank_lines == 1


def test_what_can_be_salvaged_leaves_no_text_behind(tmp_path: Path) -> None:
    path = file_of(tmp_path, 'b\tB\tC\nc\t"open\nlone\n')

    salvaged = [rejected.salvaged for rejected in read(path, PLAIN).rejected_rows]

    assert salvaged == [("b", "B\tC"), ("c", '"open'), ("lone", "")]


cells = st.text(st.sampled_from('ab"\t\r\n\u2028é'), max_size=4)


@pytest.mark.slow
@given(text=cells.flatmap(lambda first: cells.map(lambda second: f"{first}\t{second}\n\n{second}")) | cells)
def test_every_line_of_a_file_is_accounted_for(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = file_of(tmp_path_factory.getbasetemp(), f"first\tline\n{text}", name="accounted.tsv")

    result = read(path, PLAIN)

    lines = f"first\tline\n{text}".replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n")
    inside = sum(
        len(part.replace("\r\n", "\n").replace("\r", "\n").split("\n")) - 1 for pair in result.entries for part in pair
    )
    inside += sum(len(re.findall("\r\n|\r|\n", str(rejected.original))) for rejected in result.rejected_rows)
    assert len(result.entries) + inside + len(result.rejected_rows) + result.blank_lines == len(lines)


@pytest.mark.parametrize(
    "text",
    [
        "a\tb\nc\td\n",
        "a\tb\r\nc\td",
        '"x\ny"\tb\nc\td\n',
        'a\tb\n\nc\td\n"e"\tf',
        "a\tb\rc\td\n",
        "Source\tTarget\n",
        "one",
    ],
)
@pytest.mark.parametrize("has_header", [False, True])
def test_a_file_read_in_parts_gives_the_same(
    tmp_path: Path, text: str, has_header: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = file_of(tmp_path, text)
    whole = read(path, replace(PLAIN, has_header=has_header))
    monkeypatch.setattr(encodings, "_AT_ONCE_BYTES", 5)

    assert read(path, replace(PLAIN, has_header=has_header)) == whole


def test_entries_that_break_the_rules_are_read_as_they_stand(tmp_path: Path) -> None:
    path = file_of(tmp_path, 'a\tA\na\t\n b\tB \n"c\nd"\tC\n')

    result = read(path, PLAIN)

    assert list(result.entries) == [("a", "A"), ("a", ""), (" b", "B "), ("c\nd", "C")]
    assert list(result.lines) == [1, 2, 3, 4]
    assert not result.rejected_rows


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_marks_leave_no_trace(tmp_path: Path, line_end: str, mark: bytes) -> None:
    path = file_of(tmp_path, mark + f"a\tA{line_end}b\tB{line_end}c\tC".encode())

    result = read(path, preview_table(path).layout)

    assert list(result.entries) == [("a", "A"), ("b", "B"), ("c", "C")]
    assert list(result.lines) == [1, 2, 3]
    assert result.blank_lines == 0


def test_empty_lines_are_counted_and_lines_keep_their_numbers(tmp_path: Path) -> None:
    path = file_of(tmp_path, "\n\na\tA\n\nb\tB\n\n")

    result = read(path, PLAIN)

    assert list(result.lines) == [3, 5]
    assert result.blank_lines == 4


def test_the_lines_above_the_entries_are_no_entries(tmp_path: Path) -> None:
    path = file_of(tmp_path, "sep=;\nen;de\ncontract;Vertrag\ncourt;Gericht\n", name="terms.csv")

    result = read(path, preview_table(path).layout)

    assert list(result.entries) == [("contract", "Vertrag"), ("court", "Gericht")]
    assert list(result.lines) == [3, 4]
    assert result.blank_lines == 0


def test_a_file_of_nothing_but_a_header_has_no_entries_and_no_faults(tmp_path: Path) -> None:
    for content in ("en\tde\n", "en\tde"):
        path = file_of(tmp_path, content)

        result = read(path, preview_table(path).layout)

        assert (len(result.entries), result.rejected_rows, result.blank_lines) == (0, (), 0)


def test_a_quoted_header_is_skipped_too(tmp_path: Path) -> None:
    path = file_of(tmp_path, '"source";"target"\n"contract";"Vertrag"\n', name="terms.csv")

    result = read(path, preview_table(path).layout)

    assert list(result.entries) == [("contract", "Vertrag")]
    assert list(result.lines) == [2]


def test_rows_of_another_pair_are_ignored_and_counted(tmp_path: Path) -> None:
    path = file_of(tmp_path, "a,A,EN,DE\nb,B,en,fr\nc,C,eng,deu\nd,D\n", name="terms.csv")

    result = read(path, preview_table(path).layout_for(LanguagePair("en", "de")))

    assert list(result.entries) == [("a", "A"), ("c", "C"), ("d", "D")]
    assert result.ignored_rows == 1


@pytest.mark.slow
def test_any_pair_of_a_file_of_many_languages_is_read() -> None:
    path = shared_file("cldr-emoji-names.33-languages.csv")

    result = read(path, preview_table(path).layout_for(LanguagePair("de", "th")))

    assert len(result.entries) + len(result.rejected_rows) == 1_966
    assert ("Drachengesicht", "หน้ามังกร") in list(result.entries)
    assert not result.rejected_rows


def test_empty_cells_behind_the_last_column_are_no_fault_but_text_there_is(tmp_path: Path) -> None:
    path = file_of(tmp_path, "a;A\nb;B;;\nc;C;;note\n", name="terms.csv")

    result = read(path, replace(PLAIN, separator=";"))

    assert list(result.entries) == [("a", "A"), ("b", "B")]
    assert [rejected.line for rejected in result.rejected_rows] == [3]


def test_bytes_that_do_not_decode_cost_their_line_only(tmp_path: Path) -> None:
    path = file_of(tmp_path, b"a\tA\nstra\xdfe\tcalle\nc\tC\n")

    result = read(path, PLAIN)

    assert list(result.entries) == [("a", "A"), ("c", "C")]
    (rejected,) = result.rejected_rows
    assert (rejected.line, rejected.original) == (2, b"stra\xdfe\tcalle")
    assert "not utf-8" in rejected.reason


def test_reading_can_be_stopped_on_both_ways(tmp_path: Path) -> None:
    class StopsAtOnce:
        def step(self, done: int, total: int | None = None) -> None:
            raise Stopped

    clean = file_of(tmp_path, "a\tb\n" * 5_000, name="clean.tsv")
    broken = file_of(tmp_path, "a\tb\n" * 5_000 + "lone\n", name="broken.tsv")

    for path in (clean, broken):
        with pytest.raises(Stopped):
            read(path, PLAIN, progress=StopsAtOnce())


@pytest.mark.slow
def test_progress_reaches_the_end_of_a_file_with_faults(tmp_path: Path) -> None:
    seen: list[tuple[int, int | None]] = []

    class Remembers:
        def step(self, done: int, total: int | None = None) -> None:
            seen.append((done, total))

    read(file_of(tmp_path, "lone\n" + "a\tb\n" * 20_000), PLAIN, progress=Remembers())

    assert (16_384, 20_001) in seen


def test_csv_is_written_with_its_separator_and_mark() -> None:
    entries = Entries.of([("a;b", 'say "x"'), ("c", "d")])

    assert b"".join(csv(entries, separator=";", with_mark=True)) == b'\xef\xbb\xbf"a;b";"say ""x"""\nc;d\n'
    assert b"".join(csv(entries)) == b'a;b,"say ""x"""\nc,d\n'


def test_half_a_character_is_refused_with_its_row() -> None:
    entries = Entries.of([("a", "b"), ("c", "d\ud83d")])

    with pytest.raises(InvalidInput, match="Row 2"):
        b"".join(tsv(entries))


def test_two_columns_hold_the_preferred_of_several_synonyms_and_say_so() -> None:
    entries = detailed([("car", "Karre"), ("car", "Auto")], [EntryDetail("admitted"), EntryDetail("preferred")])

    assert b"".join(tsv(entries)) == b"car\tAuto\n"
    assert "1 admitted synonym is left out; the preferred entry is written." in list(format_losses(entries))
