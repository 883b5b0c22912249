"""What the record of a format does itself: it reads a file's start once, and reads single pairs where necessary."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress, Progress
from termdesk.formats.file_format import FileFormat, FileStart, FormatReader, FormatWriter, check_columns
from termdesk.formats.file_view import FileView, ImportChoices, PairInFile
from termdesk.formats.read_result import ReadResult
from termdesk.formats.registry import file_formats

EN_DE, EN_FR = LanguagePair("en", "de"), LanguagePair("en", "fr")


def test_a_file_is_looked_into_when_asked_and_only_once() -> None:
    read: list[str] = []

    def read_text(path: Path) -> str:
        read.append(f"text of {path.name}")
        return "a\tb"

    def read_root(path: Path) -> str:
        read.append(f"root of {path.name}")
        return "tmx"

    start = FileStart(Path("Terms.TXT"), read_text=read_text, read_xml_root=read_root)
    assert (start.ending, read) == (".txt", [])

    assert (start.text, start.text, start.xml_root, start.xml_root) == ("a\tb", "a\tb", "tmx", "tmx")
    assert read == ["text of Terms.TXT", "root of Terms.TXT"]


def view_of(_path: Path, choices: ImportChoices, _progress: Progress) -> tuple[FileView, ReadResult]:
    """Return one entry per pair of this toy file, with the chosen sheet and the target language."""
    assert choices.pair
    entries = Entries.of([(choices.sheet or "", choices.pair.target)])
    return FileView("Toy", (), (0, 1), (), choices.pair, ()), ReadResult(entries, [1])


def test_a_reader_of_single_pairs_reads_the_file_again_for_each_as_the_user_chose() -> None:
    pairs = [PairInFile(EN_FR, 1), PairInFile(EN_DE, 1)]

    results = FormatReader(view_of).results_of(Path("t"), ImportChoices(sheet="Law"), pairs, NoProgress())

    assert [list(each.entries) for each in results] == [[("Law", "fr")], [("Law", "de")]]


@pytest.mark.parametrize("columns", [(0, 1), (2, 0)])
def test_columns_of_the_file_may_be_chosen(columns: tuple[int, int]) -> None:
    check_columns(Path("terms.csv"), columns, 3)


@pytest.mark.parametrize("columns", [(0, 3), (7, 1)])
def test_a_column_that_the_file_lacks_is_refused(columns: tuple[int, int]) -> None:
    with pytest.raises(InvalidInput):
        check_columns(Path("terms.csv"), columns, 3)


def test_a_format_holds_several_pairs_if_its_writer_does() -> None:
    tmx, tsv = file_formats.of_written(Path("a.tmx"))[0], file_formats.of_written(Path("a.tsv"))[0]

    assert (tmx.has_several_pairs, tsv.has_several_pairs) == (True, False)
    assert tmx.writer
    writer = FormatWriter(tmx.writer.write, tmx.writer.format_losses)
    assert not replace(tmx, writer=writer).has_several_pairs
    assert not FileFormat("read only", "Read only", (".x",)).has_several_pairs
