"""`termdesk glossary release` and `take-over`."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from support.services.command_folder import EN_DE, EN_FR, CommandFolder
from termdesk.command_line import main


@pytest.fixture
def released(desk: CommandFolder) -> Path:
    """The folder with a release of two drafts."""
    folder = desk.path / "release"
    folder.mkdir()
    asyncio.run(desk.draft_two(desk.name))
    assert desk.run("glossary", "release", desk.name, str(folder), "--notes", "First") == 0
    return folder


def test_a_glossary_is_written_as_a_release_with_its_edits(desk: CommandFolder, released: Path) -> None:
    assert f"Release 1.0 of “{desk.name}” is written to {released}." in desk.out
    assert (released / "en-de.tsv").read_text("utf-8") == "house\tHaus\n"
    assert desk.json_of("bundle", "check", str(released))["is_verified"] is True

    assert desk.run("glossary", "release", desk.name, str(released)) == 0
    assert "There is nothing to write." in desk.err
    assert desk.run("glossary", "release", desk.name, str(released), "--dry-run") == 0


def test_a_release_becomes_a_new_glossary(desk: CommandFolder, released: Path) -> None:
    desk.name = f"{desk.name} too"
    take = ("glossary", "take-over", str(released), desk.name)

    assert desk.run(*take, "--dry-run") == 1
    report = desk.json(*take)
    assert [(each["target_lang"], each["added"]) for each in report["dictionaries"]] == [("de", 1), ("fr", 1)]
    assert report["is_done"] is True
    assert desk.run("glossary", "push", desk.name, "--draft", "--yes") == 0
    assert (desk.held(), desk.held(EN_FR)) == ({"house": "Haus"}, {"house": "maison"})
    assert desk.run("glossary", "take-over", str(released)) == 0
    assert "The release has nothing that is not here." in desk.err


def test_what_a_release_changes_comes_into_the_glossary_as_an_edit(desk: CommandFolder, released: Path) -> None:
    assert desk.run("glossary", "push", desk.name, "--draft", "--yes") == 0
    changed = desk.file("terms.en-de.tsv", "house=Heim", "tree=Baum")
    assert main(["bundle", "write", str(released), changed]) == 0

    assert desk.run("glossary", "take-over", str(released)) == 0
    assert desk.held(EN_DE) == {"house": "Haus"}
    assert desk.run("glossary", "push", desk.name, "--draft", "--yes", "--allow-removals", "1") == 0
    assert desk.held(EN_DE) == {"house": "Heim", "tree": "Baum"}
    assert desk.held(EN_FR) == {"house": "maison"}


def test_a_damaged_release_is_refused(desk: CommandFolder, released: Path) -> None:
    (released / "en-de.tsv").write_text("house\tHof\n", "utf-8")

    assert desk.run("glossary", "take-over", str(released)) == 2
    assert "is damaged. Nothing was taken over." in desk.err
    assert "error" in desk.json("glossary", "take-over", str(released))


def test_many_removals_need_their_number(desk: CommandFolder, released: Path) -> None:
    path = desk.file("more.tsv", "tree=Baum", "roof=Dach")
    assert desk.run("glossary", "import", path, desk.name, "--source-lang", "en", "--target-lang", "de") == 0
    take = ("glossary", "take-over", str(released))

    assert desk.run(*take) == 2
    assert "Nothing was changed." in desk.err
    assert "--allow-removals 2" in desk.err
    assert desk.run(*take, "--dry-run") == 1
    assert desk.run(*take, "--allow-removals", "2") == 0
    assert desk.run(*take, "--dry-run") == 0
