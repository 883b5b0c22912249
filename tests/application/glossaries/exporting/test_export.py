"""Writing one or several dictionaries: the extension gives the format, and an existing file stays until the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.campaign import size
from support.shared_data import shared_file
from termdesk.application.glossaries.exporting.export import (
    FileForm,
    export_formats,
    format_losses,
    format_losses_of_all,
    multilingual_formats,
    names_languages,
    write_all,
    write_file,
)
from termdesk.application.glossaries.importing.file_view import ImportChoices
from termdesk.application.glossaries.importing.import_files import look_into
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.entries.term_fields import DEFINITION, FIELD_NAMES, OF_SOURCE, fields_of
from termdesk.domain.errors import InvalidInput, StorageFailed
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress

EN_DE, EN_FR = LanguagePair("en", "de"), LanguagePair("en", "fr")
NOTHING = NoProgress()


def entries() -> Entries:
    return Entries.of([("contract", "Vertrag"), ("=1+1", "zwei")])


@pytest.mark.parametrize("ending", sorted(export_formats()))
def test_every_format_can_be_written(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"out{ending.upper()}"

    report = write_file(NOTHING, entries(), path, EN_DE)

    assert report.entry_count == 2
    assert path.stat().st_size > 0
    assert not [each for each in tmp_path.iterdir() if each != path]


def detailed(rows: list[tuple[str, str]]) -> Entries:
    """Draw entries, most of which have details in various combinations."""
    made, names = Entries.of(rows), (*FIELD_NAMES, *(OF_SOURCE + name for name in FIELD_NAMES if name != DEFINITION))
    texts = ("noun", "Writer; Calc", "=1+1", "a & b < c", "007", "two\nlines", "übergeordnet")
    for row, row_id in enumerate(made.ids):
        # Of four hundred rows, some have each field.
        combination = row * 45
        fields = fields_of(
            (name, texts[(row + position) % 7]) for position, name in enumerate(names) if combination >> position & 1
        )
        status = ("", "preferred", "forbidden")[row % 3]
        made.details[row_id] = EntryDetail(status, texts[row % 4] if row % 2 else "", "IT" * (row % 5 == 0), fields)
    made.details = {row_id: detail for row_id, detail in made.details.items() if not detail.is_empty}
    return made


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a.tbx", "a.tmx", "a.xml", "a.xlsx", "a.csv"])
def test_all_details_of_a_real_glossary_survive(tmp_path: Path, name: str) -> None:
    """Some of its terms are names of languages, as in a list of languages."""
    lines = shared_file("libreoffice.en-de.tsv").read_text().splitlines()[: 4_000 : size(10, 1)]
    rows = dict(each for line in lines if all(each := tuple(line.split("\t")[:2])) and len(each) == 2)
    written = detailed(list(rows.items()))

    write_file(NOTHING, written, tmp_path / name, EN_DE, FileForm(has_details=True))
    read = look_into(NOTHING, tmp_path / name, ImportChoices())[1].entries

    assert list(read) == list(written)
    assert [read.detail(row) for row in range(len(read))] == [written.detail(row) for row in range(len(written))]


@pytest.mark.parametrize("ending", sorted(multilingual_formats()))
def test_every_format_of_several_pairs_can_be_written(tmp_path: Path, ending: str) -> None:
    assert ending in export_formats()

    report = write_all(NOTHING, [(EN_DE, entries()), (EN_FR, entries())], tmp_path / f"out{ending}")

    assert report.entry_count > 0
    assert (tmp_path / f"out{ending}").stat().st_size > 0


def test_a_file_that_names_its_languages_needs_to_know_them() -> None:
    assert [names_languages(Path(f"out{ending}")) for ending in (".tbx", ".tmx", ".tsv", ".csv")] == [
        True,
        True,
        False,
        False,
    ]


def test_phrases_that_a_spreadsheet_would_compute_are_counted_or_guarded(tmp_path: Path) -> None:
    plain = write_file(NOTHING, entries(), tmp_path / "plain.csv", EN_DE)
    guarded = write_file(NOTHING, entries(), tmp_path / "guarded.csv", EN_DE, FileForm(";", is_for_spreadsheets=True))

    assert (plain.formula_count, guarded.formula_count) == (1, 0)


def test_what_is_lost_is_told_and_a_format_that_holds_all_loses_nothing(tmp_path: Path) -> None:
    noted = entries()
    noted.set_detail(0, EntryDetail(note="of a flat"))

    assert len(format_losses(NOTHING, noted, tmp_path / "out.tsv", EN_DE)) == 1
    assert format_losses(NOTHING, noted, tmp_path / "out.xlsx", EN_DE) == []
    assert format_losses(NOTHING, entries(), tmp_path / "out.tsv", EN_DE) == []
    assert format_losses_of_all(NOTHING, [(EN_DE, noted)], tmp_path / "out.xlsx") == []
    noted.set_detail(0, EntryDetail("forbidden"))
    assert format_losses_of_all(NOTHING, [(EN_DE, noted)], tmp_path / "out.xlsx")
    assert list(tmp_path.iterdir()) == []


def test_other_endings_and_folders_that_are_gone_are_refused(tmp_path: Path) -> None:
    old = tmp_path / "out.pdf"
    old.write_text("old")

    assert format_losses(NOTHING, entries(), old, EN_DE) == []
    with pytest.raises(InvalidInput):
        write_file(NOTHING, entries(), old, EN_DE)
    # A format for one pair cannot hold several.
    for refused in (old, tmp_path / "out.po"):
        with pytest.raises(InvalidInput):
            write_all(NOTHING, [(EN_DE, entries())], refused)
        with pytest.raises(InvalidInput):
            format_losses_of_all(NOTHING, [(EN_DE, entries())], refused)
    with pytest.raises(StorageFailed):
        write_file(NOTHING, entries(), tmp_path / "gone" / "out.tsv", EN_DE)

    assert old.read_text() == "old"
