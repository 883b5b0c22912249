"""CSV with status, domain and note reads back the same, including forbidden entries and formulas."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.detailed import detailed, details_of
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress
from termdesk.formats.file_format import FileForm
from termdesk.formats.file_view import ImportChoices
from termdesk.formats.text.detailed_csv import write_detailed_csv
from termdesk.formats.text.tables import CSV

EN_DE = LanguagePair("en", "de")
ENTRIES = detailed(
    [("pump", "Pumpe"), ("pump", "Pumpi"), ("=1+1", 'a, "b"'), ("two\nlines", "zwei")],
    [
        EntryDetail("preferred", "in cars\nand ships", "cars", (("definition", "=x"), ("sourceTerm/termType", "full"))),
        EntryDetail("forbidden"),
        EntryDetail("", "-x", "@home"),
        EntryDetail(),
    ],
)
FORMS = [
    FileForm(has_details=True),
    FileForm(";", has_details=True),
    FileForm(has_details=True, is_for_spreadsheets=True),
]


@pytest.mark.parametrize("form", FORMS)
def test_entries_come_back_with_their_details(tmp_path: Path, form: FileForm) -> None:
    assert CSV.writer
    assert CSV.reader
    content = CSV.writer.write(EN_DE, ENTRIES, form, NoProgress())
    path = tmp_path / "terms.csv"
    path.write_bytes(b"".join(content.chunks))

    view, result = CSV.reader.view(path, ImportChoices(), NoProgress())

    assert content.entry_count == 4
    assert (view.pair, view.has_header) == (EN_DE, True)
    assert result.entries == ENTRIES
    assert details_of(result.entries) == details_of(ENTRIES)


def test_no_detail_is_told_as_lost() -> None:
    assert CSV.writer
    assert CSV.writer.format_losses(EN_DE, ENTRIES, FileForm(has_details=True)) == []


def test_half_a_character_is_refused_by_its_row() -> None:
    rows = [(f"term {row}", "x") for row in range(3_000)]
    rows[2_500] = ("half \ud800", "x")

    with pytest.raises(InvalidInput, match="Row 2,501"):
        b"".join(write_detailed_csv(EN_DE, Entries.of(rows), FileForm(has_details=True)))
