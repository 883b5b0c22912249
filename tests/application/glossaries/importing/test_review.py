"""The rows of a file compared with a dictionary, and the rows that are left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.imports import reviewed, written
from support.publishing_setup import EN_DE
from termdesk.application.glossaries.importing.importer import (
    ImportChoices,
    Importer,
    InitialDecision,
    RejectedRowHandling,
)
from termdesk.application.glossaries.importing.review import ImportPart, by_glossary, import_change, name_beside
from termdesk.application.glossaries.library.library import Library
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_rules import MAX_NAME_BYTES, utf8_length
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress
from termdesk.formats.read_result import ReadResult

pytestmark = pytest.mark.anyio


BROKEN = "tree\tBaum\nno separator\nhouse\tHaus\nthree\tcolumns\there\n\tempty source\nriver\tFluss\n"


async def test_broken_lines_come_in_where_they_stood_for_repair(importer: Importer, tmp_path: Path) -> None:
    preview = await importer.preview(written(tmp_path, BROKEN))

    dictionary = await importer.import_new(await reviewed(importer, preview), name="Broken")

    assert [(rejected.line, bool(rejected.reason), bool(rejected.remedy)) for rejected in preview.rejected_rows] == [
        (2, True, True),
        (4, True, True),
    ]
    assert preview.violation_count == 1
    assert list(dictionary.entries) == [
        ("tree", "Baum"),
        ("no separator", ""),
        ("house", "Haus"),
        ("three", "columns\there"),
        ("", "empty source"),
        ("river", "Fluss"),
    ]
    assert dictionary.violation_count == 3


async def test_broken_lines_can_be_left_out_and_are_written_to_a_file(importer: Importer, tmp_path: Path) -> None:
    preview = await importer.preview(written(tmp_path, BROKEN.encode() + b"caf\xe9\tKaffee\n"), ImportChoices("utf-8"))

    review = await reviewed(importer, preview, handling=RejectedRowHandling.LEAVE_OUT)
    dictionary = await importer.import_new(review, name="Clean")
    await importer.save_rejected_rows(preview, review.rejected_rows_left_out, tmp_path / "rejects.tsv")

    assert len(dictionary) == 4
    lines = (tmp_path / "rejects.tsv").read_bytes().split(b"\n")
    assert lines[0] == b"line\treason\toriginal"
    assert [line.split(b"\t", 2)[0::2] for line in lines[1:-1]] == [
        [b"2", b"no separator"],
        [b"4", b"three\tcolumns\there"],
        [b"7", b"caf\xe9\tKaffee"],
    ]


async def test_importing_what_is_there_touches_nothing(importer: Importer, library: Library, tmp_path: Path) -> None:
    dictionary = await library.new("Same", EN_DE, Entries.of([("tree", "Baum")]))
    preview = await importer.preview(written(tmp_path, "tree\tBaum\n"))

    for existing in (InitialDecision.KEEP, InitialDecision.OVERWRITE):
        assert (await importer.import_into(await reviewed(importer, preview, dictionary, existing=existing))).count == 0


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-16"])
async def test_rejected_lines_are_saved_byte_for_byte_as_they_stood(
    importer: Importer, tmp_path: Path, encoding: str
) -> None:
    line = "Straße ohne Übersetzung"
    path = written(tmp_path, f"road\tStraße\n{line}\n".encode(encoding))
    preview = await importer.preview(path, ImportChoices(encoding=encoding))

    review = await reviewed(importer, preview, handling=RejectedRowHandling.LEAVE_OUT)
    await importer.save_rejected_rows(preview, review.rejected_rows_left_out, tmp_path / "rejects.tsv")

    saved = (tmp_path / "rejects.tsv").read_bytes()
    assert line.encode("utf-16-le" if encoding == "utf-16" else encoding) in saved
    assert saved.decode(encoding).split("\n")[1].startswith("2\tThe row has 1 column")


async def test_a_rejected_row_of_several_lines_keeps_its_line_ends(importer: Importer, tmp_path: Path) -> None:
    odd = b'"one\r\ntwo",x,y'
    path = written(tmp_path, b"tree,Baum\r\n" + odd + b"\r\nsea,See\r\n", "x.en-de.csv")
    preview = await importer.preview(path, ImportChoices(separator=","))

    await importer.save_rejected_rows(preview, preview.rejected_rows, tmp_path / "rejects.tsv")

    assert [rejected.line for rejected in preview.rejected_rows] == [2]
    assert (tmp_path / "rejects.tsv").read_bytes().endswith(b"\t" + odd + b"\n")


def test_parts_of_one_pair_of_root_languages_go_into_glossaries_side_by_side() -> None:
    codes = ["pt-BR", "pt-PT", "zh-CN", "zh-TW", "pt-AO"]
    parts = [ImportPart(LanguagePair("en", code), ReadResult(Entries(), [])) for code in codes]

    groups = by_glossary(parts)

    assert [[part.pair.target for part in group] for group in groups] == [
        ["pt-BR", "zh-CN"],
        ["pt-PT", "zh-TW"],
        ["pt-AO"],
    ]
    assert name_beside("Terms", groups[1], groups[0]) == "Terms (pt-PT, zh-TW)"
    assert name_beside("Terms", groups[2], groups[0]) == "Terms (pt-AO)"
    assert utf8_length(name_beside("ä" * 1000, groups[1], groups[0])) <= MAX_NAME_BYTES


def test_sheets_of_one_pair_are_told_apart_by_their_names() -> None:
    pair = LanguagePair("en", "de")
    first, second = (ImportPart(pair, ReadResult(Entries(), []), sheet) for sheet in ("Old", "New"))

    groups = by_glossary([first, second])

    assert name_beside("Terms", groups[1], groups[0]) == "Terms (New)"


async def test_a_change_is_made_by_the_initial_decisions_alone(importer: Importer, tmp_path: Path) -> None:
    preview = await importer.preview(written(tmp_path, BROKEN))
    here = Entries.of([("house", "Heim"), ("sea", "Meer")])

    for existing, house in ((InitialDecision.KEEP, "Heim"), (InitialDecision.OVERWRITE, "Haus")):
        entries = here.copy()
        entries.apply(import_change(NoProgress(), entries, EN_DE, result=preview.result, existing=existing))
        assert entries.as_dict()["house"] == house
        assert "no separator" not in entries.as_dict()
        assert entries.as_dict()["sea"] == "Meer"
