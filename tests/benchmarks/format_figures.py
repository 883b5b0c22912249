"""P13 and P14: reading spreadsheets, and exporting large dictionaries as TSV, CSV, XLSX and TBX."""

from __future__ import annotations

import csv
import tempfile
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from xml.sax.saxutils import escape

import python_calamine
import xlsxwriter
from lxml import etree

from benchmarks.data import TEN_MIB, pairs, pairs_of_size
from benchmarks.measuring import Result, alternating, growth_note
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.formats.concepts import concepts_of
from termdesk.formats.spreadsheets import xlsx_reader
from termdesk.formats.spreadsheets.xlsx_writer import PairEntries, dictionary_sheets, write
from termdesk.formats.termbases import tbx
from termdesk.formats.text import delimited

ROWS = 100_000
_PAIR = LanguagePair("en", "de")
_OPEN_DOCUMENT = "urn:oasis:names:tc:opendocument:xmlns:"
_Row = tuple[str, str]
_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


def importing(rows: int = ROWS) -> Result:
    """P13. Read a sheet with a header and shared strings, as spreadsheet programs write it, into entries."""
    costs: dict[int, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        for count in (rows // 10, rows // 2, rows):
            path = Path(folder) / f"{count}.xlsx"
            _write_bare([("English", "German"), *pairs(count)], path, constant_memory=False)
            layout = xlsx_reader.preview_sheet(path, "Sheet1").layout
            assert len(xlsx_reader.read(path, "Sheet1", layout).entries) == count
            measured, yardstick = alternating(
                lambda path=path, layout=layout: xlsx_reader.read(path, "Sheet1", layout),
                lambda path=path: _read_bare(path),
            )
            costs[count] = measured
    return Result("P13", "import 100,000 rows of XLSX", measured, yardstick, 1.8, note=growth_note(costs))


def importing_ods(rows: int = ROWS) -> Result:
    """P13. The same for ODS, as an office program writes it."""
    costs: dict[int, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        for count in (rows // 10, rows // 2, rows):
            path = Path(folder) / f"{count}.ods"
            _write_ods([("English", "German"), *pairs(count)], path)
            layout = xlsx_reader.preview_sheet(path, "Sheet1").layout
            assert len(xlsx_reader.read(path, "Sheet1", layout).entries) == count
            measured, yardstick = alternating(
                lambda path=path, layout=layout: xlsx_reader.read(path, "Sheet1", layout),
                lambda path=path: _read_bare(path),
            )
            costs[count] = measured
    return Result("P13", "import 100,000 rows of ODS", measured, yardstick, 1.8, note=growth_note(costs))


def exporting_tsv() -> Result:
    """P14. Check the entries and write them as the TSV of the API."""
    return _exporting(
        "TSV",
        lambda entries, path: _write_blocks(delimited.tsv(entries), path),
        lambda rows, path: _write_csv(rows, path, "\t"),
    )


def exporting_csv() -> Result:
    """P14. The same as CSV."""
    return _exporting(
        "CSV",
        lambda entries, path: _write_blocks(delimited.csv(entries), path),
        lambda rows, path: _write_csv(rows, path, ","),
    )


def exporting_xlsx() -> Result:
    """P14. The same as a spreadsheet with frozen header, widths and forced texts."""
    return _exporting(
        "XLSX", lambda entries, path: write(path, dictionary_sheets([PairEntries(_PAIR, entries)])), _write_bare
    )


def exporting_tbx() -> Result:
    """P14. The same as TBX-Basic, against lxml writing the same elements."""
    return _exporting(
        "TBX", lambda entries, path: _write_blocks(tbx.write(concepts_of(entries, _PAIR)), path), _write_elements
    )


def _exporting(
    kind: str, ours: Callable[[Entries, Path], object], bare: Callable[[list[_Row], Path], object]
) -> Result:
    costs: dict[int, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "export"
        for size in (TEN_MIB // 10, TEN_MIB // 2, TEN_MIB):
            rows = pairs_of_size(size)
            entries = Entries.of(rows)
            measured, yardstick = alternating(
                lambda entries=entries: ours(entries, path), lambda rows=rows: bare(rows, path), rounds=3
            )
            costs[len(rows)] = measured
    goal = 1.1 if kind == "XLSX" else 1
    return Result("P14", f"export 10 MiB to {kind}", measured, yardstick, goal, note=growth_note(costs))


def _read_bare(path: Path) -> None:
    rows = python_calamine.CalamineWorkbook.from_path(str(path)).get_sheet_by_index(0).to_python()
    assert rows


def _write_bare(rows: list[_Row], path: Path, *, constant_memory: bool = True) -> None:
    book = xlsxwriter.Workbook(str(path), {"constant_memory": constant_memory})
    sheet = book.add_worksheet()
    for line, (source, target) in enumerate(rows):
        sheet.write_string(line, 0, source)
        sheet.write_string(line, 1, target)
    book.close()


def _write_ods(rows: list[_Row], path: Path) -> None:
    begin = '<table:table-cell office:value-type="string" calcext:value-type="string"><text:p>'
    end = "</text:p></table:table-cell>"
    lines = ("".join(f"{begin}{escape(text)}{end}" for text in row) for row in rows)
    content = "".join(f'<table:table-row table:style-name="ro1">{line}</table:table-row>' for line in lines)
    spaces = "".join(f' xmlns:{name}="{_OPEN_DOCUMENT}{name}:1.0"' for name in ("office", "table", "text"))
    spaces += ' xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"'
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet", zipfile.ZIP_STORED)
        archive.writestr("META-INF/manifest.xml", "<manifest/>")
        archive.writestr(
            "content.xml",
            f'<office:document-content{spaces}><office:body><office:spreadsheet><table:table table:name="Sheet1">'
            f"{content}</table:table></office:spreadsheet></office:body></office:document-content>",
        )


def _write_elements(rows: list[_Row], path: Path) -> None:
    with etree.xmlfile(str(path), encoding="utf-8") as file, file.element("tbx"):
        for number, texts in enumerate(rows):
            with file.element("conceptEntry", id=f"c{number}"):
                for language, text in zip(("en", "de"), texts, strict=True):
                    with file.element("langSec", {_LANGUAGE: language}), file.element("termSec"), file.element("term"):
                        file.write(text)


def _write_blocks(blocks: Iterable[bytes], path: Path) -> None:
    with path.open("wb") as file:
        file.writelines(blocks)


def _write_csv(rows: list[_Row], path: Path, separator: str) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter=separator, lineterminator="\n").writerows(rows)
