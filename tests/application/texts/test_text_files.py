"""Stored texts come back whole from the files that they are written to."""

from __future__ import annotations

import csv
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from openpyxl import load_workbook

from termdesk.application.texts.text_files import ENDINGS, write_texts
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

    assert write_texts(NoProgress(), [TREE, IMPROVED], path) == 2

    with path.open(encoding="utf-8", newline="") as file:
        titles, *rows = csv.reader(file, delimiter="\t")
    assert len(titles) == len(ROWS[0])
    assert rows == ROWS


def test_a_workbook_holds_texts_and_no_formulas(tmp_path: Path) -> None:
    path = tmp_path / "history.xlsx"

    assert write_texts(NoProgress(), [TREE, IMPROVED], path) == 2

    _titles, *rows = load_workbook(path)["Texts"].iter_rows()
    assert [[cell.value or "" for cell in row] for row in rows] == ROWS
    assert rows[0][5].data_type == "s"


def test_a_tmx_file_holds_the_translations_alone(tmp_path: Path) -> None:
    path = tmp_path / "history.tmx"
    texts = [TREE, IMPROVED, replace(TREE, source_language=""), replace(TREE, target_language="EN")]

    assert write_texts(NoProgress(), texts, path) == 1

    [concept] = tmx.read(path).concepts
    assert [(term.language, term.text) for term in concept.terms] == [("en", 'a "tree" so'), ("de", "=Baum")]


@pytest.mark.parametrize("ending", ENDINGS)
def test_no_texts_make_a_file_too(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"empty{ending}"

    assert write_texts(NoProgress(), [], path) == 0
    assert path.stat().st_size
