"""The languages that texts were improved in last."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.files.full_disk import files_end_at
from termdesk.service.engines.correction.recent_languages import MOST_KEPT, RecentLanguages


def test_the_language_used_last_is_the_first_also_in_the_next_run(tmp_path: Path) -> None:
    recent = RecentLanguages(tmp_path / "languages.json")
    for code in ("de", "fr", "de", "en-US", "es"):
        recent.note(code)

    assert recent.codes() == RecentLanguages(tmp_path / "languages.json").codes() == ("es", "en-US", "de")
    assert len(recent.codes()) == MOST_KEPT


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b"\xff"])
def test_a_damaged_file_is_an_empty_one(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "languages.json"
    path.write_bytes(content)

    assert RecentLanguages(path).codes() == ()


def test_a_folder_that_cannot_be_written_is_no_fault(tmp_path: Path) -> None:
    recent = RecentLanguages(tmp_path / "missing" / "languages.json")

    recent.note("de")

    assert recent.codes() == ("de",)


def test_a_full_disk_keeps_the_former_languages_and_no_part_of_the_new_file(tmp_path: Path) -> None:
    path = tmp_path / "languages.json"
    recent = RecentLanguages(path)
    recent.note("de")

    with files_end_at(8):
        recent.note("fr")

    assert [each.name for each in tmp_path.iterdir()] == ["languages.json"]
    assert RecentLanguages(path).codes() == ("de",)
