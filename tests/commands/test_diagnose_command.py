"""`termdesk --diagnose FILE`: with saved work, and with a database that cannot be opened."""

from __future__ import annotations

import asyncio
import json
import zipfile
from pathlib import Path

import pytest

from termdesk.command_line import main
from termdesk.storage.files.folders import Folders
from termdesk.storage.records import Records


def bundle(path: Path) -> dict[str, str]:
    with zipfile.ZipFile(path) as found:
        return {name: found.read(name).decode() for name in found.namelist()}


def test_the_bundle_is_written_and_its_files_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folders = Folders.under(tmp_path / "folder")

    async def prepare() -> None:
        async with Records(folders.data / "termdesk.db"):
            pass

    asyncio.run(prepare())
    before = (folders.data / "termdesk.db").read_bytes()
    path = tmp_path / "found.zip"

    assert main(["--diagnose", str(path), "--folder", str(tmp_path / "folder")]) == 0

    found = bundle(path)
    assert json.loads(found["records.json"])["drafts"] == 0
    assert "Saved work: opened" in found["about.txt"]
    printed = capsys.readouterr().out
    assert all(name in printed for name in found)
    assert (folders.data / "termdesk.db").read_bytes() == before


def test_damaged_work_is_only_told(tmp_path: Path) -> None:
    folders = Folders.under(tmp_path / "folder")
    (folders.data / "termdesk.db").write_bytes(b"no database" * 1000)
    path = tmp_path / "found.zip"

    assert main(["--diagnose", str(path), "--folder", str(tmp_path / "folder")]) == 0

    assert "The saved work was not opened." in bundle(path)["records.json"]
    assert (folders.data / "termdesk.db").read_bytes() == b"no database" * 1000
