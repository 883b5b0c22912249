"""Old workbooks, read through a process of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from termdesk.domain.errors import UnreadableFile
from termdesk.formats.spreadsheets import old_spreadsheet, xlsx_reader
from termdesk.formats.spreadsheets.old_spreadsheet import converted

OLD_FILE = Path(__file__).parents[1] / "files" / "libreoffice.xls"


def test_an_old_file_is_read_through_a_process_of_its_own() -> None:
    # Written by LibreOffice 7.4, which made a number of 007; the error of B3 is hidden by the reader.
    layout = xlsx_reader.preview_sheet(OLD_FILE, "old").layout

    result = xlsx_reader.read(OLD_FILE, "old", layout)

    assert list(result.entries) == [("7", "a"), ("b", ""), ("12", "2024-03-01"), ("x", "l1\nl2")]
    assert result.converted == {"number": 2, "date": 1}


def test_what_the_process_cannot_read_is_told_and_harms_nothing(tmp_path: Path) -> None:
    path = tmp_path / "t.xls"
    path.write_bytes(OLD_FILE.read_bytes()[:3_000])

    with pytest.raises(UnreadableFile) as caught:
        converted(path)
    assert caught.value.path == str(path)


def test_a_file_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(old_spreadsheet, "_MOST_SECONDS", 0)

    with pytest.raises(UnreadableFile):
        converted(OLD_FILE)


def test_a_file_above_the_limit_is_not_even_opened(tmp_path: Path) -> None:
    with (tmp_path / "t.xls").open("wb") as file:
        file.truncate(old_spreadsheet._MOST_BYTES + 1)

    with pytest.raises(UnreadableFile):
        converted(tmp_path / "t.xls")
