"""`termdesk glossary edit`, for glossaries and files."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from support.services.command_folder import EN_FR, CommandFolder

ROWS = ("house", "Haus"), ("tree", "Baum"), ("sea", "Meer")


def test_entries_are_added_changed_and_deleted_as_one_step(desk: CommandFolder) -> None:
    desk.draft(*ROWS)
    edit = ("glossary", "edit", desk.name, "--delete", "tree", "--set", "sea", "See", "--rename", "house", "home")
    edit += ("--add", "bolt", "Bolzen")

    assert desk.run(*edit, "--dry-run") == 1
    assert "~ row 3, target: “Meer” → “See”" in desk.out
    assert desk.here() == list(ROWS)

    report = desk.json(*edit)
    [changed] = report["dictionaries"]
    assert (report["is_done"], len(changed["cells"])) == (True, 2)
    assert changed["removed"] == [{"row": 2, "source": "tree", "target": "Baum"}]
    assert desk.here() == [("home", "Haus"), ("sea", "See"), ("bolt", "Bolzen")]
    assert desk.run("glossary", "undo", desk.name) == 0
    assert desk.here() == list(ROWS)


def test_a_new_problem_is_told_by_the_exit_code(desk: CommandFolder) -> None:
    desk.draft(*ROWS)

    assert desk.run("glossary", "edit", desk.name, "--add", "house", "Heim") == 1
    assert "more cell" in desk.err


def test_of_several_dictionaries_one_has_to_be_named(desk: CommandFolder) -> None:
    asyncio.run(desk.draft_two(desk.name))

    assert desk.run("glossary", "edit", desk.name, "--set", "house", "Heim") == 2
    assert "Choose one with --pair" in desk.err
    assert desk.run("glossary", "edit", desk.name, "--pair", "en-fr", "--set", "house", "logis") == 0
    assert desk.here(EN_FR) == [("house", "logis")]
    assert desk.here() == [("house", "Haus")]


def test_a_file_is_written_as_another_one(desk: CommandFolder) -> None:
    path, out = desk.file("terms.en-de.tsv", "house=Haus", "tree=Baum"), desk.path / "new.en-de.tsv"

    assert desk.run("glossary", "edit", path, "--delete", "tree", "-o", str(out)) == 0
    assert Path(out).read_text("utf-8") == "house\tHaus\n"


@pytest.mark.parametrize(
    ("words", "told"), [((), "choose --add"), (("--delete", "Tree"), "No entry has the source phrase “Tree”")]
)
def test_what_cannot_be_edited_is_refused(desk: CommandFolder, words: tuple[str, ...], told: str) -> None:
    desk.draft(*ROWS)

    assert desk.run("glossary", "edit", desk.name, *words) == 2
    assert told in desk.err
    assert desk.here() == list(ROWS)
