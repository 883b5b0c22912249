"""`termdesk glossary edit`, for glossaries and files."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from support.services.command_folder import EN_FR, CommandFolder

ROWS = ("house", "Haus"), ("tree", "Baum"), ("sea", "Meer")


@pytest.mark.slow
def test_entries_are_added_changed_and_deleted_as_one_step(command_folder: CommandFolder) -> None:
    command_folder.draft(*ROWS)
    edit = (
        "glossary",
        "edit",
        command_folder.name,
        "--delete",
        "tree",
        "--set",
        "sea",
        "See",
        "--rename",
        "house",
        "home",
    )
    edit += ("--add", "bolt", "Bolzen")

    assert command_folder.run(*edit, "--dry-run") == 1
    assert "~ row 3, target: “Meer” → “See”" in command_folder.out
    assert command_folder.here() == list(ROWS)

    report = command_folder.json(*edit)
    [changed] = report["dictionaries"]
    assert (report["is_done"], len(changed["cells"])) == (True, 2)
    assert changed["removed"] == [{"row": 2, "source": "tree", "target": "Baum"}]
    assert command_folder.here() == [("home", "Haus"), ("sea", "See"), ("bolt", "Bolzen")]
    assert command_folder.run("glossary", "undo", command_folder.name) == 0
    assert command_folder.here() == list(ROWS)


def test_a_new_problem_is_told_by_the_exit_code(command_folder: CommandFolder) -> None:
    command_folder.draft(*ROWS)

    assert command_folder.run("glossary", "edit", command_folder.name, "--add", "house", "Heim") == 1
    assert "more cell" in command_folder.err


@pytest.mark.slow
def test_of_several_dictionaries_one_has_to_be_named(command_folder: CommandFolder) -> None:
    asyncio.run(command_folder.draft_two(command_folder.name))

    assert command_folder.run("glossary", "edit", command_folder.name, "--set", "house", "Heim") == 2
    assert "Choose one with --pair" in command_folder.err
    assert (
        command_folder.run("glossary", "edit", command_folder.name, "--pair", "en-fr", "--set", "house", "logis") == 0
    )
    assert command_folder.here(EN_FR) == [("house", "logis")]
    assert command_folder.here() == [("house", "Haus")]


def test_a_file_is_written_as_another_one(command_folder: CommandFolder) -> None:
    path, out = command_folder.file("terms.en-de.tsv", "house=Haus", "tree=Baum"), command_folder.path / "new.en-de.tsv"

    assert command_folder.run("glossary", "edit", path, "--delete", "tree", "-o", str(out)) == 0
    assert Path(out).read_text("utf-8") == "house\tHaus\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "reported"), [((), "choose --add"), (("--delete", "Tree"), "No entry has the source phrase “Tree”")]
)
def test_what_cannot_be_edited_is_refused(command_folder: CommandFolder, words: tuple[str, ...], reported: str) -> None:
    command_folder.draft(*ROWS)

    assert command_folder.run("glossary", "edit", command_folder.name, *words) == 2
    assert reported in command_folder.err
    assert command_folder.here() == list(ROWS)
