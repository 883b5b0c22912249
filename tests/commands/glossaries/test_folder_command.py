"""`termdesk glossary folder`."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.files.bundles import EN_DE, bundle_of, put
from support.services.command_folder import CommandFolder
from termdesk.domain.merging.term_records import TermRecords


@pytest.fixture
def linked(desk: CommandFolder) -> Path:
    """A folder that a glossary with one entry is linked with, and has been written to."""
    desk.draft(("bolt", "Bolzen"))
    folder = desk.path / "release"
    folder.mkdir()
    assert desk.run("glossary", "folder", desk.name, "--link", str(folder)) == 0
    assert desk.run("glossary", "folder", desk.name, "--push") == 0
    return folder


def release(folder: Path, version: str, **entries: str) -> None:
    put(folder, bundle_of({EN_DE: TermRecords(entries)}, version=version))


def test_a_folder_is_linked_written_and_listed(desk: CommandFolder, linked: Path) -> None:
    assert (linked / "en-de.tsv").read_text("utf-8") == "bolt\tBolzen\n"
    [found] = desk.json("glossary", "folder")["folders"]
    assert (found["glossary"], found["folder"], found["state"]) == (desk.name, str(linked), "unchanged")
    assert desk.run("glossary", "folder") == 0
    assert desk.run("glossary", "folder", desk.name) == 0
    assert "Both have the same entries." in desk.out
    assert desk.run("glossary", "folder", desk.name, "--push") == 0
    assert "nothing to write" in desk.err


def test_what_is_new_in_the_folder_is_taken_over(desk: CommandFolder, linked: Path) -> None:
    release(linked, "2.0", bolt="Bolzen", nut="Mutter")

    assert desk.run("glossary", "folder") == 1
    assert "changed" in desk.out
    assert desk.run("glossary", "folder", desk.name) == 1
    assert desk.run("glossary", "folder", desk.name, "--push") == 2
    assert desk.run("glossary", "folder", desk.name, "--pull", "--dry-run") == 1
    assert desk.here() == [("bolt", "Bolzen")]
    report = desk.json("glossary", "folder", desk.name, "--pull")
    assert (report["version"], report["is_done"], report["dictionaries"][0]["added"]) == ("2.0", True, 1)
    assert desk.here() == [("bolt", "Bolzen"), ("nut", "Mutter")]
    assert desk.run("glossary", "folder") == 0
    assert desk.run("glossary", "undo", desk.name) == 0
    assert desk.here() == [("bolt", "Bolzen")]


@pytest.mark.parametrize(("wins", "target"), [("here", "Riegel"), ("folder", "Schraube")])
def test_conflicts_stop_it_until_a_side_is_chosen(desk: CommandFolder, linked: Path, wins: str, target: str) -> None:
    release(linked, "2.0", bolt="Schraube")
    assert desk.run("glossary", "replace", desk.name, "Bolzen", "Riegel") == 0
    pull = ("glossary", "folder", desk.name, "--pull")

    assert desk.run(*pull) == 2
    assert "! bolt: “Riegel” here, “Schraube” in the folder, “Bolzen” before" in desk.out
    assert desk.here() == [("bolt", "Riegel")]
    assert desk.run(*pull, "--conflicts", wins) == 0
    assert desk.here() == [("bolt", target)]


def test_many_removals_need_their_number(desk: CommandFolder, linked: Path) -> None:
    path = desk.file("more.tsv", "nut=Mutter", "nail=Nagel")
    words = ("--source-lang", "en", "--target-lang", "de")
    assert desk.run("glossary", "import", path, desk.name, *words) == 0
    assert desk.run("glossary", "folder", desk.name, "--push") == 0
    release(linked, "9.0", bolt="Bolzen")
    pull = ("glossary", "folder", desk.name, "--pull")

    assert desk.run(*pull) == 2
    assert "--allow-removals 2" in desk.err
    assert desk.run(*pull, "--allow-removals", "2") == 0
    assert desk.here() == [("bolt", "Bolzen")]


def test_a_folder_is_no_longer_watched(desk: CommandFolder, linked: Path) -> None:
    assert desk.run("glossary", "folder", desk.name, "--unlink", "--dry-run") == 1
    assert desk.out == f"Would no longer be watched: {linked}, “{desk.name}”\n"
    assert len(desk.json("glossary", "folder")["folders"]) == 1
    assert desk.json("glossary", "folder", desk.name, "--unlink")["is_watched"] is False
    assert desk.json("glossary", "folder")["folders"] == []
    assert desk.run("glossary", "folder", desk.name, "--pull") == 2
    assert "has no watched folder" in desk.err
    assert (linked / "en-de.tsv").exists()


def test_folders_that_cannot_be_read_are_told(desk: CommandFolder, linked: Path) -> None:
    (linked / "en-de.tsv").write_text("bolt\tSchraube\n", "utf-8")
    assert desk.run("glossary", "folder", desk.name, "--pull") == 2
    assert "damaged" in desk.err
    linked.rename(desk.path / "elsewhere")

    assert desk.run("glossary", "folder") == 1
    assert desk.json("glossary", "folder")["folders"][0]["state"] == "unreadable"
    assert desk.run("glossary", "folder", desk.name, "--link", str(linked)) == 2
    assert desk.run("glossary", "folder", "--pull") == 2
