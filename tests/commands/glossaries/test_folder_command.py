"""`termdesk glossary folder`."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.files.bundles import EN_DE, bundle_of, put
from support.services.command_folder import CommandFolder
from termdesk.domain.merging.term_records import TermRecords


@pytest.fixture
def linked(command_folder: CommandFolder) -> Path:
    """A folder that a glossary with one entry is linked with, and has been written to."""
    command_folder.draft(("bolt", "Bolzen"))
    folder = command_folder.path / "release"
    folder.mkdir()
    assert command_folder.run("glossary", "folder", command_folder.name, "--link", str(folder)) == 0
    assert command_folder.run("glossary", "folder", command_folder.name, "--push") == 0
    return folder


def release(folder: Path, version: str, **entries: str) -> None:
    put(folder, bundle_of({EN_DE: TermRecords(entries)}, version=version))


@pytest.mark.slow
def test_a_folder_is_linked_written_and_listed(command_folder: CommandFolder, linked: Path) -> None:
    assert (linked / "en-de.tsv").read_text("utf-8") == "bolt\tBolzen\n"
    [found] = command_folder.json("glossary", "folder")["folders"]
    assert (found["glossary"], found["folder"], found["state"]) == (command_folder.name, str(linked), "unchanged")
    assert command_folder.run("glossary", "folder") == 0
    assert command_folder.run("glossary", "folder", command_folder.name) == 0
    assert "Both have the same entries." in command_folder.out
    assert command_folder.run("glossary", "folder", command_folder.name, "--push") == 0
    assert "nothing to write" in command_folder.err


@pytest.mark.slow
def test_what_is_new_in_the_folder_is_taken_over(command_folder: CommandFolder, linked: Path) -> None:
    release(linked, "2.0", bolt="Bolzen", nut="Mutter")

    assert command_folder.run("glossary", "folder") == 1
    assert "changed" in command_folder.out
    assert command_folder.run("glossary", "folder", command_folder.name) == 1
    assert command_folder.run("glossary", "folder", command_folder.name, "--push") == 2
    assert command_folder.run("glossary", "folder", command_folder.name, "--pull", "--dry-run") == 1
    assert command_folder.here() == [("bolt", "Bolzen")]
    report = command_folder.json("glossary", "folder", command_folder.name, "--pull")
    assert (report["version"], report["is_done"], report["dictionaries"][0]["added"]) == ("2.0", True, 1)
    assert command_folder.here() == [("bolt", "Bolzen"), ("nut", "Mutter")]
    assert command_folder.run("glossary", "folder") == 0
    assert command_folder.run("glossary", "undo", command_folder.name) == 0
    assert command_folder.here() == [("bolt", "Bolzen")]


@pytest.mark.slow
def test_what_the_folder_changed_is_new_there_again_after_undo(command_folder: CommandFolder, linked: Path) -> None:
    release(linked, "2.0", bolt="Schraube", nut="Mutter")
    folder = ("glossary", "folder", command_folder.name)
    assert command_folder.run(*folder, "--pull") == 0
    for _ in range(2):
        assert command_folder.run("glossary", "undo", command_folder.name) == 0

        # Nothing of the folder would be overwritten.
        assert command_folder.run(*folder, "--push") == 2
        assert "has changes" in command_folder.err
        assert command_folder.run(*folder) == 1
        assert "The folder has changes that the glossary does not have." in command_folder.err
        assert "The glossary has changes" not in command_folder.err
        assert command_folder.run("glossary", "undo", command_folder.name, "--redo") == 0
        assert command_folder.run(*folder) == 0
        assert "Both have the same entries." in command_folder.out
    assert command_folder.run(*folder, "--push") == 0
    assert (linked / "en-de.tsv").read_text("utf-8") == "bolt\tSchraube\nnut\tMutter\n"


@pytest.mark.slow
@pytest.mark.parametrize(("wins", "target"), [("here", "Riegel"), ("folder", "Schraube")])
def test_conflicts_stop_it_until_a_side_is_chosen(
    command_folder: CommandFolder, linked: Path, wins: str, target: str
) -> None:
    release(linked, "2.0", bolt="Schraube")
    assert command_folder.run("glossary", "replace", command_folder.name, "Bolzen", "Riegel") == 0
    pull = ("glossary", "folder", command_folder.name, "--pull")

    assert command_folder.run(*pull) == 2
    assert "! bolt: “Riegel” here, “Schraube” in the folder, “Bolzen” before" in command_folder.out
    assert command_folder.here() == [("bolt", "Riegel")]
    assert command_folder.run(*pull, "--conflicts", wins) == 0
    assert command_folder.here() == [("bolt", target)]
    assert ("no entry changed" in command_folder.err) == (wins == "here")
    # Undo takes the decision back, even if it changed no entry.
    assert command_folder.run("glossary", "undo", command_folder.name) == 0
    assert command_folder.here() == [("bolt", "Riegel")]
    assert command_folder.run(*pull) == 2


@pytest.mark.slow
def test_undo_takes_the_own_version_of_a_conflict_back_also_without_unpublished_edits(
    command_folder: CommandFolder, linked: Path
) -> None:
    assert command_folder.run("glossary", "replace", command_folder.name, "Bolzen", "Riegel") == 0
    assert command_folder.run("glossary", "push", command_folder.name, "--draft", "--yes") == 0
    release(linked, "2.0", bolt="Schraube")
    pull = ("glossary", "folder", command_folder.name, "--pull")

    assert command_folder.run(*pull, "--conflicts", "here") == 0
    assert command_folder.run(*pull) == 0
    assert command_folder.run("glossary", "undo", command_folder.name) == 0
    assert command_folder.run(*pull) == 2
    assert "! bolt: “Riegel” here, “Schraube” in the folder" in command_folder.out
    assert command_folder.held() == {"bolt": "Riegel"}


def test_a_folder_with_the_same_entries_has_them_in_common_from_the_start(command_folder: CommandFolder) -> None:
    command_folder.draft(("bolt", "Bolzen"))
    folder = command_folder.path / "release"
    folder.mkdir()
    assert command_folder.run("glossary", "release", command_folder.name, str(folder)) == 0
    assert command_folder.run("glossary", "folder", command_folder.name, "--link", str(folder)) == 0
    release(folder, "2.0", bolt="Schraube")

    # The change of others is no conflict with what was released from here.
    assert command_folder.run("glossary", "folder", command_folder.name, "--pull") == 0
    assert command_folder.here() == [("bolt", "Schraube")]


@pytest.mark.slow
def test_many_removals_need_their_number(command_folder: CommandFolder, linked: Path) -> None:
    path = command_folder.file("more.tsv", "nut=Mutter", "nail=Nagel")
    words = ("--source-lang", "en", "--target-lang", "de")
    assert command_folder.run("glossary", "import", path, command_folder.name, *words) == 0
    assert command_folder.run("glossary", "folder", command_folder.name, "--push") == 0
    release(linked, "9.0", bolt="Bolzen")
    pull = ("glossary", "folder", command_folder.name, "--pull")

    assert command_folder.run(*pull) == 2
    assert "--allow-removals 2" in command_folder.err
    assert command_folder.run(*pull, "--allow-removals", "2") == 0
    assert command_folder.here() == [("bolt", "Bolzen")]


def test_a_folder_is_no_longer_watched(command_folder: CommandFolder, linked: Path) -> None:
    assert command_folder.run("glossary", "folder", command_folder.name, "--unlink", "--dry-run") == 1
    assert command_folder.out == f"Would no longer be watched: {linked}, “{command_folder.name}”\n"
    assert len(command_folder.json("glossary", "folder")["folders"]) == 1
    assert command_folder.json("glossary", "folder", command_folder.name, "--unlink")["is_watched"] is False
    assert command_folder.json("glossary", "folder")["folders"] == []
    assert command_folder.run("glossary", "folder", command_folder.name, "--pull") == 2
    assert "has no watched folder" in command_folder.err
    assert (linked / "en-de.tsv").exists()


@pytest.mark.slow
def test_a_damaged_release_is_replaced_only_on_demand(command_folder: CommandFolder, linked: Path) -> None:
    # A colleague's edit outside of a release, of the same entries; it has to be read by people.
    (linked / "CHANGES.md").write_text("# Mine\n", "utf-8")
    push = ("glossary", "folder", command_folder.name, "--push")

    assert command_folder.run(*push) == 2
    assert "The release in the folder is damaged. Nothing was written." in command_folder.err
    assert (linked / "CHANGES.md").read_text("utf-8") == "# Mine\n"
    assert command_folder.run(*push, "--overwrite") == 0
    assert "# Mine" not in (linked / "CHANGES.md").read_text("utf-8")
    assert command_folder.run("glossary", "folder") == 0


def test_an_emptied_folder_is_not_the_same(command_folder: CommandFolder, linked: Path) -> None:
    for path in linked.iterdir():
        path.unlink()

    assert command_folder.run("glossary", "folder") == 1
    assert command_folder.json("glossary", "folder")["folders"][0]["state"] == "emptied"
    assert command_folder.run("glossary", "folder", command_folder.name) == 1
    assert "has no release any more" in command_folder.err
    assert command_folder.json("glossary", "folder", command_folder.name)["is_emptied"] is True
    assert command_folder.run("glossary", "folder", command_folder.name, "--pull") == 0
    assert command_folder.here() == [("bolt", "Bolzen")]
    assert command_folder.run("glossary", "folder", command_folder.name, "--push") == 0
    assert command_folder.run("glossary", "folder") == 0


@pytest.mark.slow
def test_a_release_into_the_watched_folder_keeps_what_others_released(
    command_folder: CommandFolder, linked: Path
) -> None:
    release(linked, "2.0", bolt="Bolzen", nut="Mutter")
    write = ("glossary", "release", command_folder.name, str(linked))

    assert command_folder.run(*write) == 2
    assert "has changes that" in command_folder.err
    assert "nut\tMutter" in (linked / "en-de.tsv").read_text("utf-8")

    assert command_folder.run("glossary", "folder", command_folder.name, "--pull") == 0
    assert command_folder.run("glossary", "replace", command_folder.name, "Bolzen", "Riegel") == 0
    assert command_folder.run(*write) == 0
    assert (linked / "en-de.tsv").read_text("utf-8") == "bolt\tRiegel\nnut\tMutter\n"
    assert command_folder.run("glossary", "folder") == 0


def test_a_dictionary_that_cannot_be_read_is_not_the_same(command_folder: CommandFolder, linked: Path) -> None:
    (linked / "en-de.tsv").write_bytes(b"bolt\tSchl\xfcssel\n")

    assert command_folder.run("glossary", "folder", command_folder.name) == 1
    assert "en-de.tsv is not UTF-8" in command_folder.err
    assert "Both have the same entries." not in command_folder.out


def test_folders_that_cannot_be_read_are_told(command_folder: CommandFolder, linked: Path) -> None:
    (linked / "en-de.tsv").write_text("bolt\tSchraube\n", "utf-8")
    assert command_folder.run("glossary", "folder", command_folder.name, "--pull") == 2
    assert "damaged" in command_folder.err
    linked.rename(command_folder.path / "elsewhere")

    assert command_folder.run("glossary", "folder") == 1
    assert command_folder.json("glossary", "folder")["folders"][0]["state"] == "unreadable"
    assert command_folder.run("glossary", "folder", command_folder.name, "--link", str(linked)) == 2
    assert command_folder.run("glossary", "folder", "--pull") == 2
