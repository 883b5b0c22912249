"""A folder is replaced by those of its files that can be imported."""

from __future__ import annotations

from pathlib import Path

import pytest

from termdesk.application.glossaries.importing.given_files import files_in
from termdesk.domain.errors import UnreadableFile
from termdesk.domain.progress import NoProgress


def made(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()


def test_a_folder_gives_what_can_be_imported_by_name(tmp_path: Path) -> None:
    made(tmp_path, "b.TSV", "a.xlsx", "~$a.xlsx", ".hidden.csv", ".git/x.csv", "readme.md", "deep/er/c.tbx")

    found = files_in(NoProgress(), [tmp_path])

    assert [str(each.relative_to(tmp_path)) for each in found] == ["a.xlsx", "b.TSV", "deep/er/c.tbx"]


def test_files_stay_as_they_are_and_come_once(tmp_path: Path) -> None:
    made(tmp_path, "a.csv", "odd.md")
    odd, missing = tmp_path / "odd.md", tmp_path / "missing.tsv"

    assert files_in(NoProgress(), [odd, missing, tmp_path / "a.csv", tmp_path]) == [odd, missing, tmp_path / "a.csv"]


def test_a_folder_without_any_is_told_with_what_could_be(tmp_path: Path) -> None:
    made(tmp_path, "readme.md")

    with pytest.raises(UnreadableFile) as refused:
        files_in(NoProgress(), [tmp_path])

    assert tmp_path.name in refused.value.message
    assert ".tsv" in refused.value.remedy
