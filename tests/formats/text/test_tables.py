"""TSV and CSV as formats: their pairs, CSV for spreadsheet programs, and what reads back."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress
from termdesk.formats.file_format import PLAIN_FORM, FileForm, FileFormat
from termdesk.formats.file_view import FileView, ImportChoices, PairInFile
from termdesk.formats.read_result import ReadResult
from termdesk.formats.text.tables import CSV, TSV

EN_DE, EN_FR = LanguagePair("en", "de"), LanguagePair("en", "fr")
FOR_SPREADSHEETS = FileForm(";", is_for_spreadsheets=True)
PHRASES = st.text(st.sampled_from("ab=+-@\"';,\t ä木"), min_size=1, max_size=6).filter(
    lambda text: text == text.strip()
)


def file_of(folder: Path, text: str, name: str = "terms.csv") -> Path:
    (folder / name).write_bytes(text.encode())
    return folder / name


def view(path: Path, choices: ImportChoices | None = None) -> tuple[FileView, ReadResult]:
    assert CSV.reader
    return CSV.reader.view(path, choices or ImportChoices(), NoProgress())


def written(file_format: FileFormat, entries: Entries, form: FileForm = PLAIN_FORM) -> bytes:
    assert file_format.writer
    return b"".join(file_format.writer.write(EN_DE, entries, form, NoProgress()).chunks)


def losses(file_format: FileFormat, entries: Entries, form: FileForm = PLAIN_FORM) -> list[str]:
    assert file_format.writer
    return file_format.writer.format_losses(EN_DE, entries, form)


def test_columns_of_languages_are_pairs_with_the_rows_that_fill_both(tmp_path: Path) -> None:
    path = file_of(tmp_path, "en,de,fr\ntree,Baum,\nsea,See,mer\n,Recht,droit\n")
    file, _ = view(path)
    assert file.pairs == (PairInFile(EN_DE, 2), PairInFile(EN_FR, 1))

    assert CSV.reader
    results = CSV.reader.results_of(path, ImportChoices(), file.pairs[::-1], NoProgress())

    assert [list(each.entries) for each in results] == [[("sea", "mer")], [("tree", "Baum"), ("sea", "See")]]


def test_codes_in_the_rows_are_pairs(tmp_path: Path) -> None:
    path = file_of(tmp_path, "tree,Baum,EN,DE\nsea,mer,en,fr\nsun,Sonne,en,de\n")

    assert view(path)[0].pairs == (PairInFile(EN_DE, 2), PairInFile(EN_FR, 1))


def test_two_columns_are_no_choice_of_pairs(tmp_path: Path) -> None:
    assert view(file_of(tmp_path, "en,de\ntree,Baum\n"))[0].pairs == ()


def test_the_choices_of_the_user_are_obeyed(tmp_path: Path) -> None:
    path = file_of(tmp_path, "en;de;fr\ntree;Baum;arbre\n")

    file, result = view(path, ImportChoices(columns=(2, 0), has_header=False))

    assert (file.format, file.separator, file.has_header, file.phrase_columns) == ("CSV", ";", False, (2, 0))
    assert list(result.entries) == [("fr", "en"), ("arbre", "tree")]
    with pytest.raises(InvalidInput):
        view(path, ImportChoices(columns=(0, 3)))


def test_guarded_formulas_are_freed_and_counted_only_where_a_file_was_made_for_spreadsheets(tmp_path: Path) -> None:
    entries = Entries.of([("=sum", "Summe"), ("'tis", "es ist")])
    path = tmp_path / "terms.csv"

    path.write_bytes(written(CSV, entries, FOR_SPREADSHEETS))
    file, result = view(path)
    assert path.read_bytes().startswith(b"\xef\xbb\xbf")
    assert (list(result.entries), len(file.notes)) == (list(entries), 1)

    path.write_bytes(written(CSV, Entries.of([("'=sum", "Summe")])))
    file, result = view(path)
    assert (list(result.entries), file.notes) == ([("'=sum", "Summe")], ())


def test_phrases_that_a_spreadsheet_would_calculate_are_told_where_they_are_not_guarded() -> None:
    entries = Entries.of([("=sum", "Summe"), ("tree", "Baum")])
    assert CSV.writer

    assert CSV.writer.write(EN_DE, entries, PLAIN_FORM, NoProgress()).formula_count == 1
    assert CSV.writer.write(EN_DE, entries, FOR_SPREADSHEETS, NoProgress()).formula_count == 0
    assert (len(losses(CSV, entries)), len(losses(CSV, entries, FOR_SPREADSHEETS))) == (0, 1)
    assert losses(TSV, entries) == []


@pytest.mark.slow
@pytest.mark.parametrize("form", [PLAIN_FORM, FOR_SPREADSHEETS])
@given(rows=st.lists(st.tuples(PHRASES, PHRASES), min_size=1, max_size=5))
def test_whatever_is_written_comes_back(
    tmp_path_factory: pytest.TempPathFactory, form: FileForm, rows: list[tuple[str, str]]
) -> None:
    path = tmp_path_factory.mktemp("csv") / "terms.csv"
    path.write_bytes(written(CSV, Entries.of(rows), form))

    result = view(path, ImportChoices(separator=form.separator, quoting=True, has_header=False))[1]

    assert list(result.entries) == rows


def test_writing_reports_how_far_it_is() -> None:
    steps: list[tuple[int, int | None]] = []

    class Recorded:
        def step(self, done: int, total: int | None = None) -> None:
            steps.append((done, total))

    entries = Entries.of([(f"source {number}", "target") for number in range(3_000)])
    assert TSV.writer
    content = TSV.writer.write(EN_DE, entries, PLAIN_FORM, Recorded())
    assert steps == []

    assert b"".join(content.chunks).count(b"\n") == content.entry_count == 3_000
    assert steps[-1] == (3_000, 3_000)
