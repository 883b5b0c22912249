"""Stored texts come back whole from the files that they are written to."""

from __future__ import annotations

import csv
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from openpyxl import load_workbook

from termdesk.application.texts.text_files import ENDINGS, WrittenTexts, write_texts
from termdesk.domain.progress import NoProgress
from termdesk.formats.termbases import tmx
from termdesk.storage.text_store import StoredText

WHEN = datetime(2026, 3, 4, 12, tzinfo=UTC)
TREE = StoredText("local", "POST /v2/translate", "en", "de", 'a "tree"\n\tso', "=Baum", "Forest", ("A", "B"), 1, WHEN)
IMPROVED = StoredText("local", "POST /v2/write/correct", "", "en-US", "a tre", "a tree", is_starred=True)
ROWS = [
    ["2026-03-04T12:00:00+00:00", "translate", "en", "de", TREE.source, "=Baum", "Forest", "A, B", "local", ""],
    ["", "correct", "", "en-US", "a tre", "a tree", "", "", "local", "yes"],
]


def test_a_tsv_file_holds_every_text_whole(tmp_path: Path) -> None:
    path = tmp_path / "history.tsv"

    assert write_texts(NoProgress(), [TREE, IMPROVED], path) == WrittenTexts(2)

    with path.open(encoding="utf-8", newline="") as file:
        titles, *rows = csv.reader(file, delimiter="\t")
    assert len(titles) == len(ROWS[0])
    assert rows == ROWS


def test_a_workbook_holds_texts_and_no_formulas(tmp_path: Path) -> None:
    path = tmp_path / "history.xlsx"

    assert write_texts(NoProgress(), [TREE, IMPROVED], path) == WrittenTexts(2)

    _titles, *rows = load_workbook(path)["Texts"].iter_rows()
    assert [[cell.value or "" for cell in row] for row in rows] == ROWS
    assert rows[0][5].data_type == "s"


def test_a_tmx_file_holds_the_translations_alone(tmp_path: Path) -> None:
    path = tmp_path / "history.tmx"
    unknown, same = replace(TREE, source_language=""), replace(TREE, target_language="EN")
    texts = [TREE, IMPROVED, unknown, unknown, same, replace(TREE, result=" ")]

    written = write_texts(NoProgress(), texts, path)

    assert written.count == 1
    assert written.notes == (
        "1 improved text was left out: a TMX file can contain only translations.",
        "2 texts were left out because their source language is unknown.",
        "1 text was left out because both languages are the same.",
        "1 text was left out because it has no result.",
    )

    [concept] = tmx.read(path).concepts
    assert [(term.language, term.text) for term in concept.terms] == [("en", 'a "tree" so'), ("de", "=Baum")]


@pytest.mark.parametrize("ending", ENDINGS)
def test_no_texts_make_a_file_too(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"empty{ending}"

    assert write_texts(NoProgress(), [], path) == WrittenTexts(0)
    assert path.stat().st_size


@pytest.mark.parametrize(
    ("text", "rows"), [("word " * 9_000, 2), ("木" * 60_000, 3), ("😀" * 17_000, 2), ("a" * 32_767, 1)]
)
def test_a_text_that_is_too_long_for_a_cell_continues_below(tmp_path: Path, text: str, rows: int) -> None:
    path = tmp_path / "history.xlsx"

    written = write_texts(NoProgress(), [replace(TREE, source=text), IMPROVED], path)

    found = [[cell.value or "" for cell in row] for row in load_workbook(path)["Texts"].iter_rows(min_row=2)]
    assert len(found) == rows + 1
    assert "".join(row[4] for row in found[:rows]) == text
    assert [row[5] for row in found[:rows]] == ["=Baum"] + [""] * (rows - 1)
    assert found[-1] == ROWS[1]
    note = "1 text is too long for a cell of a workbook and continues in the rows below."
    assert written == WrittenTexts(2, (note,) if rows > 1 else ())
